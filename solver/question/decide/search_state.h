/* SPDX-License-Identifier: MIT */
/* The state of an unfinished search as a file, in the frame of a certificate (kind search-state),
 * written whole or not at all.
 *
 * A state is trusted like memory; it is no evidence. It says what is left of the tree, and nobody
 * can see in it that the rest was really searched. The digest keeps out accidents, and what can be
 * checked is (version, question, number, paths and order of the parts), but who forges a state gets
 * a wrong count. So an INFEASIBLE that rests on a state is only said when the tree was searched
 * anew, for its certificate (certificate/search_tree.h) or without one. */
#pragma once

#include "solver/question/decide/backtrack.h"
#include "solver/stream/walk/search_frontier.h"

struct search_state {
    uint64_t nodes;     /* of the rounds that are over; the open one's are in its parts */
    uint64_t solutions; /* met so far */
    uint64_t quantum;   /* nodes that each part gets in the current round */
    struct walk_statistics statistics; /* all 0 where nobody wants them */
    struct frontier frontier;
};

enum status search_state_save(const struct search_state *state,
                              const struct backtrack_question *question, struct failure *failure);

/* *found = false if there is no such file. STATUS_INPUT if it is damaged, belongs to another
 * question, was written by another version, or has nothing left to search; the caller clears
 * state->parts. */
enum status search_state_load(struct search_state *state, const struct backtrack_question *question,
                              bool *found, struct failure *failure);
