/* SPDX-License-Identifier: MIT */
/*
 * Who has been silent for how long. Only time in which this process looked counts: where it was
 * stopped itself, nobody else was silent.
 */
#ifndef STEADYCAST_TOOLS_CLUSTER_RANK_CLOCK_H
#define STEADYCAST_TOOLS_CLUSTER_RANK_CLOCK_H

#include <stdbool.h>

struct rank_clock {
    double looked; /* seconds of a steady clock, when it last looked */
    double time;   /* seconds that count */
    double beat;   /* when this process last said that it is alive */
    double silence;
    int nap; /* milliseconds of the last one */
};

/* Reads STEADYCAST_RANK_SILENCE: seconds, 1 .. 1000000; anything else counts as not given. */
void rank_clock_init(struct rank_clock *clock);

/* Looks; is it time to say that one is alive? */
bool rank_clock_beats(struct rank_clock *clock);

/* Milliseconds to sleep now: short after something happened, then longer. */
int rank_clock_nap(struct rank_clock *clock, bool happened);

#endif
