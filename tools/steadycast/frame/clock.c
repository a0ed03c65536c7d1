/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/clock.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

double steady_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

const char *clock_span(double seconds, char text[CLOCK_SPAN_ROOM]) {
    long s = seconds < 0 ? 0 : seconds > 1e9 ? 1000000000 : (long)(seconds + 0.5);
    if (s < 100)
        snprintf(text, CLOCK_SPAN_ROOM, "%ld s", s);
    else if (s < 100 * 60)
        snprintf(text, CLOCK_SPAN_ROOM, "%ld:%02ld min", s / 60, s % 60);
    else
        snprintf(text, CLOCK_SPAN_ROOM, "%ld:%02ld:%02ld h", s / 3600, s / 60 % 60, s % 60);
    return text;
}

/* Processor time is asked of the kernel, which costs ten times as much as the time of day; engines
 * look after every few thousand steps. */
static const double LONGEST_GAP = 1, RENEWAL = 0.1; /* seconds */

static double processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void seen_clock_start(struct seen_clock *clock) {
    double time = steady_clock();
    *clock = (struct seen_clock){.looked = time, .computed = processor_time(), .renewed = time};
}

double seen_clock_look(struct seen_clock *clock) {
    double time = steady_clock(), gap = time - clock->looked;
    clock->looked = time;
    if (time - clock->renewed < RENEWAL) {
        clock->seen += gap;
        return clock->seen;
    }
    /* may hold up to RENEWAL from before the gap, which is little beside a second */
    double computed = processor_time();
    clock->seen += fmin(gap, fmax(LONGEST_GAP, 2 * (computed - clock->computed)));
    clock->computed = computed;
    clock->renewed = time;
    return clock->seen;
}
