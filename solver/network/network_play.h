/* SPDX-License-Identifier: MIT */
/* How few rounds a chunk takes, about: the linear program of network_rate.h as a game that is
 * played. One player sends each chunk along a cheapest tree, the other one raises the prices of
 * what was used, each by a factor (multiplicative weights). Any prices prove a bound, and all trees
 * together, a part of a chunk along each, are a solution. Where both mean as many rounds for the
 * number of chunks that is asked for, there is no need of the linear program. */
#pragma once

#include "solver/network/network_bound.h"

struct network_play {
    struct network_bound bound; /* of CLAIM_ROUNDS; with value 0 and no prices where a turn would
                                   take too long */
    int most;                   /* no prices prove that C chunks need more rounds; or INT_MAX */
    int likely;                 /* nor, likely, that they need more than these */
};

/* For C chunks in so many steps, which have to be enough for each target; until as many rounds are
 * likely as the bound proves, or as are `known`. *made is not initialised before, and its bound is
 * the caller's. STATUS_LIMIT when stopped, or where the trees would be too large. */
enum status network_play(const struct network_problem *problem, int steps, int chunks, int known,
                         const struct limits *limits, struct network_play *made,
                         struct failure *failure);
