/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include "solver/model/schedule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"

void schedule_init(struct schedule *schedule, int latency, int depth, int period) {
    *schedule = (struct schedule){.latency = latency,
                                  .depth = depth,
                                  .period = period,
                                  .ports = 1,
                                  .receive_only = SCHEDULE_NOBODY};
}

enum status schedule_init_ports(struct schedule *schedule, int latency, int depth, int ports,
                                struct failure *failure) {
    schedule_init(schedule, latency, depth, 1);
    schedule->ports = ports;
    schedule->loose = numbers_new((size_t)depth + 1);
    return schedule->loose ? STATUS_OK : failure_memory(failure, "a schedule");
}

void schedule_init_blocks(struct schedule *schedule, int latency, int depth) {
    schedule_init(schedule, latency, depth, 1);
    schedule->receive_only = depth;
}

void schedule_clear(struct schedule *schedule) {
    for (size_t i = 0; i < schedule->block_count; i++)
        mpz_clear(schedule->blocks[i].count);
    for (size_t i = 0; i < schedule->word_count; i++) {
        FREE_ALL(schedule->words[i].values, schedule->words[i].sends);
        mpz_clear(schedule->words[i].count);
    }
    numbers_free(schedule->loose);
    for (size_t i = 0; i < schedule->coloured_count; i++)
        free(schedule->coloured[i].values);
    FREE_ALL(schedule->coloured, schedule->copies, schedule->blocks, schedule->ranges,
             schedule->words);
    *schedule = (struct schedule){0};
}

/* --- blocks --- */

static bool make_room(struct schedule *schedule, size_t ranges) {
    if (!memory_make_room(&schedule->blocks, schedule->block_count, sizeof *schedule->blocks))
        return false;
    if (schedule->range_count + ranges >= schedule->range_room) { /* there are always some */
        size_t room = 2 * schedule->range_room + ranges + 64;
        struct leaf_range *list = memory_resize(schedule->ranges, room, sizeof *list);
        if (!list)
            return false;
        schedule->ranges = list;
        schedule->range_room = room;
    }
    return true;
}

enum status schedule_add_ranges(struct schedule *schedule, int head, int size,
                                const struct leaf_range *ranges, size_t range_count, int raised,
                                mpz_srcptr count, struct failure *failure) {
    assert(schedule->period == 1);
    TRY(memory_check(make_room(schedule, range_count), failure, "a schedule"));
    struct block_class *class = &schedule->blocks[schedule->block_count++];
    *class =
        (struct block_class){.head = head + raised, .size = size, .first = schedule->range_count};
    for (size_t i = 0; i < range_count; i++) {
        struct leaf_range *range = &schedule->ranges[schedule->range_count++];
        *range = ranges[i];
        range->first += raised;
        range->last += raised;
    }
    class->range_end = schedule->range_count;
    assert(schedule->range_count <= schedule->range_room);
    mpz_init_set(class->count, count);
    return STATUS_OK;
}

static int compare_numbers(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void sort_numbers(int *numbers, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (numbers[i - 1] > numbers[i]) {
            qsort(numbers, count, sizeof *numbers, compare_numbers);
            return;
        }
}

/* The sorted leaves as ranges, as long as possible; how many there are. */
static size_t ranges_of(const int *leaves, int count, struct leaf_range *ranges) {
    size_t filled = 0;
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && leaves[end] == leaves[i]; end++)
            ;
        struct leaf_range *before = filled ? &ranges[filled - 1] : NULL;
        if (before && before->last == leaves[i] - 1 && before->copies == end - i)
            before->last++;
        else
            ranges[filled++] = (struct leaf_range){leaves[i], leaves[i], end - i};
        assert(end == count || leaves[end] > leaves[i]); /* sorted */
    }
    return filled;
}

/* The leaves as they stand, or sorted and as ranges. */
static size_t list_ranges(int *leaves, size_t count, bool ordered, struct leaf_range *ranges) {
    for (size_t i = 0; ordered && i < count; i++)
        ranges[i] = (struct leaf_range){leaves[i], leaves[i], 1};
    if (ordered)
        return count;
    sort_numbers(leaves, count);
    return ranges_of(leaves, (int)count, ranges);
}

static enum status add_leaves(struct schedule *schedule, int head, int size, const int *leaves,
                              bool ordered, mpz_srcptr count, struct failure *failure) {
    size_t leaf_count = size > 1 ? (size_t)schedule->ports * (size_t)size - 1 : 0;
    FREED int *copy = memory_new(leaf_count + 1, sizeof *copy);
    FREED struct leaf_range *ranges = memory_new(leaf_count + 1, sizeof *ranges);
    TRY(memory_check(copy && ranges, failure, "a block"));
    if (leaf_count)
        memcpy(copy, leaves, leaf_count * sizeof *copy);
    size_t range_count = list_ranges(copy, leaf_count, ordered, ranges);
    TRY(schedule_add_ranges(schedule, head, size, ranges, range_count, 0, count, failure));
    schedule->blocks[schedule->block_count - 1].ordered = ordered;
    return STATUS_OK;
}

