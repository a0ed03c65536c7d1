/*
 * Schedules on pruned trees in block form, while they are put together (every.h): blocks with a
 * head of any value and a multiset of leaves, and the leaf that is left over.
 */
#ifndef STEADYCAST_SOLVER_BUILD_PRUNED_H
#define STEADYCAST_SOLVER_BUILD_PRUNED_H

#include "solver/model/periodic.h"
#include "solver/model/schedule.h"

struct pruned_class {
    int head; /* its value; it sends `size` times */
    int size;
    int *leaves; /* size-1 values */
    mpz_t count;
};

struct pruned {
    int receive_only; /* the value left over */
    size_t class_count;
    size_t class_room;
    size_t places; /* leaves in all classes */
    struct pruned_class *classes;
};

void pruned_init(struct pruned *pruned);
void pruned_clear(struct pruned *pruned);

/* Copies. A value `raised` is added to the head and to all leaves. */
enum status pruned_add(struct pruned *pruned, int head, int size, const int *leaves, int raised,
                       mpz_srcptr count, struct failure *failure);

/* The blocks of a schedule for the whole tree. */
enum status pruned_add_schedule(struct pruned *pruned, const struct schedule *schedule, int raised,
                                struct failure *failure);

/* Orders the leaves to legal words: fills `periodic` (not initialised before; not checked).
 * STATUS_INTERNAL if a sum does not fit. */
enum status pruned_words(const struct pruned *pruned, int latency, int depth,
                         struct periodic *periodic, struct failure *failure);

#endif
