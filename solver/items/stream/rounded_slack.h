/* SPDX-License-Identifier: MIT */
/* What the steps of rounded_rest.h share, and the step that uses the slack. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_SLACK_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_SLACK_H

#include "solver/items/stream/rounded_mix.h"

struct rounded_rest {
    struct rounded_parts *parts;
    const struct rounded_mix *mix;
    bool possible; /* nothing was impossible so far */
    mpz_t count;   /* scratch */
    struct failure *failure;
};

/* Adds words with one head and nearly equal leaves; no leaves 0 where there is slack, no leaves L
 * in range 2. */
enum status rounded_rest_single(struct rounded_rest *rest, struct fraction_place head, int mean,
                                mpz_srcptr count);

/* Adds a processor that receives only, always this value. */
enum status rounded_rest_leaf(struct rounded_rest *rest, int value);

/*
 * In the second half of range 1, before the small heads are placed, with |S| = M: uses the slack if
 * it is too little for tails. One head B of the right size has |S| = M+1, taken out of its word if
 * necessary, or a leaf M+1..L is received only, or words of the head v0-1 give slack back.
 */
enum status rounded_slack_little(struct rounded_rest *rest);

/* When the small heads are placed: uses all slack, by tails with |S| = M+1, in range 2 M-1. In the
 * first half of range 1 words of the head v0-1 give slack back if it is not enough for a tail. */
enum status rounded_slack_much(struct rounded_rest *rest);

#endif
