/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/message_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* A message with its receiver left out: that is where it stands. */
struct reception_line {
    int sent, wait, from, item;
};

struct table {
    struct reception_line *lines; /* [(processor - 1) * items + k], k = 0, 1, .. as time goes on */
    int *filled;                  /* [processor - 1] */
    int items;
};

static enum status note_message(void *context, const struct message *message,
                                struct failure *failure) {
    struct table *table = context;
    size_t row = (size_t)message->to - 1;
    if (table->filled[row] == table->items)
        return failure_set(failure, STATUS_INTERNAL, "processor %d receives an item twice",
                           message->to);
    table->lines[row * (size_t)table->items + (size_t)table->filled[row]++] =
        (struct reception_line){message->time, message->wait, message->from, message->item};
    return STATUS_OK;
}

static void print_head(FILE *file, const struct message_list *list) {
    const struct message_machine *machine = &list->machine;
    fprintf(file, "latency %d, ", machine->latency);
    if (machine->model == MESSAGE_LOGP)
        fprintf(file, "overhead %d, gap %d, ", machine->overhead, machine->gap);
    if (machine->model == MESSAGE_PORTS)
        fprintf(file, "%d ports, ", machine->ports);
    fprintf(file, "%d processors (0 is the source), %d item%s", list->processors + 1, list->items,
            list->items == 1 ? "" : "s");
    if (list->items > 1 && list->period == 0)
        fprintf(file, ", all there at time 0");
    else if (list->items > 1 && list->period > 1)
        fprintf(file, ", one every %d cycles", list->period);
    else if (list->items > 1)
        fprintf(file, ", one a step");
    fprintf(file, "\ndelay %d, finish %d, %ld messages\n", list->delay, list->finish, list->count);
}

static int width(long number, int name) {
    int digits = snprintf(NULL, 0, "%ld", number);
    return digits > name ? digits : name;
}

static long received_at(const struct message_list *list, const struct reception_line *line) {
    return line->sent +
           message_machine_flight(&list->machine, &(struct message){.wait = line->wait});
}

static void print_table(FILE *file, const struct message_list *list, const struct table *table) {
    int item = width(list->items, 4), time = width(list->finish, 8);
    int from = width(list->processors, 4), to = width(list->processors, 9);
    print_head(file, list);
    fprintf(file, "\n%*s  %*s  %*s  %*s  %*s\n", to, "processor", time, "received", item, "item",
            from, "from", time, "sent");
    for (int p = 0; p < list->processors; p++)
        for (int k = 0; k < table->items; k++) {
            const struct reception_line *line =
                &table->lines[(size_t)p * (size_t)table->items + (size_t)k];
            fprintf(file, "%*d  %*ld  %*d  %*d  %*d\n", to, p + 1, time, received_at(list, line),
                    item, line->item, from, line->from, time, line->sent);
        }
}

enum status message_text_table(FILE *file, const struct message_list *list,
                               const struct limits *limits, struct failure *failure) {
    if (list->count > MESSAGE_TEXT_MOST_ROWS)
        return failure_set(
            failure, STATUS_LIMIT,
            "a table of %ld rows is too large: at most %d (the other formats have no limit)",
            list->count, MESSAGE_TEXT_MOST_ROWS);
    struct table table = {memory_new((size_t)list->count, sizeof *table.lines),
                          memory_new((size_t)list->processors, sizeof *table.filled), list->items};
    enum status status = STATUS_OK;
    if (!table.lines || !table.filled)
        status = failure_memory(failure, "a table of messages");
    if (!status)
        status = message_list_each(list, note_message, &table, limits, failure);
    if (!status)
        print_table(file, list, &table);
    free(table.lines);
    free(table.filled);
    return status;
}

struct csv {
    FILE *file;
    const struct message_list *list;
};

static enum status print_message(void *context, const struct message *message,
                                 struct failure *failure) {
    const struct csv *csv = context;
    if (fprintf(csv->file, "%d,%ld,%d,%d,%d\n", message->time,
                message->time + message_machine_flight(&csv->list->machine, message), message->item,
                message->from, message->to) < 0)
        return failure_set(failure, status_of_errno(errno), "the messages could not be written: %s",
                           strerror(errno));
    return STATUS_OK;
}