enum status schedule_add_leaves(struct schedule *schedule, int head, int size, const int *leaves,
                                mpz_srcptr count, struct failure *failure) {
    return add_leaves(schedule, head, size, leaves, false, count, failure);
}

enum status schedule_add_ordered(struct schedule *schedule, int head, int size, const int *leaves,
                                 mpz_srcptr count, struct failure *failure) {
    return add_leaves(schedule, head, size, leaves, true, count, failure);
}

enum status schedule_add_class(struct schedule *schedule, const struct schedule *from,
                               const struct block_class *class, int raised, mpz_srcptr count,
                               struct failure *failure) {
    const struct block_class added = *class; /* of `schedule` itself its place may change now */
    size_t range_count = added.range_end - added.first;
    TRY(memory_check(make_room(schedule, range_count), failure, "a schedule"));
    TRY(schedule_add_ranges(schedule, added.head, added.size, from->ranges + added.first,
                            range_count, raised, count, failure));
    schedule->blocks[schedule->block_count - 1].ordered = added.ordered;
    return STATUS_OK;
}

enum status schedule_add_block(struct schedule *schedule, int size, mpz_srcptr count,
                               const int *letters, struct failure *failure) {
    return add_leaves(schedule, size + schedule->latency - 1, size, letters, false, count, failure);
}

enum status schedule_add_block_word(struct schedule *schedule, int size, mpz_srcptr count,
                                    const int *word, struct failure *failure) {
    return add_leaves(schedule, size + schedule->latency - 1, size, word, true, count, failure);
}

void schedule_leaves(const struct schedule *schedule, const struct block_class *class,
                     int *leaves) {
    for (size_t i = class->first; i < class->range_end; i++) {
        const struct leaf_range *range = &schedule->ranges[i];
        for (int value = range->first; value <= range->last; value++)
            for (int copy = 0; copy < range->copies; copy++)
                *leaves++ = value;
    }
}

int schedule_begin(const struct schedule *schedule, const struct block_class *class) {
    return schedule->latency + schedule->depth - class->head;
}

/* --- words --- */

static void send_largest(struct word_class *class, int latency) {
    closed_word_largest(class->values, class->length, class->sends);
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] < latency)
            class->sends[p] = CLOSED_WORD_SILENT;
}

enum status schedule_add_word(struct schedule *schedule, mpz_srcptr count, const int *values,
                              const int *sends, size_t length, struct failure *failure) {
    struct word_class class = {.length = length,
                               .values = memory_new(length, sizeof(int)),
                               .sends = memory_new(length, sizeof(int))};
    if (!class.values || !class.sends ||
        !memory_make_room(&schedule->words, schedule->word_count, sizeof *schedule->words)) {
        FREE_ALL(class.values, class.sends);
        return failure_memory(failure, "a schedule");
    }
    memcpy(class.values, values, length * sizeof *values);
    if (sends)
        memcpy(class.sends, sends, length * sizeof *sends);
    else
        send_largest(&class, schedule->latency);
    mpz_init_set(class.count, count);
    schedule->words[schedule->word_count++] = class;
    return STATUS_OK;
}

enum status word_class_sends_largest(const struct word_class *class, int latency, bool *largest,
                                     struct failure *failure) {
    FREED int *sends = memory_new(class->length, sizeof *sends);
    TRY(memory_check(sends, failure, "a word"));
    send_largest(
        &(struct word_class){.length = class->length, .values = class->values, .sends = sends},
        latency);
    *largest = memcmp(sends, class->sends, class->length * sizeof *sends) == 0;
    return STATUS_OK;
}

bool schedule_add_copies(struct schedule *schedule) {
    size_t count = (size_t)schedule->ports * (size_t)(schedule->depth - schedule->latency + 1);
    schedule->copies = memory_new(count, sizeof *schedule->copies);
    return schedule->copies;
}

struct coloured_word *schedule_add_coloured(struct schedule *schedule, int length) {
    size_t count = (size_t)schedule->ports * (size_t)length;
    if (!memory_make_room(&schedule->coloured, schedule->coloured_count,
                          sizeof *schedule->coloured))
        return NULL;
    struct coloured_word *word = &schedule->coloured[schedule->coloured_count++];
    *word = (struct coloured_word){length, memory_new(count, sizeof *word->values)};
    return word->values ? word : NULL;
}

/* --- all --- */

