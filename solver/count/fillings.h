/* SPDX-License-Identifier: MIT */
/*
 * What the blocks of one size can be filled with: the letter multisets that have a legal order, and
 * how many legal words each gives.
 */
#ifndef STEADYCAST_SOLVER_COUNT_FILLINGS_H
#define STEADYCAST_SOLVER_COUNT_FILLINGS_H

#include "solver/count/crew.h"
#include "solver/count/lattice.h"

struct fillings {
    int size;
    size_t count;
    int *letters;    /* Parikh vector of filling i: letters[i * lattice->letters + j] */
    uint64_t *words; /* legal words of filling i, at least 1 */
};

/*
 * Sets fillings[r], r = 1..instance->root_size, for the sizes r that occur; all v <= n. By
 * M. Hall's theorem v fills a block of size r iff L-1 + sum is divisible by r, and this must agree
 * with where there are words: STATUS_INTERNAL if not. Sizes that do not occur stay empty. The
 * array has room for root_size + 1, all zero. If the crew is stopped the words are incomplete.
 */
enum status fillings_find(struct fillings *fillings, const struct small_instance *instance,
                          const struct lattice *lattice, struct crew *crew, struct budget *budget,
                          struct failure *failure);
void fillings_clear(struct fillings *fillings);

static inline const int *fillings_at(const struct fillings *fillings, const struct lattice *lattice,
                                     size_t index) {
    return fillings->letters + index * (size_t)lattice->letters;
}

#endif
