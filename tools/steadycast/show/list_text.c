/* SPDX-License-Identifier: MIT */
/* Lists of messages as text: tables of receptions, trees, and what each processor does when. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/question/constructions.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { MOST_CELLS = 20000000, MOST_NODES = 20000, TEXT_ROOM = 24 /* of one item with its signs */ };

/* --- receptions --- */

struct list_reception {
    int to, received, item, from, sent;
    int wait;
    bool lets; /* another item arrived when this was received, and waited */
};

struct receptions {
    const struct message_list *list;
    struct list_reception *at; /* owned */
    size_t count;
};

static void receptions_clear(struct receptions *all) {
    free(all->at);
}

static int by_receiver(const void *left, const void *right) {
    const struct list_reception *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->received != b->received)
        return a->received < b->received ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static int by_sending(const void *left, const void *right) {
    const struct list_reception *a = left, *b = right;
    if (a->sent != b->sent)
        return a->sent < b->sent ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return by_receiver(left, right);
}

/* Those of the processors that are shown; the caller clears them. */
static enum status gather(const struct messages_read *read, const struct list_text *text,
                          int (*order)(const void *, const void *), struct receptions *all,
                          struct failure *failure) {
    struct list_walk walk = list_walk(read, false, text->first, text->last);
    all->list = &read->list;
    while (list_next(&walk)) {
        const struct message *message = &walk.message;
        int received = message->time + (int)message_machine_flight(&read->list.machine, message);
        TRY(memory_check(memory_make_room(&all->at, all->count, sizeof *all->at), failure,
                         "receptions"));
        all->at[all->count++] =
            (struct list_reception){message->to,   received,      message->item, message->from,
                                    message->time, message->wait, false};
    }
    if (all->count)
        qsort(all->at, all->count, sizeof *all->at, order);
    return STATUS_OK;
}

static int width(long number, int name) {
    int digits = snprintf(NULL, 0, "%ld", number);
    return digits > name ? digits : name;
}

static void print_table(FILE *file, const struct receptions *all) {
    const struct message_list *list = all->list;
    int item = width(list_items(list), 4), time = width(list->finish, 8);
    int from = width(list->processors, 4), to = width(list->processors, 9);
    show_list_head(file, list);
    fprintf(file, "\n%*s  %*s  %*s  %*s  %*s\n", to, "processor", time, "received", item, "item",
            from, "from", time, "sent");
    for (size_t i = 0; i < all->count; i++)
        fprintf(file, "%*d  %*d  %*d  %*d  %*d\n", to, all->at[i].to, time, all->at[i].received,
                item, all->at[i].item, from, all->at[i].from, time, all->at[i].sent);
}

static void print_csv(FILE *file, const struct receptions *all) {
    fprintf(file, "sent,received,item,from,to\n");
    for (size_t i = 0; i < all->count; i++)
        fprintf(file, "%d,%d,%d,%d,%d\n", all->at[i].sent, all->at[i].received, all->at[i].item,
                all->at[i].from, all->at[i].to);
}

/* --- grids, as Figures 2, 4 and 5 of Karp et al. 1993 --- */

struct grid {
    struct receptions all;
    const struct list_text *text;
    const bool *sent; /* [(processor - first) * items + item - 1]: it sends the item on */
    size_t items;
    int width; /* of the widest cell */
};

static void grid_clear(struct grid *grid) {
    receptions_clear(&grid->all);
}

/* Which receptions let others wait. */
static void mark_waits(const struct receptions *all) {
    for (size_t i = 0; i < all->count; i++) {
        const struct list_reception *late = &all->at[i];
        int arrived = late->received - late->wait;
        for (size_t j = i; late->wait && j-- > 0;) {
            if (all->at[j].to != late->to || all->at[j].received < arrived)
                break;
            all->at[j].lets |= all->at[j].received == arrived;
        }
    }
}

/* An item as it stands in a cell; returns its length. */
static int describe(const struct grid *grid, const struct list_reception *at,
                    char text[TEXT_ROOM]) {
    bool on = grid->sent[(size_t)(at->to - grid->text->first) * grid->items + (size_t)at->item - 1];
    return snprintf(text, TEXT_ROOM, "%s%s%d%s%s%s", at->lets ? "(" : "", at->wait ? "[" : "",
                    at->item, on ? "*" : "", at->wait ? "]" : "", at->lets ? ")" : "");
}

/* What a row receives at one time, from reception i on; *length is that of the cell. */
static size_t cell_end(const struct grid *grid, size_t i, int *length) {
    const struct receptions *all = &grid->all;
    const struct list_reception *first = &all->at[i];
    char text[TEXT_ROOM];
    *length = -1; /* no comma before the first item */
    for (; i < all->count && all->at[i].to == first->to && all->at[i].received == first->received;
         i++)
        *length += 1 + describe(grid, &all->at[i], text);
    return i;
}

