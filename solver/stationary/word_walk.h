/* SPDX-License-Identifier: MIT */
/*
 * What the two ways to look for closed words (words.h) share: walks over the window automaton that
 * begin in one part of the states, and the words they give. Each part has its own thread.
 */
#ifndef STEADYCAST_SOLVER_STATIONARY_WORD_WALK_H
#define STEADYCAST_SOLVER_STATIONARY_WORD_WALK_H

#include "automata/tuple_table.h"
#include "solver/stationary/words.h"

enum { WORD_WALK_LONGEST = 4096, WORD_WALK_PARTS = 256 };

/* What one part of the start states gives. */
struct word_part {
    struct stationary_word *list;
    size_t count;
    size_t room;
    uint64_t nodes;
    bool more_heads;
    bool cut;
    enum status status;
    struct failure failure;
};

/* One walk under way. */
struct word_walk {
    const struct stationary_question *question;
    const struct limits *limits;
    struct word_part *part;
    uint64_t values_allowed;
    uint64_t start;
    int top; /* the largest value; of a block only once it is complete */
    int length;
    int size;                     /* of a block, chosen before its leaves */
    struct tuple_table multisets; /* of blocks: (head, size, leaves of each value) */
    uint64_t *tuple;              /* likewise: scratch */
    uint64_t states[WORD_WALK_LONGEST];
    int values[WORD_WALK_LONGEST];
    int sends[WORD_WALK_LONGEST];
};

void stationary_word_clear(struct stationary_word *word);

/* Copies the walk, which is closed, into the words of its part. A failure becomes the status of the
 * part, here and below. */
void word_walk_keep(struct word_walk *walk, int64_t slack);

/* Counts a step; whether the walk has to end here. */
bool word_walk_count_step(struct word_walk *walk);

/* limits_check, from one thread at a time. */
enum status word_walk_ask_limits(const struct limits *limits, struct failure *failure);

#endif
