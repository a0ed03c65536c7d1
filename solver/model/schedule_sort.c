/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>

#include "solver/model/schedule.h"

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
            free(class->values);
            free(class->sends);
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
