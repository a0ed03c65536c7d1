/* SPDX-License-Identifier: MIT */
/*
 * How many processors take which word: the integer circulation, by backtracking over
 * multiplicities.
 *
 * Words are taken by descending largest value m. When all words with maximum > m are placed, it is
 * known how often m is sent: whoever sends m received m + L or more before. So the words with
 * maximum m have to receive just that (or messages are sent in vain, which costs their price). What
 * is still to be received, value by value, and the rest of the budget are all that the further
 * search depends on; states that failed are kept and not searched again. A value sent too little so
 * far can only be made up for by descendants of what is outstanding: a node of value x has at most
 * f_{x-w-L} descendants of value w.
 */
#ifndef STEADYCAST_SOLVER_STREAM_STATIONARY_COMBINE_H
#define STEADYCAST_SOLVER_STREAM_STATIONARY_COMBINE_H

#include "solver/stream/stationary/words.h"

struct combination_question {
    const struct window *window;
    const struct stationary_words *words;
    int64_t budget; /* price[t] - unit * N */
    bool exact;     /* nothing may be sent in vain */
    size_t memory;  /* bytes for states that failed, at most */
};

enum combination_end { COMBINATION_FOUND, COMBINATION_NONE, COMBINATION_STOPPED };

/* Looks for multiplicities: times[i] of words->list[i] (the caller's array). COMBINATION_NONE:
 * there are none, for these words. COMBINATION_STOPPED: a limit of nodes or memory; `nodes` counts
 * in any case. */
enum status combination_find(const struct combination_question *question,
                             const struct limits *limits, int64_t *times, enum combination_end *end,
                             uint64_t *nodes, struct failure *failure);

/* All of them, without memory: `found` is called with the multiplicities of each; it returns false
 * to stop. */
typedef bool combination_found(void *context, const int64_t *times);
enum status combination_all(const struct combination_question *question,
                            const struct limits *limits, combination_found *found, void *context,
                            enum combination_end *end, struct failure *failure);

#endif
