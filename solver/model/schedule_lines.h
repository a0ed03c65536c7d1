/* SPDX-License-Identifier: MIT */
/* The lines of a schedule in a certificate: `receive-only`, `block` and `word`, wherever they
 * stand. */
#pragma once

#include "solver/base/certificate_output.h"
#include "solver/base/certificate_read.h"
#include "solver/model/schedule.h"

/* What is read at most: positions of all words, and values times phases, which is what
 * schedule_check keeps account of. */
enum { SCHEDULE_READ_MOST_PLACES = 20000000, SCHEDULE_READ_MOST_PHASES = 4000000 };

/* Writes all of them. */
enum status schedule_lines_print(struct certificate_output *output, const struct schedule *schedule,
                                 struct failure *failure);

/* The lines from the next one on are added to `schedule`, which has its latency, depth and period.
 * *more: the current line is the one behind them; else there is none. STATUS_INPUT, with file and
 * line, for what is not of the grammar: also values that nobody sends, and words whose length is no
 * multiple of the period. STATUS_LIMIT for more than the above. O(all lengths). */
enum status schedule_lines_read(struct schedule *schedule, struct certificate_input *input,
                                bool *more, struct failure *failure);
