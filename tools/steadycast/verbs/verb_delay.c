/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/verbs/ask_verb.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_BIG, false, "P|A..B", 1, 1000000000,
     "processors, the source included; a network has its own"},
    {"rate", 0, OPTION_TEXT, false, "P/Q", 0, 0, "--network: P items in Q steps (default: 1)"},
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "--network: the source (default: 0)"},
    OPTION_SPEC_ENGINE,
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

/* P or P/Q. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    static const enum key keys[] = {KEY_RATE, KEY_PER};
    const struct option_value *rate = option(arguments, "rate");
    char copy[64];
    (void)limits;
    question_init(question, SUBJECT_DELAY);
    if (!rate->given)
        return STATUS_OK;
    snprintf(copy, sizeof copy, "%s", rate->text);
    char *part = copy, *slash = strchr(copy, '/');
    if (slash)
        *slash++ = 0;
    for (int i = 0; i < 2 && part; i++, part = slash) {
        *given |= 1 << subject_place(SUBJECT_DELAY, keys[i]);
        if (strlen(rate->text) >= sizeof copy || question_read_value(question, keys[i], part, NULL))
            return failure_input(
                failure,
                "--rate: '%.40s' is not P or P/Q, P items in Q steps, each from 1 to 10000",
                rate->text);
    }
    return STATUS_OK;
}

static const struct ask_verb row = {.pose = pose};

VERB(delay, "The least delay of an endless stream for any number of processors", "", .ask = &row);
