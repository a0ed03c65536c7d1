#include "solver/model/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/word.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"

void schedule_init(struct schedule *schedule, int latency, int depth) {
    *schedule = (struct schedule){.latency = latency, .depth = depth, .receive_only = depth};
}

static void class_clear(struct block_class *class) {
    free(class->letters);
    mpz_clear(class->count);
}

void schedule_clear(struct schedule *schedule) {
    for (size_t i = 0; i < schedule->class_count; i++)
        class_clear(&schedule->classes[i]);
    free(schedule->classes);
    *schedule = (struct schedule){0};
}

static int compare_letters(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static enum status grow(struct schedule *schedule, struct failure *failure) {
    if (schedule->class_count < schedule->class_room)
        return STATUS_OK;
    size_t room = 2 * schedule->class_room + 16;
    struct block_class *classes = memory_resize(schedule->classes, room, sizeof *schedule->classes);
    if (!classes)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu blocks", room);
    schedule->classes = classes;
    schedule->class_room = room;
    return STATUS_OK;
}

enum status schedule_add_word(struct schedule *schedule, int size, mpz_srcptr count,
                              const int *word, struct failure *failure) {
    enum status status = grow(schedule, failure);
    if (status)
        return status;
    struct block_class class = {.size = size, .ordered = true};
    class.letters = memory_new((size_t)size, sizeof(int));
    if (!class.letters)
        return failure_set(failure, STATUS_MEMORY, "not enough memory for a block of %d", size);
    if (size > 1)
        memcpy(class.letters, word, ((size_t)size - 1) * sizeof(int));
    mpz_init_set(class.count, count);
    schedule->classes[schedule->class_count++] = class;
    return STATUS_OK;
}

enum status schedule_add(struct schedule *schedule, int size, mpz_srcptr count, const int *letters,
                         struct failure *failure) {
    enum status status = schedule_add_word(schedule, size, count, letters, failure);
    if (status)
        return status;
    struct block_class *class = &schedule->classes[schedule->class_count - 1];
    class->ordered = false;
    bool ascending = true;
    for (int i = 1; i < size - 1 && ascending; i++)
        ascending = class->letters[i - 1] <= class->letters[i];
    if (!ascending)
        qsort(class->letters, (size_t)size - 1, sizeof(int), compare_letters);
    return STATUS_OK;
}

static int compare_classes(const void *a, const void *b) {
    const struct block_class *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    for (int i = 0; i < x->size - 1; i++)
        if (x->letters[i] != y->letters[i])
            return x->letters[i] < y->letters[i] ? -1 : 1;
    return x->ordered - y->ordered;
}

void schedule_sort(struct schedule *schedule) {
    size_t kept = 0;
    if (schedule->class_count)
        qsort(schedule->classes, schedule->class_count, sizeof *schedule->classes, compare_classes);
    for (size_t i = 0; i < schedule->class_count; i++) {
        struct block_class *class = &schedule->classes[i];
        if (kept && compare_classes(&schedule->classes[kept - 1], class) == 0) {
            mpz_add(schedule->classes[kept - 1].count, schedule->classes[kept - 1].count,
                    class->count);
            class_clear(class);
        } else {
            schedule->classes[kept++] = *class;
        }
    }
    schedule->class_count = kept;
}

enum status schedule_order(struct schedule *schedule, struct failure *failure) {
    for (size_t i = 0; i < schedule->class_count; i++) {
        struct block_class *class = &schedule->classes[i];
        if (class->ordered)
            continue;
        enum status status = arrangement_order(schedule->latency - 1, class->letters,
                                               (size_t) class->size - 1, failure);
        if (status)
            return failure_set(failure, status == STATUS_INPUT ? STATUS_INTERNAL : status,
                               "a block of %d processors can't be ordered to a legal word",
                               class->size);
        class->ordered = true;
    }
    return STATUS_OK;
}

void schedule_processors(const struct schedule *schedule, mpz_ptr processors) {
    mpz_set_ui(processors, 1);
    for (size_t i = 0; i < schedule->class_count; i++)
        mpz_addmul_ui(processors, schedule->classes[i].count,
                      (unsigned long)schedule->classes[i].size);
}

size_t schedule_size(const struct schedule *schedule) {
    size_t places = 0;
    for (size_t i = 0; i < schedule->class_count; i++)
        places += (size_t)schedule->classes[i].size;
    return places;
}

/* How often each letter is used: `few` counts the letters of single blocks, `many` those of
 * multiple ones. */
struct use {
    long *few;
    mpz_t *many;
};

/* Adds the class to the letter counts and tells whether its word or sum is right. */
static enum status check_class(const struct block_class *class, int latency, struct use *use,
                               struct failure *failure) {
    size_t count = (size_t) class->size - 1;
    bool good = word_sum_is_divisible(latency - 1, class->letters, count);
    if (mpz_sgn(class->count) <= 0) /* counts that cancel out would hide a block */
        return failure_set(failure, STATUS_INTERNAL, "a class of blocks of %d is not there",
                           class->size);
    if (good && class->ordered) {
        enum status status = word_check(latency - 1, class->letters, count, &good, failure);
        if (status)
            return status;
    }
    if (!good)
        return failure_set(failure, STATUS_INTERNAL, "a block of %d processors has no legal word",
                           class->size);
    bool single = mpz_cmp_ui(class->count, 1) == 0;
    for (size_t i = 0; i < count; i++) {
        int letter = class->letters[i];
        if (letter < 0 || letter >= latency)
            return failure_set(failure, STATUS_INTERNAL, "letter %d is not in 0..%d", letter,
                               latency - 1);
        if (single)
            use->few[letter]++;
        else
            mpz_add(use->many[letter], use->many[letter], class->count);
    }
    return STATUS_OK;
}

/* The classes stand in ascending order of size; blocks of size r must number f_{m-r}, the root one.
 */
static enum status check_sizes(const struct schedule *schedule, const struct instance *instance,
                               struct failure *failure) {
    struct sequence walk;
    enum status status = sequence_init(&walk, instance->latency, failure);
    if (status)
        return status;
    mpz_t found;
    mpz_init(found);
    size_t next = schedule->class_count;
    for (int size = instance->root_size; size >= 1 && !status; size--) {
        mpz_set_ui(found, 0);
        for (; next && schedule->classes[next - 1].size == size; next--)
            mpz_add(found, found, schedule->classes[next - 1].count);
        bool right;
        if (size > instance->largest) {
            right = mpz_cmp_ui(found, size == instance->root_size) == 0;
        } else {
            right = mpz_cmp(found, sequence_value(&walk)) == 0;
            sequence_next(&walk);
        }
        if (!right)
            status =
                failure_set(failure, STATUS_INTERNAL, "wrong number of blocks of size %d", size);
    }
    if (!status && next)
        status = failure_set(failure, STATUS_INTERNAL, "blocks are not in ascending order");
    mpz_clear(found);
    sequence_clear(&walk);
    return status;
}

static bool use_is_exact(const struct use *use, const struct instance *instance, int letter) {
    mpz_t total;
    mpz_init_set_si(total, use->few[letter]);
    mpz_add(total, total, use->many[letter]);
    bool exact = mpz_cmp(total, instance->letters[letter]) == 0;
    mpz_clear(total);
    return exact;
}

static enum status check_letters(const struct schedule *schedule, const struct instance *instance,
                                 struct failure *failure) {
    int latency = instance->latency;
    struct use use = {memory_new((size_t)latency, sizeof(long)),
                      memory_new((size_t)latency, sizeof(mpz_t))};
    enum status status = STATUS_OK;
    if (!use.few || !use.many)
        status = failure_memory(failure, NULL);
    for (int j = 0; j < latency && use.many; j++)
        mpz_init(use.many[j]);
    if (!status)
        use.few[schedule->receive_only]++;
    for (size_t i = 0; i < schedule->class_count && !status; i++)
        status = check_class(&schedule->classes[i], latency, &use, failure);
    for (int j = 0; j < latency && !status; j++)
        if (!use_is_exact(&use, instance, j))
            status = failure_set(failure, STATUS_INTERNAL, "letter %d is not used exactly", j);
    for (int j = 0; j < latency && use.many; j++)
        mpz_clear(use.many[j]);
    free(use.few);
    free(use.many);
    return status;
}

enum status schedule_check(const struct schedule *schedule, struct failure *failure) {
    if (schedule->depth < schedule->latency) {
        if (schedule->class_count || schedule->receive_only != schedule->depth)
            return failure_set(failure, STATUS_INTERNAL, "t < L has one processor and no block");
        return STATUS_OK;
    }
    struct instance instance;
    enum status status = instance_init(&instance, schedule->latency, schedule->depth, failure);
    if (status)
        return status;
    if (schedule->receive_only < 0 || schedule->receive_only >= schedule->latency)
        status = failure_set(failure, STATUS_INTERNAL, "receive-only letter %d is not in 0..%d",
                             schedule->receive_only, schedule->latency - 1);
    if (!status)
        status = check_sizes(schedule, &instance, failure);
    if (!status)
        status = check_letters(schedule, &instance, failure);
    instance_clear(&instance);
    return status;
}
