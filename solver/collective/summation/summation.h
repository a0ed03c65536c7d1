/* SPDX-License-Identifier: MIT */
/* A schedule that adds up N operands on a LogP machine: what each processor does when, as in
 * certificates of kind summation (results/README.md), and a player that executes it.
 *
 * A processor has one operand at time 0 and one value from then on: the sum of some operands that
 * follow each other. An addition takes a cycle. A reception takes o cycles, and the next one is the
 * addition of what came. A sending takes o cycles, and is the last work. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/base/evidence.h"
#include "solver/base/limits.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/model/message_list.h"

enum summation_kind { SUMMATION_ADD, SUMMATION_RECEIVE, SUMMATION_SEND };

struct summation_work {
    enum summation_kind kind;
    int64_t time;   /* when it begins */
    int64_t number; /* additions, one in each cycle; or whom it receives from, or sends to */
};

struct summation {
    struct logp_machine machine;
    int processors;
    int64_t operands;            /* N; they are 1..N */
    int64_t finish;              /* cycles */
    int64_t *begins;             /* the operand that each processor has at time 0; owned */
    size_t *first;               /* its work is work[first[p]] .. work[first[p+1]-1]; owned */
    struct summation_work *work; /* owned */
};

/* Everybody adds operands of its own whenever it has nothing else to do until it sends, so nobody
 * idles. Operands are numbered in the order in which they are added, children between those that
 * are added before and after them, so that addition need not be commutative. Time and room in
 * proportion to the processors. A tree whose S, or receptions, overlap or are below 0 gives a
 * schedule that the player refuses. STATUS_LIMIT when stopped; the limits may be NULL. */
enum status summation_build(const struct summation_tree *tree, struct summation *summation,
                            const struct limits *limits, struct failure *failure);

/* Numbers operands and begins anew from the work, all of whose receptions have to be of one tree
 * with processor 0 as the root, and N = sum. STATUS_MEMORY without memory, STATUS_LIMIT when
 * stopped; the numbers are of no use then. The limits may be NULL. */
enum status summation_number(struct summation *summation, const struct limits *limits,
                             struct failure *failure);

/* Operands of its own that processor p adds up, its first one included. */
int64_t summation_own(const struct summation *summation, int p);

void summation_clear(struct summation *summation);

/* What the player found. */
struct summation_played {
    bool right;    /* the work is legal, and some processor has 1..N at time `finish` */
    char why[160]; /* else: what is wrong, one line */
};

/* Executes the work line by line, from the definition of kind summation alone: one thing at a time,
 * receptions g apart, arrivals, at most ceil(L/g) messages to one processor under way. Values are
 * added as intervals of operands; with `products` also as products of 2 x 2 matrices modulo 2^31 -
 * 1, one for each operand, whose multiplication is not commutative, and the product must be that of
 * all matrices one after the other. Takes time in proportion to the lines, with products to N as
 * well; N is at most 2^40. STATUS_LIMIT when stopped; the limits may be NULL. */
enum status summation_play(const struct summation *summation, bool products,
                           const struct limits *limits, struct summation_played *played,
                           struct failure *failure);

/* Kind summation: the schedule, borrowed, as a list in the order of time, right or wrong.
 * STATUS_INPUT when it is written if sends and receptions do not belong together. */
struct evidence evidence_of_summation(const struct summation *summation);

/* The messages by which a sum is added up, without the additions: a list (model/message_list.h,
 * `reduce`) for who draws, converts or performs it. */

/* Fills `array` (initialised, empty), by time, and `list`, which emits it. A message has the wait
 * from its arrival to the reception in the work. STATUS_INPUT if the sends and receptions do not
 * belong together, STATUS_LIMIT for times beyond 2^31 - 1. O(work log work). */
enum status summation_list(const struct summation *summation, struct message_array *array,
                           struct message_list *list, struct failure *failure);
