/* SPDX-License-Identifier: MIT */
#include "solver/construction/family_check.h"

/* Head + (sum of the root's leaves) = (B+1) * (its size). The root is the first class. */
static bool root_is_ball(const struct schedule *schedule, int letter) {
    const struct block_class *root = &schedule->blocks[0];
    long sum = root->head;
    for (size_t i = root->first; i < root->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        long different = (long)range->last - range->first + 1;
        sum += ((long)range->first + range->last) * different / 2 * range->copies;
    }
    return sum == ((long)letter + 1) * root->size;
}

enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure) {
    enum status status = schedule_check_whole(schedule, failure);
    if (status || schedule->depth < family->from)
        return status;
    if (schedule->receive_only != family->receive_only)
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d leaves over %d, not %d",
                           schedule->latency, schedule->depth, schedule->receive_only,
                           family->receive_only);
    if (schedule->depth == family->from + family->latency - 1 &&
        !root_is_ball(schedule, family->receive_only))
        return failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d: the root is not %d-ball",
                           schedule->latency, schedule->depth, family->receive_only);
    return STATUS_OK;
}

enum status family_check_window(const struct family *family, const struct limits *limits,
                                struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < family->latency && !status; i++) {
        struct schedule schedule;
        bool found;
        schedule_init_blocks(&schedule, family->latency, family->from + i);
        status = limits_check(limits, failure);
        if (!status)
            status = family_instance(family, &found, &schedule, failure);
        if (!status && !found)
            status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d is not filled",
                                 family->latency, family->from + i);
        if (!status)
            status = family_check_instance(family, &schedule, failure);
        schedule_clear(&schedule);
    }
    return status;
}
