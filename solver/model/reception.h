/*
 * Who receives which item when: the reception table of a block-cyclic schedule (Karp et al. 1993,
 * Figure 2), for any stretch of processors and times.
 *
 * Items are numbered 1, 2, ..; the source emits item i at time i-1, its root receives it at i-1+L.
 * The j-th processor of a block of size r receives the head of item i at time i-1+t+1-r for i-1 = j
 * (mod r), and the letter w_p p steps later. The value v received at time s belongs to item
 * s+v-(L+t)+1; items below 1 do not exist, the table starts empty.
 */
#ifndef STEADYCAST_SOLVER_MODEL_RECEPTION_H
#define STEADYCAST_SOLVER_MODEL_RECEPTION_H

#include <stdbool.h>

#include "solver/model/schedule.h"

/* One row of the table: a processor. */
struct receiver {
    const struct block_class *block; /* NULL: the receive-only processor */
    int offset;                      /* 0..size-1, its place in the block's rotation */
    bool first;                      /* of its block */
};

struct reception {
    long item; /* 0: nothing */
    bool head; /* it is sent on, at this step and the next ones */
};

/*
 * The rows `first`..`first`+`room`-1 of the schedule, blocks in descending order of size, the
 * receive-only processor last; returns how many there are. The classes of the schedule must hold
 * words.
 */
int receivers_list(const struct schedule *schedule, long first, int room,
                   struct receiver *receivers);

/* What the receiver receives at time `time` >= 0. */
struct reception receiver_receives(const struct schedule *schedule, const struct receiver *receiver,
                                   long time);

#endif
