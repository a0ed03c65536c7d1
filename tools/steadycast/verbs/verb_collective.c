/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/verb_collective.h"

#include <string.h>

#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "scatter, gather: the root (default: 0)"},
    {"items", 'k', OPTION_NUMBER, false, "C", 1, 1000000, "chunks of each (default: 1)"},
    OPTION_SPECS_STEPS(""),
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

#define COLLECTIVE(id, subject_id, called, what)                                                   \
    static const struct ask_verb row_##id = {.subject = SUBJECT_##subject_id};                     \
    const struct verb verb_##id = {.name = called,                                                 \
                                   .summary = what,                                                \
                                   .operands = "",                                                 \
                                   VERB_SPECS(specs),                                              \
                                   .help = text_collective,                                        \
                                   .ask = &row_##id}

COLLECTIVE(scatter, SCATTER, "scatter",
           "A root's chunks, each to its own node of a network (MPI_Scatter)");
COLLECTIVE(gather, GATHER, "gather", "Everybody's chunks to a root, over a network (MPI_Gather)");
COLLECTIVE(alltoall, ALLTOALL, "alltoall",
           "A chunk from everybody for everybody, over a network (MPI_Alltoall)");
COLLECTIVE(reduce_scatter, REDUCE_SCATTER, "reduce-scatter",
           "Everybody's operands added up, a sum at each node of a network (MPI_Reduce_scatter)");

/* --- the rate --- */

enum status collective_pose(const struct arguments *arguments, enum subject subject,
                            struct question *question, int *given, struct failure *failure) {
    const char *name = subject_form(subject)->name;
    int place = subject_place(subject, KEY_COLLECTIVE);
    char words[160];
    question_init(question, subject);
    if (arguments->operand_count > 1)
        return failure_input(failure, "%s takes one collective, not also '%.40s'", name,
                             arguments->operands[1]);
    parameter_wants(&subject_form(subject)->parameters[place], words, sizeof words);
    if (arguments->operand_count < 1)
        return failure_input(failure, "%s needs a collective: %s", name, words);
    *given = 1 << place;
    return question_read_value(question, KEY_COLLECTIVE, arguments->operands[0], failure);
}

static enum status pose_rate(const struct arguments *arguments, struct question *question,
                             int *given, const struct limits *limits, struct failure *failure) {
    (void)limits;
    return collective_pose(arguments, SUBJECT_RATE, question, given, failure);
}

static const struct ask_verb rate_row = {.pose = pose_rate};

static const struct option_spec rate_specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "of those with a root (default: 0)"},
    OPTION_SPEC_ENGINE,
    OPTION_ROW("output", 'o', OPTION_NAME, "FOLDER", 0, 0,
               "write both certificates: schedule.cert, kind network-schedule or network-rate, and "
               "bound.cert, kind network-bound"),
    OPTION_SPECS_ASKED,
};

const struct verb verb_rate = {
    .name = "rate",
    .summary = "Rounds a chunk of a collective over a network takes in the long run",
    .operands = "COLLECTIVE",
    VERB_SPECS(rate_specs),
    .help = text_rate,
    .ask = &rate_row};
