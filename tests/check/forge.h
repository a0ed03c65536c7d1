/* SPDX-License-Identifier: MIT */
/* For the tests forge_*: certificates with a right digest that claim what may be false. What is
 * true is said by a judge that knows nothing of the checker. */
#pragma once

#include "check_change.h"

/* Seeds the numbers below by the environment variable TEST_SEED, or the clock, and prints that. */
int forge_start(void **state);

/* So many rounds as a test has, times the environment variable TEST_ROUNDS if that is set. */
long forge_rounds(long standard);

/* 0..below-1 */
long forge_random(long below);

/* Once in `times` times. */
bool forge_once_in(long times);

/* The three lines before all others. */
void forge_put_start(struct text *text, const char *kind);

/* Claims that were judged. `proved` of the true ones were verified: for a judge of claims alone
 * that need not be all of them. */
struct forge_tally {
    unsigned long of_true, of_false, proved;
};

/* Seals the text and fails the test if it is verified and its claim is false. Returns whether it is
 * verified. */
bool forge_judge(struct text *text, bool is_true, struct forge_tally *tally);

/* Fails unless there are this many of each. */
void forge_assert_shares(const char *what, const struct forge_tally *tally, unsigned long least);
void forge_assert_changes(const char *what, const struct change_tally *tally, unsigned long least);
