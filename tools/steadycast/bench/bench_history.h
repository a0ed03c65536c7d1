/*
 * A file with one JSON object a line for each run, against which the next run is held.
 *
 * A run is compared with the earlier ones on the same machine (bench_machine_name) and of the same
 * kind (quick or not). It is appended with one write, so that a killed run leaves at most a last
 * line without its end, which is passed over and cut off by the next run.
 */
#ifndef STEADYCAST_TOOLS_BENCH_HISTORY_H
#define STEADYCAST_TOOLS_BENCH_HISTORY_H

#include <stdbool.h>

#include "tools/steadycast/bench/bench_machine.h"
#include "tools/steadycast/bench/bench_record.h"

struct bench_history {
    const char *path;
    json_t *runs;    /* array of the earlier runs that count */
    long long whole; /* bytes of the file up to the end of its last whole line */
};

/* STATUS_INPUT, with file and line, if a line is no run, or if the file can't be read; a file that
 * is not there is empty. To be cleared in any case. */
enum status bench_history_read(struct bench_history *history, const char *path,
                               const struct bench_machine *machine, bool quick,
                               struct failure *failure);
void bench_history_clear(struct bench_history *history);

/*
 * Prints a line for each value that differs from the median of the earlier runs by more than
 * `factor` > 1, and one that counts them; as JSON if the table is.
 */
enum status bench_history_compare(const struct bench_history *history,
                                  const struct bench_table *table, double factor,
                                  struct failure *failure);

/* Appends this run: date, version, machine, all values. */
enum status bench_history_append(const struct bench_history *history,
                                 const struct bench_machine *machine, bool quick,
                                 const struct bench_table *table, struct failure *failure);

#endif
