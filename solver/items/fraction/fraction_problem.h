/* SPDX-License-Identifier: MIT */
/* The equations of a fractional stream (fraction.h), a row each: what there is of it, and which
 * words use how much. What strictness wants is set aside first. */
#pragma once

#include "solver/items/fraction/fraction.h"
#include "solver/items/fraction/fraction_word.h"

struct fraction_problem {
    int latency;
    enum fraction_point point;
    int tail;
    int mean; /* M */
    struct fraction_field field;

    /* Row v-L: the nodes of value v = L..tail-1; tail-L: the tails; then the heads A; then the
     * leaves 0..L-1, leaves L being in the row of their value; then the slack, V - M N at a and the
     * opposite at c, of which a word uses |S|-M, or M-|S|, for each of its places. */
    int rows;
    mpq_t *supply; /* of each row, as numbers; what is set aside is taken off */

    /* Set aside, in the same form as the stream; owned until it is made. */
    struct fraction_words words;
    mpq_t *times; /* of each word; `times_room` numbers */
    size_t times_room;
    mpq_t *fill;
};

/* *possible = false, and nothing is filled: there are no leaves for what is to be set aside, as
 * `tail` is too small. STATUS_MEMORY alone. */
enum status fraction_problem_init(struct fraction_problem *problem, int latency,
                                  enum fraction_point point, int tail, bool *possible,
                                  struct failure *failure);
void fraction_problem_clear(struct fraction_problem *problem);

/* Which leaves may be, `least`..`most`, and which heads. */
int fraction_least_leaf(const struct fraction_problem *problem);
int fraction_most_leaf(const struct fraction_problem *problem);
bool fraction_may_head(const struct fraction_problem *problem, enum fraction_role role);

/* The row of a node; that of the heads A. */
int fraction_row(const struct fraction_problem *problem, int value, enum fraction_role role);
int fraction_row_of_a(const struct fraction_problem *problem);

/* The row of the slack, the last one, and what a place of a word uses of it. */
int fraction_row_of_slack(const struct fraction_problem *problem);
int fraction_slack_use(const struct fraction_problem *problem, int mean);

/* Does the row say something? Not that of the zeros where there are none, nor that of the heads A
 * where all heads are A or none is, nor that of the slack at b, where each |S| is M. */
bool fraction_row_counts(const struct fraction_problem *problem, int row);

/* Must words use up all of a row? What they leave of others is fill. */
bool fraction_row_is_due(const struct fraction_problem *problem, int row);

/* entries[0..rows-1]: how much of each row that counts the word uses. */
void fraction_word_use(const struct fraction_problem *problem, const struct fraction_word *word,
                       int *entries);

/* The exact multiplicities of the words of a basic solution, and the fill that they leave. */

/* Adds to what `problem` has set aside. *found: as many words as rows that are used up, no word is
 * a combination of the others, and all multiplicities and all fill that may be is positive.
 * STATUS_MEMORY alone. O(words^3) operations with rational numbers. */
enum status fraction_solve_exactly(struct fraction_problem *problem,
                                   const struct fraction_words *words, const bool *is_used_up,
                                   bool *found, struct failure *failure);
