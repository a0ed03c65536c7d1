/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "solver/collective/multinode/network_least.h"
#include "tools/steadycast/interchange/msccl_file.h"

enum { MOST_BYTES = 1 << 28 };
#define MOST_COMING 1e8

/* Whether there is room for when each chunk comes to each node. */
static bool is_small(const struct msccl_file *file) {
    return (double)collective_chunks(file->collective, file->ranks) * file->loop * file->ranks <=
           MOST_COMING;
}

/* One round in each step, joined: steps one behind the other become one where nothing in them waits
 * for another message of theirs, which takes no more rounds. */
static enum status join_steps(const struct network_schedule *even, const struct limits *limits,
                              struct network_schedule *joined, struct failure *failure) {
    const struct network_problem *problem = even->task.problem;
    size_t nodes = (size_t)problem->network->nodes;
    size_t chunks = (size_t)collective_chunks(problem->collective, problem->network->nodes) *
                    (size_t)even->task.chunks;
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = even->task};
    FREED int *coming = memory_new(chunks * nodes, sizeof *coming); /* there from this step on */
    int step = 1;
    TRY(memory_check(coming, failure, "an algorithm"));
    made.task.steps = 0;
    made.task.rounds = 1;
    for (int64_t first = 0, end; first < even->count; first = end) {
        for (end = first; end < even->count && even->sends[end].step == even->sends[first].step;
             end++) {
            const struct network_send *send = &even->sends[end];
            size_t from = (size_t)problem->network->arcs[send->arc].from;
            int begins = coming[(size_t)(send->chunk - 1) * nodes + from];
            step = begins > step ? begins : step;
        }
        for (int64_t i = first; i < end; i++) {
            const struct network_send *send = &even->sends[i];
            const struct network_arc *arc = &problem->network->arcs[send->arc];
            int *at = &coming[(size_t)(send->chunk - 1) * nodes + (size_t)arc->to];
            int there = step + arc->latency;
            *at = there > *at ? there : *at;
            made.task.steps = there - 1 > made.task.steps ? there - 1 : made.task.steps;
            TRY(network_schedule_add(&made, (struct network_send){step, send->arc, send->chunk},
                                     failure));
        }
    }
    TRY(network_schedule_finish(&made, limits, failure));
    *joined = TAKE(made);
    return STATUS_OK;
}

/* Each message in the earliest step, or one round in each step, joined, where that takes fewer
 * rounds, and no more steps. */
static enum status run_earliest(const struct msccl_file *file, int origin,
                                const struct limits *limits, struct network_read *read,
                                struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule joined = {.count = 0};
    if (!is_small(file))
        return msccl_file_run(file, origin, false, limits, read, failure);
    TRY(msccl_file_run(file, origin, true, limits, read, failure));
    TRY(join_steps(&read->schedule, limits, &joined, failure));
    network_schedule_clear(&read->schedule);
    network_problem_clear(&read->problem);
    read->has_schedule = false;
    TRY(msccl_file_run(file, origin, false, limits, read, failure));
    if (joined.task.steps <= read->schedule.task.steps &&
        joined.task.rounds < read->schedule.task.rounds) {
        network_schedule_clear(&read->schedule);
        read->schedule = TAKE(joined);
    }
    return STATUS_OK;
}

enum status msccl_import(const char *path, int origin, bool even, const struct limits *limits,
                         struct network_read *read, struct failure *failure) {
    FREED char *text = NULL;
    size_t length = 0;
    CLEANUP(msccl_file_clear) struct msccl_file file = {0};
    TRY(input_file_text(path, MOST_BYTES, &text, &length, failure));
    TRY(network_check_connected(&read->network, failure));
    TRY(msccl_file_read(input_file_name(path), text, length, &file, failure));
    return even ? msccl_file_run(&file, origin, true, limits, read, failure)
                : run_earliest(&file, origin, limits, read, failure);
}

enum status msccl_compare(const struct network_read *read, bool even, const struct limits *limits,
                          struct msccl_worth *found, struct failure *failure) {
    const struct network_task *task = &read->schedule.task;
    const struct network_hints hints = {.effort = NETWORK_PART};
    CLEANUP(network_least_clear) struct network_least least = {0};
    uint64_t decisions = 0;
    found->own = even ? task->steps : task->rounds;
    enum status status =
        even ? network_time_find(&read->problem, task->chunks, &hints, limits, &least, &decisions,
                                 failure)
             : network_rounds_find(&read->problem, task->steps, task->chunks, 0, NETWORK_PART,
                                   limits, &least, &decisions, failure);
    if (status) {
        least = (struct network_least){0};
        return status == STATUS_LIMIT ? STATUS_OK : status; /* nothing is known then */
    }
    found->lower = least.lower;
    found->best = least.upper && least.upper < found->own ? least.upper : found->own;
    return STATUS_OK;
}
