/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: xorshift64*. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_RANDOM_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_RANDOM_H

#include <stdint.h>

struct stream_random {
    uint64_t state; /* not 0 */
};

static inline struct stream_random stream_random_start(uint64_t seed) {
    struct stream_random random = {((seed + 1) * UINT64_C(0x9e3779b97f4a7c15)) | 1};
    return random;
}

/* 31 bits. */
static inline uint32_t stream_random_next(struct stream_random *random) {
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)(x * UINT64_C(0x2545f4914f6cdd1d) >> 33);
}

/* 0..below-1, 1 <= below < 2^31. */
static inline long stream_random_below(struct stream_random *random, long below) {
    return (long)(stream_random_next(random) % (uint64_t)below);
}

/* 0 or more, nearly of an exponential distribution: `heat` at least with probability 1/2, twice as
 * much with 1/4, .. 0 <= heat < 2^20. What a local search may lose in one step. */
static inline long stream_random_loss(struct stream_random *random, long heat) {
    uint32_t x = stream_random_next(random);
    long doublings = 0;
    for (; doublings < 20 && x & 1; x >>= 1)
        doublings++;
    return (heat * (256 * doublings + (long)(x >> 1 & 255))) >> 8;
}

#endif
