/* SPDX-License-Identifier: MIT */
/*
 * Streams of any words on a LogP machine, found by a formula (stream_formula.h), PicoSAT and
 * CaDiCaL: for a few dozen processors they are sooner than blocks can be, where a processor takes
 * up a second item while it still sends the first, and for periods above 1, where its role changes
 * from item to item.
 */
#ifndef STEADYCAST_SOLVER_LOGP_SEARCHED_STREAM_H
#define STEADYCAST_SOLVER_LOGP_SEARCHED_STREAM_H

#include "solver/base/limits.h"
#include "solver/logp/stream_formula.h"

/*
 * Sets *found, and then fills `schedule` (not initialised before), which is checked. Not found says
 * nothing: streams of other forms are not looked at, and limits->nodes bounds the decisions of the
 * programs. Arguments as stream_formula_build. STATUS_LIMIT beyond its limits. `limits` may be
 * NULL.
 */
enum status searched_stream(const struct stream_question *question, const struct limits *limits,
                            bool *found, struct logp_schedule *schedule, struct failure *failure);

/* Without a limit of nodes, for each period: a few seconds. */
enum { SEARCHED_NODES = 200000, SEARCHED_PERIODS = 2 };

/* The same for each of the periods 1..SEARCHED_PERIODS until one has a schedule, for N = processors
 * >= 1. What is beyond the limits of formulas isn't found. */
enum status searched_stream_periods(const struct logp_machine *machine, enum logp_capacity capacity,
                                    int depth, mpz_srcptr processors, const struct limits *limits,
                                    bool *found, struct logp_schedule *schedule,
                                    struct failure *failure);

#endif
