/* SPDX-License-Identifier: MIT */
/*
 * L, o and g between ranks, by the micro-benchmarks of logp_fit.h with MPI_Isend and receptions
 * that are posted ahead, as schedules are performed.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_MEASURE_H
#define STEADYCAST_TOOLS_PERFORM_MEASURE_H

#include "automata/status.h"
#include "tools/perform/statistics.h"

struct measure_work {
    int bytes;  /* of each message, >= 1 */
    int repeat; /* samples of each pair, >= 1 */
};

/* In seconds, over the samples of all pairs; see struct logp_sample. */
struct measure_result {
    struct quartiles send;
    struct quartiles receive;
    struct quartiles gap;
    struct quartiles latency;
};

/*
 * Called by all ranks. Rank 0 with each of the others, one pair at a time, while the rest sleep;
 * `result` is set on rank 0. STATUS_INPUT for one rank alone, STATUS_MEMORY for refused memory: 17
 * messages on a rank, and on rank 0 four numbers a sample.
 */
enum status measure_pairs(const struct measure_work *work, struct measure_result *result);

#endif
