/*
 * The exhaustive search as something to be measured: it counts all fillings by words.
 */
#ifndef STEADYCAST_TOOLS_BENCH_WALK_H
#define STEADYCAST_TOOLS_BENCH_WALK_H

#include <stdint.h>

#include "tools/steadycast/bench/bench.h"

/*
 * What a node takes, and how many instructions a common processor ends in a cycle at best. The
 * first is counted by callgrind: solve --engine backtrack --no-ball-rule -L 16 -t 32 --threads 1,
 * the difference of two runs of 4e5 and 1.4e6 nodes. gcc 12, x86-64; no node leaves the first
 * cache.
 */
enum { BENCH_WALK_INSTRUCTIONS = 117, BENCH_WALK_WIDTH = 4 };

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