enum status message_text_csv(FILE *file, const struct message_list *list,
                             const struct limits *limits, struct failure *failure) {
    struct csv csv = {file, list};
    fprintf(file, "sent,received,item,from,to\n");
    return message_list_each(list, print_message, &csv, limits, failure);
}

enum {
    TEXT_ROOM = 24,        /* of one item with its signs */
    PROBED_CELLS = 1 << 16 /* between two looks at the limits */
};

/* A reception, at one of the processors shown. */
struct reception {
    int row; /* from 0 */
    int arrived;
    int received, item;
    bool lets; /* another item arrived when this was received, and waited */
};

struct grid {
    const struct message_list *list;
    int first, last;
    struct reception *receptions; /* [row * items + k], k = 0, 1, .. as time goes on */
    size_t count;                 /* rows * items */
    int *filled;                  /* [row]: how many there are so far */
    bool *sent;                   /* [row * items + item - 1]: the row sends the item on */
    int width;                    /* of the widest cell */
    const struct limits *limits;
};

static enum status note(void *context, const struct message *message, struct failure *failure) {
    struct grid *grid = context;
    if (message->from >= grid->first && message->from <= grid->last)
        grid->sent[(size_t)(message->from - grid->first) * (size_t)grid->list->items +
                   (size_t)message->item - 1] = true;
    if (message->to < grid->first || message->to > grid->last)
        return STATUS_OK;
    size_t row = (size_t)(message->to - grid->first);
    if (grid->filled[row] == grid->list->items)
        return failure_set(failure, STATUS_INTERNAL, "processor %d receives an item twice",
                           message->to);
    long received = message->time + message_machine_flight(&grid->list->machine, message);
    grid->receptions[row * (size_t)grid->list->items + (size_t)grid->filled[row]++] =
        (struct reception){(int)row, (int)received - message->wait, (int)received, message->item,
                           false};
    return STATUS_OK;
}

