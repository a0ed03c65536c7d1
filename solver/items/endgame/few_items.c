/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/few_items.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/array_schedule.h"
#include "solver/items/endgame/colour_search.h"
#include "solver/items/endgame/few_rows.h"

enum { ATTEMPTS = 6, MOST_ROWS = 100000 };

struct task {
    int latency, depth, processors, items;
    const struct limits *limits;
    int *class_of;
};

/* Rows are colours from the last item on; the list numbers items from the first. */
static enum status tell(const struct task *task, const struct colour_plan *plan,
                        struct items_schedule *schedule, struct failure *failure) {
    struct message_machine machine = message_machine_postal(task->latency);
    struct message_array messages;
    message_array_init(&messages);
    enum status status =
        colour_plan_messages(plan, task->class_of, task->processors, &messages, failure);
    if (status) {
        message_array_clear(&messages);
        return status;
    }
    for (size_t i = 0; i < messages.count; i++)
        messages.messages[i].item = task->items + 1 - messages.messages[i].item;
    return array_schedule(&messages, &machine, task->processors, task->items, schedule, failure);
}

static enum status try_once(const struct task *task, unsigned attempt,
                            struct items_schedule *schedule, bool *found, struct failure *failure) {
    struct slot_classes classes;
    struct colour_plan plan;
    enum status status = few_rows(task->latency, task->depth, task->processors, task->items,
                                  attempt, &classes, task->class_of, found, failure);
    if (status || !*found)
        return status;
    status = colour_plan_init(&plan, &classes, task->items, failure);
    if (status)
        return status;
    status = colour_search(&plan, task->limits, found, failure);
    if (!status && *found)
        status = colour_plan_finish(&plan, failure);
    if (!status && *found)
        status = tell(task, &plan, schedule, failure);
    colour_plan_clear(&plan);
    return status;
}

enum status few_items(int latency, int processors, int items, int finish,
                      const struct limits *limits, struct items_schedule *schedule, bool *found,
                      struct failure *failure) {
    struct task task = {latency, finish - latency + 1, processors, items, limits, NULL};
    enum status status = STATUS_OK;
    *found = false;
    if (task.depth < 1 || items > latency + 1 || processors > MOST_ROWS)
        return STATUS_OK;
    task.class_of = memory_new((size_t)processors, sizeof *task.class_of);
    if (!task.class_of)
        return failure_memory(failure, "a list of messages");
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found && !status; attempt++)
        status = try_once(&task, attempt, schedule, found, failure);
    free(task.class_of);
    return status;
}
