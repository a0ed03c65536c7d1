/* SPDX-License-Identifier: MIT */
/* Options of verbs that ask about collective operations over a network. */
#pragma once

#include "solver/question/question.h"
#include "tools/steadycast/frame/question_option.h"
#include "tools/steadycast/frame/verb.h"

#define OPTION_SPECS_NETWORK_ALONE                                                                 \
    OPTION_ROW("network", 0, OPTION_NAME, "NAME", 0, 0,                                            \
               "the network, see steadycast help networks"),                                       \
        OPTION_ROW(                                                                                \
            "ports", 'p', OPTION_NUMBER, "p", 1, 10000,                                            \
            "a node sends and receives p messages at most in a round (default: its links alone)"), \
        OPTION_ROW("duplex", 'd', OPTION_CHOICE, "full|half|links", 0, 0,                          \
                   "ports for both directions, one port for both, or none (default: links, with "  \
                   "-p full)"),                                                                    \
        OPTION_SPECS_NODES,                                                                        \
        OPTION_ROW("machine", 'm', OPTION_TEXT, "TEXT", 0, 0,                                      \
                   "in place of these: 'network ring:5 duplex half'")

#define OPTION_SPECS_STEPS(over)                                                                   \
    OPTION_ROW("steps", 'S', OPTION_NUMBER, "S", 1, 1000000,                                       \
               over "how few rounds in S steps (default: one round in each, so the least time)"),  \
        OPTION_ROW("rounds", 'R', OPTION_NUMBER, "R", 1, 1000000,                                  \
                   over "how few steps for R rounds; with --steps: are these enough?")
#define OPTION_SPECS_OVER_NETWORK                                                                  \
    OPTION_ROW("root", 0, OPTION_NUMBER, "V", 0, 999999,                                           \
               "--network: the root, or source (default: 0)"),                                     \
        OPTION_SPECS_STEPS("--network: ")

/* Of a subject that asks about one collective, which is the operand; in *given its bit is set.
 * STATUS_INPUT. */
enum status collective_pose(const struct arguments *arguments, enum subject subject,
                            struct question *question, int *given, struct failure *failure);
