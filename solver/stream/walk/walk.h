/* SPDX-License-Identifier: MIT */
/* A depth-first walk through all ways to fill the slots of an instance: one worker's state. It can
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
 *
 * What the walk does is one stream of events (struct walk_events): letters placed, prunings, nodes
 * left, fillings. Certificates and statistics hang on it. Without a sink they cost nothing:
 * the innermost loop is compiled twice. With statistics L = 14, t = 28 takes 2.6 times as
 * long.
 *
 * Speed: 1.0e8 to 1.3e8 nodes a second on one core for L = 6, t = 17, 1.35 times as many as a loop
 * that worked out each child in memory, with 79 instructions a node instead of 117. What helped:
 *  - children without open letters (four of ten) are not entered, but counted where they stand;
 *  - what follows from a level for its children is computed once for all of them (run_block);
 *  - within a block everything but the way back stays in registers.
 * What did not: fewer instructions beyond that (96, 88 and 79 a node are equally fast), selecting
 * between two ways to work out a child by copying levels (slower), compiling for the processor at
 * hand (5 to 15 % slower). Two branches a node can't be foreseen, whether a child has an open
 * letter and whether its parent has another one, and the walk waits for them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solver/model/instance.h"

/* The stream of events of the walk: what certificates and statistics hang on.
 *
 * A token is one character:
 *
 *     0-9 A-Z a-z : ;   the letter 0..63 is placed: down to that child
 *     -                 every open letter was placed: up
 *     !                 the rule of balls excludes what is below: up
 *
 * So a node has two tokens, and all tokens in the order of a walk that looks at collisions only are
 * the tree of the certificate (certificate/search_tree.h). */

/* Why a letter is not open at a node: the first of these that holds. */
enum walk_rule {
    WALK_RULE_COPIES,    /* no copy is left */
    WALK_RULE_COLLISION, /* its landing time is taken (words); the sum's residue, the order
                            (multisets) */
    WALK_RULE_AHEAD,     /* a landing time would be left behind */
    WALK_RULE_TWINS,     /* the block would become smaller than the one before of its size */
    WALK_RULE_BALLS,     /* nothing below has a whole number of balls */
    WALK_RULES
};

/* What was met. At every node where a slot is to be filled each letter of the instance is either
 * pruned, by one rule, or open: (inner nodes) * (letters) = (sum of pruned) + (letters placed) once
 * the tree is exhausted. */
struct walk_statistics {
    uint64_t inner;     /* nodes with a slot to be filled, the root among them */
    uint64_t leaves;    /* of these: without any open letter */
    uint64_t placed;    /* letters: the nodes but the root */
    uint64_t solutions; /* of the placed: all slots are filled */
    uint64_t pruned[WALK_RULES];
};

/* One word for each rule; static. */
extern const char *const walk_rule_names[WALK_RULES];

void walk_statistics_add(struct walk_statistics *sum, const struct walk_statistics *more);

/* The sink of one worker: numbers, and tokens in a buffer that `full` empties. */
struct walk_events {
    bool counts; /* the statistics are wanted, which cost more than the tokens */
    struct walk_statistics statistics;
    char *tokens; /* the buffer; the caller's */
    char *end;    /* of the tokens in it */
    char *limit;  /* of the buffer; it has WALK_EVENTS_ROOM characters or more */
    void (*full)(struct walk_events *events); /* sets `end` back to the start */
    void *context;
};

/* Most tokens between two looks at the room. */
enum { WALK_EVENTS_ROOM = 256 };

/* The token of each letter. */
extern const char walk_letter_tokens[65];

/* Largest latency and largest block that fit the machine words of the walk. */
enum { WALK_MAX_LATENCY = 64, WALK_MAX_BLOCK = 64, WALK_MAX_LETTERS = 20000 };

enum walk_mode { WALK_WORDS, WALK_MULTISETS };

/* What the innermost loop has to know of a slot. */
struct walk_slot {
    uint64_t repeat;         /* times a set of residues: the same set repeated up to the latency */
    uint64_t first_state;    /* of the block, when it is entered */
    const uint64_t *landing; /* [letter]: bit of its residue modulo the size */
    const uint64_t *landed;  /* the same as seen from the next position */
    const uint64_t *rivals;  /* [letter]: letters that land on it from the next position */
    uint64_t now;            /* letters that land on the next position's own time */
    int size;
    int twin;
    int last;       /* slot of the block */
    int ahead_from; /* slot of the block, or beyond: from here on nobody later reaches its own
                       landing time, unless the walk comes round to it */
    bool first;     /* of its block */
    bool weighed;   /* the rule of balls applies */
};

