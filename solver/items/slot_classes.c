/* SPDX-License-Identifier: MIT */
#include "solver/items/slot_classes.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "automata/require.h"

/* The rows of one word, one for each position at TIME 0: slots[starts[p]..starts[p+1]-1]. */
struct word_slots {
    const struct word_class *class;
    size_t *starts; /* [length + 1] */
    int *slots;     /* ascending for each row */
};

static void word_slots_clear(struct word_slots *word) {
    free(word->starts);
    free(word->slots);
}

static size_t sum_of(const struct word_class *class) {
    size_t sum = 0;
    for (size_t p = 0; p < class->length; p++)
        sum += (size_t) class->values[p];
    return sum;
}

/* The row that is at position q of a word of this length at TIME y. */
static size_t row_at(size_t length, size_t q, int y) {
    return (q + length - (size_t)y % length) % length;
}

/* The value v is received in a slot at each TIME of L+t-v .. L+t-1. */
static enum status word_slots_init(struct word_slots *word, const struct word_class *class, int end,
                                   struct failure *failure) {
    size_t length = class->length, sum = sum_of(class);
    *word = (struct word_slots){class, memory_new(length + 2, sizeof *word->starts),
                                memory_new(sum, sizeof *word->slots)};
    if (!word->starts || !word->slots) {
        word_slots_clear(word);
        return failure_memory(failure, "the slots of a stream");
    }
    for (size_t q = 0; q < length; q++)
        for (int y = end - class->values[q]; y < end; y++)
            word->starts[row_at(length, q, y) + 2]++;
    for (size_t p = 0; p < length; p++)
        word->starts[p + 2] += word->starts[p + 1];
    return STATUS_OK;
}

/* In the order of TIME, so that each row's slots ascend; at one TIME a row receives but once. */
static void word_slots_fill(struct word_slots *word, int end) {
    const struct word_class *class = word->class;
    size_t length = class->length;
    int most = 0;
    for (size_t q = 0; q < length; q++)
        most = class->values[q] > most ? class->values[q] : most;
    for (int y = end - most; y < end; y++)
        for (size_t q = 0; q < length; q++)
            if (class->values[q] >= end - y)
                word->slots[word->starts[row_at(length, q, y) + 1]++] = y;
}

/* The first TIME from `from` on at which the row that is at position p at TIME 0 sends what the
 * stream carries; t if there is none. */
static int free_until(const struct word_class *class, size_t p, int from, int end, int depth) {
    for (int x = from; x < depth; x++) {
        int u = class->sends[(p + (size_t)x) % class->length];
        if (u != CLOSED_WORD_SILENT && u + x < end)
            return x;
    }
    return depth;
}

/* --- classes --- */

static int compare_times(const struct slot_class *a, const int *times, int slots) {
    for (int i = 0; i < a->slots && i < slots; i++)
        if (a->times[i] != times[i])
            return a->times[i] < times[i] ? -1 : 1;
    return (a->slots > slots) - (a->slots < slots);
}

static int compare(const void *a, const void *b) {
    const struct slot_class *second = b;
    return compare_times(a, second->times, second->slots);
}

/* Takes one more class, not merged yet. */
static enum status add_class(struct slot_classes *classes, size_t *room, const int *times,
                             int slots, struct failure *failure) {
    if (classes->count == *room) {
        size_t more = 2 * *room + 64;
        struct slot_class *grown = memory_resize(classes->classes, more, sizeof *grown);
        if (!grown)
            return failure_memory(failure, "the slots of a stream");
        classes->classes = grown;
        *room = more;
    }
    struct slot_class *class = &classes->classes[classes->count];
    *class = (struct slot_class){.slots = slots, .times = memory_new((size_t)slots, sizeof(int))};
    if (!class->times)
        return failure_memory(failure, "the slots of a stream");
    memcpy(class->times, times, (size_t)slots * sizeof *times);
    mpz_init(class->rows);
    classes->count++;
    return STATUS_OK;
}

