/* SPDX-License-Identifier: MIT */
/* Asking an engine, for tests. */
#pragma once

#include <stdio.h>

#include "solver/question/engines.h"
#include "tests/solver/solver_test.h"

/* The question of this text; the caller clears it. */
static inline struct question test_question(const char *text) {
    struct question question;
    struct failure failure;
    assert_ok(question_parse(&question, text, &failure), failure);
    return question;
}

static inline enum status test_ask(const struct question *question, const char *engine,
                                   const struct limits *limits, struct outcome *outcome,
                                   struct failure *failure) {
    return engine_ask(engine_find(question, engine), question, &(struct engine_options){0}, limits,
                      outcome, failure);
}

/* The engine of any LogP machine: the postal ones have it under another name as well, beside those
 * that know more of them. */
static inline const char *test_logp_name(const struct question *question, const char *name,
                                         char text[40]) {
    snprintf(text, 40, "logp-%s", name);
    return engine_find(question, text) ? text : name;
}

/* The engine answers. */
static inline struct outcome test_answer(const char *text, const char *engine,
                                         const struct limits *limits) {
    struct question question = test_question(text);
    struct outcome outcome;
    struct failure failure;
    assert_ok(test_ask(&question, engine, limits, &outcome, &failure), failure);
    question_clear(&question);
    return outcome;
}
