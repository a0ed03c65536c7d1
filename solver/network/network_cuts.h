/* SPDX-License-Identifier: MIT */
/* How few rounds a chunk takes at least, on networks of any size: by cuts in time, which every
 * timed tree crosses (results/THEOREMS.md, section 20.2). A linear program, solved exactly, finds
 * the best prices and weights of cuts; the cuts come from flows in time. By symmetry one commodity
 * of each orbit is looked at, and what its arcs cross on the average over permutations that keep
 * its source. */
#pragma once

#include <gmp.h>

#include "solver/base/certificate_output.h"
#include "solver/base/limits.h"
#include "solver/network/network_automorphisms.h"

struct network_cut {
    int64_t weight; /* 1 .. 2^31 - 1 */
    int *times;     /* of each node, internal, 0 .. steps + 1; owned */
};

/* The cuts of a commodity, which stands for its orbit, and permutations that keep its source. */
struct commodity_cuts {
    int commodity;
    struct network_automorphisms keep;
    int count;
    struct network_cut *cuts; /* owned */
};

struct network_cuts {
    struct network_automorphisms symmetries;
    int count;
    struct commodity_cuts *commodities; /* owned */
};

void network_cuts_free(struct network_cuts *cuts); /* NULL is allowed */

/* The lines of a certificate behind the prices. */
void certificate_put_cuts(struct certificate_output *output, const struct network_problem *problem,
                          const struct network_cuts *cuts);

/* What was found for so many steps. */
struct cut_rate {
    mpq_t value;     /* R/C is no less: what prices and cuts prove */
    bool is_best;    /* no cuts prove more, or it is enough */
    int64_t *prices; /* [group * steps + place]; owned */
    struct network_cuts *cuts;
};

struct cut_question {
    const struct network_problem *problem;
    int steps;         /* in which all can arrive, at least */
    bool is_plain;     /* without symmetries */
    mpq_srcptr enough; /* it ends where so much is proved; or NULL */
};

/* `rate` is not initialised before. Stopped, it is what
 * was proved until then; STATUS_LIMIT where that is nothing, where the linear program would be too
 * large, or where the program that solves it is not installed. Of an allreduce there are none:
 * STATUS_LIMIT. Deterministic where it is not stopped. */
enum status cut_rate_find(const struct cut_question *question, const struct limits *limits,
                          struct cut_rate *rate, struct failure *failure);
void cut_rate_clear(struct cut_rate *rate);
