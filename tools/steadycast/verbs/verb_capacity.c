/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"depth", 't', OPTION_RANGE, true, "T|A..B", 0, 1000000, "delay L+t, or L+2o+t cycles"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct ask_verb row = {.subject = SUBJECT_CAPACITY};

VERB(capacity, "The largest number of processors that an endless stream can be served to", "",
     .ask = &row);
