/* SPDX-License-Identifier: MIT */
/* How words that were looked for become a stream, or nothing. */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_FINISH_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_STREAM_FINISH_H

#include <gmp.h>
#include <stdbool.h>

#include "solver/model/schedule.h"

/*
 * `built` has all words if there is no `status` and they were found: then it becomes `words`,
 * sorted and checked. It is cleared otherwise, and not *found on failure.
 */
enum status stream_finish(struct schedule *built, enum status status, mpz_srcptr processors,
                          struct schedule *words, bool *found, struct failure *failure);

#endif
