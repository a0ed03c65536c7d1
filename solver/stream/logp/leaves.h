/* SPDX-License-Identifier: MIT */
/* Which leaves the blocks receive.
 *
 * A leaf of *level* j has the value e + Gj in a block of class e. A block of r processors takes r-1
 * leaves whose levels have the least sum that M. Hall's theorem allows (heads.h); at first they are
 * as equal as can be, and then pairs are *spread or drawn together*: one leaf a level higher,
 * another one a level lower. For each z, with room(z) = messages that come with the value z or
 * more, less receptions that need as much, all messages can be dealt out if and only if no
 * room(z) is negative: a message may wait, and so be received with any smaller value. (This is
 * where no limit at the receiver is needed.) So each change costs its number of blocks in room(e +
 * Gj + 1) .. room(e + Gj + G) and gains it a level or more below or above, and those are made that
 * gain where room is missing and cost where there is some. Where a change costs what is not there,
 * others are looked for that give room there first, and so on. */
#pragma once

#include "solver/base/limits.h"
#include "solver/stream/logp/heads.h"
#include "solver/stream/logp/logp_schedule.h"

/* Equal blocks. */
struct leaf_block {
    int value, size; /* of the head */
    int *levels;     /* [j]: leaves of this level, 0 .. level_count - 1; owned */
    mpz_t count;
};

struct leaves {
    const struct heads *heads; /* borrowed */
    int rest;                  /* what the processor without a block receives */
    int top;                   /* nothing below the heads has a larger value: l + G - 1 + raised */
    int level_count;
    mpz_t *room; /* [z], 1 .. top; [0]: as many of both, so 0 */
    size_t count;
    struct leaf_block *blocks;
};

void leaves_clear(struct leaves *leaves);

/* Deals out the leaves of these heads, none of which waits; 0 <= rest < l. *dealt = false if no
 * change helps any more while a room(z) is negative, or too many were made for others. Fills
 * `leaves` in both cases. STATUS_LIMIT when stopped (`limits` may be NULL) or for too many
 * changes. */
enum status leaves_deal(struct leaves *leaves, const struct heads *heads, int rest,
                        const struct limits *limits, bool *dealt, struct failure *failure);

/* The schedule of leaves that are dealt, checked, to this number of processors (`schedule` is not
 * initialised before), on the machine that has these l and G, in units: of capacity none. */
enum status leaves_schedule(const struct leaves *leaves, const struct logp_machine *machine,
                            mpz_srcptr processors, struct logp_schedule *schedule,
                            struct failure *failure);
