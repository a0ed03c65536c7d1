/* SPDX-License-Identifier: MIT */
/* Collective operations over a network: verbs of their own, and what others do with --network. */
#pragma once

#include "tools/steadycast/frame/verb.h"

#define OPTION_SPECS_OVER_NETWORK                                                                  \
    OPTION_ROW("root", 0, OPTION_NUMBER, "V", 0, 999999,                                           \
               "--network: the root, or source (default: 0)"),                                     \
        OPTION_ROW("steps", 'S', OPTION_NUMBER, "S", 1, 1000000,                                   \
                   "--network: how few rounds in S steps (default: one round in each, so the "     \
                   "least time)")

/* Is a network asked about? */
bool collective_is_asked(const struct arguments *arguments);

/* Asks for the rounds of the collective that has the verb's name; the exit status. */
int collective_run(const struct arguments *arguments);

/* Allreduce: asks for reduce-scatter, then for allgather; -o has a folder for each. */
int collective_compose(const struct arguments *arguments);
