#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/count/count.h"
#include "solver/decide/backtrack.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"

enum { CHOICE_DYNAMIC, CHOICE_BACKTRACK, CHOICE_BOTH };

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    OPTION_SPEC_DEPTH,
    {"engine", 'e', OPTION_CHOICE, false, "dynamic|backtrack|both", 0, 0,
     "who counts (default: dynamic)"},
    {"memory", 0, OPTION_NUMBER, false, "MIB", 1, 1 << 30,
     "dynamic: what its tables may take (default: 3072)"},
    {"state", 0, OPTION_TEXT, false, "PREFIX", 0, 0,
     "backtrack: a stopped search is kept in PREFIX-parikh.state or PREFIX-words.state (default "
     "PREFIX: steadycast-count-L<L>-t<T>)"},
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096, MODES = 2 };

/* The two numbers, from one engine. */
struct counts {
    bool finished;
    char states[MODES][PATH_ROOM]; /* of the searches, as far as there are any */
    mpz_t parikh;
    mpz_t words;
};

static void counts_init(struct counts *counts) {
    counts->finished = false;
    counts->states[WALK_WORDS][0] = counts->states[WALK_MULTISETS][0] = 0;
    mpz_init(counts->parikh);
    mpz_init(counts->words);
}

static void counts_clear(struct counts *counts) {
    mpz_clear(counts->parikh);
    mpz_clear(counts->words);
}

static enum status by_tables(const struct arguments *arguments, const struct limits *limits,
                             struct counts *counts, struct failure *failure) {
    const struct option_value *memory = option(arguments, "memory");
    struct count_options options = {.memory = memory->given ? (uint64_t)memory->number << 20
                                                            : COUNT_MEMORY};
    return count_schedules_with((int)option(arguments, "latency")->number,
                                (int)option(arguments, "depth")->number, &options, limits,
                                counts->parikh, counts->words, &counts->finished, failure);
}

static enum status search(const struct arguments *arguments, const struct limits *limits,
                          enum walk_mode mode, mpz_t number, struct counts *counts,
                          struct failure *failure) {
    int latency = (int)option(arguments, "latency")->number;
    int depth = (int)option(arguments, "depth")->number;
    const struct option_value *chosen = option(arguments, "state");
    char prefix[64], path[PATH_ROOM];
    snprintf(prefix, sizeof prefix, "steadycast-count-L%d-t%d", latency, depth);
    if (snprintf(path, sizeof path, "%s-%s.state", chosen->given ? chosen->text : prefix,
                 mode == WALK_WORDS ? "words" : "parikh") >= (int)sizeof path)
        return failure_set(failure, STATUS_INPUT, "the prefix of the states is too long");
    struct backtrack_question question = {.latency = latency,
                                          .depth = depth,
                                          .mode = mode,
                                          .count = true,
                                          .ball_rule = true,
                                          .state = path};
    struct backtrack_result result;
    enum status status = backtrack_run(&question, limits, &result, failure);
    if (status)
        return status;
    free(result.letters);
    counts->finished = result.finished;
    if (result.kept)
        strcpy(counts->states[mode], path);
    if (result.unsaved.status)
        fprintf(stderr, "steadycast: the state could not be saved: %s\n", result.unsaved.message);
    mpz_set_ui(number, result.solutions);
    if (!result.finished && result.kept)
        fprintf(stderr, "steadycast: %" PRIu64 " nodes were searched, %s goes on from there\n",
                result.nodes, path);
    return STATUS_OK;
}

static enum status by_search(const struct arguments *arguments, const struct limits *limits,
                             struct counts *counts, struct failure *failure) {
    if (option(arguments, "depth")->number < option(arguments, "latency")->number) {
        mpz_set_ui(counts->parikh, 1);
        mpz_set_ui(counts->words, 1);
        counts->finished = true;
        return STATUS_OK;
    }
    enum status status = search(arguments, limits, WALK_MULTISETS, counts->parikh, counts, failure);
    if (!status && counts->finished)
        status = search(arguments, limits, WALK_WORDS, counts->words, counts, failure);
    return status;
}

static int print(const struct arguments *arguments, const struct counts *counts, double seconds) {
    if (!option(arguments, "json")->given) {
        if (counts->finished)
            gmp_printf("parikh %Zd\nwords %Zd\n", counts->parikh, counts->words);
        else
            puts("s UNKNOWN");
        return EXIT_UNKNOWN;
    }
    char *parikh = mpz_get_str(NULL, 10, counts->parikh);
    char *words = mpz_get_str(NULL, 10, counts->words);
    const struct option_value *engine = option(arguments, "engine");
    json_t *object = json_pack("{s:i, s:i, s:s, s:b, s:s?, s:s?, s:f}", "latency",
                               (int)option(arguments, "latency")->number, "depth",
                               (int)option(arguments, "depth")->number, "engine",
                               engine->given ? engine->text : "dynamic", "finished",
                               (int)counts->finished, "parikh", counts->finished ? parikh : NULL,
                               "words", counts->finished ? words : NULL, "seconds", seconds);
    free(parikh);
    free(words);
    return json_line(object, NULL) ? EXIT_INTERNAL : EXIT_UNKNOWN;
}

