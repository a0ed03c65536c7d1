/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/verb_collective.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "solver/network/network_names.h"
#include "tools/steadycast/verbs/ask_verb.h"

#define OPTION_SPECS_NETWORK_ALONE                                                                 \
    OPTION_ROW("network", 0, OPTION_NAME, "NAME", 0, 0,                                            \
               "the network, see steadycast help networks"),                                       \
        OPTION_ROW(                                                                                \
            "ports", 'p', OPTION_NUMBER, "p", 1, 10000,                                            \
            "a node sends and receives p messages at most in a round (default: its links alone)"), \
        OPTION_ROW("duplex", 'd', OPTION_CHOICE, "full|half|links", 0, 0,                          \
                   "ports for both directions, one port for both, or none (default: links, with "  \
                   "-p full)"),                                                                    \
        OPTION_ROW("machine", 'm', OPTION_TEXT, "TEXT", 0, 0,                                      \
                   "in place of these: 'network ring:5 duplex half'")

static const struct option_spec specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "scatter, gather: the root (default: 0)"},
    {"items", 'k', OPTION_NUMBER, false, "C", 1, 1000000, "chunks of each (default: 1)"},
    {"steps", 'S', OPTION_NUMBER, false, "S", 1, 1000000,
     "how few rounds in S steps (default: one round in each, so the least time)"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

bool collective_is_asked(const struct arguments *arguments) {
    const struct option_value *machine = option(arguments, "machine");
    return option_is_given(arguments, "network") ||
           (machine->given && strncmp(machine->text, "network", 7) == 0);
}

/* Options of these verbs that are for machines of another sort. */
static enum status refuse(const struct arguments *arguments, struct failure *failure) {
    static const char *const others[] = {"processors", "every",    "single-sending", "encoding",
                                         "format",     "expanded", "until",          "operands",
                                         "tree",       "list"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (option_is_given(arguments, others[i]))
            return failure_set(failure, STATUS_INPUT, "--%s does not go with --network", others[i]);
    return STATUS_OK;
}

/* Before anything else, so that what is wrong is told of the option; files, which may be pipes, are
 * left to who answers. */
static enum status check_network(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *name = option(arguments, "network");
    const char *text = name->given ? name->text : "file:-";
    char file[NETWORK_NAME_ROOM];
    struct failure why;
    if (network_next_file(&text, file))
        return STATUS_OK;
    CLEANUP(network_clear) struct network network = {0};
    enum status status = network_parse_in(name->text, NULL, &network, &why);
    return status ? failure_set(failure, status, "--network: %s", why.message) : STATUS_OK;
}

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    question_init(question, SUBJECT_ROUNDS);
    if (!collective_is_asked(arguments))
        return failure_set(failure, STATUS_INPUT,
                           "%s needs a network: --network NAME, see steadycast help networks",
                           arguments->verb);
    *given = 1 << subject_place(SUBJECT_ROUNDS, KEY_COLLECTIVE);
    TRY(refuse(arguments, failure));
    TRY(check_network(arguments, failure));
    return question_read_value(question, KEY_COLLECTIVE, arguments->verb, failure);
}

static const struct ask_verb row = {.pose = pose};

int collective_run(const struct arguments *arguments) {
    return ask_verb_run(arguments, &row);
}

/* --- allreduce --- */

/* A half of it, whose answer is added up. */
struct half {
    struct ask_verb row; /* first: asking->verb is the half */
    long *sums[2];       /* lower and upper of the halves so far */
};

static enum status add_half(const struct asking *asking, bool *alone, struct failure *failure) {
    const struct half *half = (const struct half *)asking->verb;
    const struct outcome *outcome = asking_outcome(asking);
    const char *numbers[] = {outcome->lower, outcome->upper};
    char room[QUESTION_VALUE_ROOM];
    int place = subject_place(SUBJECT_ROUNDS, KEY_COLLECTIVE);
    (void)alone, (void)failure;
    printf("%s:\n", question_value(&asking->question, place, room));
    for (int i = 0; i < 2; i++)
        *half->sums[i] += numbers[i] ? strtol(numbers[i], NULL, 10) : 0;
    return STATUS_OK;
}

/* The same command line with another folder. */
static int run_half(const struct arguments *arguments, const char *name, long sums[2]) {
    struct arguments copy = *arguments;
    struct half half = {.row = {.pose = pose, .print = add_half}, .sums = {&sums[0], &sums[1]}};
    char folder[PATH_MAX];
    copy.verb = name;
    copy.values = memory_new((size_t)arguments->spec_count, sizeof *copy.values);
    if (!copy.values)
        return EXIT_INPUT;
    memcpy(copy.values, arguments->values, (size_t)arguments->spec_count * sizeof *copy.values);
    for (int i = 0; i < copy.spec_count; i++)
        if (strcmp(copy.specs[i].name, "output") == 0 && copy.values[i].given) {
            snprintf(folder, sizeof folder, "%.4000s-%s", copy.values[i].text, name);
            copy.values[i].text = folder;
        }
    int status = ask_verb_run(&copy, &half.row);
    free(copy.values);
    return status;
}

/* Is the network, or a factor of it, read from the standard input or from a pipe? */
static bool is_read_once(const struct arguments *arguments) {
    static const char *const options[] = {"network", "machine"};
    char name[NETWORK_NAME_ROOM];
    struct stat about;
    for (int i = 0; i < 2; i++) {
        const struct option_value *value = option(arguments, options[i]);
        const char *at = value->given ? value->text : "";
        at += strncmp(at, "network ", 8) == 0 ? 8 + strspn(at + 8, " ") : 0;
        while (network_next_file(&at, name)) {
            name[strcspn(name, " ")] = 0;
            if (strcmp(name, "-") == 0 || (stat(name, &about) == 0 && !S_ISREG(about.st_mode)))
                return true;
        }
    }
    return false;
}

int collective_compose(const struct arguments *arguments) {
    long sums[2] = {0, 0};
    struct failure failure;
    if (option(arguments, "json")->given || option_is_given(arguments, "root")) {
        failure_set(&failure, STATUS_INPUT, "--%s does not go with allreduce over a network",
                    option(arguments, "json")->given ? "json" : "root");
        return verb_failed(&failure);
    }
    if (is_read_once(arguments)) {
        failure_set(&failure, STATUS_INPUT,
                    "allreduce over a network is two questions: the network must be a file");
        return verb_failed(&failure);
    }
    int first = run_half(arguments, "reduce-scatter", sums);
    if (first != EXIT_FOUND && first != EXIT_OPEN && first != EXIT_DONE)
        return first;
    int second = run_half(arguments, "allgather", sums);
    if (sums[1] > 0)
        printf("composition %ld..%ld\n", sums[0], sums[1]);
    return first == EXIT_FOUND ? second : first;
}

#define VERB(id, called, what)                                                                     \
    const struct verb verb_##id = {.name = called,                                                 \
                                   .summary = what,                                                \
                                   .operands = "",                                                 \
                                   VERB_SPECS(specs),                                              \
                                   .help = text_collective,                                        \
                                   .run = collective_run}

