/* SPDX-License-Identifier: MIT */
/* Sizes, times and rates as users write them in options. */
#pragma once

#include <stdbool.h>

#include "automata/status.h"

/* Sizes, as 64KB or 1KB..1GB (KB is 1000 bytes, KiB 1024), of the option message; a time in seconds
 * of the option alpha, as 2us; and a rate, of the option bandwidth, as 25GB/s. STATUS_INPUT with
 * the text. */
enum status quantity_read_sizes(const char *text, double *from, double *to,
                                struct failure *failure);
enum status quantity_read_seconds(const char *text, double *seconds, struct failure *failure);
enum status quantity_read_rate(const char *text, double *bytes_a_second, struct failure *failure);

/* A limit of time, of options and in campaigns: digits with a point, as 60 or 0.5; false for any
 * other text. QUANTITY_LIMIT is what messages call it. */
#define QUANTITY_LIMIT "a number of seconds from 0.001 to 10^9"
bool quantity_read_limit(const char *text, double *seconds);

/* One size, of any option. */
enum status quantity_read_size(const char *option, const char *text, double *bytes,
                               struct failure *failure);
