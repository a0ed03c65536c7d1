/* SPDX-License-Identifier: MIT */
#include "rest/slot_classes.h"

#include "core/memory.h"

#include <stdlib.h>

void slot_classes_init(struct slot_classes *slots, struct reader *reader, uint32_t latency,
                       uint32_t depth) {
    *slots =
        (struct slot_classes){.reader = reader, .latency = latency, .depth = depth, .right = true};
}

void slot_classes_clear(struct slot_classes *slots) {
    for (size_t c = 0; c < slots->class_count; c++)
        mpz_clear(slots->classes[c].rows);
    free(slots->classes);
    free(slots->times);
}

/* --- the rows of one word --- */

static uint64_t sum_of(const struct closed_word *word) {
    uint64_t sum = 0;
    for (uint32_t p = 0; p < word->length; p++)
        sum += word->value[p];
    return sum;
}

/* All slots together, each for every copy of the word, and a look at each TIME for each row. */
static bool has_room(struct slot_classes *slots, const struct closed_word *word, mpz_srcptr count) {
    uint64_t sum = sum_of(word);
    if (slots->time_count + sum > SLOT_CLASSES_SLOTS ||
        slots->class_count + word->length > SLOT_CLASSES_POSITIONS)
        return read_malformed(slots->reader,
                              "too large: the rows have more than %d slots, or the "
                              "words more than %d positions",
                              (int)SLOT_CLASSES_SLOTS, (int)SLOT_CLASSES_POSITIONS);
    return read_charge(slots->reader,
                       4 * sum + (uint64_t)word->length * (slots->depth + mpz_size(count)));
}

/* Where the row that receives at position q at TIME y was at TIME 0. */
static uint32_t position_of(const struct closed_word *word, uint32_t q, uint32_t y) {
    return (uint32_t)(((uint64_t)q + word->length - y % word->length) % word->length);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t free_until(const struct slot_classes *slots, const struct closed_word *word,
                           uint32_t p, uint32_t first) {
    uint64_t end = (uint64_t)slots->latency + slots->depth;
    for (uint32_t x = first; x < slots->depth; x++) {
        uint32_t u = word->sent[((uint64_t)p + x) % word->length];
        if (u != CLOSED_WORD_NOTHING && (uint64_t)u + x < end)
            return x;
    }
    return slots->depth;
}

/* A legal word gives all its rows equally many slots, sum / length. */
static void fill(struct slot_classes *slots, const struct closed_word *word,
                 struct slot_class *rows) {
    uint32_t end = slots->latency + slots->depth;
    for (uint32_t q = 0; q < word->length; q++)
        for (uint32_t y = end - word->value[q]; y < end; y++) {
            struct slot_class *row = &rows[position_of(word, q, y)];
            slots->times[row->first + row->slots++] = y;
        }
}

void slot_classes_add(struct slot_classes *slots, const struct closed_word *word,
                      mpz_srcptr count) {
    slots->right = slots->right && has_room(slots, word, count);
    if (!slots->right)
        return;
    uint32_t each = (uint32_t)(sum_of(word) / word->length);
    size_t first = slots->time_count;
    slots->time_count += (size_t)each * word->length;
    slots->times = memory_grow(slots->times, &slots->time_capacity, slots->time_count + 1,
                               sizeof *slots->times); /* never NULL */
    slots->classes = memory_grow(slots->classes, &slots->class_capacity,
                                 slots->class_count + word->length, sizeof *slots->classes);
    struct slot_class *rows = slots->classes + slots->class_count;
    slots->class_count += word->length;
    for (uint32_t p = 0; p < word->length; p++) {
        rows[p] = (struct slot_class){.first = (uint32_t)(first + (size_t)each * p)};
        mpz_init_set(rows[p].rows, count);
    }
    fill(slots, word, rows);
    for (uint32_t p = 0; p < word->length; p++) {
        uint32_t *times = slots->times + rows[p].first;
        if (rows[p].slots == 0)
            continue; /* `until` is 0 */
        qsort(times, rows[p].slots, sizeof *times, compare_numbers);
        rows[p].until = free_until(slots, word, p, times[0]);
    }
}

/* --- classes --- */

struct keyed {
    const uint32_t *times;
    struct slot_class class;
};

static int compare_keyed(const void *a, const void *b) {
    const struct keyed *x = a, *y = b;
    for (uint32_t i = 0; i < x->class.slots && i < y->class.slots; i++)
        if (x->times[i] != y->times[i])
            return x->times[i] < y->times[i] ? -1 : 1;
    return (x->class.slots > y->class.slots) - (x->class.slots < y->class.slots);
}

void slot_classes_merge(struct slot_classes *slots) {
    size_t count = slots->class_count, kept = 0;
    struct keyed *keyed = memory_zeroed(count, sizeof *keyed);
    for (size_t c = 0; c < count; c++)
        keyed[c] = (struct keyed){slots->times + slots->classes[c].first, slots->classes[c]};
    if (count)
        qsort(keyed, count, sizeof *keyed, compare_keyed);
    for (size_t c = 1; c < count; c++) {
        struct slot_class *last = &keyed[kept].class, *next = &keyed[c].class;
        if (compare_keyed(&keyed[kept], &keyed[c]) != 0) {
            keyed[++kept] = keyed[c];
            continue;
        }
        mpz_add(last->rows, last->rows, next->rows);
        last->until = next->until < last->until ? next->until : last->until;
        mpz_clear(next->rows);
    }
    slots->class_count = count ? kept + 1 : 0;
    for (size_t c = 0; c < slots->class_count; c++)
        slots->classes[c] = keyed[c].class;
    free(keyed);
}