static void measure(struct grid *grid) {
    int length;
    grid->width = width(grid->all.list->finish, 0);
    for (size_t i = 0; i < grid->all.count;) {
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
        describe(grid, &grid->all.at[j], text);
        fprintf(file, "%s%s", j > i ? "," : "", text);
    }
    return end;
}

static void print_rows(FILE *file, const struct grid *grid) {
    const struct receptions *all = &grid->all;
    const struct message no_wait = {.wait = 0};
    int begin = (int)message_machine_flight(&all->list->machine, &no_wait);
    int name = width(grid->text->last, 0);
    size_t next = 0;
    fprintf(file, "%*s |", name, "");
    for (int time = begin; time <= all->list->finish; time++)
        fprintf(file, " %*d", grid->width, time);
    for (int row = grid->text->first; row <= grid->text->last; row++) {
        fprintf(file, "\n%*d |", name, row);
        for (int time = begin; time <= all->list->finish; time++)
            if (next < all->count && all->at[next].to == row && all->at[next].received == time)
                next = print_cell(file, grid, next);
            else
                fprintf(file, " %*s", grid->width, ".");
    }
    fputc('\n', file);
}

static enum status check_cells(const struct list_text *text, long columns,
                               struct failure *failure) {
    long rows = text->last - text->first + 1L;
    return rows <= MOST_CELLS / (columns + 1)
               ? STATUS_OK
               : failure_input(failure,
                               "%ld processors and %ld times or items are too many: at most %d "
                               "cells (--processors shows some of them)",
                               rows, columns, MOST_CELLS);
}

static enum status write_grid(FILE *file, const struct messages_read *read,
                              const struct list_text *text, struct failure *failure) {
    CLEANUP(grid_clear)
    struct grid grid = {.text = text, .items = (size_t)list_items(&read->list)};
    TRY(check_cells(text, read->list.finish, failure));
    TRY(check_cells(text, list_items(&read->list), failure));
    FREED bool *sent =
        memory_new((size_t)(text->last - text->first + 1) * grid.items, sizeof *sent);
    TRY(memory_check(sent, failure, "a grid of messages"));
    struct list_walk walk = list_walk(read, true, text->first, text->last);
    while (list_next(&walk))
        sent[(size_t)(walk.message.from - text->first) * grid.items + (size_t)walk.message.item -
             1] = true;
    grid.sent = sent;
    TRY(gather(read, text, by_receiver, &grid.all, failure));
    mark_waits(&grid.all);
    measure(&grid);
    print_rows(file, &grid);
    return STATUS_OK;
}

static enum status write_receptions(FILE *file, const struct messages_read *read,
                                    const struct list_text *text, struct failure *failure) {
    CLEANUP(receptions_clear) struct receptions all = {0};
    bool table = text->form == LIST_TEXT_TABLE;
    TRY(gather(read, text, table ? by_receiver : by_sending, &all, failure));
    (table ? print_table : print_csv)(file, &all);
    return STATUS_OK;
}

/* --- the way of one item, or of operands to their sum, as a tree --- */

static void print_node(FILE *file, const struct tree_row *row, int depth, long own, long below) {
    if (own)
        fprintf(file, "%*s%d: %s %d, %ld operands of its own, %ld in all\n", 2 * depth, "",
                row->name, row->parent < 0 ? "ends at" : "sends at", row->label, own, below);
    else
        fprintf(file, "%*sprocessor %d: %d\n", 2 * depth, "", row->name, row->label);
}

static enum status write_tree(FILE *file, const struct messages_read *read,
                              const struct list_text *text, struct failure *failure) {
    size_t count = (size_t)read->list.processors + 1;
    if (count > MOST_NODES)
        return failure_input(failure, "a tree is printed for at most %d processors", MOST_NODES);
    FREED struct tree_row *rows = memory_new(count, sizeof *rows);
    FREED int *depth = memory_new(count, sizeof *depth);
    FREED long *own = memory_new(count, sizeof *own), *below = memory_new(count, sizeof *below);
    TRY(memory_check(rows && depth && own && below, failure, "a tree as text"));
    TRY(item_tree_rows(read, text->item, false, rows, failure));
    for (size_t p = 0; p < count && read->list.reduce; p++)
        own[p] = 1; /* the one that it has at first */
    for (size_t i = 0; i < read->addition_count; i++)
        own[read->additions[i].processor] += read->additions[i].count;
    for (size_t row = count; row-- > 0;) { /* parents stand before their children */
        below[row] += own[rows[row].name];
        if (rows[row].parent >= 0)
            below[rows[row].parent] += below[row];
    }
    if (read->list.reduce)
        rows[0].label = (int)list_last_cycle(read);
    for (size_t row = 0; row < count; row++) {
        depth[row] = rows[row].parent < 0 ? 0 : depth[rows[row].parent] + 1;
        print_node(file, &rows[row], depth[row], own[rows[row].name], below[row]);
    }
    return STATUS_OK;
}

