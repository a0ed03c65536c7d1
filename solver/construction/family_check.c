#include "solver/construction/family_check.h"

/* L-1 + (sum of the root's letters) = B * (its size). The root is the last class. */
static bool root_is_ball(const struct schedule *schedule, int letter) {
    const struct block_class *root = &schedule->classes[schedule->class_count - 1];
    long sum = schedule->latency - 1;
    for (int i = 0; i < root->size - 1; i++)
        sum += root->letters[i];
    return sum == (long)letter * root->size;
}

enum status family_check_instance(const struct family *family, const struct schedule *schedule,
                                  struct failure *failure) {
    enum status status = schedule_check(schedule, failure);
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
        schedule_init(&schedule, family->latency, family->from + i);
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
