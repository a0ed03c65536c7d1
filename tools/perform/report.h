/* SPDX-License-Identifier: MIT */
/* What rank 0 prints. */
#ifndef STEADYCAST_TOOLS_PERFORM_REPORT_H
#define STEADYCAST_TOOLS_PERFORM_REPORT_H

#include "tools/perform/logp_fit.h"
#include "tools/perform/measure.h"
#include "tools/perform/performance.h"

/* On stderr, a line: how long it took. */
void report_times(const struct plan *plan, const struct performance_work *work,
                  const struct performance_result *result);

/*
 * On stdout: what the list predicts, `finish` cycles of `cycle` nanoseconds (0: no cycle is known,
 * and no time predicted), and what was measured. On stderr: why MPI_Bcast is not compared, if it is
 * not.
 */
void report_comparison(const struct plan *plan, const struct performance_work *work,
                       const struct performance_result *result, int finish, long cycle);

/* On stdout: what was measured, between which ranks it was fastest and slowest, and the machine as
 * an option. On stderr: which numbers are not what was measured, and that pairs are not alike. */
void report_machine(const struct measure_result *measured, const struct logp_fit *fit);

#endif