void schedule_processors(const struct schedule *schedule, mpz_ptr processors) {
    static const unsigned heads[] = {
        [PARTIAL_NONE] = 0, [PARTIAL_SINGLE] = 1, [PARTIAL_DOUBLE] = 2};
    mpz_set_ui(processors, schedule->receive_only != SCHEDULE_NOBODY);
    mpz_add_ui(processors, processors, heads[schedule->partial.form]);
    for (size_t i = 0; i < schedule->block_count; i++) {
        const struct block_class *class = &schedule->blocks[i];
        long words = class->size > 1 ? schedule->ports : 1;
        mpz_addmul_ui(processors, class->count, (unsigned long)(words * class->size));
    }
    for (int v = 0; v <= schedule->depth && schedule->loose; v++)
        mpz_add(processors, processors, schedule->loose[v]);
    for (size_t i = 0; i < schedule->coloured_count; i++)
        mpz_add_ui(processors, processors, (unsigned long)schedule->coloured[i].length);
    for (size_t i = 0; i < schedule->word_count; i++)
        mpz_addmul_ui(processors, schedule->words[i].count,
                      schedule->words[i].length / (size_t)schedule->period);
}

size_t schedule_places(const struct schedule *schedule) {
    size_t places = 0;
    for (size_t i = 0; i < schedule->block_count; i++)
        places += (size_t)schedule->blocks[i].size;
    for (size_t i = 0; i < schedule->word_count; i++)
        places += schedule->words[i].length;
    return places;
}

enum status schedule_finish(struct schedule *schedule, mpz_srcptr processors,
                            struct failure *failure) {
    BIG(found);
    schedule_sort(schedule);
    enum status status = schedule_check(schedule, failure);
    schedule_processors(schedule, found);
    if (!status && mpz_cmp(found, processors) != 0)
        status = failure_internal(failure, "the schedule serves another number");
    if (status)
        schedule_clear(schedule);
    return status;
}

enum status schedule_end(struct schedule *schedule, enum status status, mpz_srcptr processors,
                         struct failure *failure) {
    if (!status)
        return schedule_finish(schedule, processors, failure);
    schedule_clear(schedule);
    return status;
}

/* --- blocks --- */

static int compare_ranges(const struct leaf_range *x, const struct leaf_range *y) {
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return (x->copies > y->copies) - (x->copies < y->copies);
}

/* Classes of the schedule whose ranges these are. */
static int compare_blocks(const void *a, const void *b, void *all_ranges) {
    const struct block_class *x = a, *y = b;
    const struct leaf_range *ranges = all_ranges;
    size_t more = x->range_end - x->first, others = y->range_end - y->first;
    if (x->head != y->head)
        return x->head > y->head ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    for (size_t i = 0; i < more && i < others; i++) {
        int order = compare_ranges(&ranges[x->first + i], &ranges[y->first + i]);
        if (order)
            return order;
    }
    if (more != others)
        return more < others ? -1 : 1;
    return x->ordered - y->ordered;
}

static void sort_blocks(struct schedule *schedule) {
    struct block_class *blocks = schedule->blocks;
    size_t kept = 0;
    if (schedule->block_count == 0)
        return;
    qsort_r(blocks, schedule->block_count, sizeof *blocks, compare_blocks, schedule->ranges);
    for (size_t i = 1; i < schedule->block_count; i++) {
        if (compare_blocks(&blocks[kept], &blocks[i], schedule->ranges) == 0) {
            mpz_add(blocks[kept].count, blocks[kept].count, blocks[i].count);
            mpz_clear(blocks[i].count);
        } else {
            blocks[++kept] = blocks[i];
        }
    }
    schedule->block_count = kept + 1;
}

/* --- words --- */

static int largest_value(const struct word_class *class) {
    int largest = 0;
    for (size_t p = 0; p < class->length; p++)
        largest = class->values[p] > largest ? class->values[p] : largest;
    return largest;
}

static int compare_lists(const int *a, const int *b, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_words(const void *left, const void *right) {
    const struct word_class *a = left, *b = right;
    int difference = largest_value(b) - largest_value(a);
    if (difference)
        return difference;
    if (a->length != b->length)
        return a->length < b->length ? 1 : -1;
    difference = compare_lists(a->values, b->values, a->length);
    return difference ? difference : compare_lists(a->sends, b->sends, a->length);
}

static void sort_words(struct schedule *schedule) {
    size_t kept = 0;
    if (schedule->word_count == 0)
        return;
    qsort(schedule->words, schedule->word_count, sizeof *schedule->words, compare_words);
    for (size_t i = 1; i < schedule->word_count; i++) {
        struct word_class *class = &schedule->words[i], *last = &schedule->words[kept];
        if (compare_words(last, class) == 0) {
            mpz_add(last->count, last->count, class->count);
            FREE_ALL(class->values, class->sends);
            mpz_clear(class->count);
        } else {
            schedule->words[++kept] = *class;
        }
    }
    schedule->word_count = kept + 1;
}

void schedule_sort(struct schedule *schedule) {
    sort_words(schedule);
    sort_blocks(schedule);
}
