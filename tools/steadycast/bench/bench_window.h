/*
 * The window automaton (solver/bound/window.h) as something to be measured: every transition of 2^t
 * states against prices in closed form, L = 2.
 */
#ifndef STEADYCAST_TOOLS_BENCH_WINDOW_H
#define STEADYCAST_TOOLS_BENCH_WINDOW_H

#include "tools/steadycast/bench/bench.h"

struct bench_window {
    const struct bench_options *options;
    int depth;
    int threads;
    uint64_t passes; /* of the last run, the one that found nothing to change with them */
};

/* The context is a struct bench_window. STATUS_LIMIT when a signal came. */
enum status bench_window_work(void *context, struct failure *failure);

/*
 * Bytes that all passes read at least once: a potential of 8 bytes behind each transition. Half of
 * the states must receive the value 0; the others may receive t, or one of 1..t-2 that they do not
 * hold, which is every second one in the middle.
 */
double bench_window_bytes(const struct bench_window *window);

#endif
