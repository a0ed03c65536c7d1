/* SPDX-License-Identifier: MIT */
#include <limits.h>

#include "solver/collective/summation/summation.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_NUMBER, false, "P", 1, INT_MAX, "processors that may help"},
    {"until", 'T', OPTION_NUMBER, false, "T", 0, SUMMATION_MOST_TIME,
     "cycles: how many operands can be added up?"},
    {"operands", 'n', OPTION_TEXT, false, "N", 0, 0,
     "in place of --until: how long do N operands take?"},
    {"items", 'k', OPTION_NUMBER, false, "C", 1, 1000000, "--network: chunks (default: 1)"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"until", NULL, "operands"}, {NULL, NULL, NULL}};

static const struct ask_verb row = {.subject = SUBJECT_REDUCE};

VERB(reduce,
     "The least time to combine operands at one processor, or the most in a time (MPI_Reduce)", "",
     .rules = rules, .ask = &row);
