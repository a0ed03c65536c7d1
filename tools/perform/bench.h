/* SPDX-License-Identifier: MIT */
/*
 * One sample of L, o and g between two ranks, by the micro-benchmarks of logp_fit.h with MPI_Isend
 * and receptions that are posted ahead, as schedules are performed.
 */
#ifndef STEADYCAST_TOOLS_PERFORM_BENCH_H
#define STEADYCAST_TOOLS_PERFORM_BENCH_H

#include "tools/perform/logp_fit.h"

enum { BENCH_TAG = 0 }; /* of its messages */

struct bench;

/* For messages of `bytes` >= 1 bytes, and any number of peers, one after the other. NULL for
 * refused memory: 17 messages. The caller ends with bench_free, which takes NULL too. */
struct bench *bench_new(int bytes);
void bench_free(struct bench *bench);

/* Called by two ranks at the same time, each with the other as peer: one asks, and has the sample,
 * the other answers. Both wait busily. */
struct logp_sample bench_ask(struct bench *bench, int peer);
void bench_answer(struct bench *bench, int peer);

#endif
