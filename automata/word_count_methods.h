/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_WORD_COUNT_METHODS_H
#define AUTOMATA_WORD_COUNT_METHODS_H

#include "automata/juggling_graph.h"
#include "automata/status.h"

#include <gmp.h>
#include <stddef.h>

/*
 * Inside word_count only: a method adds to `words` the number of closed walks of length `size`
 * whose first edge is the maximal throw, in one part of the juggling state graph.
 */
typedef enum status word_count_method(const struct juggling_graph *graph, size_t size, mpz_t words,
                                      struct failure *failure);

word_count_method word_count_add_by_steps;
word_count_method word_count_add_by_powers;

#endif
