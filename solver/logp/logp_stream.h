/* SPDX-License-Identifier: MIT */
/*
 * The stream of the least delay that is known for a LogP machine and a number of processors: in
 * whole steps, with all processors at one offset (whole_steps.h); where there is no limit at the
 * receiver, at different offsets (waiting_stream.h); what changes of many equal blocks make of it
 * (breakout_stream.h); and, for small numbers, changes at random (annealed_stream.h).
 *
 * A stream of capacity full is one of capacity flight, and that one of capacity none. What is found
 * under a capacity is never later than under one before it.
 */
#ifndef STEADYCAST_SOLVER_LOGP_LOGP_STREAM_H
#define STEADYCAST_SOLVER_LOGP_LOGP_STREAM_H

#include "solver/base/limits.h"
#include "solver/logp/logp_schedule.h"

/*
 * Fills `schedule` for N = processors >= 1, checked; the better of those constructions that are not
 * beyond their limits. `limits` may be NULL. STATUS_INPUT for a machine that there is not,
 * STATUS_LIMIT if all constructions are, or when stopped.
 */
enum status logp_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure);

#endif
