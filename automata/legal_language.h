/* SPDX-License-Identifier: MIT */
#pragma once

#include "automata/language.h"
#include "automata/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The legal words for one latency as a regular language.
 *
 * Legality does not depend on the block size in any other way than by the length of the word: the
 * legal words of all block sizes r >= 1 together are a regular language over the letters 0..L-1,
 * in which the words of length r-1 are those of the blocks of size r (word.h, juggling.h). */

/* The language for latency L >= 1: the union over the states S of the juggling state graph in which
 * L-1 may be thrown of the closed walks from S that begin with L-1, without that first letter.
 * STATUS_INPUT for latency < 1; STATUS_LIMIT for latency > LEGAL_LANGUAGE_LATENCY or when more than
 * `state_limit` subsets of states appear. The minimal automata for L = 1, 2, .. 10 have 1, 2, 5,
 * 14, 47, 167, 611, 2270, 8519, 32207 states; L = 8 takes some 50 ms, L = 9 one second, L = 10 ten
 * seconds. */
enum { LEGAL_LANGUAGE_LATENCY = 10 };

enum status legal_language(int latency, size_t state_limit, struct language *result,
                           struct failure *failure);

/* The same language for L = 3 as R. Karp et al. (SPAA 1993) print it in Figure 2, read by the
 * recipe of their section 3.2: take a path of r edges from a start state ("ca" or "cc") to itself,
 * write the two letters of the start state before it, and delete the first letter and the last two.
 * So w is legal iff c w ca is in ca((ca)*(bb*ca)*)* or c w cc is in cc*. */
enum status legal_language_figure_2(struct language *result, struct failure *failure);

/* Compares the two for L = 3; outputs as for language_separate. */
enum status legal_language_compare_figure_2(bool *equal, int **word, size_t *count,
                                            struct failure *failure);
