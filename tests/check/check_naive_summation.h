/* SPDX-License-Identifier: MIT */
/* For the tests: kind summation by the definition, cycle by cycle and without the checker's
 * ideas. */
#pragma once

#include "check_text.h"

/* The text, which must follow the grammar and be small, is one of this kind and its claim holds. */
bool naive_summation_holds(const struct text *text);
