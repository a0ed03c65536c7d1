/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/question/details.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

static const struct option_spec specs[] = {
    OPTION_SPECS_MACHINE,
    {"processors", 'P', OPTION_NUMBER, false, "P", 1, ALLREDUCE_MOST_PROCESSORS, "processors"},
    {"until", 'T', OPTION_NUMBER, false, "T", 0, SEQUENCE_MAX_INDEX,
     "in place of --processors: as many as there can be at time T, P(T)"},
    {"list", 0, OPTION_FLAG, false, "", 0, 0, "print what each processor sends"},
    {"items", 'k', OPTION_NUMBER, false, "K", 1, 1000000,
     "--network: chunks of the operand, and of the sum (default: 1)"},
    OPTION_SPECS_STEPS("--network: "),
    OPTION_SPEC_ENGINE,
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"until", "latency", "processors"},
                                           {"expanded", "output", NULL},
                                           {"list", NULL, "json"},
                                           {NULL, NULL, NULL}};

/* P(T), f_T of the latency. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    const struct option_value *until = option(arguments, "until");
    int latency = (int)option(arguments, "latency")->number;
    question_init(question, SUBJECT_ALLREDUCE);
    if (!until->given)
        return STATUS_OK;
    BIG(processors);
    /* f_(t+L) is twice f_t at least, so that there is nothing to be computed for a large T */
    bool many = until->number / latency > 32;
    if (!many)
        TRY(sequence_term(processors, latency, until->number, limits, failure));
    if (many || mpz_cmp_si(processors, ALLREDUCE_MOST_PROCESSORS) > 0)
        return failure_limit(failure, "--until: P(%ld) is more than %d processors", until->number,
                             ALLREDUCE_MOST_PROCESSORS);
    question_set(question, KEY_PROCESSORS, mpz_get_si(processors));
    *given = 1 << subject_place(SUBJECT_ALLREDUCE, KEY_PROCESSORS);
    return STATUS_OK;
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    const struct allreduce_time *found = asking_outcome(asking)->detail;
    (void)alone, (void)failure;
    if (question_has(&asking->question, KEY_NETWORK))
        return STATUS_OK;
    if (!found->played && !asking->control->quiet)
        fprintf(stderr, "not played: too many processors or messages\n");
    for (int i = 0; i < found->schedule.count && option(asking->arguments, "list")->given; i++) {
        const struct allreduce_message *message = &found->schedule.messages[i];
        printf("time %d: i sends to i+%d%s\n", message->time, message->to,
               message->own ? "" : ", without its own operand");
    }
    return STATUS_OK;
}

static const struct ask_verb row = {
    .pose = pose, .own = "until", .complete = "until|list|expanded", .print = print};

VERB(allreduce, "The least time to combine everybody's operands for everybody (MPI_Allreduce)", "",
     .rules = rules, .ask = &row);
