/* SPDX-License-Identifier: MIT */
/*
 * The places for letters in an instance, in the order in which searches fill them and formulas
 * number them: the blocks of size >= 2 in ascending order of size, in each block the
 * positions 1..size-1. The last letter goes to the receive-only processor.
 */
#ifndef STEADYCAST_SOLVER_MODEL_SLOTS_H
#define STEADYCAST_SOLVER_MODEL_SLOTS_H

#include "solver/model/instance.h"
#include "solver/model/schedule.h"

struct slot {
    int size;     /* of its block */
    int position; /* 1..size-1 */
    int twin; /* size-1 if the block just before has the same size, else 0: so far back is its slot
                 of this position */
};

struct slots {
    int latency;
    int depth;
    int count;      /* letter places in blocks: letter_total - 1 */
    int last_block; /* first slot of the last, largest block; count if there is none */
    struct slot *list;
    int *letters; /* letters[j]: copies of letter j, j < latency */
    int single;   /* number of blocks of size 1 */
    long letter_sum;
};

/* For depth >= latency. STATUS_LIMIT when there are more letters than `most_letters`. */
enum status slots_init(struct slots *slots, int latency, int depth, int most_letters,
                       struct failure *failure);
void slots_clear(struct slots *slots);

/*
 * Turns letters in all slots into a schedule, ordered words if `words`, and checks it against the
 * definition of the instance: STATUS_INTERNAL if it is none.
 */
enum status slots_schedule(const struct slots *slots, const int *letters, bool words,
                           struct schedule *schedule, struct failure *failure);

#endif
