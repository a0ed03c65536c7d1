/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/collective/messages_read.h"
#include "solver/stream/construction/schedule_read.h"
#include "solver/stream/logp/logp_schedule.h"
#include "tools/steadycast/show/list_picture.h"
#include "tools/steadycast/show/show.h"

enum { LINE_LETTERS = 70 };

/* The leaves of an ordered block, one range each: letters on the whole tree, else values. */
static void print_leaves(FILE *file, const struct schedule *schedule,
                         const struct block_class *class, bool letters) {
    bool apart = !letters || schedule->latency > LETTER_NAMED_ALPHABET;
    for (size_t i = class->first; i < class->range_end; i++) {
        char name[LETTER_NAME_SIZE];
        int leaf = schedule->ranges[i].first;
        if (i > class->first && (i - class->first) % LINE_LETTERS == 0)
            fprintf(file, "\n%28s", "");
        if (letters)
            fprintf(file, apart ? "%s " : "%s", letter_name(name, leaf, schedule->latency));
        else
            fprintf(file, "%d ", leaf);
    }
    fputc('\n', file);
}

static bool is_blocks(const struct schedule *schedule) {
    return schedule->word_count == 0 && schedule->receive_only != SCHEDULE_NOBODY;
}

/* On the whole tree, so that its leaves are letters 0..L-1. */
static bool is_whole(const struct schedule *schedule) {
    bool whole = is_blocks(schedule) && schedule->receive_only < schedule->latency;
    for (size_t i = 0; i < schedule->block_count && whole; i++) {
        const struct block_class *class = &schedule->blocks[i];
        whole = class->size == class->head - schedule->latency + 1;
        for (size_t k = class->first; k < class->range_end && whole; k++)
            whole = schedule->ranges[k].last < schedule->latency;
    }
    return whole;
}

static void print_blocks(FILE *file, const struct schedule *schedule) {
    char name[LETTER_NAME_SIZE];
    bool letters = is_whole(schedule);
    fprintf(file, letters
                      ? "words (a block of r processors holds r-1 letters; a = 0)\n"
                      : "words (a block of r processors holds r-1 leaves, here their values)\n");
    for (size_t i = 0; i < schedule->block_count; i++) {
        const struct block_class *class = &schedule->blocks[i];
        fprintf(file, "  block of %-6d ", class->size);
        if (!letters)
            fprintf(file, "head %d  ", class->head);
        show_number(file, class->count);
        fprintf(file, " x  ");
        print_leaves(file, schedule, class, letters);
    }
    if (schedule->depth < schedule->latency)
        return;
    if (letters)
        letter_name(name, schedule->receive_only, schedule->latency);
    else
        snprintf(name, sizeof name, "%d", schedule->receive_only);
    fprintf(file, "  receive-only         %s\n", name);
}

enum { LISTED_DIGITS = 40, ITEM_SIZE = 48, SHORTEST_RANGE = 3 };

/* The items from `place` on that one word of the line stands for. */
static size_t print_item(char item[ITEM_SIZE], const int *values, size_t length, size_t place) {
    size_t equal = 1, falling = 1;
    int value = values[place];
    while (place + equal < length && values[place + equal] == value)
        equal++;
    while (value != CLOSED_WORD_SILENT && place + falling < length && value >= (int)falling &&
           values[place + falling] == value - (int)falling)
        falling++;
    char first[ITEM_SIZE / 2] = "-";
    if (value != CLOSED_WORD_SILENT)
        snprintf(first, sizeof first, "%d", value);
    if (equal > 1)
        snprintf(item, ITEM_SIZE, "%s*%zu", first, equal);
    else if (falling >= SHORTEST_RANGE)
        snprintf(item, ITEM_SIZE, "%s..%d", first, value - (int)falling + 1);
    else
        snprintf(item, ITEM_SIZE, "%s", first);
    return equal > 1 ? equal : falling >= SHORTEST_RANGE ? falling : 1;
}

/* Values received or sent, from `place` on, as many as one line takes: `v*k` for v k times, `a..b`
 * for a, a-1, .., b, `-` for nothing sent. Returns where the next line begins. */
