/* SPDX-License-Identifier: MIT */
#include "solver/construction/pruned_family.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/construction/left_part.h"

/* Left parts from the depth U+L-1 down, as far as they are found; `from` is the first depth without
 * one. They stand at the end of `left`, which has room for the depths 2L+1..U+L-1. */
static enum status find_left(struct pruned_family *family, const struct limits *limits,
                             struct schedule *left, struct failure *failure) {
    int least = 2 * family->latency + 1;
    bool found = true;
    enum status status = STATUS_OK;
    for (family->from = family->window->last; family->from >= least && !status; family->from--) {
        status = limits_check(limits, failure);
        if (!status)
            status = left_part_find(family->latency, family->from, limits, &found,
                                    &left[family->from - least], failure);
        if (status || !found)
            break;
    }
    return status;
}

/* Only those that were found are kept. */
static enum status keep_left(struct pruned_family *family, const struct limits *limits,
                             struct failure *failure) {
    int least = 2 * family->latency + 1, room = family->window->last - least + 1;
    struct schedule *left = memory_new((size_t)(room > 0 ? room : 0) + 1, sizeof *left);
    if (!left)
        return failure_memory(failure, "a family");
    enum status status = find_left(family, limits, left, failure);
    int count = family->window->last - family->from;
    for (int i = 0; i < count; i++)
        left[i] = left[room - count + i];
    family->left = left;
    return status;
}

enum status pruned_family_find(struct pruned_family *family, int latency,
                               const struct limits *limits, struct failure *failure) {
    struct pruned_family result = {.latency = latency};
    enum status status = every_new(&result.every, latency, failure);
    if (!status)
        status = every_find_window(result.every, limits, &result.window, failure);
    if (!status)
        status = keep_left(&result, limits, failure);
    if (status)
        pruned_family_clear(&result);
    else
        *family = result;
    return status;
}

void pruned_family_clear(struct pruned_family *family) {
    for (int i = 0; family->left && i < family->window->last - family->from; i++)
        schedule_clear(&family->left[i]);
    free(family->left);
    every_free(family->every);
}
