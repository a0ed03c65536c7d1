/* SPDX-License-Identifier: MIT */
#ifndef AUTOMATA_REGULAR_EXPRESSION_H
#define AUTOMATA_REGULAR_EXPRESSION_H

#include "automata/language.h"
#include "automata/status.h"

/*
 * Languages from regular expressions as the papers print them:
 *
 *     expression = sequence { "|" sequence }
 *     sequence   = { item { "*" } }
 *     item       = letter | "(" expression ")"
 *
 * Letters are a, b, c, .. (a = 0), blanks mean nothing, an empty sequence is the empty word.
 */
enum { REGULAR_EXPRESSION_DEPTH = 1000, REGULAR_EXPRESSION_STATES = 1000 * 1000 };

/* The language of `text` over `letters` letters, 1 <= letters <= 26. STATUS_INPUT with the column
 * of the mistake; STATUS_LIMIT for parentheses nested deeper than REGULAR_EXPRESSION_DEPTH or an
 * automaton of more than REGULAR_EXPRESSION_STATES states. */
enum status regular_expression_parse(const char *text, int letters, struct language *result,
                                     struct failure *failure);

#endif
