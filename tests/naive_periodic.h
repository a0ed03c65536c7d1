/* SPDX-License-Identifier: MIT */
/* Whether a periodic schedule exists, by trying: all legal words, all ways to put them together,
 * and for each a matching of receivers and senders. Written from the definition in
 * solver/model/schedule.h and results/README.md; knows nothing of formulas, states or trees. */
#pragma once

#include <stdbool.h>

enum { NAIVE_LONGEST = 10 };

/* For (t-L+2)^(N T) up to some ten million; N T <= NAIVE_LONGEST (`keep`: T <= NAIVE_LONGEST). */
bool naive_periodic_exists(int latency, int depth, int processors, int period, bool permute);
