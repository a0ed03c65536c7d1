/* SPDX-License-Identifier: MIT */
/*
 * Streams on LogP machines without a limit at the receiver: blocks in every class, messages that
 * wait for as long as they like.
 *
 * The depth is tried from S(N) on (heads.h), as no stream has a smaller one for g >= 2o. At each
 * one the leaves to be left out are chosen by prices, the blocks take their leaves (leaves.h), and
 * where room is missing the prices rise, for some rounds. *Theorem M* ends this: with l and G
 * divided by d = gcd(l,G), at depth S(N) + 2G - 1 every leaf of the raised tree has the value 2G-1
 * or more, which is level 1 or more in each class; as no block needs a larger sum than one for each
 * of its leaves, any way to deal them will do. So the delay is at most l + S(N) + 2G - d cycles.
 * (results/THEOREMS.md, section 11.6.)
 */
#ifndef STEADYCAST_SOLVER_STREAM_LOGP_WAITING_STREAM_H
#define STEADYCAST_SOLVER_STREAM_LOGP_WAITING_STREAM_H

#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

/* Fills `schedule` with one for N = processors >= 1, of capacity none, checked. `limits` may be
 * NULL; when time is up before the least depth was found, Theorem M's is taken. STATUS_LIMIT for
 * trees beyond the limits of heads.h. */
enum status waiting_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                           mpz_srcptr processors, const struct limits *limits,
                           struct failure *failure);

#endif
