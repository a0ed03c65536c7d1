/* SPDX-License-Identifier: MIT */
/* Few items, from scratch, in the time of the counting bound: 2 <= K < k1, where no stream is there
 * to be ended (results/THEOREMS.md, section 12). When everybody receives is decided first, then
 * which item (colour_search.h). */
#pragma once

#include "solver/base/limits.h"
#include "solver/items/items_colours.h"
#include "solver/items/items_schedule.h"

/* *found: `few` brings `items` >= 1 items to N = processors >= 1 others by time `finish`, checked.
 * Not found proves nothing: in particular it is not found where processors hold more than one item
 * before the last L steps. */
enum status few_items(int latency, int processors, int items, int finish,
                      const struct limits *limits, struct items_colours *few, bool *found,
                      struct failure *failure);

/* Its messages; STATUS_LIMIT for more processors than are listed. */
enum status few_items_schedule(const struct items_colours *few, struct items_schedule *schedule,
                               struct failure *failure);
