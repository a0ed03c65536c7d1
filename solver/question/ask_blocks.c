/* SPDX-License-Identifier: MIT */
/* Questions for blocks and words: is there a schedule? */

#include "solver/decide/decide.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"

static enum status ask_decide(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct decide_options own = {.no_ball_rule = options->no_ball_rule,
                                 .words = options->plain,
                                 .record = options->record,
                                 .statistics = options->statistics,
                                 .state = options->state};
    struct answer answer;
    enum status status =
        decide_engine_by_name(engine->name)
            ->solve((int)question_number(question, KEY_LATENCY),
                    (int)question_number(question, KEY_DEPTH), &own, limits, &answer, failure);
    return status ? status : outcome_take_answer(outcome, &answer, failure);
}

/* --- N processors --- */

enum { BLOCK_CYCLIC, STATIONARY, ANY, PERIODIC };

/* Roles come back after a period that is named, or there is nothing to keep. */
static bool is_kept_without_period(const struct question *question) {
    return question_number(question, KEY_ROLES) == 1 &&
           question_number(question, KEY_SCHEDULE) < PERIODIC;
}

/* The words of the parameter, in their order. */
static void class_of(const struct question *question, struct serve_question *asked) {
    long value = question_number(question, KEY_SCHEDULE);
    asked->class = value == BLOCK_CYCLIC ? SERVE_BLOCKS
                   : value == STATIONARY ? SERVE_STATIONARY
                   : value == ANY        ? SERVE_ANY
                                         : SERVE_PERIODIC;
    asked->period = value < PERIODIC ? 0 : (int)(value - PERIODIC + 1);
    asked->keep = question_number(question, KEY_ROLES) == 1;
}

static enum status ask_serve(const struct engine *engine, const struct question *question,
                             const struct engine_options *options, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    struct answer answer;
    mpz_t served;
    (void)options;
    if (is_kept_without_period(question))
        return failure_set(
            failure, STATUS_INPUT,
            "'roles keep' is asked of periodic schedules: say 'schedule periodic:T', "
            "periodic:1 for stationary ones");
    mpz_init(served);
    question_big(question, KEY_SERVED, served);
    struct serve_question asked = {.latency = (int)question_number(question, KEY_LATENCY),
                                   .depth = (int)question_number(question, KEY_DEPTH),
                                   .processors = served};
    class_of(question, &asked);
    enum status status =
        serve_engine_by_name(engine->name)->solve(&asked, limits, &answer, failure);
    mpz_clear(served);
    return status ? status : outcome_take_answer(outcome, &answer, failure);
}

const struct engine block_engines[] = {
    {SUBJECT_DECIDE, "arithmetic", ENGINE_DECIDES, 0, true, NULL, ask_decide,
     "congruences by M. Hall's theorem, any t", 0},
    {SUBJECT_DECIDE, "backtrack", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_RESUMES, true, NULL, ask_decide,
     "exhaustive search of words, in parallel", 0},
    {SUBJECT_DECIDE, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_MAKES_FORMULA, true, NULL,
     ask_decide, "a formula; impossible comes with a refutation", 0},
    {SUBJECT_DECIDE, "paper", ENGINE_SAYS_YES, ENGINE_HEEDS_NODES, false, NULL, ask_decide,
     "the base-case algorithm of 1993, with the words of its Lemma 3.1", 0},
    {SUBJECT_SERVE, "construction", ENGINE_DECIDES, 0, true, NULL, ask_serve,
     "unions of known schedules, words in closed form, and prices", 0},
    {SUBJECT_SERVE, "deal", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, "block-cyclic", ask_serve,
     "local search, then all trees and all ways to deal their leaves, by sums", 0},
    {SUBJECT_SERVE, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS, true, NULL,
     ask_serve, "backtracking over words in their order", 0},
    {SUBJECT_SERVE, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES, true, NULL, ask_serve,
     "a formula for one period; impossible comes with a refutation", 0},
    {.name = NULL}};
