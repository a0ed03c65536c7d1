/* SPDX-License-Identifier: MIT */
/*
 * One question about block-cyclic schedules on pruned trees (solver/model/schedule.h), answered by
 * the engines, with the certificate of the answer.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_KARP_SERVE_BLOCKS_H
#define STEADYCAST_TOOLS_CLAIM_KARP_SERVE_BLOCKS_H

#include "solver/decide/answer.h"
#include "tools/claims/claim_method.h"

/* *verdict: whether N processors can be served with delay L + t; the certificate, if there is an
 * answer, is appended to the stream, and counted. */
enum status karp_serve_blocks(struct claim_job *job, struct claim_stream *stream, int latency,
                              int depth, long processors, enum verdict *verdict, long *certificates,
                              struct failure *failure);

#endif
