/* SPDX-License-Identifier: MIT */
/*
 * The parts of the verb delay: one question in the postal model, a range of them, one on a LogP
 * machine.
 */
#ifndef STEADYCAST_TOOLS_DELAY_H
#define STEADYCAST_TOOLS_DELAY_H

#include <gmp.h>

#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/asking.h"

/* Where the certificates of one question go: schedule.cert, bound.cert, bound-later.cert. */
struct answer_folder delay_folder(const struct arguments *arguments);

/* All latencies of --latency and P = first..last, first >= 1: prints a line for each stretch of
 * equal delays, writes L<L>.certs. */
enum status delay_range(const struct arguments *arguments, struct control *control, long first,
                        long last, struct failure *failure);

/* P = processors on the machine of --logp. */
enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, bool *settled, struct failure *failure);

#endif
