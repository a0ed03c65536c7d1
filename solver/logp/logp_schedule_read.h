/* SPDX-License-Identifier: MIT */
/*
 * From a certificate of kind logp-schedule back to the schedule, for showing and for round trips.
 */
#ifndef STEADYCAST_SOLVER_LOGP_LOGP_SCHEDULE_READ_H
#define STEADYCAST_SOLVER_LOGP_LOGP_SCHEDULE_READ_H

#include "solver/certificate/read.h"
#include "solver/logp/logp_schedule.h"

/*
 * `input` stands at its kind; fills `schedule`, in the order of the file, checked. STATUS_INPUT,
 * with file and line, for other kinds, damaged files, and what is no schedule; STATUS_LIMIT for
 * what is too large.
 */
enum status logp_schedule_read(struct logp_schedule *schedule, struct certificate_input *input,
                               struct failure *failure);

#endif