static enum status compare(const struct counts *counts, const struct counts *others,
                           struct failure *failure) {
    char text[sizeof failure->message];
    if (!counts->finished || !others->finished ||
        (mpz_cmp(counts->parikh, others->parikh) == 0 &&
         mpz_cmp(counts->words, others->words) == 0))
        return STATUS_OK;
    gmp_snprintf(text, sizeof text,
                 "engines disagree: dynamic says parikh %Zd, words %Zd; backtrack says parikh %Zd, "
                 "words %Zd",
                 counts->parikh, counts->words, others->parikh, others->words);
    return failure_set(failure, STATUS_INTERNAL, "%s", text);
}

/* STATUS_LIMIT with the name of the engine that does not take this question. */
static enum status named(enum status status, const char *engine, struct failure *failure) {
    struct failure before = *failure;
    return status == STATUS_LIMIT
               ? failure_set(failure, status, "%s does not apply: %.400s", engine, before.message)
               : status;
}

/*
 * The numbers count as finished if every engine that was asked has finished; of two engines both
 * must apply.
 */
static enum status ask(const struct arguments *arguments, struct control *control,
                       struct counts *counts, struct counts *others, struct failure *failure) {
    long choice = option(arguments, "engine")->given ? option(arguments, "engine")->number : 0;
    struct limits limits = control_limits(control, arguments);
    enum status status = STATUS_OK;
    if (choice != CHOICE_BACKTRACK)
        status = named(by_tables(arguments, &limits, counts, failure), "dynamic", failure);
    if (!status && choice != CHOICE_DYNAMIC)
        status =
            named(by_search(arguments, &limits, choice == CHOICE_BOTH ? others : counts, failure),
                  "backtrack", failure);
    if (!status && choice == CHOICE_BOTH)
        status = compare(counts, others, failure);
    if (!status && choice == CHOICE_BOTH)
        counts->finished = counts->finished && others->finished;
    return status;
}

/* Once the numbers are out. */
static void forget(const struct counts *counts) {
    for (int mode = 0; mode < MODES; mode++)
        if (counts->states[mode][0])
            backtrack_forget(counts->states[mode]);
}

static int run_count(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct counts counts, others;
    control_init(&control, arguments);
    counts_init(&counts);
    counts_init(&others);
    enum status status = ask(arguments, &control, &counts, &others, &failure);
    control_end_line(&control);
    if (status == STATUS_LIMIT) { /* unknown, as if it had been stopped */
        verb_failed(&failure);
        counts.finished = false;
        status = STATUS_OK;
    }
    int exit_status =
        status ? verb_failed(&failure) : print(arguments, &counts, control_elapsed(&control));
    if (!status && counts.finished && fflush(stdout) == 0 && !ferror(stdout)) {
        forget(&counts);
        forget(&others);
    }
    counts_clear(&counts);
    counts_clear(&others);
    return exit_status;
}

const struct verb verb_count = {
    .name = "count",
    .summary = "Counts all block-cyclic schedules of (L,t), exactly",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "Prints two lines, `parikh N` and `words N`: the ways to give every block letters that\n"
        "have a legal order, and to give every block a legal word. Blocks of equal size are\n"
        "interchangeable; the receive-only processor takes the letter that is left.\n\n"
        "  dynamic    generating functions over letter counts; needs memory, not time\n"
        "  backtrack  exhaustive search, one by one; a stopped search leaves its state in a\n"
        "             file, from which the same command goes on; a state is trusted like\n"
        "             memory, so a number that rests on a forged one is wrong\n"
        "  both       exit 2 if they disagree\n\n"
        "A count that --time or Ctrl-C ended, or that is too large for an engine that was asked,\n"
        "prints `s UNKNOWN` and no number. With --json the numbers are strings, or null.",
    .files = "  steadycast-count-L<L>-t<T>-parikh.state, steadycast-count-L<L>-t<T>-words.state\n"
             "      the states of stopped searches, unless --state names other files",
    .example = "  steadycast count -L 3 -t 9\n"
               "  steadycast count -L 8 -t 25\n"
               "  steadycast count -L 4 -t 12 --engine both",
    .run = run_count};
