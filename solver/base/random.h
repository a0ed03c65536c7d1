/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: xorshift64* (Marsaglia 2003, Vigna 2016). */
#pragma once

#include <stdint.h>

struct random_numbers {
    uint64_t state; /* not 0 */
};

static inline struct random_numbers random_start(uint64_t seed) {
    struct random_numbers random = {((seed + 1) * UINT64_C(0x9e3779b97f4a7c15)) | 1};
    return random;
}

/* 64 bits, of which the upper ones are the best. */
static inline uint64_t random_next(struct random_numbers *random) {
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0..below-1, 1 <= below < 2^31. */
static inline long random_below(struct random_numbers *random, long below) {
    return (long)((random_next(random) >> 33) % (uint64_t)below);
}
