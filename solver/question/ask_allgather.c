/* SPDX-License-Identifier: MIT */
/* Everybody's items to everybody. The detail of the engine `rotation` is a struct allgather. */
#include "solver/certificate/write.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allgather_search.h"
#include "solver/question/engines.h"

static void clear_nothing(void *detail) {
    (void)detail;
}

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    struct message_list list = allgather_list(body);
    return evidence_put_body(evidence_of_messages(&list), output, limits, failure);
}

/* One processor alone receives K(P-1) items, one at a time: the same as from one source. */
static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct allgather *schedule = body;
    mpz_t one, items;
    (void)limits;
    mpz_init_set_ui(one, 1);
    mpz_init_set_si(items, (long)schedule->items * (schedule->processors - 1));
    enum status status = certificate_put_items_bound(output, schedule->machine.latency, 1, one,
                                                     items, false, failure);
    mpz_clears(one, items, NULL);
    return status;
}

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    struct message_list all = allgather_list(detail);
    return outcome_lend(&all, items, schedule, failure);
}

/* With overhead no kind of certificate says what the bound is, so it is not given. */
static enum status ask_rotation(const struct engine *engine, const struct question *question,
                                const struct engine_options *options, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    struct logp_machine machine = question_machine(question);
    struct allgather found;
    (void)engine, (void)options, (void)limits;
    enum status status =
        allgather_build(&found, &machine, (int)question_number(question, KEY_PROCESSORS),
                        (int)question_number(question, KEY_ITEMS), failure);
    if (!status && !allgather_is_legal(&found))
        status = failure_set(failure, STATUS_INTERNAL, "the schedule is not legal");
    if (status)
        return status;
    status = outcome_give_detail(outcome, &found, sizeof found, clear_nothing, failure);
    if (status)
        return status;
    bool postal = machine.latency > 0 && machine.overhead == 0 && machine.gap == 1;
    outcome->schedule = outcome_evidence(outcome, "messages", put_schedule);
    outcome->list = list;
    if (postal)
        outcome->bound = outcome_evidence(outcome, "items-bound", put_bound);
    status = outcome_give_range(outcome, postal ? found.bound : -1, found.finish, failure);
    if (!postal)
        outcome_leave_open(outcome, "no kind of certificate is a bound for machines with overhead "
                                    "or gap");
    return status;
}

/* Time after time, until it is possible; without a certificate. */
static enum status ask_search(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct logp_machine machine = question_machine(question);
    long processors = question_number(question, KEY_PROCESSORS);
    long items = question_number(question, KEY_ITEMS);
    bool possible = false;
    int time = -1;
    (void)engine, (void)options;
    if (processors > ALLGATHER_SEARCH_MOST_PROCESSORS ||
        processors * items > ALLGATHER_SEARCH_MOST_ITEMS)
        return failure_set(failure, STATUS_LIMIT, "the machine is too large to try all schedules");
    enum status status = STATUS_OK;
    while (!possible && !status)
        status = allgather_search(&machine, (int)processors, (int)items, ++time, limits, &possible,
                                  failure);
    return status ? status : outcome_give_range(outcome, time, time, failure);
}

const struct engine allgather_engines[] = {
    {SUBJECT_ALLGATHER, "rotation", ENGINE_DECIDES, 0, true, NULL, ask_rotation,
     "each item to i+1, i+2, .., i+P-1", 0},
    {SUBJECT_ALLGATHER, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_UNCERTIFIED, true,
     NULL, ask_search, "all schedules, up to 4 processors", 0},
    {.name = NULL}};
