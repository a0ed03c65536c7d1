/* SPDX-License-Identifier: MIT */
/* Options of verbs that ask about collective operations over a network. */
#pragma once

#include "tools/steadycast/frame/verb.h"

#define OPTION_SPECS_STEPS(over)                                                                   \
    OPTION_ROW("steps", 'S', OPTION_NUMBER, "S", 1, 1000000,                                       \
               over "how few rounds in S steps (default: one round in each, so the least time)"),  \
        OPTION_ROW("rounds", 'R', OPTION_NUMBER, "R", 1, 1000000,                                  \
                   over "how few steps for R rounds; with --steps: are these enough?")
#define OPTION_SPECS_OVER_NETWORK                                                                  \
    OPTION_ROW("root", 0, OPTION_NUMBER, "V", 0, 999999,                                           \
               "--network: the root, or source (default: 0)"),                                     \
        OPTION_SPECS_STEPS("--network: ")
