#include "solver/model/pruned.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/model/numbers.h"

void pruned_init(struct pruned *pruned, int latency, int depth) {
    *pruned = (struct pruned){.latency = latency, .depth = depth, .receive_only = depth};
}

void pruned_clear(struct pruned *pruned) {
    for (size_t i = 0; i < pruned->class_count; i++)
        mpz_clear(pruned->classes[i].count);
    free(pruned->classes);
    free(pruned->ranges);
    *pruned = (struct pruned){0};
}

static bool make_room(struct pruned *pruned, size_t ranges) {
    if (pruned->class_count == pruned->class_room) {
        size_t room = 2 * pruned->class_room + 64;
        struct pruned_class *classes = memory_resize(pruned->classes, room, sizeof *classes);
        if (!classes)
            return false;
        pruned->classes = classes;
        pruned->class_room = room;
    }
    if (pruned->range_count + ranges >= pruned->range_room) { /* there are always some */
        size_t room = 2 * pruned->range_room + ranges + 64;
        struct leaf_range *list = memory_resize(pruned->ranges, room, sizeof *list);
        if (!list)
            return false;
        pruned->ranges = list;
        pruned->range_room = room;
    }
    return true;
}

enum status pruned_add_ranges(struct pruned *pruned, int head, int size,
                              const struct leaf_range *ranges, size_t range_count, int raised,
                              mpz_srcptr count, struct failure *failure) {
    if (!make_room(pruned, range_count))
        return failure_memory(failure, "a schedule");
    struct pruned_class *class = &pruned->classes[pruned->class_count++];
    *class =
        (struct pruned_class){.head = head + raised, .size = size, .first = pruned->range_count};
    for (size_t i = 0; i < range_count; i++) {
        struct leaf_range *range = &pruned->ranges[pruned->range_count++];
        *range = ranges[i];
        range->first += raised;
        range->last += raised;
    }
    class->range_end = pruned->range_count;
    assert(pruned->range_count <= pruned->range_room && pruned->class_count <= pruned->class_room);
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

enum status pruned_add(struct pruned *pruned, int head, int size, const int *leaves,
                       mpz_srcptr count, struct failure *failure) {
    int *sorted = memory_new((size_t)size, sizeof *sorted);
    struct leaf_range *ranges = memory_new((size_t)size, sizeof *ranges);
    enum status status = STATUS_OK;
    if (!sorted || !ranges) {
        status = failure_memory(failure, "a block");
    } else {
        size_t leaf_count = (size_t)size - 1;
        if (leaf_count)
            memcpy(sorted, leaves, leaf_count * sizeof *sorted);
        sort_numbers(sorted, leaf_count);
        status = pruned_add_ranges(pruned, head, size, ranges, ranges_of(sorted, size - 1, ranges),
                                   0, count, failure);
    }
    free(sorted);
    free(ranges);
    return status;
}

static int compare_ranges(const struct leaf_range *x, const struct leaf_range *y) {
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return (x->copies > y->copies) - (x->copies < y->copies);
}

/* A class beside its ranges, to be sorted without the rest of the schedule. */
struct sorted_class {
    struct pruned_class class;
    const struct leaf_range *ranges;
    size_t range_count;
};

static int compare_classes(const void *a, const void *b) {
    const struct sorted_class *x = a, *y = b;
    if (x->class.head != y->class.head)
        return x->class.head > y->class.head ? -1 : 1;
    if (x->class.size != y->class.size)
        return x->class.size < y->class.size ? -1 : 1;
    for (size_t i = 0; i < x->range_count && i < y->range_count; i++) {
        int order = compare_ranges(&x->ranges[i], &y->ranges[i]);
        if (order)
            return order;
    }
    return (x->range_count > y->range_count) - (x->range_count < y->range_count);
}

/* Into pruned->classes, equal ones merged. */
static void take_sorted(struct pruned *pruned, const struct sorted_class *sorted) {
    size_t kept = 0;
    for (size_t i = 0; i < pruned->class_count; i++) {
        if (i > 0 && compare_classes(&sorted[i - 1], &sorted[i]) == 0) {
            struct pruned_class same = sorted[i].class;
            assert(kept > 0 && mpz_sgn(same.count) >= 0);
            mpz_ptr count = pruned->classes[kept - 1].count;
            mpz_add(count, count, same.count);
            mpz_clear(same.count);
        } else {
            pruned->classes[kept++] = sorted[i].class;
        }
    }
    pruned->class_count = kept;
}

/* Orders classes by head, descending, then by size and leaves, and merges equal ones: the form that
 * is written. */
static enum status sort(struct pruned *pruned, struct failure *failure) {
    struct sorted_class *sorted = memory_new(pruned->class_count + 1, sizeof *sorted);
    if (!sorted)
        return failure_memory(failure, "a schedule");
    for (size_t i = 0; i < pruned->class_count; i++) {
        const struct pruned_class *class = &pruned->classes[i];
        sorted[i] = (struct sorted_class){*class, pruned->ranges + class->first,
                                          class->range_end - class->first};
    }
    qsort(sorted, pruned->class_count, sizeof *sorted, compare_classes);
    take_sorted(pruned, sorted);
    free(sorted);
    return STATUS_OK;
}

void pruned_processors(const struct pruned *pruned, mpz_ptr processors) {
    mpz_set_ui(processors, 1);
    for (size_t i = 0; i < pruned->class_count; i++)
        mpz_addmul_ui(processors, pruned->classes[i].count, (unsigned long)pruned->classes[i].size);
}

size_t pruned_places(const struct pruned *pruned) {
    size_t places = 0;
    for (size_t i = 0; i < pruned->class_count; i++)
        places += (size_t)pruned->classes[i].size;
    return places;
}

/* Sizes, values and Hall's condition. */
static enum status check_class(const struct pruned *pruned, const struct pruned_class *class,
                               struct failure *failure) {
    long leaves = 0, sum = class->head, before = -1;
    bool good = mpz_sgn(class->count) > 0 && class->head <= pruned->depth && class->size >= 1 &&
                class->size <= class->head - pruned->latency + 1;
    for (size_t i = class->first; i < class->range_end && good; i++) {
        const struct leaf_range *range = &pruned->ranges[i];
        long length = (long)range->last - range->first + 1;
        good = range->first > before && length > 0 && range->copies > 0 &&
               range->last <= pruned->depth - pruned->latency;
        before = range->last;
        leaves += length * range->copies;
        sum += (((long)range->first + range->last) * length / 2 % class->size) * range->copies;
        sum %= class->size;
    }
    if (!good || leaves != class->size - 1 || sum % class->size != 0)
        return failure_set(failure, STATUS_INTERNAL,
                           "the block of head %d and size %d has no legal word", class->head,
                           class->size);
    return STATUS_OK;
}

/* taken[w], as differences of neighbours: nodes of value w less those that are sent. */
static void balance(const struct pruned *pruned, mpz_t *taken) {
    mpz_t many;
    mpz_init(many);
    for (size_t i = 0; i < pruned->class_count; i++) {
        const struct pruned_class *class = &pruned->classes[i];
        int sent = class->head - pruned->latency;
        mpz_add(taken[class->head], taken[class->head], class->count);
        mpz_sub(taken[class->head + 1], taken[class->head + 1], class->count);
        mpz_sub(taken[sent - class->size + 1], taken[sent - class->size + 1], class->count);
        mpz_add(taken[sent + 1], taken[sent + 1], class->count);
        for (size_t k = class->first; k < class->range_end; k++) {
            const struct leaf_range *range = &pruned->ranges[k];
            mpz_mul_ui(many, class->count, (unsigned long)range->copies);
            mpz_add(taken[range->first], taken[range->first], many);
            mpz_sub(taken[range->last + 1], taken[range->last + 1], many);
        }
    }
    mpz_add_ui(taken[pruned->receive_only], taken[pruned->receive_only], 1);
    mpz_sub_ui(taken[pruned->receive_only + 1], taken[pruned->receive_only + 1], 1);
    mpz_clear(many);
}

static enum status check_balance(const struct pruned *pruned, struct failure *failure) {
    mpz_t *taken = numbers_new((size_t)pruned->depth + 2);
    enum status status = taken ? STATUS_OK : failure_memory(failure, "a schedule");
    if (taken)
        balance(pruned, taken);
    for (int w = 0; w <= pruned->depth && !status; w++) {
        if (w > 0)
            mpz_add(taken[w], taken[w], taken[w - 1]);
        if (mpz_cmp_ui(taken[w], w == pruned->depth) != 0)
            status = failure_set(failure, STATUS_INTERNAL,
                                 "the value %d is not taken as often as it is sent", w);
    }
    numbers_free(taken, (size_t)pruned->depth + 2);
    return status;
}

enum status pruned_check(const struct pruned *pruned, struct failure *failure) {
    enum status status = STATUS_OK;
    if (pruned->latency < 1 || pruned->depth < 0 || pruned->receive_only < 0 ||
        pruned->receive_only > pruned->depth)
        return failure_set(failure, STATUS_INTERNAL, "the receive-only value %d is out of range",
                           pruned->receive_only);
    for (size_t i = 0; i < pruned->class_count && !status; i++)
        status = check_class(pruned, &pruned->classes[i], failure);
    return status ? status : check_balance(pruned, failure);
}

enum status pruned_finish(struct pruned *pruned, mpz_srcptr processors, struct failure *failure) {
    mpz_t found;
    enum status status = sort(pruned, failure);
    if (!status)
        status = pruned_check(pruned, failure);
    mpz_init(found);
    pruned_processors(pruned, found);
    if (!status && mpz_cmp(found, processors) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "the schedule serves another number");
    mpz_clear(found);
    if (status)
        pruned_clear(pruned);
    return status;
}
