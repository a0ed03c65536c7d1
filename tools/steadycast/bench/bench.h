/*
 * Benchmarks: what the promises about speed are measured with. A part is a file with one function
 * and a line in the table of parts; it adds records to the table (bench_record.h).
 */
#ifndef STEADYCAST_TOOLS_BENCH_H
#define STEADYCAST_TOOLS_BENCH_H

#include <stdbool.h>

#include "tools/steadycast/bench/bench_machine.h"
#include "tools/steadycast/bench/bench_record.h"
#include "tools/steadycast/frame/control.h"

struct bench_options {
    int runs;                /* repetitions of short measurements; the median counts */
    int limit;               /* seconds that a peer gets for one question */
    int peer_budget;         /* seconds that a peer gets for all questions together */
    bool quick;              /* small questions: all parts together take less than 20 s */
    struct control *control; /* by which a signal ends it, with nothing left behind */
    const struct bench_machine *machine;
};

struct bench {
    const char *name;
    const char *summary;
    enum status (*run)(const struct bench_options *options, struct bench_table *table,
                       struct failure *failure);
};

/* Ended by one without name. */
extern const struct bench benches[];

/* A part of the table. */
typedef enum status bench_part(const struct bench_options *options, struct bench_table *table,
                               struct failure *failure);
bench_part bench_decide, bench_count, bench_backtrack, bench_capacity, bench_window, bench_delay,
    bench_items, bench_messages, bench_family, bench_threads, bench_sizes, bench_sweep;

/* Limits that only a signal reaches. */
struct limits bench_limits(const struct bench_options *options, int threads);

/* The median of `count` >= 1 numbers, which it sorts. */
double bench_median(double *numbers, int count);

/* Something whose time is taken. */
typedef enum status bench_work(void *context, struct failure *failure);

/* The median time of `runs` repetitions, of fewer when they take more than two seconds together
 * (a twentieth with --quick), but at least one. */
enum status bench_time(const struct bench_options *options, bench_work *work, void *context,
                       double *seconds, struct failure *failure);

#endif
