/* SPDX-License-Identifier: MIT */
#include "solver/decide/decide.h"

#include <string.h>

#include "solver/decide/arithmetic.h"
#include "solver/decide/backtrack.h"
#include "solver/decide/paper.h"
#include "solver/decide/sat.h"

static enum status solve_by_arithmetic(int latency, int depth, const struct decide_options *options,
                                       const struct limits *limits, struct answer *answer,
                                       struct failure *failure) {
    (void)options;
    return arithmetic_solve(latency, depth, limits, answer, failure);
}

const struct decide_engine decide_engines[] = {
    {"arithmetic", "congruences by M. Hall's theorem, any t", true, solve_by_arithmetic},
    {"backtrack", "exhaustive search of words, in parallel", true, backtrack_solve},
    {"sat", "PicoSAT on a formula; impossible comes with a refutation", true, sat_solve},
    {"paper", "the base-case algorithm of 1993, with the words of its Lemma 3.1", false,
     paper_solve},
    {NULL, NULL, false, NULL},
};

const struct decide_engine *decide_engine_by_name(const char *name) {
    for (const struct decide_engine *engine = decide_engines; engine->name; engine++)
        if (strcmp(engine->name, name) == 0)
            return engine;
    return NULL;
}
