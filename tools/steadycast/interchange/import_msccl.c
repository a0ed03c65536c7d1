/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "solver/collective/multinode/network_least.h"
#include "tools/steadycast/interchange/msccl_file.h"

enum { MOST_BYTES = 1 << 28 };

enum status msccl_import(const char *path, int origin, bool even, const struct limits *limits,
                         struct network_read *read, struct failure *failure) {
    FREED char *text = NULL;
    size_t length = 0;
    CLEANUP(msccl_file_clear) struct msccl_file file = {0};
    FILE *in = input_file_open(path);
    const char *name = input_file_name(path);
    if (!in)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", name, strerror(errno));
    enum status status = input_file_read(in, MOST_BYTES, &text, &length);
    int number = errno;
    input_file_close(in);
    if (status == STATUS_MEMORY)
        return failure_memory(failure, "an algorithm");
    if (status)
        return failure_set(failure, status == STATUS_LIMIT ? status : STATUS_INPUT,
                           "%s can't be read: %s", name,
                           status == STATUS_LIMIT ? "it is too large" : strerror(number));
    TRY(network_check_connected(&read->network, failure));
    TRY(msccl_file_read(name, text, length, &file, failure));
    return msccl_file_run(&file, origin, even, limits, read, failure);
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
