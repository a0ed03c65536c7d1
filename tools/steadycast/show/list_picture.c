/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/list_picture.h"

#include <string.h>

#include "automata/memory.h"

/* --- which messages --- */

/* The message that stands for one by rotation, sent by processor `from`. */
static struct message turned(const struct message_list *list, const struct message *message,
                             long from) {
    long processors = list->processors + 1L;
    struct message other = *message;
    other.from = (int)from;
    other.to = (int)((message->to + from) % processors);
    if (!list->operands)
        other.item =
            (int)((message->item - 1 + from * list->items) % (processors * list->items) + 1);
    return other;
}

bool list_next(struct list_walk *walk) {
    const struct message_list *list = &walk->read->list;
    long processors = list->processors + 1L;
    for (; walk->next < walk->read->array.count; walk->next++, walk->turn = 0) {
        const struct message *message = &walk->read->array.messages[walk->next];
        long end = walk->sent ? message->from : message->to;
        long at = list->rotation ? walk->first + walk->turn : end;
        if (at < walk->first || at > walk->last || (!list->rotation && walk->turn > 0))
            continue;
        walk->turn++;
        walk->message =
            list->rotation
                ? turned(list, message, walk->sent ? at : (at - end + processors) % processors)
                : *message;
        return true;
    }
    return false;
}

long list_items(const struct message_list *list) {
    return list->all ? (list->processors + 1L) * list->items : list->items;
}

/* --- notes about them --- */

void list_machine(const struct message_list *list, char text[LIST_MACHINE_ROOM]) {
    const struct message_machine *machine = &list->machine;
    switch (machine->model) {
    case MESSAGE_LOGP:
        snprintf(text, LIST_MACHINE_ROOM, "LogP, L = %d, o = %d, g = %d", machine->latency,
                 machine->overhead, machine->gap);
        return;
    case MESSAGE_PORTS:
        snprintf(text, LIST_MACHINE_ROOM, "postal, L = %d, %d port%s", machine->latency,
                 machine->ports, machine->ports == 1 ? "" : "s");
        return;
    default:
        snprintf(text, LIST_MACHINE_ROOM, "postal, L = %d%s", machine->latency,
                 machine->model == MESSAGE_BUFFERED ? ", with buffers" : "");
    }
}

void list_note_cut(struct picture *picture, const char *things, long least, long all, long first,
                   long shown) {
    if (shown >= all)
        return;
    if (first == least)
        picture_add_text(picture, " Shown are the first %ld of %ld %s.", shown, all, things);
    else
        picture_add_text(picture, " Shown are %ld to %ld of %ld %s.", first, first + shown - 1, all,
                         things);
}

static void note_list(struct picture *picture, const struct message_list *list) {
    char machine[LIST_MACHINE_ROOM];
    long processors = list->processors + 1L;
    list_machine(list, machine);
    if (list->reduce)
        snprintf(picture->title, sizeof picture->title,
                 "Operands added up at one of %ld processors", processors);
    else if (list->operands)
        snprintf(picture->title, sizeof picture->title,
                 "The operands of %ld processors combined for everybody", processors);
    else if (list->all)
        snprintf(picture->title, sizeof picture->title,
                 "From each of %ld processors %d item%s to all", processors, list->items,
                 list->items == 1 ? "" : "s");
    else
        snprintf(picture->title, sizeof picture->title,
                 "Broadcast of %d item%s from processor 0 to %d others", list->items,
                 list->items == 1 ? "" : "s", list->processors);
    picture_add_text(picture, "Machine: %s. The last message is received at time %d.", machine,
                     list->finish);
}

static const char *drawing_text(enum list_drawing drawing) {
    if (drawing == LIST_TABLE)
        return " A row for each processor, a column for each time step, in it the items that it "
               "receives then.";
    return drawing == LIST_CHART
               ? " A row for each processor, time to the right; a reception ends when the message "
                 "is there."
               : "";
}

