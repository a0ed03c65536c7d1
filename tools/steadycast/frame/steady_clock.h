/* SPDX-License-Identifier: MIT */
/* The clock by which runs are timed and limits kept. */
#ifndef STEADYCAST_TOOLS_STEADY_CLOCK_H
#define STEADYCAST_TOOLS_STEADY_CLOCK_H

/* Seconds since some moment, of a clock that nobody sets. */
double steady_clock(void);

#endif
