/*
 * Benchmarks: what the promises about speed are measured with. Each prints fixed lines `bench NAME
 * KEY VALUE` on stdout; ratios come from one run on one machine.
 */
#ifndef STEADYCAST_TOOLS_BENCH_H
#define STEADYCAST_TOOLS_BENCH_H

#include <stdbool.h>

#include "tools/steadycast/frame/control.h"

struct bench_options {
    int runs;                /* repetitions of short measurements; the median counts */
    int limit;               /* seconds that a peer gets for one question */
    int peer_budget;         /* seconds that a peer gets for all questions together */
    struct control *control; /* by which a signal ends it, with nothing left behind */
};

struct bench {
    const char *name;
    const char *summary;
    enum status (*run)(const struct bench_options *options, struct failure *failure);
};

/* Ended by one without name. */
extern const struct bench benches[];

enum status bench_decide(const struct bench_options *options, struct failure *failure);
enum status bench_count(const struct bench_options *options, struct failure *failure);
enum status bench_backtrack(const struct bench_options *options, struct failure *failure);
enum status bench_capacity(const struct bench_options *options, struct failure *failure);
enum status bench_delay(const struct bench_options *options, struct failure *failure);
enum status bench_items(const struct bench_options *options, struct failure *failure);
enum status bench_family(const struct bench_options *options, struct failure *failure);

/* Limits that only a signal reaches. */
struct limits bench_limits(const struct bench_options *options, int threads);

/* Seconds of a steady clock. */
double bench_now(void);

/* The median of `count` numbers, which it sorts. */
double bench_median(double *numbers, int count);

/* Can this program be started by its name? */
bool bench_installed(const char *program);

#endif
