/*
 * A depth-first walk through all ways to fill the slots of an instance: one worker's state. It can
 * stop after any node, be described by the letters of its path, be taken up again and be split.
 *
 * Words mode fills every block with a legal word. It runs the legal-word automaton with its start
 * state left open: a state is the set of landing times already taken modulo the block's size, a
 * letter w lands at (position + w), and a landing time that no later position can reach must be
 * filled now. Multisets mode fills every block with letters in ascending order whose sum satisfies
 * M. Hall's condition.
 *
 * Prunings, all exact:
 *  - letters: only letters of which a copy is left;
 *  - landing: no landing time twice, none left behind (words), or the sum's residue (multisets);
 *  - twins: blocks of equal size are interchangeable, so their fillings ascend;
 *  - balls: the number of balls of a closed walk is a whole number, so L-1 + (letters of a block)
 * is divisible by its size. At the last block this excludes a whole subtree when no letter x left
 * over makes the rest divisible.
 */
#ifndef STEADYCAST_SOLVER_WALK_WALK_H
#define STEADYCAST_SOLVER_WALK_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/model/slots.h"

/* Largest latency and largest block that fit the machine words of the walk. */
enum { WALK_MAX_LATENCY = 64, WALK_MAX_BLOCK = 64, WALK_MAX_LETTERS = 20000 };

enum walk_mode { WALK_WORDS, WALK_MULTISETS };

/* What all workers share: read only. */
struct walk_plan {
    struct slots slots;
    enum walk_mode mode;
    bool ball_rule;
    uint64_t *landing; /* landing[size * 64 + residue]: the letters w = residue mod size, for sizes
                          that occur */
};

/* STATUS_LIMIT when L or a block is too large. */
enum status walk_plan_init(struct walk_plan *plan, int latency, int depth, enum walk_mode mode,
                           bool ball_rule, struct failure *failure);
void walk_plan_clear(struct walk_plan *plan);

struct walk_level {
    uint64_t open;  /* letters not yet tried at this slot */
    uint64_t taken; /* words: landing times taken, bit i = (position + i) mod size; multisets: the
                       sum's residue */
    uint64_t avail; /* letters of which a copy is left, before this slot is filled */
    long sum;       /* of the letters left, before this slot is filled */
    bool tied;      /* so far equal to the filling of the twin */
};

enum walk_event {
    WALK_DONE,     /* the subtree is exhausted */
    WALK_SOLUTION, /* all slots are filled; running on finds the next solution */
    WALK_QUANTUM   /* the allowed number of nodes was visited */
};

struct walk {
    const struct walk_plan *plan;
    int base;   /* the walk stays below this depth: the letters of slots 0..base-1 are fixed */
    int depth;  /* slots filled, or about to be filled */
    bool fresh; /* nothing was tried yet at the slot `depth`; else letters[depth] was the last */
    uint64_t nodes; /* letters placed */
    int *letters;   /* letters[0..depth-1], and letters[depth] if not fresh */
    int *left;      /* copies left of each letter */
    struct walk_level *levels;
};

enum status walk_init(struct walk *walk, const struct walk_plan *plan, struct failure *failure);
void walk_clear(struct walk *walk);

/*
 * Stands below the first `length` letters of a path. The letters below `base` are fixed; at the
 * slots base..length-1 the walk will go on with larger letters only. `entered`: the subtree below
 * the last letter is still to be visited, otherwise it is finished. STATUS_INPUT if the path is not
 * one of the tree.
 */
enum status walk_resume(struct walk *walk, const int *path, int length, int base, bool entered,
                        struct failure *failure);

/* Runs until an event, placing at most `quantum` letters. */
enum walk_event walk_run(struct walk *walk, uint64_t quantum);

#endif
