#include "tools/steadycast/verbs/message_grid.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum { CELL_ROOM = 64 };

/* A reception, at one of the processors shown. */
struct reception {
    int row; /* from 0 */
    int arrived;
    int received;
    int item;
};

struct grid {
    const struct message_list *list;
    int first;
    int last;
    struct reception *receptions;
    size_t count;
    size_t room;
    bool *sent; /* [row * items + item - 1]: the row sends the item on */
};

static enum status note(void *context, const struct message *message, struct failure *failure) {
    struct grid *grid = context;
    if (message->from >= grid->first && message->from <= grid->last)
        grid->sent[(size_t)(message->from - grid->first) * (size_t)grid->list->items +
                   (size_t)message->item - 1] = true;
    if (message->to < grid->first || message->to > grid->last)
        return STATUS_OK;
    if (grid->count == grid->room)
        return failure_set(failure, STATUS_INTERNAL, "more messages than items");
    long received = message->time + message_machine_flight(&grid->list->machine, message);
    grid->receptions[grid->count++] = (struct reception){
        message->to - grid->first, (int)received - message->wait, (int)received, message->item};
    return STATUS_OK;
}

static int by_row(const void *left, const void *right) {
    const struct reception *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->received != b->received)
        return a->received < b->received ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

/* Does something else arrive at the time when this is received, and wait? */
static bool lets_wait(const struct grid *grid, size_t i) {
    const struct reception *at = &grid->receptions[i];
    for (size_t j = i + 1; j < grid->count && grid->receptions[j].row == at->row; j++)
        if (grid->receptions[j].arrived == at->received)
            return true;
    return false;
}

/* The items that a row receives at a time, from reception i on; returns the next one. */
static size_t write_cell(const struct grid *grid, size_t i, char cell[CELL_ROOM]) {
    const struct reception *first = &grid->receptions[i];
    size_t used = 0;
    *cell = 0;
    for (; i < grid->count && grid->receptions[i].row == first->row &&
           grid->receptions[i].received == first->received;
         i++) {
        const struct reception *at = &grid->receptions[i];
        bool buffered = grid->list->machine.model == MESSAGE_BUFFERED;
        bool waited = buffered && at->arrived < at->received, lets = buffered && lets_wait(grid, i);
        bool sent = grid->sent[(size_t)at->row * (size_t)grid->list->items + (size_t)at->item - 1];
        int length = snprintf(cell + used, CELL_ROOM - used, "%s%s%s%d%s%s%s", used ? "," : "",
                              lets ? "(" : "", waited ? "[" : "", at->item, sent ? "*" : "",
                              waited ? "]" : "", lets ? ")" : "");
        used += length < (int)(CELL_ROOM - used) ? (size_t)length : 0;
    }
    return i;
}

static int widest(const struct grid *grid) {
    char cell[CELL_ROOM];
    int width = snprintf(cell, sizeof cell, "%d", grid->list->finish);
    for (size_t i = 0; i < grid->count;) {
        i = write_cell(grid, i, cell);
        width = (int)strlen(cell) > width ? (int)strlen(cell) : width;
    }
    return width;
}

static void print(FILE *file, const struct grid *grid) {
    int width = widest(grid), from = grid->list->machine.latency;
    int name = snprintf(NULL, 0, "%d", grid->last);
    size_t i = 0;
    fprintf(file, "%*s |", name, "");
    for (int time = from; time <= grid->list->finish; time++)
        fprintf(file, " %*d", width, time);
    fputc('\n', file);
    for (int row = 0; row <= grid->last - grid->first; row++) {
        char cell[CELL_ROOM];
        fprintf(file, "%*d |", name, grid->first + row);
        for (int time = from; time <= grid->list->finish; time++) {
            *cell = 0;
            if (i < grid->count && grid->receptions[i].row == row &&
                grid->receptions[i].received == time)
                i = write_cell(grid, i, cell);
            fprintf(file, " %*s", width, *cell ? cell : ".");
        }
        fputc('\n', file);
    }
}

enum status message_grid(FILE *file, const struct message_list *list, int first, int last,
                         const struct limits *limits, struct failure *failure) {
    long rows = last - first + 1L;
    if (rows > MESSAGE_GRID_MOST_CELLS / ((long)list->finish + 1))
        return failure_set(failure, STATUS_LIMIT,
                           "a grid of %ld processors at %d times is too large: at most %d cells "
                           "(--rows shows some of the processors)",
                           rows, list->finish, MESSAGE_GRID_MOST_CELLS);
    struct grid grid = {list, first, last, NULL, 0, (size_t)rows * (size_t)list->items, NULL};
    enum status status = STATUS_OK;
    grid.receptions = memory_new(grid.room, sizeof *grid.receptions);
    grid.sent = memory_new(grid.room, sizeof *grid.sent);
    if (!grid.receptions || !grid.sent)
        status = failure_memory(failure, "a grid of messages");
    if (!status)
        status = message_list_each(list, note, &grid, limits, failure);
    if (!status) {
        qsort(grid.receptions, grid.count, sizeof *grid.receptions, by_row);
        print(file, &grid);
    }
    free(grid.receptions);
    free(grid.sent);
    return status;
}
