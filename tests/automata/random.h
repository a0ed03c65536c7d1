/* SPDX-License-Identifier: MIT */
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Random numbers of the tests (splitmix64). The seed is the environment variable TEST_SEED if that
 * is set, else the clock; it is printed, so that a failing run can be repeated. */
static inline uint64_t random_seed(void) {
    const char *text = getenv("TEST_SEED");
    const uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : (uint64_t)time(NULL);
    fprintf(stderr, "TEST_SEED=%" PRIu64 "\n", seed);
    return seed;
}

static inline uint64_t random_next(uint64_t *state) {
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

/* 0..bound-1; the bias is irrelevant for tests. */
static inline int random_below(uint64_t *state, int bound) {
    return (int)(random_next(state) % (uint64_t)bound);
}
