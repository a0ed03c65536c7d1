/* SPDX-License-Identifier: MIT */
/*
 * Pairs of ranks measured one after the other: rank 0 gives two ranks their turn, and has the
 * samples of the one that asks before it goes on. The rest sleep, rank 0 as well.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_TURNS_H
#define STEADYCAST_TOOLS_PERFORM_TURNS_H

#include "tools/perform/bench.h"
#include "tools/perform/pairs.h"
#include "tools/steadycast/frame/control.h"

/* All borrowed. */
struct turns {
    struct bench *bench;
    int repeat;                  /* samples of each pair, >= 1 */
    struct logp_sample *samples; /* room for those of one pair; on rank 0 for those of all pairs,
                                    in their order */
    const struct pair *pairs;    /* rank 0, as what follows */
    size_t count;                /* of pairs */
    struct control *control;     /* told after each pair */
};

/* Called by rank 0, while all others call turns_follow; `ranks` with rank 0. */
void turns_lead(const struct turns *turns, int ranks);
void turns_follow(const struct turns *turns);

#endif
