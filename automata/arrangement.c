/* SPDX-License-Identifier: MIT */
/* Hall's theorem for Z_r, constructively.
 *
 * A partial placement puts some elements at distinct positions with distinct values, where value =
 * position + difference. An element with difference d is inserted while at least two positions are
 * free. Take free positions u and v and put y = u + d.
 *
 *  1. If the value y is free, d goes to u.
 *  2. Otherwise let C = y + v and x_0 = v. While the value C - x_k is taken, let x_{k+1} be the
 *     position that has it. The first free one ends the chain with K = k. Then for k = 1..K the
 *     element at x_k moves to x_{k-1}, d goes to u, and x_K becomes free.
 *
 * The chain ends: x -> C - x and "value -> its position" are injective and x_0 is not occupied, so
 * x_0, x_1, .. are distinct. The move is sound: the element at x_k has value C - x_{k-1}, so
 * difference C - x_{k-1} - x_k, and at x_{k-1} it gets the value C - x_k. The moved elements had
 * the values C - x_0 .. C - x_{K-1} and now have C - x_1 .. C - x_K. Of these C - x_K was free, and
 * the released C - x_0 = y is taken by d.
 *
 * After r-1 insertions one position and one value are free; their difference is the sum of all
 * values minus the sum of all positions minus the placed differences, which is the last
 * difference. */
#include "automata/arrangement.h"

#include "automata/memory.h"
#include "automata/word.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define NONE SIZE_MAX

/* Element 0 is the head, element k the k-th letter. All arrays have `size` entries. */
struct placement {
    size_t size;
    size_t *difference;    /* of an element, mod size */
    size_t *element_at;    /* a position's element, or NONE */
    size_t *position_with; /* a value's position, or NONE */
    size_t *free_position; /* stack of the positions that have no element */
    size_t free_count;
};

static size_t add(const struct placement *placement, size_t left, size_t right) {
    const size_t sum = left + right;
    return sum >= placement->size ? sum - placement->size : sum;
}

static size_t subtract(const struct placement *placement, size_t left, size_t right) {
    return left >= right ? left - right : left + placement->size - right;
}

static void place_element(struct placement *placement, size_t element, size_t position) {
    const size_t value = add(placement, position, placement->difference[element]);
    placement->element_at[position] = element;
    placement->position_with[value] = position;
}

/* Case 2: moves the elements of the chain that starts at the free position `start`, which becomes
 * occupied; returns the position that becomes free. The value C - start is left for the caller. */
static size_t shift_chain(struct placement *placement, size_t constant, size_t start) {
    size_t position = start;
    size_t next = placement->position_with[subtract(placement, constant, start)];
    while (next != NONE) {
        const size_t value = subtract(placement, constant, next);
        const size_t after = placement->position_with[value]; /* read before this move takes it */
        placement->element_at[position] = placement->element_at[next];
        placement->position_with[value] = position;
        position = next;
        next = after;
    }
    return position;
}

/* The insertion step; at least two positions are free. */
static void insert(struct placement *placement, size_t element) {
    const size_t last = placement->free_count - 1;
    const size_t here = placement->free_position[last];
    const size_t other = placement->free_position[last - 1];
    const size_t value = add(placement, here, placement->difference[element]);
    if (placement->position_with[value] != NONE) {
        const size_t constant = add(placement, value, other);
        placement->free_position[last - 1] = shift_chain(placement, constant, other);
    }
    place_element(placement, element, here);
    placement->free_count = last;
}

static void insert_all(struct placement *placement) {
    const size_t last = placement->size - 1;
    for (size_t element = 0; element < last; element++)
        insert(placement, element);
    assert(placement->free_count == 1);
    place_element(placement, last, placement->free_position[0]);
}

static void placement_start(struct placement *placement, int head, const int *letters) {
    const size_t size = placement->size;
    placement->difference[0] = word_residue(head, size);
    for (size_t element = 1; element < size; element++)
        placement->difference[element] = word_residue(letters[element - 1], size);
    for (size_t index = 0; index < size; index++) {
        placement->element_at[index] = NONE;
        placement->position_with[index] = NONE;
        placement->free_position[index] = size - 1 - index; /* lowest position on top */
    }
    placement->free_count = size;
}

/* Rotates the head to position 0 and replaces the letters by those in the order of the positions.
 * `ordered` is scratch for size - 1 letters. */
static void read_word(const struct placement *placement, int *letters, int *ordered) {
    const size_t size = placement->size;
    size_t position = 0;
    while (placement->element_at[position] != 0)
        position++;
    for (size_t index = 0; index + 1 < size; index++) {
        position = add(placement, position, 1);
        ordered[index] = letters[placement->element_at[position] - 1];
    }
    memcpy(letters, ordered, (size - 1) * sizeof *letters);
}

static enum status check_input(int head, const int *letters, size_t count,
                               struct failure *failure) {
    for (size_t index = 0; index < count; index++)
        if (letters[index] < 0)
            return failure_input(failure, "letter %zu of the multiset is negative: %d", index + 1,
                                 letters[index]);
    if (!word_sum_is_divisible(head, letters, count))
        return failure_input(failure,
                             "no legal order exists: head %d plus the sum of the %zu letters is "
                             "not divisible by the block size %zu",
                             head, count, count + 1);
    return STATUS_OK;
}

enum status arrangement_order(int head, int *letters, size_t count, struct failure *failure) {
    const size_t size = count + 1;
    TRY(check_input(head, letters, count, failure));
    if (count == 0)
        return STATUS_OK;
    FREED size_t *const table = memory_new(size, 4 * sizeof *table);
    FREED int *const ordered = memory_new(size, sizeof *ordered);
    TRY(memory_check(table && ordered, failure, "arranging a word"));
    struct placement placement = {.size = size,
                                  .difference = table,
                                  .element_at = table + size,
                                  .position_with = table + 2 * size,
                                  .free_position = table + 3 * size};
    placement_start(&placement, head, letters);
    insert_all(&placement);
    read_word(&placement, letters, ordered);
    return STATUS_OK;
}
