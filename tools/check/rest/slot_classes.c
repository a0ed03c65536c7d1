/* SPDX-License-Identifier: MIT */
#include "rest/slot_classes.h"

#include "core/memory.h"

#include <stdlib.h>

static void clear_class(struct slot_class *class) {
    mpz_clear(class->rows);
    free(class->times);
    free(class->busy_times);
}

void slot_classes_clear(struct slot_classes *slots) {
    for (size_t c = 0; c < slots->count; c++)
        clear_class(&slots->classes[c]);
    free(slots->classes);
}

/* --- the rows of one word --- */

static bool too_large(const struct slot_classes *slots) {
    return read_malformed(slots->reader,
                          "too large: the rows have more than %d slots and TIMEs at which they are "
                          "busy, or the words more than %d positions",
                          (int)SLOT_CLASSES_SLOTS, (int)SLOT_CLASSES_POSITIONS);
}

/* Two looks at each TIME for each row, its memory, and sorting, which looks 22 times at all slots
 * at most, two or three times for a unit. */
static bool has_room(struct slot_classes *slots, const struct closed_word *word, uint64_t sum,
                     mpz_srcptr count) {
    if (slots->slots + sum > SLOT_CLASSES_SLOTS ||
        slots->count + word->length > SLOT_CLASSES_POSITIONS)
        return too_large(slots);
    return read_charge(slots->reader, 12 * sum + (uint64_t)word->length *
                                                     (32 + 4 * slots->depth + mpz_size(count)));
}

/* Of the row that is at position p at TIME 0. What it receives has a value of t at most, so before
 * TIME L it has no slot. */
static struct slot_class class_of(const struct slot_classes *slots, const struct closed_word *word,
                                  uint32_t p, uint32_t most) {
    struct slot_class class = {.times = memory_zeroed(most, sizeof *class.times)};
    size_t capacity = 0;
    uint32_t end = slots->latency + slots->depth;
    uint32_t q = (uint32_t)(((uint64_t)p + slots->latency) % word->length);
    for (uint32_t y = slots->latency; y < end; y++) {
        uint32_t u = word->sent[q];
        if ((uint64_t)word->value[q] + y >= end)
            class.times[class.slots++] = y;
        if (class.slots > 0 && y < slots->depth && u != CLOSED_WORD_NOTHING &&
            (uint64_t)u + y < end) {
            class.busy_times = memory_grow(class.busy_times, &capacity, (size_t) class.busy + 1,
                                           sizeof *class.busy_times);
            class.busy_times[class.busy++] = y;
        }
        q = q + 1 == word->length ? 0 : q + 1;
    }
    return class;
}

/* A legal word gives all its rows equally many slots, sum / length. */
void slot_classes_add(struct slot_classes *slots, const struct closed_word *word,
                      mpz_srcptr count) {
    uint64_t sum = 0;
    for (uint32_t p = 0; p < word->length; p++)
        sum += word->value[p];
    slots->full = slots->full || !has_room(slots, word, sum, count);
    if (slots->full)
        return;
    slots->slots += sum;
    slots->classes = memory_grow(slots->classes, &slots->capacity, slots->count + word->length,
                                 sizeof *slots->classes);
    for (uint32_t p = 0; p < word->length && !slots->full; p++) {
        struct slot_class *class = &slots->classes[slots->count++];
        *class = class_of(slots, word, p, (uint32_t)(sum / word->length));
        mpz_init_set(class->rows, count);
        slots->slots += class->busy;
        slots->full = slots->slots > SLOT_CLASSES_SLOTS && !too_large(slots);
    }
}

/* --- classes --- */

static int compare_times(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count) {
    for (uint32_t i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return (a_count > b_count) - (a_count < b_count);
}

int slot_class_compare(const struct slot_class *a, const struct slot_class *b) {
    return compare_times(a->times, a->slots, b->times, b->slots);
}

static int compare(const void *a, const void *b) {
    const struct slot_class *x = a, *y = b;
    int order = slot_class_compare(x, y);
    return order != 0 ? order : compare_times(x->busy_times, x->busy, y->busy_times, y->busy);
}

void slot_classes_merge(struct slot_classes *slots) {
    size_t kept = 0;
    qsort(slots->classes, slots->count, sizeof *slots->classes, compare);
    for (size_t c = 1; c < slots->count; c++) {
        struct slot_class *last = &slots->classes[kept], *next = &slots->classes[c];
        if (compare(last, next) != 0) {
            slots->classes[++kept] = *next;
            continue;
        }
        mpz_add(last->rows, last->rows, next->rows);
        clear_class(next);
    }
    slots->count = kept + 1;
}