static int by_time(const void *left, const void *right) {
    const struct reception *a = left, *b = right;
    if (a->received != b->received)
        return a->received < b->received ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

/* Buffers let an item overtake those that were sent before it. */
static enum status sort_rows(struct grid *grid, struct failure *failure) {
    size_t items = (size_t)grid->list->items;
    for (size_t first = 0; first < grid->count; first += items) {
        qsort(grid->receptions + first, items, sizeof *grid->receptions, by_time);
        TRY(limits_check(grid->limits, failure));
    }
    return STATUS_OK;
}

/* Which receptions let others wait; marked[time] is 1 + the last row where one that waits arrives
 * then. O(receptions + finish). */
static enum status mark(struct grid *grid, struct failure *failure) {
    FREED int *marked = memory_new((size_t)grid->list->finish + 1, sizeof *marked);
    if (!marked)
        return failure_memory(failure, "a grid of messages");
    for (size_t first = 0, end; first < grid->count; first = end) {
        end = first + (size_t)grid->list->items;
        for (size_t i = first; i < end; i++)
            if (grid->receptions[i].arrived < grid->receptions[i].received)
                marked[grid->receptions[i].arrived] = grid->receptions[i].row + 1;
        for (size_t i = first; i < end; i++)
            grid->receptions[i].lets =
                marked[grid->receptions[i].received] == grid->receptions[i].row + 1;
    }
    return STATUS_OK;
}

/* An item as it stands in a cell; returns its length. */
static int describe(const struct grid *grid, const struct reception *at, char text[TEXT_ROOM]) {
    bool waited = grid->list->machine.model == MESSAGE_BUFFERED && at->arrived < at->received;
    bool sent = grid->sent[(size_t)at->row * (size_t)grid->list->items + (size_t)at->item - 1];
    return snprintf(text, TEXT_ROOM, "%s%s%d%s%s%s", at->lets ? "(" : "", waited ? "[" : "",
                    at->item, sent ? "*" : "", waited ? "]" : "", at->lets ? ")" : "");
}

/* What a row receives at one time, from reception i on; *length is that of the cell. */
static size_t cell_end(const struct grid *grid, size_t i, int *length) {
    const struct reception *first = &grid->receptions[i];
    char text[TEXT_ROOM];
    *length = -1; /* no comma before the first item */
    for (; i < grid->count && grid->receptions[i].row == first->row &&
           grid->receptions[i].received == first->received;
         i++)
        *length += 1 + describe(grid, &grid->receptions[i], text);
    return i;
}

static void measure(struct grid *grid) {
    int length;
    grid->width = snprintf(NULL, 0, "%d", grid->list->finish);
    for (size_t i = 0; i < grid->count;) {
        i = cell_end(grid, i, &length);
        grid->width = length > grid->width ? length : grid->width;
    }
}

/* Returns the reception behind the cell that begins with reception i. */
static size_t print_cell(FILE *file, const struct grid *grid, size_t i) {
    char text[TEXT_ROOM];
    int length;
    size_t end = cell_end(grid, i, &length);
    fprintf(file, " %*s", grid->width - length, "");
    for (size_t j = i; j < end; j++) {
        describe(grid, &grid->receptions[j], text);
        fprintf(file, "%s%s", j > i ? "," : "", text);
    }
    return end;
}

/* A line; *next is its first reception, and then that of the line behind. */
static enum status print_row(FILE *file, const struct grid *grid, int row, size_t *next,
                             struct failure *failure) {
    enum status status = limits_check(grid->limits, failure);
    int from = grid->list->machine.latency;
    for (int time = from; time <= grid->list->finish && !status; time++) {
        const struct reception *at = &grid->receptions[*next];
        if (*next < grid->count && at->row == row && at->received == time)
            *next = print_cell(file, grid, *next);
        else
            fprintf(file, " %*s", grid->width, ".");
        if ((time - from) % PROBED_CELLS == PROBED_CELLS - 1)
            status = limits_check(grid->limits, failure);
    }
    fputc('\n', file);
    return status;
}

static enum status print(FILE *file, const struct grid *grid, struct failure *failure) {
    int name = snprintf(NULL, 0, "%d", grid->last);
    size_t next = 0;
    fprintf(file, "%*s |", name, "");
    for (int time = grid->list->machine.latency; time <= grid->list->finish; time++)
        fprintf(file, " %*d", grid->width, time);
    fputc('\n', file);
    for (int row = 0; row <= grid->last - grid->first; row++) {
        fprintf(file, "%*d |", name, grid->first + row);
        TRY(print_row(file, grid, row, &next, failure));
    }
    return STATUS_OK;
}

enum status message_grid(FILE *file, const struct message_list *list, int first, int last,
                         const struct limits *limits, struct failure *failure) {
    long rows = last - first + 1L;
    if (rows > MESSAGE_GRID_MOST_CELLS / ((long)list->finish + 1) ||
        rows > MESSAGE_GRID_MOST_CELLS / list->items)
        return failure_set(failure, STATUS_LIMIT,
                           "a grid of %ld processors, %d times and %d items is too large: at most "
                           "%d cells (--rows shows some of the processors)",
                           rows, list->finish, list->items, MESSAGE_GRID_MOST_CELLS);
    struct grid grid = {.list = list,
                        .first = first,
                        .last = last,
                        .count = (size_t)rows * (size_t)list->items,
                        .limits = limits};
    enum status status = STATUS_OK;
    grid.receptions = memory_new(grid.count, sizeof *grid.receptions);
    grid.sent = memory_new(grid.count, sizeof *grid.sent);
    grid.filled = memory_new((size_t)rows, sizeof *grid.filled);
    if (!grid.receptions || !grid.sent || !grid.filled)
        status = failure_memory(failure, "a grid of messages");
    if (!status)
        status = message_list_each(list, note, &grid, limits, failure);
    if (!status)
        status = sort_rows(&grid, failure);
    if (!status && list->machine.model == MESSAGE_BUFFERED)
        status = mark(&grid, failure);
    if (!status) {
        measure(&grid);
        status = print(file, &grid, failure);
    }
    free(grid.receptions);
    free(grid.sent);
    free(grid.filled);
    return status;
}
