/* SPDX-License-Identifier: MIT */
/*
 * The option --logp L,o,g of several verbs: a LogP machine.
 */
#ifndef STEADYCAST_TOOLS_LOGP_OPTION_H
#define STEADYCAST_TOOLS_LOGP_OPTION_H

#include "solver/model/logp_machine.h"
#include "solver/model/sequence.h"
#include "solver/question/question.h"
#include "tools/steadycast/frame/options.h"

#define OPTION_SPEC_LOGP(what)                                                                     \
    { "logp", 0, OPTION_TEXT, false, "L,o,g", 0, 0, what }

/* Reads three numbers with commas between them. STATUS_INPUT, with the option and the text, for
 * anything else, and for what is no machine. */
enum status logp_option_parse(const char *text, struct logp_machine *machine,
                              struct failure *failure);

/* What counts as being under way to a processor; full unless it is given. */
#define OPTION_SPEC_CAPACITY                                                                       \
    {                                                                                              \
        "capacity", 0, OPTION_CHOICE, false, "full|flight|none", 0, 0,                             \
            "--logp: which messages to one processor count for its limit of ceil(L/g): those "     \
            "that wait as well (default), those in flight, or none"                                \
    }
enum logp_capacity logp_option_capacity(const struct arguments *arguments);

/* STATUS_INPUT for --capacity without --logp. */
enum status logp_option_check_capacity(const struct arguments *arguments, struct failure *failure);

/* Options of verbs that take any machine: -L alone is the postal model, o = 0 and g = 1. */
#define OPTION_SPEC_MACHINE                                                                        \
    {"latency",                                                                                    \
     'L',                                                                                          \
     OPTION_NUMBER,                                                                                \
     false,                                                                                        \
     "L",                                                                                          \
     1,                                                                                            \
     SEQUENCE_MAX_LATENCY,                                                                         \
     "latency of a message in the postal model: o = 0, g = 1"},                                    \
        OPTION_SPEC_LOGP("in place of --latency: a LogP machine, latency, overhead, gap")

/* The machine of either option; STATUS_INPUT for none and for both. */
enum status logp_option_machine(const struct arguments *arguments, struct logp_machine *machine,
                                struct failure *failure);

/* Into the parameters of a question about a LogP machine. */
void logp_option_set(struct question *question, const struct logp_machine *machine);

#endif
