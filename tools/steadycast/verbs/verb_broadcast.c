/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "solver/model/message_list.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_BIG, false, "P|A..B", 1, MESSAGES_MOST_PROCESSORS + 1,
     "processors, the source included"},
    {"items", 'k', OPTION_RANGE, false, "K|A..B", 1, 1000000000,
     "items to be broadcast (default: 1)"},
    {"every", 0, OPTION_FLAG, false, "", 0, 0,
     "without --items: one certificate for every K from some M on"},
    {"single-sending", 0, OPTION_FLAG, false, "", 0, 0, "the source sends each item once"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    {"encoding", 0, OPTION_CHOICE, false, "ordered|plain", 0, 0,
     "formulas with an order of processors and items (default), or without"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"every", NULL, "items|single-sending|encoding|ports"},
                                           {NULL, NULL, NULL}};

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    (void)failure;
    bool every = option(arguments, "every")->given;
    if (!every) {
        question_init(question, SUBJECT_BROADCAST);
        question_set(question, KEY_SENDS, option(arguments, "single-sending")->given);
        return STATUS_OK;
    }
    question_init(question, SUBJECT_FAMILY);
    question_set(question, KEY_OF, OF_ITEMS);
    *given |= 1 << subject_place(SUBJECT_FAMILY, KEY_OF);
    return STATUS_OK;
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    const struct outcome *outcome = asking_outcome(asking);
    (void)failure;
    if (asking->question.subject != SUBJECT_FAMILY)
        return STATUS_OK;
    *alone = outcome->verdict == VERDICT_FEASIBLE;
    for (int i = 0; i < outcome->fact_count; i++)
        printf("%s %s\n", outcome->facts[i].name, outcome->facts[i].value);
    if (*alone)
        puts("s FEASIBLE");
    return STATUS_OK;
}

static const struct ask_verb row = {.pose = pose, .complete = "every|encoding", .print = print};

VERB(broadcast, "The least time for K items to reach all processors (MPI_Bcast)", "",
     .rules = rules, .ask = &row);
