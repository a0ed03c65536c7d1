/* SPDX-License-Identifier: MIT */
/* What a linear program of cuts has to look at: commodities, groups, and of each commodity arcs, of
 * each orbit one. */
#pragma once

#include "solver/network/network_cuts.h"

/* A commodity that stands for its orbit. */
struct cut_source {
    int commodity;
    int weight; /* how many the orbit has */
    struct network_automorphisms keep;
    int *distance;  /* of each node, from the source; owned, as all of these */
    bool *wanted;   /* a node is a target, and stands for its orbit under `keep` */
    int *arc;       /* of each arc one of its orbit under `keep`, the least */
    int *arc_count; /* of such an arc: how many they are */
};

struct cut_orbits {
    const struct network_problem *problem; /* borrowed */
    struct network_automorphisms symmetries;
    int *group;       /* of each group one of its orbit, the least; owned */
    int *group_count; /* of such a group: how many they are; owned */
    int count;
    struct cut_source *sources; /* owned */
};

/* Plain: each for itself. Cleared in any case. STATUS_MEMORY, STATUS_LIMIT. */
enum status cut_orbits_find(struct cut_orbits *orbits, const struct network_problem *problem,
                            bool is_plain, const struct limits *limits, struct failure *failure);
void cut_orbits_clear(struct cut_orbits *orbits);
