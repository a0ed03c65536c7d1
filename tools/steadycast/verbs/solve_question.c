/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/suggestion.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/verbs/solve.h"

enum { MOST_PERIOD = 1000000 };

static enum status no_class(const char *text, struct failure *failure) {
    char meant[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, text);
    suggestion_offer_words(&suggestion, "block-cyclic|stationary|periodic:T|any");
    return failure_set(failure, STATUS_INPUT,
                       "--schedule: '%.40s' is none of block-cyclic, stationary, periodic:T "
                       "(T = 1..%d), any%s",
                       text, MOST_PERIOD, suggestion_text(&suggestion, meant, sizeof meant));
}

enum status solve_parse_class(const char *text, struct serve_question *question,
                              struct failure *failure) {
    static const char prefix[] = "periodic:";
    size_t length = sizeof prefix - 1;
    if (strcmp(text, "block-cyclic") == 0) {
        question->class = SERVE_BLOCKS;
    } else if (strcmp(text, "stationary") == 0) {
        question->class = SERVE_STATIONARY;
    } else if (strcmp(text, "any") == 0) {
        question->class = SERVE_ANY;
    } else {
        char *end = NULL;
        long period = 0;
        if (strncmp(text, prefix, length) == 0 && text[length] >= '0' && text[length] <= '9')
            period = strtol(text + length, &end, 10);
        if (!end || *end || period < 1 || period > MOST_PERIOD)
            return no_class(text, failure);
        question->class = SERVE_PERIODIC;
        question->period = (int)period;
    }
    return STATUS_OK;
}

/* What only the engines for whole trees read. */
static enum status check_whole(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"encoding", "no-ball-rule", "state", "statistics"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option(arguments, names[i])->given)
            return failure_set(failure, STATUS_INPUT,
                               "--%s is for block-cyclic schedules on P(T) processors", names[i]);
    return STATUS_OK;
}

/* -N, or P(t) without it; *whole: it is P(t). */
static enum status read_processors(const struct arguments *arguments, const struct limits *limits,
                                   struct question *question, bool *whole,
                                   struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    mpz_t tree, served;
    mpz_inits(tree, served, NULL);
    enum status status = sequence_term(tree, (int)option(arguments, "latency")->number,
                                       option(arguments, "depth")->number, limits, failure);
    if (!status && !given->given)
        status = question_set_big(question, KEY_SERVED, tree, failure);
    if (!status && given->given && question_read_value(question, KEY_SERVED, given->text, NULL))
        status = failure_set(
            failure, STATUS_INPUT,
            "--processors: '%.40s' is not a whole number from 1 on, of at most 100000 digits",
            given->text);
    question_big(question, KEY_SERVED, served);
    *whole = mpz_cmp(tree, served) == 0;
    mpz_clears(tree, served, NULL);
    return status;
}

/* Whether the engine that is chosen answers such questions. */
static enum status check_engine(const struct arguments *arguments, const struct question *question,
                                struct failure *failure) {
    const struct option_value *engine = option(arguments, "engine");
    const struct option_value *schedule = option(arguments, "schedule");
    bool blocks = !schedule->given || strcmp(schedule->text, "block-cyclic") == 0;
    if (!engine->given || strcmp(engine->text, "all") == 0 || engine_find(question, engine->text))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "--engine %s does not answer for --schedule %s%s",
                       engine->text, schedule->given ? schedule->text : "block-cyclic",
                       !blocks                              ? ""
                       : question->subject == SUBJECT_SERVE ? " on other than P(T) processors"
                                                            : " on P(T) processors");
}

/* The question for N processors; for blocks of the whole tree it is that of decide. */
static enum status read_serve(const struct arguments *arguments, const struct limits *limits,
                              struct question *question, bool *whole, struct failure *failure) {
    const struct option_value *schedule = option(arguments, "schedule");
    const char *class = schedule->given ? schedule->text : "block-cyclic";
    struct serve_question checked = {.class = SERVE_BLOCKS};
    question_init(question, SUBJECT_SERVE);
    enum status status = solve_parse_class(class, &checked, failure);
    if (!status)
        status = question_read_value(question, KEY_SCHEDULE, class, failure);
    if (!status && option(arguments, "keep-roles")->given && checked.class != SERVE_PERIODIC)
        status = failure_set(failure, STATUS_INPUT, "--keep-roles is for --schedule periodic:T");
    *whole = checked.class == SERVE_BLOCKS; /* P(t), a long number, need not be known */
    if (!status && (!*whole || option(arguments, "processors")->given)) {
        status = read_processors(arguments, limits, question, whole, failure);
        *whole = *whole && checked.class == SERVE_BLOCKS;
    }
    question_set(question, KEY_ROLES, option(arguments, "keep-roles")->given);
    return status;
}

enum status solve_read_question(const struct arguments *arguments, const struct limits *limits,
                                struct question *question, struct failure *failure) {
    bool whole = false;
    enum status status = read_serve(arguments, limits, question, &whole, failure);
    if (!status && whole) {
        question_clear(question);
        question_init(question, SUBJECT_DECIDE);
    } else if (!status) {
        status = check_whole(arguments, failure);
    }
    question_set(question, KEY_LATENCY, option(arguments, "latency")->number);
    question_set(question, KEY_DEPTH, option(arguments, "depth")->number);
    return status ? status : check_engine(arguments, question, failure);
}