static enum status add_word(struct slot_classes *classes, size_t *room,
                            const struct word_class *class, struct failure *failure) {
    struct word_slots word;
    int end = classes->latency + classes->depth;
    enum status status = word_slots_init(&word, class, end, failure);
    if (status)
        return status;
    word_slots_fill(&word, end);
    for (size_t p = 0; p < class->length && !status; p++) {
        int slots = (int)(word.starts[p + 1] - word.starts[p]);
        const int *times = word.slots + word.starts[p];
        if (slots == 0) {
            status = failure_set(failure, STATUS_INTERNAL, "a processor has no slot");
            break;
        }
        status = add_class(classes, room, times, slots, failure);
        if (status)
            break;
        struct slot_class *added = &classes->classes[classes->count - 1];
        added->until = free_until(class, p, times[0], end, classes->depth);
        mpz_set(added->rows, class->count);
    }
    word_slots_clear(&word);
    return status;
}

static void class_clear(struct slot_class *class) {
    free(class->times);
    mpz_clear(class->rows);
}

static void merge(struct slot_classes *classes) {
    size_t kept = 0;
    if (classes->count == 0)
        return;
    qsort(classes->classes, classes->count, sizeof *classes->classes, compare);
    for (size_t i = 1; i < classes->count; i++) {
        struct slot_class *last = &classes->classes[kept], *next = &classes->classes[i];
        if (compare(last, next) != 0) {
            classes->classes[++kept] = *next;
            continue;
        }
        mpz_add(last->rows, last->rows, next->rows);
        last->until = next->until < last->until ? next->until : last->until;
        class_clear(next);
    }
    classes->count = kept + 1;
}

static enum status check_size(const struct schedule *words, struct failure *failure) {
    uint64_t slots = 0, steps = 0;
    for (size_t w = 0; w < words->word_count; w++) {
        slots += sum_of(&words->words[w]);
        steps += (uint64_t)words->words[w].length * (uint64_t)words->depth;
        if (slots > SLOT_CLASSES_MOST_SLOTS || steps > SLOT_CLASSES_MOST_STEPS)
            return failure_set(failure, STATUS_LIMIT, "the words of the stream are too long");
    }
    return STATUS_OK;
}

enum status slot_classes_init(struct slot_classes *classes, const struct schedule *words,
                              struct failure *failure) {
    struct slot_classes result = {.latency = words->latency, .depth = words->depth};
    size_t room = 0;
    require(words->period == 1 && words->block_count == 0 &&
            words->receive_only == SCHEDULE_NOBODY);
    enum status status = check_size(words, failure);
    for (size_t w = 0; w < words->word_count && !status; w++)
        status = add_word(&result, &room, &words->words[w], failure);
    if (status) {
        slot_classes_clear(&result);
        return status;
    }
    merge(&result);
    *classes = result;
    return STATUS_OK;
}

void slot_classes_clear(struct slot_classes *classes) {
    for (size_t i = 0; i < classes->count; i++)
        class_clear(&classes->classes[i]);
    free(classes->classes);
    *classes = (struct slot_classes){0};
}

/* --- rows --- */

void slot_classes_rows(const struct slot_classes *classes, mpz_ptr rows) {
    mpz_set_ui(rows, 0);
    for (size_t c = 0; c < classes->count; c++)
        mpz_add(rows, rows, classes->classes[c].rows);
}

static int find_class(const struct slot_classes *classes, const int *times, int slots) {
    size_t low = 0, high = classes->count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_times(&classes->classes[middle], times, slots) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low;
}

enum status slot_classes_of_rows(const struct slot_classes *classes, const struct schedule *words,
                                 int *classes_of, struct failure *failure) {
    int end = classes->latency + classes->depth, row = 0;
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        struct word_slots word;
        enum status status = word_slots_init(&word, class, end, failure);
        if (status)
            return status;
        word_slots_fill(&word, end);
        for (size_t p = 0; p < class->length; p++) {
            int found = find_class(classes, word.slots + word.starts[p],
                                   (int)(word.starts[p + 1] - word.starts[p]));
            for (long i = 0; i < mpz_get_si(class->count); i++)
                classes_of[row++] = found;
        }
        word_slots_clear(&word);
    }
    return STATUS_OK;
}
