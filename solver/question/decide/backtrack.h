/* SPDX-License-Identifier: MIT */
/* The backtracking engine: walks the tree of all fillings in parallel, to find one, to prove that
 * there is none, or to count.
 *
 * The work goes in rounds over a list of parts in the order of the tree (search_frontier.h); each
 * part gets the same number of nodes a round, and parts are cut again while they are few. The list
 * after a round, the answer, the counts and the number of nodes therefore depend neither on the
 * number of threads nor on interruptions. The state of a search is that list.
 *
 * The certificate of an exhausted tree is another walk (certificate/search_tree.h), which trusts
 * nothing that was found here. */
#pragma once

#include "solver/question/decide/outcome.h"
#include "solver/stream/walk/search_tree.h"
#include "solver/stream/walk/walk.h"

struct backtrack_question {
    int latency;
    int depth; /* >= latency */
    enum walk_mode mode;
    bool count; /* count all fillings; otherwise stop at the first that is found */
    bool ball_rule;
    bool statistics;   /* count what is pruned */
    const char *state; /* file to go on from and to save to; NULL: none */
};

struct backtrack_result {
    bool finished; /* false: stopped by a limit; `state` then holds the rest */
    bool resumed;  /* went on from a state, which is trusted (search_state.h) */
    bool kept;     /* the file `state` exists and belongs to this search, finished or not */
    struct failure unsaved; /* status not OK: why the state could not be saved the last time */
    const char *reason;     /* why not finished; static */
    uint64_t solutions;
    uint64_t nodes;
    struct walk_statistics statistics; /* with `statistics` */
    int *letters; /* of the filling found, one for each slot; the caller frees; NULL if none */
};

/* The state is locked for the whole run, and STATUS_INPUT says at once that another run holds it or
 * that it can't be written. Later failures to save it do not end the search. A finished search
 * leaves the last state where it is: the caller forgets it once the answer is safe. */
enum status backtrack_run(const struct backtrack_question *question, const struct limits *limits,
                          struct backtrack_result *result, struct failure *failure);

/* Removes a state that was `kept`. */
void backtrack_forget(const char *state);

/* Searches anew what was exhausted: nothing but this run is trusted. STATUS_INTERNAL if there is a
 * filling, so that the search before, or its state, was wrong; STATUS_LIMIT if it was stopped;
 * `limits` may be NULL, and their number of nodes does not count. */
enum status backtrack_verify(const struct tree_proof *proof, const struct limits *limits,
                             struct failure *failure);

/* The engine `backtrack`, for question->depth from 0 on: the words that are found, or the exhausted
 * tree. Of the question `mode` and `count` are set by it. Fills `outcome`, which borrows
 * question->state. */
enum status backtrack_solve(const struct backtrack_question *question, const struct limits *limits,
                            struct outcome *outcome, struct failure *failure);

/* The tree of an outcome whose `no` rests on one; else NULL. Borrowed. */
const struct tree_proof *backtrack_tree(const struct outcome *outcome);