struct list_view list_view_for(enum list_drawing drawing) {
    return (struct list_view){drawing,
                              LIST_OWN,
                              LIST_ROWS,
                              LIST_OWN,
                              drawing == LIST_TABLE ? LIST_TABLE_TIMES : LIST_CHART_TIMES,
                              1,
                              LIST_OWN,
                              false,
                              NULL};
}

struct list_view list_view_of(const struct message_list *list) {
    return list_view_for(list->machine.model == MESSAGE_LOGP || list->operands ? LIST_CHART
                                                                               : LIST_TABLE);
}

/* --- who receives which item when: the table --- */

/* A cell for each row and time that is shown. */
struct cells {
    const struct messages_read *read;
    struct item_table table;
    long first_row;
    size_t items;
    bool *sent;  /* [row * items + item - 1] */
    int *filled; /* [row * columns + column]: how many items are in the cell */
};

/* Counted first, then drawn. */
static void take_received(struct cells *cells, bool drawing) {
    struct item_table *table = &cells->table;
    size_t columns = (size_t)(table->last_time - table->first_time) + 1;
    struct list_walk walk =
        list_walk(cells->read, false, cells->first_row, cells->first_row + table->rows - 1);
    memset(cells->filled, 0, (size_t)table->rows * columns * sizeof *cells->filled);
    while (list_next(&walk)) {
        const struct message *message = &walk.message;
        long time = message->time + message_machine_flight(&cells->read->list.machine, message);
        if (time < table->first_time || time > table->last_time)
            continue;
        int row = (int)(message->to - cells->first_row);
        int place = cells->filled[(size_t)row * columns + (size_t)(time - table->first_time)]++;
        if (drawing)
            item_table_put(table, row, (int)time, place, message->item,
                           cells->sent[(size_t)row * cells->items + (size_t)message->item - 1]);
        else if (place >= table->together)
            table->together = place + 1;
    }
}