VERB(scatter, "scatter", "A root's chunks, each to its own node of a network (MPI_Scatter)");
VERB(gather, "gather", "Everybody's chunks to a root, over a network (MPI_Gather)");
VERB(alltoall, "alltoall", "A chunk from everybody for everybody, over a network (MPI_Alltoall)");
VERB(reduce_scatter, "reduce-scatter",
     "Everybody's operands added up, a sum at each node of a network (MPI_Reduce_scatter)");

/* --- the frontier --- */

static enum status pose_frontier(const struct arguments *arguments, struct question *question,
                                 int *given, const struct limits *limits, struct failure *failure) {
    (void)limits;
    question_init(question, SUBJECT_FRONTIER);
    if (!collective_is_asked(arguments))
        return failure_set(
            failure, STATUS_INPUT,
            "frontier needs a network: --network NAME, see steadycast help networks");
    if (arguments->operand_count > 1)
        return failure_set(failure, STATUS_INPUT, "frontier takes one collective, not also '%.40s'",
                           arguments->operands[1]);
    if (arguments->operand_count < 1)
        return failure_set(failure, STATUS_INPUT,
                           "frontier needs a collective: broadcast, scatter, gather, reduce, "
                           "allgather, alltoall or reduce-scatter");
    *given = 1 << subject_place(SUBJECT_FRONTIER, KEY_COLLECTIVE);
    TRY(check_network(arguments, failure));
    return question_read_value(question, KEY_COLLECTIVE, arguments->operands[0], failure);
}

/* A line for each point, then the other facts. */
static enum status print_frontier(const struct asking *asking, bool *alone,
                                  struct failure *failure) {
    const struct outcome *outcome = asking_outcome(asking);
    (void)alone, (void)failure;
    for (int i = 0; i < outcome->fact_count; i++) {
        const char *value = outcome->facts[i].value;
        if (strcmp(outcome->facts[i].name, "points") != 0) {
            printf("%s %s\n", outcome->facts[i].name, value);
            continue;
        }
        for (const char *end; (end = strstr(value, ", ")); value = end + 2)
            printf("%.*s\n", (int)(end - value), value);
        puts(value);
    }
    return STATUS_OK;
}

static const struct ask_verb frontier_row = {.pose = pose_frontier, .print = print_frontier};

static int run_frontier(const struct arguments *arguments) {
    return ask_verb_run(arguments, &frontier_row);
}

static const struct option_spec frontier_specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "of those with a root (default: 0)"},
    {"steps", 'S', OPTION_NUMBER, false, "S", 1, 1000000,
     "up to S steps (default: until it ends, or four steps beyond the first point)"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT("write the certificate, kind network-frontier"),
    OPTION_SPECS_ASKED,
};

const struct verb verb_frontier = {
    .name = "frontier",
    .summary = "Latency and bandwidth of a collective over a network, for all numbers of chunks",
    .operands = "broadcast|scatter|gather|reduce|allgather|alltoall|reduce-scatter",
    VERB_SPECS(frontier_specs),
    .help = text_frontier,
    .run = run_frontier};
