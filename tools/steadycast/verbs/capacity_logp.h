/* SPDX-License-Identifier: MIT */
/* `steadycast capacity --logp`: bounds for LogP machines with g >= 2o. */
#ifndef STEADYCAST_TOOLS_CAPACITY_LOGP_H
#define STEADYCAST_TOOLS_CAPACITY_LOGP_H

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/options.h"

/* Delay L+2o+depth, one item each g cycles: prints and writes the bound. *settled becomes false
 * unless that is 1. STATUS_INPUT for another machine, for the engine `all`, and as class_prices.h.
 */
enum status capacity_logp(const struct arguments *arguments, struct control *control, long depth,
                          bool *settled, struct failure *failure);

#endif
