/* SPDX-License-Identifier: MIT */
/* Is there a block-cyclic schedule for the whole broadcast tree of depth t? */
#include "solver/question/decide/arithmetic.h"
#include "solver/question/decide/backtrack.h"
#include "solver/question/decide/paper.h"
#include "solver/question/decide/sat.h"
#include "solver/question/engines.h"

enum { ARITHMETIC, BACKTRACK, SAT, PAPER };

static enum status ask(const struct engine_call *call, struct failure *failure) {
    int latency = (int)question_number(call->question, KEY_LATENCY);
    int depth = (int)question_number(call->question, KEY_DEPTH);
    const struct backtrack_question tree = {.latency = latency,
                                            .depth = depth,
                                            .ball_rule = !call->options->no_ball_rule,
                                            .statistics = call->options->statistics,
                                            .state = call->options->state};
    switch (call->engine->method) {
    case ARITHMETIC:
        return arithmetic_solve(latency, depth, call->limits, call->outcome, failure);
    case BACKTRACK:
        return backtrack_solve(&tree, call->limits, call->outcome, failure);
    case SAT:
        return sat_solve(latency, depth, call->options->plain, call->limits, call->outcome,
                         failure);
    default:
        return paper_solve(latency, depth, call->limits, call->outcome, failure);
    }
}

const struct engine tree_engines[] = {
    {MACHINE_POSTAL, "arithmetic", ENGINE_DECIDES, 0, ask, ARITHMETIC, NULL, NULL,
     "congruences by M. Hall's theorem, any t"},
    {MACHINE_POSTAL, "backtrack", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_RESUMES | ENGINE_SEARCHES, ask, BACKTRACK,
     NULL, NULL, "exhaustive search of words, in parallel"},
    {MACHINE_POSTAL, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, SAT, "words",
     NULL, "a formula; impossible comes with a refutation"},
    {MACHINE_POSTAL, "paper", ENGINE_SAYS_YES,
     ENGINE_HEEDS_NODES | ENGINE_SEARCHES | ENGINE_SINGLE_OUT, ask, PAPER, NULL, NULL,
     "the base-case algorithm of 1993, with the words of its Lemma 3.1"},
    {.name = NULL}};
