/* SPDX-License-Identifier: MIT */
/* The frontier of a collective on networks of any size: from below by counting and by cuts in time,
 * from above by schedules of a few chunks. Where both meet in all points it has a certificate, as
 * one by linear programs over trees has. */
#pragma once

#include "solver/network/network_frontier.h"

/* For one that network_frontier_find left without points: from the least steps to `until`, or
 * FRONTIER_STEPS more, or until counting is met. Points of which both sides are as before are left
 * out. Stopped, points are what is known; a program that is too large leaves what counting says.
 * `tell` may be NULL. STATUS_MEMORY, STATUS_SYSTEM, STATUS_INTERNAL: the frontier is as it was. */
enum status network_points_find(struct network_frontier *frontier, frontier_tell *tell,
                                void *context, const struct limits *limits,
                                struct failure *failure);
