/* SPDX-License-Identifier: MIT */
#include <stdio.h>

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
    {"items", 'k', OPTION_NUMBER, false, "C", 1, 1000000, "--network: chunks (default: 1)"},
    OPTION_SPECS_OVER_NETWORK,
    OPTION_SPEC_ENGINE,
    {"expanded", 0, OPTION_FLAG, false, "", 0, 0,
     "write all messages, not those of processor 0 that stand for all"},
    OPTION_SPEC_OUTPUT_OF_NUMBERS,
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"until", "latency", "processors"},
                                           {"expanded", "output", NULL},
                                           {"list", NULL, "json"},
                                           {"items", "network|machine", NULL},
                                           {NULL, NULL, NULL}};

/* P(T), f_T of the latency. */
static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    const struct option_value *until = option(arguments, "until");
    int latency = (int)option(arguments, "latency")->number;
    mpz_t processors;
    question_init(question, SUBJECT_ALLREDUCE);
    if (collective_check(arguments, failure))
        return STATUS_INPUT;
    if (option(arguments, "processors")->given == until->given)
        return failure_set(failure, STATUS_INPUT,
                           "allreduce needs -P, --processors or -T, --until, and not both");
    if (!until->given)
        return STATUS_OK;
    mpz_init(processors);
    /* f_(t+L) is twice f_t at least, so that there is nothing to be computed for a large T */
    bool many = until->number / latency > 32;
    enum status status =
        many ? STATUS_OK : sequence_term(processors, latency, until->number, limits, failure);
    if (many || (!status && mpz_cmp_si(processors, ALLREDUCE_MOST_PROCESSORS) > 0))
        status = failure_set(failure, STATUS_LIMIT, "--until: P(%ld) is more than %d processors",
                             until->number, ALLREDUCE_MOST_PROCESSORS);
    else if (!status)
        question_set(question, KEY_PROCESSORS, mpz_get_si(processors));
    mpz_clear(processors);
    *given = 1 << subject_place(SUBJECT_ALLREDUCE, KEY_PROCESSORS);
    return status;
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    const struct allreduce_time *found = asking_outcome(asking)->detail;
    (void)alone, (void)failure;
    if (!found->played && !asking->control->quiet)
        fprintf(stderr, "not played: too many processors or messages\n");
    for (int i = 0; i < found->schedule.count && option(asking->arguments, "list")->given; i++) {
        const struct allreduce_message *message = &found->schedule.messages[i];
        printf("time %d: i sends to i+%d%s\n", message->time, message->to,
               message->own ? "" : ", without its own operand");
    }
    return STATUS_OK;
}

static json_t *more(const struct asking *asking) {
    const struct allreduce_time *found = asking_outcome(asking)->detail;
    return json_pack("{s:b}", "own_operands", (int)found->schedule.plain);
}

static const struct ask_verb row = {.pose = pose, .print = print, .more = more};

static int run_allreduce(const struct arguments *arguments) {
    return collective_is_asked(arguments) ? collective_compose(arguments)
                                          : ask_verb_run(arguments, &row);
}

const struct verb verb_allreduce = {
    .name = "allreduce",
    .summary = "The least time to combine everybody's operands for everybody (MPI_Allreduce)",
    .operands = "",
    VERB_SPECS(specs),
    .rules = rules,
    .details =
        "Each of P processors has an operand; all are to have the sum, or what another\n"
        "commutative and associative operation makes of all operands: MPI_Allreduce, which Karp\n"
        "et al. 1992, section 5.2, call combining. In the postal model, where combining takes no\n"
        "time. Prints\n"
        "  messages M   of each processor\n"
        "  time F       when all have the result: B(P), which is the least, for every P\n"
        "For P = P(T) this is the algorithm of the paper: at time j = 0..T-L processor i sends\n"
        "what it has to i + f_(j+L-1). For other P some messages go without the operand of their\n"
        "sender, in certificates `others`. Up to some 10^7 processors the messages are played\n"
        "before anything is printed: everybody combines every operand once. steadycheck takes\n"
        "20000 processors. Over a network: reduce-scatter, then allgather, with C chunks at each\n"
        "node; what is said to be least is the composition of both, a number of rounds that other\n"
        "schedules may beat: on a ring of five nodes one chunk needs 4 rounds so, and less if it\n"
        "is overwritten on its way. -o has a folder for each half.\n"
        "With -o, schedule.cert, the list of messages, goes on to `convert` and\n"
        "steadycast-perform, and bound.cert proves that fewer can know an operand before. The\n"
        "exit status is 10: the number is settled.",
    .example = "  steadycast allreduce -L 3 -T 9 -o nine --force; steadycheck nine/schedule.cert\n"
               "  steadycast allreduce -L 3 -P 12 --list -o twelve --force; steadycheck "
               "twelve/schedule.cert\n"
               "  steadycast allreduce -L 1 -P 1000000 --json\n"
               "  steadycast allreduce --network dgx1 -S 2 -k 2",
    .run = run_allreduce};
