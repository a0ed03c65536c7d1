/* SPDX-License-Identifier: MIT */
/* Stationary schedules of a LogP machine with gap g, l = L+2o, delay l+s, where messages may wait:
 * all sets of closed words are tried, from the definition. Knows nothing of prices.
 *
 * A word of length n of a class e receives the value e + g v_p at its position p, p + v_p distinct
 * modulo n, and sends the largest value that it holds. N processors are words of N positions in
 * all, so that of each value and all above no more are received than sent (l before), and one by
 * the source. */
#pragma once

#include <stdbool.h>

enum { NAIVE_CLASSES_DEPTH = 12, NAIVE_CLASSES_PROCESSORS = 7 };

/* Within these; exponential in both. */
bool naive_classes_serve(int latency, int gap, int depth, int processors);