static size_t list_values(char line[SHOW_LINE_SIZE], const int *values, size_t length,
                          size_t place) {
    size_t used = 0;
    *line = 0;
    while (place < length) {
        char item[ITEM_SIZE];
        size_t covered = print_item(item, values, length, place), size = strlen(item);
        if (used + size + 2 > SHOW_LINE_SIZE)
            break;
        used += (size_t)snprintf(line + used, SHOW_LINE_SIZE - used, used ? " %s" : "%s", item);
        place += covered;
    }
    return place;
}

static void print_values(FILE *file, const char *name, const int *values, size_t length) {
    char line[SHOW_LINE_SIZE];
    for (size_t place = 0; place < length; name = "") {
        place = list_values(line, values, length, place);
        fprintf(file, "    %-8s  %s\n", name, line);
    }
}

static void print_closed_words(FILE *file, const struct schedule *schedule) {
    if (schedule->word_count > 0)
        fprintf(file, "words (%s)\n", show_values_legend);
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *class = &schedule->words[i];
        size_t servers = class->length / (size_t)schedule->period;
        fprintf(file, "  word %zu: ", i + 1);
        show_number(file, class->count);
        fprintf(file, " x, length %zu, %zu processor%s\n", class->length, servers,
                servers == 1 ? "" : "s");
        print_values(file, "received", class->values, class->length);
        print_values(file, "sent", class->sends, class->length);
    }
}

/* One node a line, children below their parent; the numbers are labels, the times since the root
 * received the item. */
static void print_tree(FILE *file, const struct tree *tree) {
    fprintf(file, "\nbroadcast tree (labels: steps since the root's reception)\n");
    for (int i = 0; i < tree->count; i++) {
        int level = 0;
        for (int p = tree->nodes[i].parent; p >= 0; p = tree->nodes[p].parent)
            level++;
        fprintf(file, "  %*s%d", 2 * level, "", tree->nodes[i].label);
        if (tree->nodes[i].children)
            fprintf(file, "  (sends %d times)", tree->nodes[i].children);
        fputc('\n', file);
    }
}

static int width_of(long number) {
    return snprintf(NULL, 0, "%ld", number);
}

static void print_row(FILE *file, const struct view *view, int row, int width) {
    const struct receiver *receiver = &view->receivers[row];
    char name[SHOW_NAME_SIZE];
    show_row_name(name, view, row);
    fprintf(file, "%6ld  %-14s", view->first_row + row + 1, receiver->first ? name : "");
    for (int time = view->first_time; time <= view->last_time; time++) {
        struct reception reception = receiver_receives(view->table, receiver, time);
        if (reception.item)
            fprintf(file, " %*ld%c", width, reception.item, reception.head ? '*' : ' ');
        else
            fprintf(file, " %*s ", width, ".");
    }
    fputc('\n', file);
}

static void print_table(FILE *file, const struct view *view) {
    int width = width_of(view->last_time + 1);
    fprintf(file,
            "\nreception table: item received by each processor (rows) at each time (columns);\n"
            "* is sent on%s, item i is emitted by the source at time i-1\n",
            is_blocks(view->schedule) ? " from that step" : ", then or later");
    fprintf(file, "%6s  %-14s", "proc.", "");
    for (int time = view->first_time; time <= view->last_time; time++)
        fprintf(file, " %*d ", width, time);
    fputc('\n', file);
    for (int row = 0; row < view->receiver_count; row++)
        print_row(file, view, row, width);
}

static void print_kind(FILE *file, const struct schedule *schedule) {
    if (is_whole(schedule))
        return; /* for P(t) processors */
    if (is_blocks(schedule))
        fprintf(file, "block-cyclic schedule on a pruned tree for ");
    else if (schedule->period == 1)
        fprintf(file, "stationary schedule for ");
    else
        fprintf(file, "schedule of period %d for ", schedule->period);
    show_processors(file, schedule);
    fputc('\n', file);
}

void show_words(FILE *file, const struct view *view) {
    int latency = view->table->latency, depth = view->table->depth;
    fprintf(file, "latency %d, depth %d, delay %d\n", latency, depth, latency + depth);
    print_kind(file, view->schedule);
    if (view->schedule->receive_only != SCHEDULE_NOBODY || view->schedule->block_count > 0)
        print_blocks(file, view->schedule);
    print_closed_words(file, view->schedule);
}

