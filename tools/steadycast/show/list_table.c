/* SPDX-License-Identifier: MIT */
/* Who receives which item when, of a list of messages. */
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/show/list_picture.h"

/* A cell for each row and time that is shown. */
struct cells {
    const struct messages_read *read;
    struct item_table table;
    long first_row;
    size_t items;
    bool *sent;  /* [row * items + item - 1]; owned */
    int *filled; /* [row * columns + column]: how many items are in the cell; owned */
    bool drawing;
};

static enum status take_sent(void *context, const struct message *message,
                             struct failure *failure) {
    struct cells *cells = context;
    (void)failure;
    cells->sent[(size_t)(message->from - cells->first_row) * cells->items + (size_t)message->item -
                1] = true;
    return STATUS_OK;
}

/* Counted first, then drawn. */
static enum status take_received(void *context, const struct message *message,
                                 struct failure *failure) {
    struct cells *cells = context;
    struct item_table *table = &cells->table;
    long time = message->time + message_machine_flight(&cells->read->list.machine, message);
    size_t columns = (size_t)(table->last_time - table->first_time) + 1;
    (void)failure;
    if (time < table->first_time || time > table->last_time)
        return STATUS_OK;
    int row = (int)(message->to - cells->first_row);
    int place = cells->filled[(size_t)row * columns + (size_t)(time - table->first_time)]++;
    if (cells->drawing)
        item_table_put(table, row, (int)time, place, message->item,
                       cells->sent[(size_t)row * cells->items + (size_t)message->item - 1]);
    else if (place >= table->together)
        table->together = place + 1;
    return STATUS_OK;
}

static void clear_counts(struct cells *cells) {
    size_t columns = (size_t)(cells->table.last_time - cells->table.first_time) + 1;
    for (size_t i = 0; i < (size_t)cells->table.rows * columns; i++)
        cells->filled[i] = 0;
}

static enum status draw(struct cells *cells, struct picture *picture, struct failure *failure) {
    long last = cells->first_row + cells->table.rows - 1;
    enum status status =
        list_messages(cells->read, true, cells->first_row, last, take_sent, cells, failure);
    if (!status)
        status = list_messages(cells->read, false, cells->first_row, last, take_received, cells,
                               failure);
    if (!status)
        status = picture_begin(picture, failure);
    if (status)
        return status;
    cells->table.file = picture->file;
    cells->drawing = true;
    clear_counts(cells);
    item_table_begin(&cells->table);
    for (int row = 0; row < cells->table.rows; row++) {
        char name[32];
        snprintf(name, sizeof name, "P%ld", cells->first_row + row);
        item_table_name(&cells->table, row, name);
    }
    list_messages(cells->read, false, cells->first_row, last, take_received, cells, failure);
    double below = item_table_end(&cells->table);
    return picture_end(picture, item_table_width(&cells->table), below, failure);
}

/* Rows and columns, and what of them is left out. */
static enum status lay_out(struct cells *cells, struct picture *picture,
                           const struct list_view *view, struct failure *failure) {
    const struct message_list *list = &cells->read->list;
    long least = list->all ? 0 : 1, rows = list->processors + 1 - least;
    long start = list->machine.latency + 2L * list->machine.overhead;
    long first = view->first_time < 0 ? start : view->first_time;
    long columns = list->finish - first + 1L;
    char name[32];
    if (columns < 1)
        return failure_set(failure, STATUS_INPUT,
                           "--times: the last message is received at time %d", list->finish);
    cells->first_row = view->first_row < least ? least : view->first_row;
    long left = list->processors - cells->first_row + 1;
    cells->table.rows = (int)(left < view->rows ? left : view->rows);
    columns = columns < view->times ? columns : view->times;
    cells->table.first_time = (int)first;
    cells->table.last_time = (int)(first + columns - 1);
    snprintf(name, sizeof name, "P%ld", cells->first_row + cells->table.rows - 1);
    cells->table.names = text_width(name, PICTURE_TEXT, false);
    list_note_cut(picture, list->all ? "processors" : "processors that receive", least, rows,
                  cells->first_row, cells->table.rows);
    list_note_cut(picture, "time steps", start, list->finish - start + 1, first, columns);
    return STATUS_OK;
}

