/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/report/reception_picture.h"

#include <stdlib.h>

#include "automata/memory.h"

enum { MOST_ITEMS = 100000, CELL = PICTURE_CELL };

enum status reception_draw_schedule(struct picture *picture, struct shown *shown,
                                    struct failure *failure) {
    int times = 2 * (shown->table.latency + shown->table.depth);
    times = times < RECEPTION_COLUMNS ? times : RECEPTION_COLUMNS;
    enum status status = shown_choose(shown, 0, RECEPTION_ROWS, 0, times - 1, failure);
    if (!status)
        status = picture_begin(picture, failure);
    if (status)
        return status;
    double bottom = show_draw_table(picture->file, &shown->view, 10);
    return picture_end(picture, show_column(times) + 10, bottom + 10, failure);
}

/* sends[row * items + item - 1]: the processor of this row passes the item on. */
static bool *find_sends(const struct messages_read *read, int rows) {
    size_t items = (size_t)read->list.items;
    bool *sends = memory_new((size_t)rows * items, sizeof *sends);
    for (size_t i = 0; sends && i < read->array.count; i++) {
        const struct message *message = &read->array.messages[i];
        if (message->from >= 1 && message->from <= rows)
            sends[(size_t)(message->from - 1) * items + (size_t)message->item - 1] = true;
    }
    return sends;
}

static int shown_rows(const struct messages_read *read) {
    return read->list.processors < RECEPTION_ROWS ? read->list.processors : RECEPTION_ROWS;
}

enum status reception_draw_messages(struct picture *picture, const struct messages_read *read,
                                    struct failure *failure) {
    int rows = shown_rows(read), first = read->list.machine.latency, last = first;
    double top = 30;
    if (read->list.all || read->list.items > MOST_ITEMS)
        return failure_set(failure, STATUS_LIMIT, "no broadcast of at most %d items", MOST_ITEMS);
    bool *sends = find_sends(read, rows);
    if (!sends)
        return failure_memory(failure, "a picture");
    enum status status = picture_begin(picture, failure);
    for (size_t i = 0; i < read->array.count && !status; i++) {
        const struct message *message = &read->array.messages[i];
        long time = message->time + message_machine_flight(&read->list.machine, message);
        if (message->to < 1 || message->to > rows || time - first >= RECEPTION_COLUMNS)
            continue;
        last = time > last ? (int)time : last;
        picture_item(picture->file, show_column((int)time - first), top + (message->to - 1) * CELL,
                     message->item,
                     sends[(size_t)(message->to - 1) * (size_t)read->list.items +
                           (size_t)message->item - 1]);
    }
    free(sends);
    if (status)
        return status;
    show_draw_times(picture->file, top - 20, first, last);
    for (int row = 0; row < rows; row++) {
        char name[32];
        snprintf(name, sizeof name, "processor %d", row + 1);
        show_draw_row_name(picture->file, top + row * CELL, name);
    }
    return picture_end(picture, show_column(last - first + 1) + 10, top + rows * CELL + 10,
                       failure);
}

enum status reception_draw_tree(struct picture *picture, const struct tree_node *nodes, int count,
                                bool source, struct failure *failure) {
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    picture_label(picture->file, 8, 16, "soft", "%s",
                  source ? "time to the right; the source is at 0" : "steps since the root");
    double width = show_tree_width(nodes, count);
    double bottom = show_draw_tree(picture->file, nodes, count, 26);
    return picture_end(picture, width < 300 ? 300 : width, bottom + 10, failure);
}

struct arrival {
    int time; /* 0: not yet, but for the source */
    int processor;
    int from;
};

static int by_time(const void *left, const void *right) {
    const struct arrival *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->processor - b->processor;
}

/* The first message of item 1 that comes to each; false if it does not come to all. */
static bool find_arrivals(const struct messages_read *read, struct arrival *arrivals) {
    int count = read->list.processors + 1, found = 1;
    for (int i = 0; i < count; i++)
        arrivals[i] = (struct arrival){0, i, -1};
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *message = &read->array.messages[i];
        struct arrival *at = &arrivals[message->to];
        long time = message->time + message_machine_flight(&read->list.machine, message);
        if (message->item != 1 || message->to == 0 || (at->time && at->time <= time))
            continue;
        found += at->time == 0;
        *at = (struct arrival){(int)time, message->to, message->from};
    }
    return found == count;
}

/* Processors in the order of time become nodes; one that was sent to sooner than its sender had
 * the item is no tree. */
static bool make_nodes(struct arrival *arrivals, struct tree_node *nodes, int count) {
    qsort(arrivals, (size_t)count, sizeof *arrivals, by_time);
    for (int i = 0; i < count; i++) {
        nodes[i] = (struct tree_node){arrivals[i].time, -1, 0};
        for (int j = 0; j < i; j++)
            if (arrivals[j].processor == arrivals[i].from) {
                nodes[i].parent = j;
                nodes[j].children++;
            }
        if (i > 0 && nodes[i].parent < 0)
            return false;
    }
    return true;
}

enum status reception_first_item(const struct messages_read *read, struct tree_node **nodes,
                                 int *count, struct failure *failure) {
    *nodes = NULL;
    *count = 0;
    if (read->list.all || read->list.processors >= RECEPTION_NODES)
        return STATUS_OK;
    int all = read->list.processors + 1;
    struct arrival *arrivals = memory_new((size_t)all, sizeof *arrivals);
    *nodes = memory_new((size_t)all, sizeof **nodes);
    if (!arrivals || !*nodes) {
        free(arrivals);
        return failure_memory(failure, "a tree");
    }
    if (find_arrivals(read, arrivals) && make_nodes(arrivals, *nodes, all))
        *count = all;
    free(arrivals);
    return STATUS_OK;
}
