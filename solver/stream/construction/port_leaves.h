/* SPDX-License-Identifier: MIT */
/* The leaves of a word with p ports: which ones, so that they can be ordered, and in which
 * order. */
#pragma once

#include <gmp.h>
#include <stdbool.h>

/* Of `all` = how many leaves there are of each value 0..values-1, without gaps, `count` whose sum
 * is `residue` modulo `modulus`, into `picked`: the largest such sum for which what is left has two
 * different values, if there is one. False if there is no such choice. */
bool port_pick(mpz_t *all, int values, int count, long residue, int modulus, int *picked);

/* `count` of them with just this sum >= 0. False if none are found: always where there are none. */
bool port_pick_sum(mpz_t *all, int values, int count, long sum, int *picked);

/* p values for each position can be put at positions, p at each, so that each value position +
 * value modulo the length is there p times, if and only if their sum is 0 (M. Hall's theorem, on p
 * places for each): that is the caller's. Fills positions[p length]; false if memory is refused.
 * O((p length)^2) at worst. */
bool port_arrange(const int *values, int p, int length, int *positions);

/* One item's letters of a word of n positions, each residue y = position + letter modulo n once:
 * fills values[y]; positions are scratch. The first letter stands at `at`, and with the others each
 * position has one, but that the sum s of all is no multiple of n: then `at` has two, and at + s
 * modulo n none. If `at` is -1, it is *gap - s, which *gap becomes. False if memory is refused.
 * O(n^2) at worst. */
bool port_place(int *letters, int n, int at, int *gap, int *positions, int *values);
