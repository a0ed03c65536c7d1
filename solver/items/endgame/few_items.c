/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/few_items.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/array_schedule.h"
#include "solver/items/endgame/colour_search.h"
#include "solver/items/endgame/few_rows.h"

enum { ATTEMPTS = 90, MOST_ROWS = 100000 };

struct task {
    int latency, depth, processors, items;
    const struct limits *limits;
};

static enum status try_once(const struct task *task, unsigned attempt, struct items_colours *few,
                            bool *found, struct failure *failure) {
    struct slot_classes classes;
    struct items_colours made;
    enum status status = few_rows(task->latency, task->depth, task->processors, task->items,
                                  attempt, &classes, found, failure);
    if (status || !*found)
        return status;
    status = items_colours_init_few(&made, &classes, task->items, failure);
    if (status)
        return status;
    status = colour_search(&made.plan, task->limits, found, failure);
    if (status || !*found) {
        items_colours_clear(&made);
        return status;
    }
    status = items_colours_finish(&made, failure); /* clears on failure */
    if (!status)
        *few = made;
    return status;
}

enum status few_items(int latency, int processors, int items, int finish,
                      const struct limits *limits, struct items_colours *few, bool *found,
                      struct failure *failure) {
    struct task task = {latency, finish - latency + 1, processors, items, limits};
    enum status status = STATUS_OK;
    *found = false;
    if (task.depth < 1 || items > latency + 1 || processors > MOST_ROWS)
        return STATUS_OK;
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found && !status; attempt++)
        status = try_once(&task, attempt, few, found, failure);
    return status;
}

/* --- messages --- */

/* Rows in the order of the classes. */
static enum status number_rows(const struct slot_classes *classes, int **class_of, int *rows,
                               struct failure *failure) {
    mpz_t count;
    mpz_init(count);
    slot_classes_rows(classes, count);
    enum status status = messages_check_processors(count, failure);
    *rows = status ? 0 : (int)mpz_get_si(count);
    mpz_clear(count);
    if (status)
        return status;
    *class_of = memory_new((size_t)*rows, sizeof **class_of);
    if (!*class_of)
        return failure_memory(failure, "a list of messages");
    int row = 0;
    for (size_t c = 0; c < classes->count; c++)
        for (long i = mpz_get_si(classes->classes[c].rows); i > 0; i--)
            (*class_of)[row++] = (int)c;
    return STATUS_OK;
}

/* Colours count from the last item on, the list numbers items from the first. */
enum status few_items_schedule(const struct items_colours *few, struct items_schedule *schedule,
                               struct failure *failure) {
    const struct colour_plan *plan = &few->plan;
    struct message_machine machine = message_machine_postal(plan->classes.latency);
    struct message_array messages;
    int rows, *class_of = NULL;
    enum status status = number_rows(&plan->classes, &class_of, &rows, failure);
    if (status)
        return status;
    message_array_init(&messages);
    status = colour_plan_messages(plan, class_of, rows, &messages, NULL, failure);
    free(class_of);
    if (status) {
        message_array_clear(&messages);
        return status;
    }
    for (size_t i = 0; i < messages.count; i++)
        messages.messages[i].item = plan->colours + 1 - messages.messages[i].item;
    return array_schedule(&messages, &machine, rows, plan->colours, schedule, failure);
}
