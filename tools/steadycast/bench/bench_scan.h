/*
 * Least delays as something to be measured: all numbers of processors for L = 1..16, as reproduce
 * answers them, latency by latency on so many threads; and single large numbers.
 */
#ifndef STEADYCAST_TOOLS_BENCH_SCAN_H
#define STEADYCAST_TOOLS_BENCH_SCAN_H

#include "tools/steadycast/bench/bench.h"

enum { BENCH_SCAN_LATENCIES = 16 };

/* Delays alone; with their certificates written to a folder; checking these. */
enum bench_scan_step { BENCH_SCAN_ONLY, BENCH_SCAN_WRITE, BENCH_SCAN_CHECK };

struct bench_scan {
    const struct bench_options *options;
    int processors; /* the largest */
    int threads;    /* 0: all */
    enum bench_scan_step step;
    const char *folder;  /* needed for certificates */
    const char *checker; /* needed to check them */
};

/* The context is a struct bench_scan. */
enum status bench_scan_work(void *context, struct failure *failure);

/* The least delay for P = 10^digits. */
struct bench_power {
    const struct bench_options *options;
    int latency;
    int digits;
    int depth; /* that was found */
};

/* The context is a struct bench_power. */
enum status bench_power_work(void *context, struct failure *failure);

#endif