/* What all workers share: read only. */
struct walk_plan {
    struct slots slots;
    enum walk_mode mode;
    bool ball_rule;
    uint64_t different;     /* letters of which there are copies */
    struct walk_slot *list; /* one for each slot, and one behind them */
    uint64_t *tables;       /* for sizes that occur, [size][letter]: landing, landed, rivals; and
                               [size][residue]: the letters of this residue */
};

/* STATUS_LIMIT when L or a block is too large. */
enum status walk_plan_init(struct walk_plan *plan, int latency, int depth, enum walk_mode mode,
                           bool ball_rule, struct failure *failure);
void walk_plan_clear(struct walk_plan *plan);

/* The walk no longer looks ahead for landing times left behind: that of the certificate, whose tree
 * is defined by collisions alone. */
void walk_plan_look_at_collisions_only(struct walk_plan *plan);

struct walk_level {
    uint64_t open;   /* letters not yet tried at this slot */
    uint64_t taken;  /* words: landing times taken, bit i = (position + i) mod size; multisets: the
                        sum's residue */
    uint64_t avail;  /* letters of which a copy is left, before this slot is filled */
    uint64_t single; /* of these: the last one */
    uint64_t turned; /* `taken` as seen from the next position */
    uint64_t base;   /* if it is quick: letters open at the next slot, but for what this slot's
                        letter takes away */
    uint64_t narrow; /* ... and those of them that leave no landing time behind, unless it is taken
                        by this slot's letter */
    bool tied;       /* so far equal to the filling of the twin */
    bool excluded;   /* by the rule of balls */
    bool quick;      /* the walk can run through it, with turned, base and narrow */
};

enum walk_event {
    WALK_DONE,     /* the subtree is exhausted */
    WALK_SOLUTION, /* all slots are filled; running on finds the next solution */
    WALK_QUANTUM   /* the allowed number of nodes was visited */
};

struct walk {
    const struct walk_plan *plan;
    struct walk_events *events; /* their sink; borrowed; NULL: none */
    bool count;    /* fillings are counted in `solutions`, and no event for the caller */
    int base;      /* the walk stays below this depth: the letters of slots 0..base-1 are fixed */
    int depth;     /* slots filled, or about to be filled */
    bool prepared; /* the levels know how to go on */
    bool over;     /* nothing is left below the base, and its last event was emitted before */
    bool fresh;    /* nothing was tried yet at the slot `depth`; else letters[depth] was the last */
    uint64_t nodes;     /* letters placed */
    uint64_t solutions; /* if they are counted */
    double share_left;  /* when it was resumed: of the whole tree, each child of a node having an
                           equal share of it (Knuth 1975) */
    int *letters;       /* letters[0..depth-1], and letters[depth] if not fresh */
    int *left;          /* copies left of each letter */
    struct walk_level *levels;
};

enum status walk_init(struct walk *walk, const struct walk_plan *plan, struct failure *failure);
void walk_clear(struct walk *walk);

/* Stands below the first `length` letters of a path. The letters below `base` are fixed; at the
 * slots base..length-1 the walk will go on with larger letters only. `entered`: the subtree below
 * the last letter is still to be visited, otherwise it is finished. STATUS_INPUT if the path is not
 * one of the tree. No event: they belong to who went there first. */
enum status walk_resume(struct walk *walk, const int *path, int length, int base, bool entered,
                        struct failure *failure);

/* The event of the root, which no letter enters. */
void walk_enter_root(struct walk *walk);

/* Runs until an event, placing at most `quantum` letters. The last event of an exhausted subtree is
 * that its root, below the fixed letters, is left. */
enum walk_event walk_run(struct walk *walk, uint64_t quantum);

/* Who cuts a tree: emits that the open letter at the slot where the walk stands is placed; the walk
 * stays where it is, and the letter is no longer open. */
void walk_emit_child(struct walk *walk, int letter);
