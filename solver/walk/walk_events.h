/* SPDX-License-Identifier: MIT */
/*
 * The stream of events of an exhaustive search (walk.h): what certificates and statistics hang on.
 *
 * A token is one character:
 *
 *     0-9 A-Z a-z : ;   the letter 0..63 is placed: down to that child
 *     -                 every open letter was placed: up
 *     !                 the rule of balls excludes what is below: up
 *
 * So a node has two tokens, and all tokens in the order of a walk that looks at collisions only are
 * the tree of the certificate (certificate/search_tree.h).
 */
#ifndef STEADYCAST_SOLVER_WALK_WALK_EVENTS_H
#define STEADYCAST_SOLVER_WALK_WALK_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
