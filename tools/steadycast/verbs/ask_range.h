/* SPDX-License-Identifier: MIT */
/* Ranges of questions: all values of the options that are ranges, on all threads. For each question
 * a line `latency L processors P .. lower N upper N by WHOM`, equal neighbours as one, or a JSON
 * object; with --output the certificates of each latency in L<L>.certs, one behind the other. What
 * was answered before a run is stopped is printed and kept, up to the first that is not
 * answered. */
#pragma once

#include "tools/steadycast/verbs/ask_verb.h"

/* Asks all; asking->question has the first value of each range. The exit status. */
int ask_range_run(struct asking *asking);
