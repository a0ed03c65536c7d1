/*
 * The exhaustive search as something to be measured: it counts all fillings by words.
 */
#ifndef STEADYCAST_TOOLS_BENCH_WALK_H
#define STEADYCAST_TOOLS_BENCH_WALK_H

#include <stdint.h>

#include "tools/steadycast/bench/bench.h"

/* What a node takes, counted by callgrind as the difference of two runs with 4e5 and 1.4e6 nodes,
 * and how many instructions a processor does in a cycle at best, of those that are common. */
enum { BENCH_WALK_INSTRUCTIONS = 110, BENCH_WALK_WIDTH = 4 };

struct bench_walk {
    const struct bench_options *options;
    int latency;
    int depth;
    int threads;
    uint64_t most;  /* nodes after which it stops; 0: it goes to the end */
    uint64_t nodes; /* of the last run, as the next one */
    uint64_t solutions;
};

/* STATUS_LIMIT when a signal came. */
enum status bench_walk_run(struct bench_walk *walk, struct failure *failure);

/* The same as work whose time is taken; the context is a struct bench_walk. */
enum status bench_walk_work(void *context, struct failure *failure);

#endif