static enum status draw(struct cells *cells, struct picture *picture, struct failure *failure) {
    struct list_walk sent =
        list_walk(cells->read, true, cells->first_row, cells->first_row + cells->table.rows - 1);
    while (list_next(&sent))
        cells->sent[(size_t)(sent.message.from - cells->first_row) * cells->items +
                    (size_t)sent.message.item - 1] = true;
    take_received(cells, false);
    TRY(picture_begin(picture, failure));
    cells->table.file = picture->file;
    item_table_begin(&cells->table);
    for (int row = 0; row < cells->table.rows; row++) {
        char name[32];
        snprintf(name, sizeof name, "P%ld", cells->first_row + row);
        item_table_name(&cells->table, row, name);
    }
    take_received(cells, true);
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
        return failure_input(failure, "--times: the last message is received at time %d",
                             list->finish);
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

static enum status list_table(struct picture *picture, const struct messages_read *read,
                              const struct list_view *view, struct failure *failure) {
    long items = list_items(&read->list);
    struct cells cells = {.read = read,
                          .items = (size_t)items,
                          .table = {.heading = "time", .top = 4, .largest = items, .together = 1}};
    if (read->list.operands)
        return failure_input(failure,
                             "--draw table: operands are no items; --draw chart shows them");
    if (items > LIST_MOST_ITEMS)
        return failure_input(failure, "%ld items are too many for a table: at most %d", items,
                             LIST_MOST_ITEMS);
    TRY(lay_out(&cells, picture, view, failure));
    size_t columns = (size_t)(cells.table.last_time - cells.table.first_time) + 1;
    FREED bool *sent = memory_new((size_t)cells.table.rows * cells.items, sizeof *sent);
    FREED int *filled = memory_new((size_t)cells.table.rows * columns, sizeof *filled);
    TRY(memory_check(sent && filled, failure, "a picture"));
    cells.sent = sent;
    cells.filled = filled;
    return draw(&cells, picture, failure);
}

bool item_tree_can(const struct messages_read *read) {
    const struct message_list *list = &read->list;
    return (list->reduce || (!list->all && !list->operands)) && list->processors < ITEM_TREE_MOST;
}

/* A processor in the tree, and what hangs on it as a list. */
struct hanging {
    int on; /* the other end of its message; -1: the root */
    int label;
    int first, next; /* child, sibling; -1: none */
};

/* The root is who has no message; -1 where there is not one. Who comes later in `read` comes to
 * stand before others. */
static int find_hanging(const struct messages_read *read, long item, bool late,
                        struct hanging *hanging) {
    const struct message_list *list = &read->list;
    int root = -1;
    for (int i = 0; i <= list->processors; i++)
        hanging[i] = (struct hanging){
            -1, list->reduce ? list->finish : (int)((item - 1) * list->period), -1, -1};
    for (size_t i = 0; i < read->array.count; i++) {
        const struct message *message = &read->array.messages[late ? i : read->array.count - 1 - i];
        int child = list->reduce ? message->from : message->to;
        int parent = list->reduce ? message->to : message->from;
        if (!list->reduce && message->item != item)
            continue;
        if (hanging[child].on >= 0)
            return -1;
        hanging[child].on = parent;
        hanging[child].label =
            message->time +
            (list->reduce ? 0 : (int)message_machine_flight(&list->machine, message));
        hanging[child].next = hanging[parent].first;
        hanging[parent].first = child;
    }
    for (int i = 0; i <= list->processors; i++)
        if (hanging[i].on < 0) {
            if (root >= 0)
                return -1;
            root = i;
        }
    return root;
}

enum status item_tree_rows(const struct messages_read *read, long item, bool late,
                           struct tree_row *rows, struct failure *failure) {
    const struct message_list *list = &read->list;
    int all = list->processors + 1, count = 0;
    if (list->rotation || (list->operands && !list->reduce))
        return failure_input(failure, "a list by rotation, or of operands for all, is no tree");
    if (item > list_items(list))
        return failure_input(failure, "--item: there are the items 1..%ld only", list_items(list));
    FREED struct hanging *hanging = memory_new((size_t)all, sizeof *hanging);
    FREED int *place = memory_new((size_t)all, sizeof *place);
    TRY(memory_check(hanging && place, failure, "a tree"));
    for (int node = find_hanging(read, item, late, hanging); node >= 0;) {
        place[node] = count;
        rows[count++] = (struct tree_row){hanging[node].label,
                                          hanging[node].on < 0 ? -1 : place[hanging[node].on], node,
                                          hanging[node].first >= 0};
        int next = hanging[node].first;
        for (; next < 0 && node >= 0; node = hanging[node].on)
            next = hanging[node].next;
        node = next;
    }
    return count == all
               ? STATUS_OK
               : failure_input(
                     failure, "the messages are no tree: some processor receives none, or several");
}

enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure) {
    struct tree_row rows[ITEM_TREE_MOST];
    int count = read->list.processors + 1;
    TRY(item_tree_rows(read, 1, read->list.reduce, rows, failure));
    TRY(picture_begin(picture, failure));
    double below = tree_rows_draw(picture->file, rows, count, 6);
    return picture_end(picture, tree_rows_width(rows, count), below + 6, failure);
}

/* --- all of it --- */

enum status list_picture(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure) {
    if (view->first_row > read->list.processors)
        return failure_input(failure, "--processors: there are processors 0 to %d only",
                             read->list.processors);
    if (!*picture->title) {
        note_list(picture, &read->list);
        picture_add_text(picture, "%s", drawing_text(view->drawing));
    }
    if (view->drawing == LIST_TABLE)
        return list_table(picture, read, view, failure);
    return view->drawing == LIST_CHART ? list_chart(picture, read, view, failure)
                                       : list_network(picture, read, view, failure);
}
