/* SPDX-License-Identifier: MIT */
/* Kind impossible-network: there is no schedule of C chunks in S steps with R rounds, or one in
 * each step; or no stream of a rate with a delay, for W items in a row have none. The formula's
 * models are the schedules, clause by clause in the order of the grammar (section "Formula of a
 * network" of results/README.md).
 *
 * A schedule gives a model when sendings are left out that bring a chunk where it is, or another
 * one brings it earlier or at the same time: each node gets a chunk once, the first time, and no
 * load grows. Counters count up only. Items of a stream before and behind the window are left out.
 * What is sent of a chunk is sent against the arcs in the time of a reduction (network.h). */
#pragma once

#include "core/formula.h"
#include "rest/network.h"

/* chunks is C, or W of a stream; steps S, or the delay; rounds 0: one in each step. `first` is the
 * item that the window begins with. */
struct network_cnf {
    const struct network *network;
    uint32_t chunks, steps, rounds, first;
    struct ratio rate;
};

/* Of a struct formula. */
int64_t network_cnf_build(struct cnf_builder *builder, const void *question);
