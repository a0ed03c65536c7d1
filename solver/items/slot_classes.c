/* SPDX-License-Identifier: MIT */
#include "solver/items/slot_classes.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "automata/word.h"

/* The rows of one word, one for each position at TIME 0: slots[starts[p]..starts[p+1]-1]. */
struct word_slots {
    const struct word_class *class;
    size_t *starts; /* [length + 1] */
    int *slots;     /* ascending for each row */
};

static void word_slots_clear(struct word_slots *word) {
    FREE_ALL(word->starts, word->slots);
    *word = (struct word_slots){0};
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

/* A row, borrowed: `times` stand in the slots of its word, `busy` has room for t. */
struct row {
    const int *times;
    int *busy;
    int slots, busy_count;
    uint64_t busy_sum; /* of all rows so far */
};

/* The row that is at position p at TIME 0; when it sends what the stream carries. */
static void row_find(struct row *row, const struct word_slots *word, size_t p, int end, int depth) {
    const struct word_class *class = word->class;
    row->slots = (int)(word->starts[p + 1] - word->starts[p]);
    row->times = word->slots + word->starts[p];
    row->busy_count = 0;
    for (int x = row->slots ? row->times[0] : depth; x < depth; x++) {
        int u = class->sends[(p + (size_t)x) % class->length];
        if (u != CLOSED_WORD_SILENT && u + x < end)
            row->busy[row->busy_count++] = x;
    }
    row->busy_sum += (uint64_t)row->busy_count;
}

/* --- classes --- */

static int compare_times(const int *a, int a_count, const int *b, int b_count) {
    for (int i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return (a_count > b_count) - (a_count < b_count);
}

int slot_class_compare_busy(const struct slot_class *a, const struct slot_class *b) {
    return compare_times(a->busy_times, a->busy, b->busy_times, b->busy);
}

static int compare_row(const struct slot_class *class, const struct row *row) {
    int order = compare_times(class->times, class->slots, row->times, row->slots);
    return order ? order
                 : compare_times(class->busy_times, class->busy, row->busy, row->busy_count);
}

static int compare(const void *a, const void *b) {
    const struct slot_class *second = b;
    const struct row row = {second->times, second->busy_times, second->slots, second->busy, 0};
    return compare_row(a, &row);
}

static void class_clear(struct slot_class *class) {
    FREE_ALL(class->times, class->busy_times);
    mpz_clear(class->rows);
}

/* Takes one more class, not merged yet. */
static enum status add_class(struct slot_classes *classes, const struct row *row, mpz_srcptr rows,
                             struct failure *failure) {
    if (!memory_make_room(&classes->classes, classes->count, sizeof *classes->classes))
        return failure_memory(failure, "the slots of a stream");
    struct slot_class *class = &classes->classes[classes->count];
    *class = (struct slot_class){.slots = row->slots,
                                 .times = memory_new((size_t)row->slots, sizeof(int)),
                                 .busy = row->busy_count,
                                 .busy_times = memory_new((size_t)row->busy_count, sizeof(int))};
    mpz_init_set(class->rows, rows);
    if (!class->times || !class->busy_times) {
        class_clear(class);
        return failure_memory(failure, "the slots of a stream");
    }
    memcpy(class->times, row->times, (size_t)row->slots * sizeof(int));
    memcpy(class->busy_times, row->busy, (size_t)row->busy_count * sizeof(int));
    classes->count++;
    return STATUS_OK;
}

enum status slot_classes_add(struct slot_classes *classes, const int *times, int slots,
                             mpz_srcptr rows, struct failure *failure) {
    int none = 0;
    return add_class(classes, &(struct row){times, &none, slots, 0, 0}, rows, failure);
}

/* `row`: room for one. */
static enum status add_word(struct slot_classes *classes, const struct word_class *class,
                            struct row *row, const struct limits *limits, struct failure *failure) {
    enum { ASKED = 4096 }; /* positions between two questions whether to go on */
    CLEANUP(word_slots_clear) struct word_slots word = {0};
    int end = classes->latency + classes->depth;
    TRY(word_slots_init(&word, class, end, failure));
    word_slots_fill(&word, end);
    for (size_t p = 0; p < class->length; p++) {
        row_find(row, &word, p, end, classes->depth);
        if (p % ASKED == 0)
            TRY(limits_check(limits, failure));
        if (row->slots == 0)
            return failure_set(failure, STATUS_INTERNAL, "a processor has no slot");
        if (row->busy_sum > SLOT_CLASSES_MOST_SLOTS)
            return failure_set(failure, STATUS_LIMIT, "the words of the stream send too much");
        TRY(add_class(classes, row, class->count, failure));
    }
    return STATUS_OK;
}

void slot_classes_merge(struct slot_classes *classes) {
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
                              const struct limits *limits, struct failure *failure) {
    CLEANUP(slot_classes_clear)
    struct slot_classes result = {.latency = words->latency, .depth = words->depth};
    require(words->period == 1 && words->block_count == 0 &&
            words->receive_only == SCHEDULE_NOBODY);
    FREED int *busy = memory_new((size_t)words->depth, sizeof *busy);
    struct row row = {.busy = busy};
    TRY(memory_check(busy, failure, "the slots of a stream"));
    TRY(check_size(words, failure));
    for (size_t w = 0; w < words->word_count; w++)
        TRY(add_word(&result, &words->words[w], &row, limits, failure));
    slot_classes_merge(&result);
    *classes = TAKE(result);
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

static int find_class(const struct slot_classes *classes, const struct row *row) {
    size_t low = 0, high = classes->count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_row(&classes->classes[middle], row) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low;
}

enum status slot_classes_of_rows(const struct slot_classes *classes, const struct schedule *words,
                                 int *classes_of, struct failure *failure) {
    int end = classes->latency + classes->depth, next = 0;
    FREED int *busy = memory_new((size_t)classes->depth, sizeof *busy);
    struct row row = {.busy = busy};
    TRY(memory_check(busy, failure, "the slots of a stream"));
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        CLEANUP(word_slots_clear) struct word_slots word = {0};
        TRY(word_slots_init(&word, class, end, failure));
        word_slots_fill(&word, end);
        for (size_t p = 0; p < class->length; p++) {
            row_find(&row, &word, p, end, classes->depth);
            int found = find_class(classes, &row);
            for (long i = 0; i < mpz_get_si(class->count); i++)
                classes_of[next++] = found;
        }
    }
    return STATUS_OK;
}
