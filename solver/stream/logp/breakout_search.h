/* SPDX-License-Identifier: MIT */
/* What the search of breakout_stream.h knows, and how it begins. */
#ifndef STEADYCAST_SOLVER_STREAM_LOGP_BREAKOUT_SEARCH_H
#define STEADYCAST_SOLVER_STREAM_LOGP_BREAKOUT_SEARCH_H

#include <gmp.h>
#include <stddef.h>

#include "solver/base/limits.h"
#include "solver/stream/logp/balance.h"
#include "solver/stream/logp/logp_schedule.h"

/* Equal blocks; or leaves, which have size 0 and no levels above 0. */
struct kind {
    int value, size; /* of the head */
    int *levels;     /* [j]: leaves of this level, 0 .. level_count - 1 */
    int64_t count;
};

struct breakout_search {
    const struct logp_schedule *known; /* to be improved; borrowed */
    const struct limits *limits;
    mpz_srcptr processors;
    int unit, latency, gap, depth; /* d; the others in units of it */
    int changes;                   /* so many at most */

    /* Set by breakout_begin. */
    int level_count;
    int rest; /* what the processor without a block receives */
    struct balance balance;
    struct kind *kinds; /* owned, with their levels */
    size_t count, room;

    /* The change that is looked at, and the best one so far; levels of all three are owned. */
    struct kind from, to;
    struct balance_change change;
    struct kind best; /* what it makes, and of how many */
    struct balance_change best_change;
    size_t next;      /* the kind that is looked at next */
    size_t best_from; /* the place among kinds of those of which it makes it */
    double gain;      /* 0: there is none */
};

/* The heads of the whole tree but for leaves that are left out, and each block's leaves as equal as
 * can be. *possible = false if the tree is too small, or has leaves beyond BREAKOUT_MOST_LEAF.
 * Cleared by the caller in every case. */
enum status breakout_begin(struct breakout_search *search, bool *possible, struct failure *failure);
void breakout_clear(struct breakout_search *search);

static inline size_t breakout_levels_bytes(const struct breakout_search *search) {
    return (size_t)search->level_count * sizeof(int);
}

void breakout_copy(const struct breakout_search *search, struct kind *to, const struct kind *from);

/* Adds kind.count such blocks. */
enum status breakout_add(struct breakout_search *search, const struct kind *kind,
                         struct failure *failure);

/* The value with which a block sends last if it has this size, and that of its leaves. */
int breakout_last_sent(const struct breakout_search *search, const struct kind *kind, int size);
int breakout_leaf_value(const struct breakout_search *search, const struct kind *kind, int level);

/* Gives the block leaves as equal as can be, whose sum is right, and `least` or up to size-1 more;
 * false if they are too high. */
bool breakout_level_out(const struct breakout_search *search, struct kind *kind, int least);

#endif
