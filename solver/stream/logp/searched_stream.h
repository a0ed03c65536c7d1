/* SPDX-License-Identifier: MIT */
/* Streams of any words on a LogP machine: for a few dozen processors they are sooner than blocks
 * can be, where a processor takes up a second item while it still sends the first, and for periods
 * above 1, where its role changes from item to item. An integer program finds them (circulation.h),
 * or, where it is too large or steadycast-lp is not installed, a formula, by PicoSAT and CaDiCaL.
 */
#pragma once

#include "solver/stream/logp/circulation.h"

/* Sets *found, and then fills `schedule`, which is checked. Not found says nothing: streams of
 * other forms are not looked at. limits->nodes bounds the decisions of the programs for formulas,
 * and the search tree of an integer program, where DECISIONS_OF_NODE of them take as long as a
 * node. STATUS_LIMIT beyond the limits of size, and where steadycast-lp is needed and not
 * installed. */
typedef enum status stream_search(const struct stream_question *question,
                                  const struct limits *limits, bool *found,
                                  struct logp_schedule *schedule, struct failure *failure);
stream_search program_stream;  /* by the integer program */
stream_search formula_stream;  /* by the formula */
stream_search searched_stream; /* by the first of them that is not beyond its limits */

enum { DECISIONS_OF_NODE = 200 };

/* Questions beyond are refused by the formula; depths in units. */
enum { STREAM_MAX_PROCESSORS = 128, STREAM_MAX_DEPTH = 200, STREAM_MAX_PERIOD = 8 };

/* Without a limit of nodes, for each period: a few seconds. */
enum { SEARCHED_NODES = 200000, SEARCHED_PERIODS = 2 };

/* The same for each of the periods 1..SEARCHED_PERIODS until one has a schedule, for N = processors
 * >= 1. What is beyond the limits of size isn't found. */
enum status searched_stream_periods(stream_search *search, const struct logp_machine *machine,
                                    enum logp_capacity capacity, int depth, mpz_srcptr processors,
                                    const struct limits *limits, bool *found,
                                    struct logp_schedule *schedule, struct failure *failure);