void show_text(FILE *file, const struct view *view) {
    show_words(file, view);
    if (view->tree)
        print_tree(file, view->tree);
    print_table(file, view);
}

/* Longer numbers are named by their length; a word of the line has room for two numbers and
 * dots. */

/* Every node sends whenever it can. */
void show_row_name(char name[SHOW_NAME_SIZE], const struct view *view, int row) {
    const struct role *role = view->receivers[row].role;
    const struct schedule *schedule = view->schedule;
    size_t place = (size_t)(role - view->table->roles);
    bool rest = schedule->receive_only != SCHEDULE_NOBODY;
    if (place < schedule->block_count)
        snprintf(name, SHOW_NAME_SIZE, "block of %zu", role->length);
    else if (place == schedule->block_count && rest)
        snprintf(name, SHOW_NAME_SIZE, "receive-only");
    else
        snprintf(name, SHOW_NAME_SIZE, "word %zu", place - schedule->block_count - rest + 1);
}

void show_number(FILE *file, mpz_srcptr number) {
    size_t digits = mpz_sizeinbase(number, 10);
    if (digits <= LISTED_DIGITS)
        gmp_fprintf(file, "%Zd", number);
    else
        fprintf(file, "[a number of %zu digits]", digits);
}

void show_processors(FILE *file, const struct schedule *schedule) {
    BIG(processors);
    schedule_processors(schedule, processors);
    show_number(file, processors);
    fprintf(file, mpz_cmp_ui(processors, 1) == 0 ? " processor" : " processors");
}

const char show_values_legend[] = "a value is the number of steps until an item's deadline; "
                                  "v*k: k times v, a..b: a, a-1, .., b, -: nothing";

enum { TREE_NODES = 400, MOST_PLACES = 20000000 };

void shown_clear(struct shown *shown) {
    tree_clear(&shown->tree);
    free(shown->receivers);
    reception_clear(&shown->table);
    schedule_clear(&shown->schedule);
    *shown = (struct shown){0};
}

enum status shown_choose(struct shown *shown, long first, int count, int first_time, int last_time,
                         struct failure *failure) {
    struct view *view = &shown->view;
    shown->receivers = memory_new((size_t)count, sizeof *shown->receivers);
    TRY(memory_check(shown->receivers, failure, "the rows"));
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
    TRY(schedule_read(schedule, input, depth >= 0 ? depth : SCHEDULE_READ_ANY_DEPTH, failure));
    if (schedule_places(schedule) > MOST_PLACES)
        return failure_input(failure, "t = %d is too large to be shown", schedule->depth);
    TRY(schedule_order(schedule, failure));
    if (is_blocks(schedule))
        schedule_sort(schedule);
    if (is_blocks(schedule) &&
        tree_of_schedule(&shown->tree, schedule, TREE_NODES, NULL) == STATUS_OK)
        shown->view.tree = &shown->tree;
    return reception_of_schedule(&shown->table, schedule, failure);
}

/* Lists of messages. */

enum { LISTED = 200 };

void show_list_head(FILE *file, const struct message_list *list) {
    char machine[LIST_MACHINE_ROOM];
    list_machine(list, machine);
    fprintf(file, "machine: %s, %d processors\n", machine, list->processors + 1);
    fprintf(file, "claim: the messages bring %d item%s from %s to all others, ", list->items,
            list->items == 1 ? "" : "s", list->all ? "each processor" : "processor 0");
    if (list->period)
        fprintf(file, "item i there from time (i-1)*%d on", list->period);
    else
        fprintf(file, "all there at time 0");
    fprintf(file, "%s;\nthe largest delay of an item is %d, the last one is received at %d\n",
            list->single ? ", each sent once by it" : "", list->delay, list->finish);
    if (list->machine.model == MESSAGE_BUFFERED)
        fprintf(file, "no more than %d message%s are in one buffer at a time\n", list->buffer,
                list->buffer == 1 ? "" : "s");
    if (list->rotation)
        fprintf(file, "each message below stands for one from every processor, turned around\n");
}