enum status list_table(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure) {
    long items = list_items(&read->list);
    struct cells cells = {.read = read,
                          .items = (size_t)items,
                          .table = {.heading = "time", .top = 4, .largest = items, .together = 1}};
    if (read->list.operands)
        return failure_set(failure, STATUS_INPUT,
                           "--draw table: operands are no items; --draw chart shows them");
    if (items > LIST_MOST_ITEMS)
        return failure_set(failure, STATUS_INPUT, "%ld items are too many for a table: at most %d",
                           items, LIST_MOST_ITEMS);
    enum status status = lay_out(&cells, picture, view, failure);
    if (status)
        return status;
    size_t columns = (size_t)(cells.table.last_time - cells.table.first_time) + 1;
    cells.sent = memory_new((size_t)cells.table.rows * cells.items, sizeof *cells.sent);
    cells.filled = memory_new((size_t)cells.table.rows * columns, sizeof *cells.filled);
    status = cells.sent && cells.filled ? draw(&cells, picture, failure)
                                        : failure_memory(failure, "a picture");
    free(cells.sent);
    free(cells.filled);
    return status;
}

/* Of a processor: the other end of its message, and its label. */
struct hanging {
    int on; /* -1: the root */
    int label;
    bool found;
};

bool item_tree_can(const struct messages_read *read) {
    const struct message_list *list = &read->list;
    return (list->reduce || (!list->all && !list->operands)) && list->processors < ITEM_TREE_MOST;
}

/* The root is who has no message. */
static int find_hanging(const struct messages_read *read, struct hanging *hanging) {
    const struct message_list *list = &read->list;
    int root = -1;
    for (int i = 0; i <= list->processors; i++)
        hanging[i] = (struct hanging){-1, 0, false};
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *message = &read->array.messages[i];
        long time = message->time + message_machine_flight(&list->machine, message);
        if (list->reduce)
            hanging[message->from] = (struct hanging){message->to, message->time, true};
        else if (message->item == 1)
            hanging[message->to] = (struct hanging){message->from, (int)time, true};
    }
    for (int i = 0; i <= list->processors; i++)
        if (!hanging[i].found) {
            if (root >= 0)
                return -1;
            root = i;
            hanging[i].label = list->reduce ? list->finish : 0;
        }
    return root;
}

/* Puts a processor and those that hang on it into the rows, the earlier ones first (of operands the
 * later ones, which are nearer). */
static void put(const struct messages_read *read, const struct hanging *hanging, int processor,
                int parent, struct tree_row *rows, int *count) {
    int row = (*count)++, all = read->list.processors + 1;
    bool done[ITEM_TREE_MOST] = {false};
    rows[row] = (struct tree_row){hanging[processor].label, parent, processor, 0};
    for (;;) {
        int best = -1;
        for (int i = 0; i < all; i++) {
            bool sooner = best >= 0 && (read->list.reduce ? hanging[i].label > hanging[best].label
                                                          : hanging[i].label < hanging[best].label);
            if (hanging[i].on == processor && !done[i] && (best < 0 || sooner))
                best = i;
        }
        if (best < 0)
            return;
        done[best] = true;
        rows[row].inner = 1;
        put(read, hanging, best, row, rows, count);
    }
}

enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure) {
    struct hanging hanging[ITEM_TREE_MOST];
    struct tree_row rows[ITEM_TREE_MOST];
    int count = 0, root = find_hanging(read, hanging);
    if (root >= 0)
        put(read, hanging, root, -1, rows, &count);
    if (count != read->list.processors + 1)
        return failure_set(failure, STATUS_INPUT,
                           "the messages are no tree: some processor receives none, or several");
    enum status status = picture_begin(picture, failure);
    if (status)
        return status;
    double below = tree_rows_draw(picture->file, rows, count, 6);
    return picture_end(picture, tree_rows_width(rows, count), below + 6, failure);
}
