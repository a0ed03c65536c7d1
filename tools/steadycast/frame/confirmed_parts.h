/* SPDX-License-Identifier: MIT */
/*
 * What the files of confirmed.h share.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_PARTS_H
#define STEADYCAST_TOOLS_CONFIRMED_PARTS_H

#include <stdbool.h>

#include "solver/question/question.h"

/* The number of a bound, a time; -1 for what is none, or is beyond an int, and for NULL. */
int confirmed_time(const char *text);

/* Are these L, o and g of the question's machine? */
bool confirmed_machine(const char *fields, const struct question *question);

/* Is this kind logp-schedule, for N on the question's machine, under its capacity? */
bool confirmed_is_stream(const char *fields, const struct question *question, mpz_srcptr served);

#endif
