/* SPDX-License-Identifier: MIT */
/* From a certificate back to a schedule: kind schedule, and kind family of depths. For showing and
 * for round trips in tests. It checks the schedule, but is not what verifies a certificate. */
#pragma once

#include "solver/base/certificate_read.h"
#include "solver/model/schedule.h"

enum { SCHEDULE_READ_ANY_DEPTH = -1 };

/* Does `input`, which stands at its kind, hold one? */
bool schedule_read_takes(const struct certificate_input *input);

/* One of several ports, which schedule_read reads as well: it has no words to be shown.
 */
bool schedule_read_has_ports(const struct certificate_input *input);

/* Reads the schedule for `depth` (SCHEDULE_READ_ANY_DEPTH: the certificate's own, or the last that
 * a family lists) into `schedule`, not initialised before, in the file's order. `input` stands at
 * its kind. Depths beyond a family's window are unrolled by its rule. STATUS_INPUT, with file and
 * line, for damaged files, other kinds, depths that the certificate does not hold, and what is no
 * schedule; STATUS_LIMIT for what is too large, and depths too large to be unrolled. */
enum status schedule_read(struct schedule *schedule, struct certificate_input *input, int depth,
                          struct failure *failure);

/* The same for a file. */
enum status schedule_read_file(struct schedule *schedule, const char *path, int depth,
                               struct failure *failure);
