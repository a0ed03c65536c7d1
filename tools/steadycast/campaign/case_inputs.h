/* SPDX-License-Identifier: MIT */
/* What the files held that a question names, so that an answer is known to be about these bytes. */
#pragma once

#include "tools/steadycast/campaign/case_result.h"

/* Reads them all, and puts their names and digests into `result`, which had none. STATUS_INPUT,
 * with the name as written and the reason, for one that can't be read, or that could not be read a
 * second time, as pipes; STATUS_LIMIT for more than CASE_MOST_INPUTS. */
enum status case_inputs_read(const struct question *question, struct case_result *result,
                             struct failure *failure);

/* Reads them again: STATUS_INPUT with the name of one that does not hold what it held; *unread: for
 * it can't be read. */
enum status case_inputs_compare(const struct question *question, const struct case_result *result,
                                bool *unread, struct failure *failure);
