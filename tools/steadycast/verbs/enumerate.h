/* SPDX-License-Identifier: MIT */
/*
 * The part of the verb enumerate that lists stationary schedules.
 */
#ifndef STEADYCAST_TOOLS_ENUMERATE_H
#define STEADYCAST_TOOLS_ENUMERATE_H

#include "tools/steadycast/frame/options.h"

/* Lists them as the options say; the exit status. A list that is not complete says so on stderr. */
int enumerate_stationary(const struct arguments *arguments);

#endif
