/* SPDX-License-Identifier: MIT */
/* What the source sends in an endgame (results/THEOREMS.md, 12.6 and 12.10). */
#pragma once

#include "automata/status.h"

/* STATUS_INTERNAL unless so many states are reached, and so many are kept. L <= 4, M <= 3. */
enum status source_states(int latency, int colours, int reached, int kept, struct failure *failure);
