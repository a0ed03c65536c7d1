/* A set of numbers below a bound, of which most may never come: a bit for each, in leaves of 2^12
 * that come with their first number, below nodes of 2^6 that come with theirs. So a number asks for
 * 2 KiB at most, for bounds up to 2^30, and all of them for little more than a bit each. Up to 4096
 * numbers are one leaf. O(1). */
#ifndef STEADYCHECK_BITS_H
#define STEADYCHECK_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one bound; the sets themselves are told apart by their roots. */
struct bits_shape {
    uint32_t bound;
    int levels; /* of nodes */
};

struct bits_shape bits_shape_of(uint32_t bound);

/* An empty set, which is given back by bits_free. */
void *bits_new(const struct bits_shape *shape);
void bits_free(const struct bits_shape *shape, void *bits);

/* A word of 64 of them, the number's, or NULL as long as there is no leaf for it; bits_make makes
 * one. */
static inline const uint64_t *bits_word(const struct bits_shape *shape, const void *bits,
                                        uint32_t number) {
    for (int level = shape->levels; level > 0 && bits; level--)
        bits = ((void *const *)bits)[number >> (6 + 6 * level) & 63];
    return bits ? (const uint64_t *)bits + (number / 64 & 63) : NULL;
}
uint64_t *bits_make(const struct bits_shape *shape, void *bits, uint32_t number);

/* Contract for both: the number is below the bound. */
static inline bool bits_has(const struct bits_shape *shape, const void *bits, uint32_t number) {
    const uint64_t *word = bits_word(shape, bits, number);
    return word && (*word >> number % 64 & 1) != 0;
}

static inline void bits_put(const struct bits_shape *shape, void *bits, uint32_t number) {
    *bits_make(shape, bits, number) |= UINT64_C(1) << number % 64;
}

#endif
