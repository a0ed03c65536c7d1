/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/show.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/construction/schedule_read.h"

enum { TREE_NODES = 400, MOST_PLACES = 20000000 };

void shown_clear(struct shown *shown) {
    tree_clear(&shown->tree);
    free(shown->receivers);
    reception_clear(&shown->table);
    schedule_clear(&shown->schedule);
}

enum status shown_choose(struct shown *shown, long first, int count, int first_time, int last_time,
                         struct failure *failure) {
    struct view *view = &shown->view;
    shown->receivers = memory_new((size_t)count, sizeof *shown->receivers);
    if (!shown->receivers)
        return failure_memory(failure, "the rows");
    view->table = &shown->table;
    view->receivers = shown->receivers;
    view->first_row = first;
    view->receiver_count = receivers_list(&shown->table, first, count, shown->receivers);
    view->first_time = first_time;
    view->last_time = last_time;
    return STATUS_OK;
}

enum status shown_load(struct shown *shown, struct certificate_input *input, int depth,
                       struct failure *failure) {
    struct schedule *schedule = &shown->schedule;
    *shown = (struct shown){.view = {.schedule = schedule}};
    enum status status =
        schedule_read(schedule, input, depth >= 0 ? depth : SCHEDULE_READ_ANY_DEPTH, failure);
    if (status)
        return status;
    if (schedule_places(schedule) > MOST_PLACES)
        return failure_set(failure, STATUS_INPUT, "t = %d is too large to be shown",
                           schedule->depth);
    status = schedule_order(schedule, failure);
    if (status)
        return status;
    if (show_is_blocks(schedule))
        schedule_sort(schedule);
    if (show_is_blocks(schedule) &&
        tree_of_schedule(&shown->tree, schedule, TREE_NODES, NULL) == STATUS_OK)
        shown->view.tree = &shown->tree;
    return reception_of_schedule(&shown->table, schedule, failure);
}
