/* SPDX-License-Identifier: MIT */
/* Options that are keys of questions: a machine, in one way for all verbs, and what else is
 * asked. */
#pragma once

#include "solver/model/sequence.h"
#include "solver/question/question.h"
#include "tools/steadycast/frame/options.h"

#define OPTION_SPEC_LATENCIES                                                                      \
    OPTION_ROW("latency", 'L', OPTION_RANGE, "L|A..B", 1, SEQUENCE_MAX_LATENCY,                    \
               "latency of a message in the postal model: o = 0, g = 1")
#define OPTION_SPEC_LOGP                                                                           \
    OPTION_ROW("logp", 0, OPTION_TEXT, "L,o,g", 0, 0,                                              \
               "in place of --latency: a LogP machine, latency, overhead, gap")
#define OPTION_SPEC_CAPACITY                                                                       \
    OPTION_ROW(                                                                                    \
        "capacity", 0, OPTION_CHOICE, "full|flight|none", 0, 0,                                    \
        "which messages to one processor count for its limit of ceil(L/g): those that wait "       \
        "as well (default), those in flight, or none")

/* Of a network; become a part of its text (network_names.h). */
#define OPTION_SPECS_NODES                                                                         \
    OPTION_ROW("group", 0, OPTION_TEXT, "LIST", 0, 0,                                              \
               "these nodes of the network, as 0-3,8-11, have and want something, and others "     \
               "forward; only:LIST: nor do others forward"),                                       \
        OPTION_ROW("sizes", 0, OPTION_TEXT, "LIST", 0, 0,                                          \
                   "so many items has, or is to get, each of these nodes, as 3,1,0,2, where "      \
                   "others have one (MPI's allgatherv, gatherv, ..)")

/* All machines. */
#define OPTION_SPECS_MACHINE                                                                       \
    OPTION_SPEC_LATENCIES, OPTION_SPEC_LOGP, OPTION_SPEC_CAPACITY,                                 \
        OPTION_ROW("ports", 'p', OPTION_NUMBER, "p", 1, 10000,                                     \
                   "sends, and receptions, of a processor at a time (default: 1)"),                \
        OPTION_ROW("network", 0, OPTION_NAME, "NAME", 0, 0,                                        \
                   "in place of --latency: a network, along whose edges messages take a step"),    \
        OPTION_ROW("duplex", 'd', OPTION_CHOICE, "full|half|links", 0, 0,                          \
                   "--network: ports that send and receive in the same step, ports that do not, "  \
                   "or links alone (default; with -p full)"),                                      \
        OPTION_SPECS_NODES,                                                                        \
        OPTION_ROW(                                                                                \
            "machine", 'm', OPTION_TEXT, "TEXT", 0, 0,                                             \
            "in place of all these: the machine in the words of questions, as 'postal 3', "        \
            "'logp 6,2,4 capacity none', 'latency 1 ports 2', 'network ring:5 duplex half'")

/* Reads every option that is given and has the name of a key of the question's subject, or says a
 * machine; of ranges the first value. `given` has a bit for each place that was set before, and
 * then for those that are set. STATUS_INPUT with the option and its value, or what is missing; and
 * for an option with the name of a key that the subject does not have, but for those in `own`
 * (divided by |; NULL: none), which the caller reads. */
enum status question_option_read(const struct arguments *arguments, const char *own,
                                 struct question *question, int *given, struct failure *failure);

/* The value of one key from the text of an option. STATUS_INPUT with the option, the text and what
 * it has to be. */
enum status question_option_value(struct question *question, enum key key, const char *option,
                                  const char *text, struct failure *failure);

/* Is it one of the names, divided by |? NULL: there are none. */
bool option_is_among(const char *names, const char *name);

/* One machine is said, and no second one: else STATUS_INPUT with what there is. */
enum status question_option_machine(const struct arguments *arguments, struct failure *failure);

/* A machine L,o,g; STATUS_INPUT, with the option, for anything else. */
enum status logp_option_parse(const char *text, struct logp_machine *machine,
                              struct failure *failure);
