/* SPDX-License-Identifier: MIT */
#pragma once

#include "automata/status.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* The reference for automata/arrangement.h: an exhaustive search.
 *
 * Calls `visit` once for every distinct legal word made of exactly these letters, in lexicographic
 * order; `word` has `count` letters and is valid during the call only. The search stops early, with
 * STATUS_OK, when `visit` returns false. The cost is exponential; the recursion is `count` deep. */
typedef bool arrangement_visit(const int *word, size_t count, void *context);

enum status arrangement_enumerate(int head, const int *letters, size_t count,
                                  arrangement_visit *visit, void *context, struct failure *failure);

/* Sets *words (initialised by the caller) to the number of words that arrangement_enumerate visits,
 * by the same exhaustive search. */
enum status arrangement_count(int head, const int *letters, size_t count, mpz_t words,
                              struct failure *failure);
