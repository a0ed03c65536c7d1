/* SPDX-License-Identifier: MIT */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
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

/* How often a test does what it could do for ever: the environment variable TEST_ROUNDS, or 1. */
static inline long random_rounds(void) {
    const char *text = getenv("TEST_ROUNDS");
    return text != NULL && atol(text) > 1 ? atol(text) : 1;
}

/* 0..bound-1; the bias is irrelevant for tests. */
static inline int random_below(uint64_t *state, int bound) {
    return (int)(random_next(state) % (uint64_t)bound);
}

/* Of many cases alike, one in `parts`; with several rounds, each. */
static inline bool random_takes(uint64_t *state, int parts) {
    return random_rounds() > 1 || random_below(state, parts) == 0;
}
