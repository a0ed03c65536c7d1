/* SPDX-License-Identifier: MIT */
#include "solver/construction/left_part.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/arithmetic/partition.h"
#include "solver/construction/every_base.h"
#include "solver/construction/listed.h"
#include "solver/model/instance.h"

enum { BALL_ATTEMPTS = 2000, SEARCHED_LATENCY = 9 /* the largest for which search is needed */ };

/* A schedule whose root is a ball of the letter left over, for any letter. */
static enum status find_ball(int latency, int depth, const struct limits *limits,
                             struct schedule *schedule, bool *found, struct failure *failure) {
    struct small_instance instance;
    enum status status =
        small_instance_init(&instance, latency, depth, SMALL_INSTANCE_MAX_LETTERS, failure);
    if (status)
        return status;
    *found = false;
    /* for L > 1 no root is a ball of 0 */
    for (int letter = latency > 1; letter < latency && !*found && !status; letter++) {
        struct partition_question question = {.receive_only = letter,
                                              .root_ball = true,
                                              .attempts = BALL_ATTEMPTS,
                                              .seed = 1,
                                              .limits = limits};
        status = partition_find(&instance, &question, found, schedule, failure);
    }
    small_instance_clear(&instance);
    return status;
}

/* Its root sends once more, and takes the letter left over. */
static enum status enlarge(const struct schedule *schedule, struct schedule *pruned,
                           struct failure *failure) {
    int latency = schedule->latency, root = schedule->depth - latency + 1;
    int *leaves = memory_new((size_t)root + 1, sizeof *leaves);
    enum status status = leaves ? STATUS_OK : failure_memory(failure, "a schedule");
    schedule_init_blocks(pruned, latency, schedule->depth + 1);
    pruned->receive_only = pruned->depth - latency;
    for (size_t i = 0; i < schedule->block_count && !status; i++) {
        const struct block_class *class = &schedule->blocks[i];
        int size = class->size + (class->size == root);
        schedule_leaves(schedule, class, leaves);
        leaves[class->size - 1] = schedule->receive_only;
        status =
            schedule_add_leaves(pruned, size + latency - 1, size, leaves, class->count, failure);
    }
    free(leaves);
    if (status)
        schedule_clear(pruned);
    return status;
}

/* At L = 3, t = 10 and 11 no schedule for the whole tree of depth t-1 has a root that can be made
 * larger. */
static enum status find_listed(int latency, int depth, bool *found, struct schedule *pruned,
                               struct failure *failure) {
    static const struct listed list[] = {
        {3, 10, 19, 7, "10:8:0001122 6:3:12 3:1: 5:3:01 4:2:0 3:1:"},
        {3, 11, 28, 8, "11:8:0001112 7:5:0012 4:2:0 3:1: 6:4:011 3:1: 5:3:22 4:2:0 3:1:"},
    };
    *found = false;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].latency == latency && list[i].depth == depth) {
            *found = true;
            return listed_schedule(&list[i], pruned, failure);
        }
    return STATUS_OK;
}

static enum status finish(struct schedule *pruned, struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    schedule_processors(pruned, processors);
    enum status status = schedule_finish(pruned, processors, failure);
    mpz_clear(processors);
    return status;
}

/* By search, which has nothing to find where one is listed. */
static enum status find_small(int latency, int depth, const struct limits *limits, bool *found,
                              struct schedule *pruned, struct failure *failure) {
    struct schedule schedule;
    enum status status = find_listed(latency, depth, found, pruned, failure);
    if (status || *found)
        return status;
    schedule_init_blocks(&schedule, latency, depth - 1);
    status = find_ball(latency, depth - 1, limits, &schedule, found, failure);
    if (!status && *found)
        status = enlarge(&schedule, pruned, failure);
    if (!status && *found)
        status = finish(pruned, failure);
    schedule_clear(&schedule);
    return status;
}

enum status left_part_find(int latency, int depth, const struct limits *limits, bool *found,
                           struct schedule *pruned, struct failure *failure) {
    enum status status = STATUS_OK;
    *found = false;
    if (depth > 2 * latency && depth <= 3 * latency)
        status = every_base_left(pruned, latency, depth, found, failure);
    if (!status && *found)
        return finish(pruned, failure);
    return status || latency > SEARCHED_LATENCY
               ? status
               : find_small(latency, depth, limits, found, pruned, failure);
}