/* --- what each processor does in each cycle (Karp et al. 1993, Figures 1 and 6) --- */

struct activity {
    const struct messages_read *read;
    const struct list_text *text;
    size_t cycles;
    char *cells;
};

static void mark(const struct activity *activity, int processor, long from, long count, char sign) {
    char *row = activity->cells + (size_t)(processor - activity->text->first) * activity->cycles;
    for (long at = from < 0 ? 0 : from; at < from + count && at < (long)activity->cycles; at++)
        row[at] = (row[at] == 'r' && sign == 's') || (row[at] == 's' && sign == 'r') ? 'x' : sign;
}

/* Without overhead the cycle in which it sends or receives. */
static int busy(const struct activity *activity) {
    int overhead = activity->read->list.machine.overhead;
    return overhead ? overhead : 1;
}

static void mark_received(const struct activity *activity, const struct message *message) {
    const struct message_machine *machine = &activity->read->list.machine;
    long received = message->time + message_machine_flight(machine, message);
    if (!activity->read->list.reduce) {
        mark(activity, message->to, received - machine->overhead, busy(activity), 'r');
        return;
    }
    mark(activity, message->to, received - machine->overhead, machine->overhead, 'R');
    mark(activity, message->to, received, 1, 'A');
}

/* When it has something to send first. */
static void mark_first(const struct activity *activity, const struct message *message) {
    const struct message_machine *machine = &activity->read->list.machine;
    char *row = activity->cells + (size_t)(message->to - activity->text->first) * activity->cycles;
    size_t received = (size_t)(message->time + message_machine_flight(machine, message));
    memset(row + received, '-', activity->cycles - received);
}

static void fill(const struct activity *activity) {
    const struct messages_read *read = activity->read;
    const struct message_list *list = &read->list;
    int first = activity->text->first, last = activity->text->last;
    bool has = list->all || list->operands; /* from the beginning, as the source does */
    struct list_walk firsts = list_walk(read, false, first, last), received = firsts;
    struct list_walk sent = list_walk(read, true, first, last);
    memset(activity->cells, '.', (size_t)(last - first + 1) * activity->cycles);
    for (int p = first; p <= last && !list->reduce; p++)
        if (has || p == 0)
            mark(activity, p, 0, (long)activity->cycles, '-');
    while (!has && list_next(&firsts))
        mark_first(activity, &firsts.message);
    for (size_t i = 0; i < read->addition_count; i++) {
        const struct message_addition *at = &read->additions[i];
        if (at->processor >= first && at->processor <= last)
            mark(activity, at->processor, at->time, at->count, '+');
    }
    while (list_next(&received))
        mark_received(activity, &received.message);
    while (list_next(&sent))
        mark(activity, sent.message.from, sent.message.time, busy(activity),
             list->reduce ? 'S' : 's');
}

static enum status write_activity(FILE *file, const struct messages_read *read,
                                  const struct list_text *text, struct failure *failure) {
    struct activity activity = {read, text,
                                (size_t)list_last_cycle(read) + (read->list.reduce ? 0 : 1), NULL};
    TRY(check_cells(text, (long)activity.cycles, failure));
    FREED char *cells = memory_new((size_t)(text->last - text->first + 1), activity.cycles);
    TRY(memory_check(cells, failure, "activity as text"));
    activity.cells = cells;
    fill(&activity);
    fprintf(file, "%-9s ", "cycle");
    for (size_t cycle = 0; cycle < activity.cycles; cycle += 10)
        fprintf(file, "%-*zu", activity.cycles - cycle < 10 ? 0 : 10, cycle);
    fputc('\n', file);
    for (int p = text->first; p <= text->last; p++)
        fprintf(file, "%-9d %.*s\n", p, (int)activity.cycles,
                cells + (size_t)(p - text->first) * activity.cycles);
    return STATUS_OK;
}

/* --- the block transmission digraph (Karp et al. 1993, Figure 3) --- */

static void print_from(FILE *file, const struct block_digraph *digraph, int from, int to) {
    if (from == BLOCK_DIGRAPH_SOURCE)
        fprintf(file, "the source");
    else if (from == to)
        fprintf(file, "itself");
    else
        fprintf(file, "block %d of size %d", from + 1, digraph->sizes[from]);
}

