/* SPDX-License-Identifier: MIT */
/* For the tests: the fields of kind schedule against the definition. */
#pragma once

#include "check_text.h"

/* As naive_schedule_holds, of a text with its digest line. Where it holds, fails the test unless
 * the checker prints the fields that naive_schedule_fields puts down. */
bool fields_schedule_holds(const struct text *text);
