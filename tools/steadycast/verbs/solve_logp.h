/* SPDX-License-Identifier: MIT */
/* `steadycast solve --logp`: whether a LogP machine serves N processors with delay L+2o+t. */
#ifndef STEADYCAST_TOOLS_SOLVE_LOGP_H
#define STEADYCAST_TOOLS_SOLVE_LOGP_H

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/options.h"

/* Prints and writes the answer. Its exit status. */
int solve_logp(const struct arguments *arguments, struct control *control);

#endif
