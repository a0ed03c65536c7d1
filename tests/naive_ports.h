/* SPDX-License-Identifier: MIT */
/* Endless streams with several ports, from the definitions of results/THEOREMS.md, section 19, and
 * from nothing else: the least depth, term by term, and a judge of the messages of the first items
 * that marks each message in tables of processors and times, so that it takes thousands of
 * processors, where naive_messages.h looks at every pair. */
#pragma once

#include <stdbool.h>

#include "solver/model/message_list.h"

/* The least t with n <= f_t, or one more where Theorem Q excludes n. */
int naive_ports_depth(int L, int p, long n, bool *excluded);

/* NULL if each of the items 1..K, of which the source has item i from floor((i-1)/p) on and not
 * before, is sent once by the source and is received once by each of the others, `delay` later at
 * most, from somebody who has it, no processor sending or receiving more than p messages at a time;
 * otherwise what is wrong, in words. */
const char *naive_ports_fault(const struct message *messages, long count, int L, int p,
                              int processors, int items, int delay);
