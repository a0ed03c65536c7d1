/* SPDX-License-Identifier: MIT */
/* L, o and g between the ranks of the job, pair by pair. */
#pragma once

#include "automata/status.h"
#include "tools/perform/statistics.h"

struct measure_work {
    enum pairs_choice pairs;
    int bytes;  /* of each message, >= 1 */
    int repeat; /* samples of each pair, >= 1 */
    bool quiet; /* nothing on stderr of how many pairs there are, and how far it is */
};

/* In seconds, over the samples of all pairs; see struct logp_sample. */
struct measure_result {
    struct quartiles send, receive, gap, latency;
    struct extremes extremes; /* with hosts */
};

/* Called by all ranks. One pair at a time is measured, while the rest sleep; `result` counts on
 * rank 0. STATUS_INPUT for one rank alone, STATUS_MEMORY for refused memory: 17 messages and four
 * numbers for each repetition on a rank, and on rank 0 two numbers a pair and five for each sample
 * of each pair. */
enum status measure_pairs(const struct measure_work *work, struct measure_result *result);
