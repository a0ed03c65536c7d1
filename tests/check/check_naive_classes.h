/* SPDX-License-Identifier: MIT */
/* For the tests: kind prices with a line `gap`, from its definition: every transition of every set
 * of values of one class, and every closed walk where the potential is recomputed. */
#pragma once

#include "check_text.h"

enum { NAIVE_CLASSES_DEPTH = 14 };

/* Of a text that is well-formed, with s <= NAIVE_CLASSES_DEPTH. */
bool naive_classes_hold(const struct text *text);
