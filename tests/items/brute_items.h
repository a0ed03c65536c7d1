/* SPDX-License-Identifier: MIT */
/* The least time for K items by the definition alone: all states that can be reached, step by step,
 * with no thought of what is good. For very small questions. */
#pragma once

#include "solver/items/items_question.h"

enum { BRUTE_MOST_STATES = 1 << 20 };

/* (L+1)^(NK) is at most BRUTE_MOST_STATES. */
int brute_items(const struct items_question *question);
