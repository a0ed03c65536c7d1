/* SPDX-License-Identifier: MIT */
/*
 * The states of the juggling state graph with one number of balls, ordered by potential (the sum of
 * their landing times), with the edges that lead into each.
 */
#ifndef STEADYCAST_SOLVER_COUNT_BALL_PART_H
#define STEADYCAST_SOLVER_COUNT_BALL_PART_H

#include <stddef.h>

#include "automata/juggling.h"
#include "automata/status.h"

/* An edge: the letter, and the place of the state it comes from among those of its potential. */
struct ball_edge {
    int letter;
    int slot;
};

struct ball_part {
    int throw; /* maximal letter h */
    int balls;
    int least; /* potentials least..most */
    int most;
    int slots; /* most states of one potential */
    size_t count;
    juggling_state *states;  /* ascending potential */
    size_t *first;           /* first[p - least]: first state of potential p; one more at the end */
    int *edge_count;         /* of each state */
    struct ball_edge *edges; /* those into state i: edges + i * (balls + 1) */
};

/* 0 <= balls <= throw <= 63. */
enum status ball_part_init(struct ball_part *part, int throw, int balls, struct failure *failure);
void ball_part_clear(struct ball_part *part);

int ball_part_potential(juggling_state state);

/* The place of a state of the part among those of its potential. */
int ball_part_slot(const struct ball_part *part, juggling_state state);

#endif
