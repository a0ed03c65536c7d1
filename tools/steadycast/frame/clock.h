/* SPDX-License-Identifier: MIT */
/* Clocks: the steady one, and the time that this process saw. */
#pragma once

/* The clock by which runs are timed and limits kept. */

/* Seconds since some moment, of a clock that nobody sets. */
double steady_clock(void);

/* Seconds for people: 40 s, 2:05 min, 30:00:00 h. Returns the text. */
enum { CLOCK_SPAN_ROOM = 40 };
const char *clock_span(double seconds, char text[CLOCK_SPAN_ROOM]);

/* Time that this process saw: who is blamed for having taken long is not blamed for time in which
 * the process was stopped (SIGSTOP, a frozen group of processes, a debugger). Between two looks at
 * most one second counts, or twice the processor time that the process took meanwhile: who looks
 * rarely because it computes is counted in full, unless it gets less than half of a processor. Who
 * waits has to look at least once a second. What other processes compute for it does not count as
 * its own. */

struct seen_clock {
    double looked;   /* seconds of a steady clock, at the last look */
    double computed; /* seconds of processor time of this process */
    double renewed;  /* seconds of a steady clock, when `computed` was read */
    double seen;     /* seconds since it was started */
};

/* Begins at 0. */
void seen_clock_start(struct seen_clock *clock);

/* Looks: seconds seen since the start. As cheap as reading the time; one thread at a time. */
double seen_clock_look(struct seen_clock *clock);
