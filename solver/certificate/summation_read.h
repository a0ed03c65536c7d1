/*
 * From a certificate of kind summation back to the schedule, without checking what it adds up:
 * steadycheck does.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_SUMMATION_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_SUMMATION_READ_H

#include "solver/certificate/read.h"
#include "solver/collective/summation/summation.h"

/* From `input`, which stands at its kind, into `summation` (not initialised before), which the
 * caller clears. STATUS_INPUT, with file and line, for what is not of the grammar of
 * results/README.md, and beyond MESSAGES_MOST_PROCESSORS. */
enum status summation_read(struct summation *summation, struct certificate_input *input,
                           struct failure *failure);

#endif
