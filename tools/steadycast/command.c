/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/words.h"
#include "solver/question/mpi_names.h"
#include "tools/steadycast/command.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/verbs/ask_verb.h"

const struct verb *const verbs[] = {
    &verb_ask,       &verb_delay,     &verb_capacity,  &verb_solve,
    &verb_count,     &verb_family,    &verb_enumerate, &verb_automaton,
    &verb_broadcast, &verb_allgather, &verb_allreduce, &verb_reduce,
    &verb_scatter,   &verb_gather,    &verb_alltoall,  &verb_reduce_scatter,
    &verb_frontier,  &verb_rate,      &verb_sweep,     &verb_status,
    &verb_audit,     &verb_merge,     &verb_compare,   &verb_report,
    &verb_show,      &verb_play,      &verb_expand,    &verb_convert,
    &verb_import,    &verb_export,    &verb_refute,    &verb_reproduce,
    &verb_claims,    &verb_help,      &verb_version,   NULL,
};

const char *verb_heading(const struct verb *verb) {
    static const struct {
        const struct verb *first;
        const char *heading;
    } groups[] = {
        {&verb_ask, "Any question"},
        {&verb_delay, "Endless streams of items"},
        {&verb_broadcast, "K items, and other collective operations"},
        {&verb_sweep, "Campaigns of many questions"},
        {&verb_show, "Certificates, and formats of other programs"},
        {&verb_reproduce, "What was found"},
        {&verb_help, "About this program"},
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].first == verb)
            return groups[i].heading;
    return NULL;
}

int verb_failed(const struct failure *failure) {
    fprintf(stderr, "steadycast: %s\n", failure->message);
    return failure->status == STATUS_INTERNAL ? EXIT_INTERNAL : EXIT_INPUT;
}

int verb_misused(const struct arguments *arguments, const char *wants) {
    fprintf(stderr, "steadycast: %s %s (see: steadycast help %s)\n", arguments->verb, wants,
            arguments->verb);
    return EXIT_INPUT;
}

int verb_unanswered(const struct arguments *arguments, const struct failure *failure) {
    struct failure own = {0};
    int status = verb_failed(failure);
    if (failure->status != STATUS_LIMIT)
        return status;
    if (!option_is_given(arguments, "json"))
        return verb_verdict(VERDICT_UNKNOWN);
    return json_answer_none(json_question_asked(arguments), NULL, failure->message,
                            steady_clock() - arguments->start, &own)
               ? verb_failed(&own)
               : EXIT_OPEN;
}

int verb_exit_status(enum verdict verdict) {
    return verdict_is_open(verdict)        ? EXIT_OPEN
           : verdict == VERDICT_INFEASIBLE ? EXIT_IMPOSSIBLE
                                           : EXIT_FOUND;
}

int verb_verdict(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_FEASIBLE:
        puts("s FEASIBLE");
        return EXIT_FOUND;
    case VERDICT_INFEASIBLE:
        puts("s INFEASIBLE");
        return EXIT_IMPOSSIBLE;
    default:
        break;
    }
    puts("s UNKNOWN");
    return EXIT_OPEN;
}

int verb_number(bool settled, const char *word) {
    printf("s %s\n", settled ? word : "OPEN");
    return settled ? EXIT_SETTLED : EXIT_OPEN;
}

/* The exit status for the caller of the program. */
static int exit_status(int status, bool zero) {
    bool answered = status == EXIT_SETTLED || status == EXIT_IMPOSSIBLE;
    if (zero)
        return answered ? EXIT_DONE : status;
    return status == EXIT_OPEN ? EXIT_DONE : status;
}

int verb_finish(int status, bool zero) {
    const char *always = getenv("STEADYCAST_EXIT_ZERO");
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (written || status == EXIT_INPUT || status == EXIT_INTERNAL) /* one message is enough */
        return exit_status(status, zero || (always && *always && strcmp(always, "0") != 0));
    fprintf(stderr, "steadycast: standard output could not be written\n");
    return EXIT_INPUT;
}

static int run(const struct verb *verb, int argc, char **argv) {
    struct arguments arguments = {.program = argv[0],
                                  .verb = verb->name,
                                  .specs = verb->specs,
                                  .spec_count = verb->spec_count,
                                  .start = steady_clock()};
    struct failure failure = {0};
    bool help = false;
    if (options_parse(&arguments, argc - 1, argv + 1, &help, &failure))
        return verb_failed(&failure);
    int status = EXIT_DONE;
    if (help) {
        verb_print_help(verb);
    } else if (arguments.operand_count && !*verb->operands) {
        failure_input(&failure, "%s takes no '%s', only options (see: steadycast help %s)",
                      verb->name, arguments.operands[0], verb->name);
        status = verb_failed(&failure);
    } else if (options_check(&arguments, verb->rules, &failure)) {
        status = verb_failed(&failure);
    } else if (verb->counted.wants && (arguments.operand_count < verb->counted.least ||
                                       arguments.operand_count > verb->counted.most)) {
        status = verb_misused(&arguments, verb->counted.wants);
    } else if (verb->act) {
        status = verb->act(&arguments, &failure) ? verb_failed(&failure) : EXIT_DONE;
    } else {
        status = verb->ask ? ask_verb_run(&arguments, verb->ask) : verb->run(&arguments);
    }
    free(arguments.values);
    return verb_finish(status, arguments.exit_zero);
}

void command_hold_streams(void) {
    int file;
    while ((file = open("/dev/null", O_RDONLY)) >= 0 && file <= STDERR_FILENO)
        continue;
    if (file >= 0)
        close(file);
}

void command_hold_signals(void) {
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
}

void command_hold_path(void) {
    const char *folder = getenv("PATH");
    if (!folder)
        return;
    FREED char *kept = calloc(strlen(folder) + 2, 1);
    char *end = kept;
    for (size_t length; kept && *folder; folder += length + (folder[length] == ':')) {
        length = strcspn(folder, ":");
        if (*folder == '/')
            end = stpcpy(stpncpy(end, folder, length), ":");
    }
    if (end > kept)
        end[-1] = 0;
    if (end == kept || setenv("PATH", kept, 1) != 0)
        unsetenv("PATH");
}

static void say_no_verb(const char *name) {
    char text[SUGGESTION_TEXT];
    struct suggestion suggestion;
    struct failure failure;
    const char *answer = mpi_name_answer(name);
    if (answer) {
        failure_input(&failure, "there is no verb '%.40s': %s", name, answer);
        verb_failed(&failure);
        return;
    }
    suggestion_init(&suggestion, strncasecmp(name, "MPI_", 4) == 0 ? name + 4 : name);
    for (int i = 0; verbs[i]; i++)
        suggestion_offer(&suggestion, verbs[i]->name);
    failure_input(
        &failure,
        *name == '-' && !*suggestion.best
            ? "'%s' is an option%s: the verb stands before it (steadycast help lists them)"
            : "there is no verb '%s'%s (steadycast help lists them)",
        name, suggestion_text(&suggestion, text, sizeof text));
    verb_failed(&failure);
}

const struct verb *verb_find(const char *name) {
    for (int i = 0; verbs[i]; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    say_no_verb(name);
    return NULL;
}

int command_run(int argc, char **argv, const struct verb *instead) {
    static char program[] = "steadycast", help[] = "help", *alone[] = {program, help, NULL};
    if (argc < 2) {
        argc = 2;
        argv = alone;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0)
        name = "version";
    if (instead && strcmp(instead->name, name) == 0)
        return run(instead, argc, argv);
    const struct verb *verb = verb_find(name);
    return verb ? run(verb, argc, argv) : EXIT_INPUT;
}
