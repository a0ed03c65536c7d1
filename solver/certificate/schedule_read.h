/*
 * From a certificate back to a schedule: kinds block-cyclic, family and induction. For showing and
 * for round trips in tests; it does not verify anything.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_SCHEDULE_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_SCHEDULE_READ_H

#include "solver/model/schedule.h"

enum { SCHEDULE_READ_ANY_DEPTH = -1 };

/* Depths above are unrolled only when they are asked for by number: t^2/2 letter places. */
enum { SCHEDULE_READ_UNROLLED_DEPTH = 5000 };

/*
 * Reads the schedule for `depth` (SCHEDULE_READ_ANY_DEPTH: the certificate's own, or T+L-1 of a
 * family and of an induction beyond SCHEDULE_READ_UNROLLED_DEPTH) into `schedule`, not initialised
 * before. Depths beyond a family's window are unrolled by its rule. STATUS_INPUT, with file and
 * line, for damaged files, other kinds, and depths that the certificate does not hold; STATUS_LIMIT
 * for depths too large to be unrolled.
 */
enum status schedule_read(struct schedule *schedule, const char *path, int depth,
                          struct failure *failure);

#endif