static void print_message(FILE *file, const struct message *message) {
    fprintf(file, "  time %d: item %d from %d to %d", message->time, message->item, message->from,
            message->to);
    if (message->wait)
        fprintf(file, ", waits %d", message->wait);
    fputc('\n', file);
}

enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure) {
    CLEANUP(messages_read_clear) struct messages_read read = {0};
    TRY(messages_read_head(&read, input, failure));
    show_list_head(file, &read.list);
    struct message message;
    long count = 0;
    bool more = true;
    while (more) {
        TRY(messages_read_next(&read, input, &message, &more, failure));
        if (more && ++count <= LISTED)
            print_message(file, &message);
    }
    if (count > LISTED)
        fprintf(file, "  ... and %ld more %s\n", count - LISTED,
                read.list.rotation ? "lines" : "messages");
    return STATUS_OK;
}

/* Kind logp-schedule: the classes of processors, and what they receive and send. */

enum { LISTED_LINES = 20 };

static void show_leaves(FILE *file, const struct schedule *steps, const struct block_class *class) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &steps->ranges[i];
        fprintf(file, range->last > range->first ? " %d-%d" : " %d", range->first, range->last);
        if (range->copies > 1)
            fprintf(file, "*%d", range->copies);
    }
}

static void show_block(FILE *file, const struct schedule *steps, const struct block_class *class) {
    fprintf(file, "  blocks of %d: ", class->size);
    show_number(file, class->count);
    fprintf(file, "; each processor receives %d and sends it %d time%s", class->head, class->size,
            class->size == 1 ? "" : "s");
    if (class->size > 1)
        fprintf(file, ", and meanwhile receives");
    show_leaves(file, steps, class);
    fputc('\n', file);
}

static void show_word(FILE *file, const struct word_class *word) {
    char line[SHOW_LINE_SIZE];
    fprintf(file, "  words of %zu: ", word->length);
    show_number(file, word->count);
    size_t end = list_values(line, word->values, word->length, 0);
    fprintf(file, "; received: %s%s\n", line, end < word->length ? " .." : "");
    end = list_values(line, word->sends, word->length, 0);
    fprintf(file, "    sent: %s%s\n", line, end < word->length ? " .." : "");
}

static void show_part(FILE *file, const struct logp_schedule *schedule,
                      const struct logp_part *part) {
    const struct schedule *steps = &part->steps;
    fprintf(file,
            "\nclass %d: a value v is %d + %" PRId64 " v cycles until the item's deadline; "
            "sendings begin %d cycles later; messages wait for at least %d\n  ",
            part->offset, part->offset, logp_machine_step(&schedule->machine), part->late,
            part->wait);
    show_processors(file, steps);
    fputc('\n', file);
    if (steps->receive_only != SCHEDULE_NOBODY)
        fprintf(file, "  one processor receives %d and sends nothing\n", steps->receive_only);
    for (size_t i = 0; i < steps->block_count && i < LISTED_LINES; i++)
        show_block(file, steps, &steps->blocks[i]);
    for (size_t i = 0; i < steps->word_count && i < LISTED_LINES; i++)
        show_word(file, &steps->words[i]);
    if (steps->block_count > LISTED_LINES || steps->word_count > LISTED_LINES)
        fprintf(file, "  .. and so on, %zu kinds in all\n", steps->block_count + steps->word_count);
}

enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure) {
    CLEANUP(logp_schedule_clear) struct logp_schedule schedule = {0};
    TRY(logp_schedule_read(&schedule, input, failure));
    BIG(processors);
    logp_schedule_processors(&schedule, processors);
    fprintf(file, "machine: LogP, L = %d, o = %d, g = %d; capacity %s\nclaim: a stream to ",
            schedule.machine.latency, schedule.machine.overhead, schedule.machine.gap,
            logp_capacity_names[schedule.capacity]);
    show_number(file, processors);
    fprintf(file, " processors, with an item in %" PRId64 " cycles and delay %" PRId64 " cycles\n",
            logp_machine_step(&schedule.machine), logp_schedule_delay(&schedule));
    for (size_t i = 0; i < schedule.count; i++)
        show_part(file, &schedule, &schedule.parts[i]);
    return STATUS_OK;
}
