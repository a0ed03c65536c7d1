/* SPDX-License-Identifier: MIT */
/* For the tests: is there a schedule? By trying all of them, for a few processors. */
#pragma once

#include <stdbool.h>

/* Block-cyclic, on P(t) processors, t >= L: all letters are dealt to all places. */
bool naive_instance_exists(long L, long t);

/* Of period T on N processors, t >= L; N T <= NAIVE_CELLS. With `keep` each keeps its role: all
 * words have the length T. */
enum { NAIVE_CELLS = 8 };

struct naive_period {
    long L, t, N, T;
    bool keep;
};

bool naive_period_exists(const struct naive_period *question);

/* A word, as in check_naive.h: sent is 0 for nothing. */
struct naive_closed {
    long length;
    signed char value[NAIVE_CELLS], sent[NAIVE_CELLS];
};

/* The words of a schedule that is found first if words are tried in an order at random; how many,
 * or 0. */
long naive_period_find(const struct naive_period *question, long (*random)(long below),
                       struct naive_closed words[NAIVE_CELLS]);
