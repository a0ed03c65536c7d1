/* SPDX-License-Identifier: MIT */
/*
 * What the verb `sweep` of both programs has in common.
 */
#ifndef STEADYCAST_TOOLS_SWEEP_VERB_H
#define STEADYCAST_TOOLS_SWEEP_VERB_H

#include "tools/steadycast/frame/options.h"

enum { SWEEP_SPECS = 7 };
extern const struct option_spec sweep_specs[SWEEP_SPECS];
extern const char sweep_details[];

#endif
