/* SPDX-License-Identifier: MIT */
/* The base-case algorithm of Karp et al. 1993, section 3.3, with nothing but the words of its
 * Lemma 3.1:
 *
 *   a^(L-2) (ca)* b*   and, for each letter j >= 2 (c, d, ..), (j-1)^(L-1-j) j*.
 *
 * "We use up one letter at a time, starting with the highest and stopping when all except a, b, c
 * have been used up. In using up a letter, we only use the (unique) word from Lemma 3.1 that
 * contains it and we use it on the smallest unused block. Finally, we use a combination of b^(L-3)
 * c* and a^(L-2) (ca)* b* to consume the remaining letters."
 *
 * The sentence leaves open what to do when the smallest block would take more copies than are left.
 * Two readings are tried: the literal one (then the algorithm is stuck), and a search in which the
 * word may go on any unused block that it fits, also words with no copy of the highest letter, and
 * any letter may be left over: that search is complete. */
#pragma once

#include "solver/question/decide/outcome.h"

struct paper_result {
    bool found;
    bool literal; /* by the literal reading, not only by the search */
    bool gave_up; /* the search reached its limit of nodes, so that "not found" says nothing about
                     the other words */
    int stuck_letter; /* literal reading: the letter that could not be used up; -1: the end with a,
                         b, c failed */
    int stuck_left;   /* copies of it that were left */
    uint64_t nodes;
};

enum { PAPER_ANY_LETTER = -1 };

struct paper_question {
    int latency;      /* >= 3 */
    int depth;        /* >= latency */
    int receive_only; /* the letter to be left over, or PAPER_ANY_LETTER */
    bool
        root_ball; /* the root block must have a word a^(L-2) (ca)* b*, as the induction wants it */
    uint64_t most_nodes; /* limit of the search */
};

/* Fills `schedule` (initialised, empty) with words if found. */
enum status paper_find(const struct paper_question *question, struct paper_result *result,
                       struct schedule *schedule, struct failure *failure);

/* The engine `paper`: feasible or unknown. Fills `outcome`. */
enum status paper_solve(int latency, int depth, const struct limits *limits,
                        struct outcome *outcome, struct failure *failure);