static void print_edge(FILE *file, const struct block_digraph *digraph,
                       const struct block_edge *edge) {
    int first = digraph->depth + 1 + edge->first;
    if (edge->active)
        fprintf(file, "  active from ");
    else
        fprintf(file, "  %d inactive from ", edge->weight);
    print_from(file, digraph, edge->from, edge->to);
    if (edge->weight > 1)
        fprintf(file, ", at times %d..%d\n", first, first + edge->weight - 1);
    else
        fprintf(file, ", at time %d\n", first);
}

/* Each block with what comes to it; times are those of item 1, that of item i is i-1 more. */
static void print_digraph(FILE *file, const struct block_digraph *digraph) {
    size_t next = 0;
    fprintf(file,
            "latency %d, %d processors beside the source, %d blocks\n"
            "what comes to each block of item 1; of item i it comes i-1 later\n\n",
            digraph->latency, digraph->processors, digraph->block_count - 1);
    for (int block = 0, first = 1; block < digraph->block_count; block++) {
        int size = digraph->sizes[block];
        if (size == 0)
            fprintf(file, "receive-only processor %d\n", first);
        else if (size == 1)
            fprintf(file, "block %d of size 1, processor %d\n", block + 1, first);
        else
            fprintf(file, "block %d of size %d, processors %d..%d\n", block + 1, size, first,
                    first + size - 1);
        for (; next < digraph->edge_count && digraph->edges[next].to == block; next++)
            print_edge(file, digraph, &digraph->edges[next]);
        first += size;
    }
}

struct comparison {
    const struct message_array *array;
    size_t at;
};

static enum status compare(void *context, const struct message *message, struct failure *failure) {
    struct comparison *list = context;
    const struct message *other = &list->array->messages[list->at++];
    return list->at <= list->array->count && other->time == message->time &&
                   other->from == message->from && other->to == message->to &&
                   other->item == message->item
               ? STATUS_OK
               : failure_input(failure, "it is another list");
}

/* Is it the list of Theorem 3.7, message by message? */
static bool is_paper(const struct messages_read *read, int depth) {
    const struct message_list *list = &read->list;
    struct comparison comparison = {&read->array, 0};
    CLEANUP(items_schedule_clear) struct items_schedule paper = {0};
    return depth >= 0 && list->machine.model == MESSAGE_POSTAL && !list->all && !list->operands &&
           !paper_items(list->machine.latency, depth, list->items, &paper, NULL) &&
           !message_list_each(&paper.list, compare, &comparison, NULL, NULL) &&
           comparison.at == read->array.count;
}

enum status list_digraph(const struct messages_read *read, struct block_digraph *digraph,
                         struct failure *failure) {
    int latency = read->list.machine.latency;
    int depth = items_full_depth(latency, read->list.processors);
    return is_paper(read, depth)
               ? block_digraph_init(digraph, latency, depth, failure)
               : failure_input(failure,
                               "--format digraph is for the list of broadcast --engine paper");
}

static enum status write_digraph(FILE *file, const struct messages_read *read,
                                 struct failure *failure) {
    CLEANUP(block_digraph_clear) struct block_digraph digraph = {0};
    TRY(list_digraph(read, &digraph, failure));
    print_digraph(file, &digraph);
    return STATUS_OK;
}

/* --- all of them --- */

enum status list_text(FILE *file, const struct messages_read *read, struct list_text text,
                      struct failure *failure) {
    const struct message_list *list = &read->list;
    bool whole = text.form == LIST_TEXT_TREE || text.form == LIST_TEXT_ACTIVITY;
    if (text.first < 0)
        text.first = whole || list->all ? 0 : 1;
    if (text.last < 0)
        text.last = list->processors;
    if (text.last > list->processors)
        return failure_input(failure, "--processors: there is no processor %d, the last one is %d",
                             text.last, list->processors);
    for (size_t i = 0; i < read->array.count; i++)
        if (read->array.messages[i].time +
                message_machine_flight(&list->machine, &read->array.messages[i]) >
            list->finish)
            return failure_input(
                failure, "the last message is received after time %d, when the list is to end",
                list->finish);
    if (list->operands && !whole)
        return failure_input(failure,
                             "--format: messages of operands are shown as tree or activity");
    switch (text.form) {
    case LIST_TEXT_GRID:
        return write_grid(file, read, &text, failure);
    case LIST_TEXT_TREE:
        return write_tree(file, read, &text, failure);
    case LIST_TEXT_ACTIVITY:
        return write_activity(file, read, &text, failure);
    case LIST_TEXT_DIGRAPH:
        return write_digraph(file, read, failure);
    default:
        return write_receptions(file, read, &text, failure);
    }
}
