/* SPDX-License-Identifier: MIT */
/*
 * Words of a stream that begin with given values and are filled up with single letters and with
 * pairs of letters, of which there are so many.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_FILLED_WORDS_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_FILLED_WORDS_H

#include <gmp.h>

#include "solver/model/schedule.h"

struct word_filling {
    int single;
    int pair[2];
    mpz_t pairs; /* not placed yet */
};

static inline void word_filling_init(struct word_filling *filling, int single, int first,
                                     int second) {
    *filling = (struct word_filling){.single = single, .pair = {first, second}};
    mpz_init(filling->pairs);
}

static inline void word_filling_clear(struct word_filling *filling) {
    mpz_clear(filling->pairs);
}

/*
 * Adds `count` words of the `begin_count` values and `cells` letters behind them, with as many
 * pairs as are left and have room: so up to three kinds of words. Everybody sends the largest item.
 */
enum status filled_words_add(struct schedule *words, const int *begin, int begin_count, int cells,
                             mpz_srcptr count, struct word_filling *filling,
                             struct failure *failure);

#endif
