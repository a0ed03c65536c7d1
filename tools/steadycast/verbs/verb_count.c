/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "solver/question/decide/backtrack.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPEC_LATENCY,
    OPTION_SPEC_DEPTH,
    {"ports", 'p', OPTION_NUMBER, false, "P", 1, 10000,
     "sends, and receptions, of a processor at a time; from 2 on only parikh (default: 1)"},
    {"engine", 'e', OPTION_CHOICE, false, "dynamic|backtrack|all|both", 0, 0,
     "who counts (default: dynamic); all (or both): both, which must agree"},
    {"memory", 0, OPTION_NUMBER, false, "MIB", 1, 1 << 30,
     "dynamic: what its tables may take (default: 3072)"},
    {"state", 0, OPTION_NAME, false, "PREFIX", 0, 0,
     "backtrack: a stopped search is kept in PREFIX-parikh.state or PREFIX-words.state (default "
     "PREFIX: steadycast-count-L<L>-t<T>)"},
    OPTION_SPEC_THREADS,
    OPTION_SPEC_TIME,
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096 };
enum { PARIKH, WORDS, NUMBERS };
static const char *const number_names[NUMBERS] = {"parikh", "words"};

/* One of the two numbers, from each engine that is asked. */
struct number {
    struct asking asking;
    char state[PATH_ROOM];
};

static enum status number_init(struct number *number, const char *name,
                               const struct arguments *arguments, struct control *control,
                               mpz_t counts[NUMBERS], struct failure *failure) {
    long latency = option(arguments, "latency")->number, depth = option(arguments, "depth")->number;
    char prefix[64];
    snprintf(prefix, sizeof prefix, "steadycast-count-L%ld-t%ld", latency, depth);
    asking_init(&number->asking, arguments, NULL, control);
    number->asking.options.state = number->state;
    number->asking.options.counts = counts;
    number->asking.options.memory = (uint64_t)option_number(arguments, "memory", 0) << 20;
    struct question *question = &number->asking.question;
    question_init(question, SUBJECT_COUNT);
    question_set(question, KEY_LATENCY, latency);
    question_set(question, KEY_DEPTH, depth);
    question_set(question, KEY_PORTS, option_number(arguments, "ports", 1));
    int length = snprintf(number->state, PATH_ROOM, "%s-%s.state",
                          option_text(arguments, "state", prefix), name);
    return length < PATH_ROOM ? question_read_value(question, KEY_OF, name, failure)
                              : failure_input(failure, "the prefix of the states is too long");
}

static const struct outcome *last_of(const struct number *number) {
    return &number->asking.list[number->asking.count - 1];
}

/* Of two engines both must apply, and finish. */
static enum status ask(struct number *number, const char *chosen, bool *finished,
                       struct failure *failure) {
    const struct engine *engine;
    for (int i = 0; (engine = engine_of(&number->asking.question, i)) && *finished; i++) {
        struct failure fault = {0};
        bool all = strcmp(chosen, "both") == 0 || strcmp(chosen, "all") == 0;
        if (!all && strcmp(chosen, engine->name) != 0)
            continue;
        enum status status = asking_engine(&number->asking, engine, &fault);
        if (status)
            return failure_set(failure, status, "%s%s%.400s",
                               status == STATUS_LIMIT ? engine->name : "",
                               status == STATUS_LIMIT ? " does not apply: " : "", fault.message);
        const struct outcome *outcome = last_of(number);
        *finished = !verdict_is_open(outcome->verdict);
        if (!*finished && outcome->state)
            fprintf(stderr, "steadycast: %" PRIu64 " nodes were searched, %s goes on from there\n",
                    outcome->nodes, outcome->state);
    }
    if (number->asking.count < 1 + (strcmp(chosen, "both") == 0) && *finished)
        return failure_input(failure, "--engine: '%s' does not count with several ports", chosen);
    return asking_compare(&number->asking, failure);
}

/* With several ports words are not counted. */
static int numbers_of(const struct arguments *arguments) {
    return option_number(arguments, "ports", 1) > 1 ? WORDS : NUMBERS;
}

static int print(const struct arguments *arguments, const struct number numbers[NUMBERS],
                 bool finished, const char *reason, double seconds) {
    const char *found[NUMBERS] = {NULL, NULL};
    for (int i = 0; i < numbers_of(arguments) && finished; i++)
        found[i] = last_of(&numbers[i])->lower;
    if (option(arguments, "json")->given) {
        int last = numbers_of(arguments) - 1;
        struct outcome outcome = {.verdict = finished ? VERDICT_SETTLED : VERDICT_UNKNOWN,
                                  .lower = (char *)found[last],
                                  .upper = (char *)found[last],
                                  .by = option_text(arguments, "engine", "dynamic")};
        outcome_leave_open(&outcome, finished ? "" : reason);
        json_t *more = json_pack("{s:o, s:o}", "parikh", json_number(found[PARIKH]), "words",
                                 json_number(found[WORDS]));
        return json_line(json_answer(json_question(&numbers[last].asking.question),
                                     &numbers[last].asking.question, &outcome, seconds, more),
                         NULL)
                   ? EXIT_INTERNAL
               : finished ? EXIT_SETTLED
                          : EXIT_OPEN;
    }
    if (!finished)
        return verb_verdict(VERDICT_UNKNOWN);
    for (int i = 0; i < numbers_of(arguments); i++)
        printf("%s %s\n", number_names[i], found[i]);
    return verb_number(true, "EXACT");
}

/* Once the numbers are out, their searches need not be kept. */
static void clear(struct number *number, bool known) {
    for (int i = 0; i < number->asking.count; i++)
        if (known && number->asking.list[i].state)
            backtrack_forget(number->asking.list[i].state);
    asking_clear(&number->asking);
}

static int run_count(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct number numbers[NUMBERS];
    mpz_t counts[NUMBERS];
    bool finished = true;
    enum status status = STATUS_OK;
    control_init(&control, arguments);
    for (int i = 0; i < NUMBERS; i++) {
        mpz_init_set_si(counts[i], -1);
        enum status named =
            number_init(&numbers[i], number_names[i], arguments, &control, counts, &failure);
        status = status ? status : named;
    }
    for (int i = 0; i < numbers_of(arguments) && finished && !status; i++)
        status = ask(&numbers[i], option_text(arguments, "engine", "dynamic"), &finished, &failure);
    int exit_status = status ? verb_failed(&failure) : EXIT_OPEN;
    finished = finished && !status;
    if (!status || status == STATUS_LIMIT)
        exit_status =
            print(arguments, numbers, finished, failure.message, control_elapsed(&control));
    bool known = finished && fflush(stdout) == 0 && !ferror(stdout);
    for (int i = 0; i < NUMBERS; i++)
        clear(&numbers[i], known);
    mpz_clears(counts[0], counts[1], NULL);
    return exit_status;
}

VERB(count, "Counts all block-cyclic schedules of (L,t), exactly", "", .run = run_count);
