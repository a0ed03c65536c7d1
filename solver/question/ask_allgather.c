/* SPDX-License-Identifier: MIT */
/* Everybody's items to everybody. The detail of the engine `rotation` is a struct allgather. */
#include "solver/collective/exchange/allgather.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/engines.h"

static enum status put_schedule(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    struct message_list list = allgather_list(body);
    return evidence_put_body(evidence_of_messages(&list), output, limits, failure);
}

/* Not those of processor 0 alone, which stand for all by rotation. */
static enum status put_expanded(const void *body, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    struct message_list list = allgather_expanded(body);
    return evidence_put_body(evidence_of_messages(&list), output, limits, failure);
}

/* What one processor alone receives, K(P-1) items one at a time, takes as long as from one
 * source. */
static void count_received(const struct allgather *schedule, mpz_ptr items) {
    mpz_init_set_si(items, (long)schedule->items * (schedule->processors - 1));
}

static enum status put_any_bound(const struct allgather *schedule, bool postal,
                                 struct certificate_output *output, struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    mpz_t one, items;
    mpz_init_set_ui(one, 1);
    count_received(schedule, items);
    enum status status =
        postal
            ? certificate_put_items_bound(output, machine->latency, 1, one, items, false, failure)
            : certificate_put_logp_items_bound(output, machine, one, items, false, failure);
    mpz_clears(one, items, NULL);
    return status;
}

static enum status put_postal_bound(const void *body, struct certificate_output *output,
                                    const struct limits *limits, struct failure *failure) {
    (void)limits;
    return put_any_bound(body, true, output, failure);
}

static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    (void)limits;
    return put_any_bound(body, false, output, failure);
}

static enum status find_bound(const struct allgather *schedule, int64_t *lower,
                              struct failure *failure) {
    struct logp_items_bound bound;
    mpz_t one, items;
    mpz_init_set_ui(one, 1);
    count_received(schedule, items);
    enum status status = logp_items_bound(&schedule->machine, one, items, false, &bound, failure);
    mpz_clears(one, items, NULL);
    if (status)
        return status;
    *lower = mpz_get_si(logp_items_bound_finish(&bound));
    logp_items_bound_clear(&bound);
    return STATUS_OK;
}

static enum status list(const void *detail, struct items_schedule *schedule,
                        struct failure *failure) {
    (void)failure;
    schedule->list = allgather_list(detail);
    return STATUS_OK;
}

/* What the paper says, L + 2o + (K(P-1)-1)g; the bound that is proved by hand; cycles from one
 * message of a processor to its next, and before a message is received; and how many there are. */
static enum status add_facts(struct outcome *outcome, const struct allgather *schedule,
                             struct failure *failure) {
    const struct logp_machine *machine = &schedule->machine;
    int64_t paper = logp_machine_transfer(machine) +
                    ((int64_t)schedule->items * (schedule->processors - 1) - 1) * machine->gap;
    TRY(outcome_add_number(outcome, "paper", paper, failure));
    TRY(outcome_add_number(outcome, "proved", schedule->bound, failure));
    TRY(outcome_add_number(outcome, "apart", schedule->apart, failure));
    TRY(outcome_add_number(outcome, "wait", schedule->wait, failure));
    return outcome_add_number(outcome, "messages", allgather_expanded(schedule).count, failure);
}

static enum status ask_rotation(const struct engine *engine, const struct question *question,
                                const struct engine_options *options, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    const struct machine machine = question_machine(question);
    struct allgather found;
    int64_t lower = 0;
    (void)engine, (void)limits;
    TRY(allgather_build(&found, &machine.logp, (int)question_number(question, KEY_PROCESSORS),
                        (int)question_number(question, KEY_ITEMS), failure));
    if (!allgather_is_legal(&found))
        return failure_set(failure, STATUS_INTERNAL, "the schedule is not legal");
    TRY(find_bound(&found, &lower, failure));
    TRY(outcome_give_detail(outcome, &found, sizeof found, evidence_clear_nothing, failure));
    outcome->schedule =
        outcome_evidence(outcome, "messages", options->expanded ? put_expanded : put_schedule);
    outcome->list = list;
    bool postal = question_machine_class(question) == MACHINE_POSTAL;
    outcome->bound =
        outcome_evidence(outcome, "items-bound", postal ? put_postal_bound : put_bound);
    enum status status = outcome_give_range(outcome, lower, found.finish, failure);
    if (!status)
        status = add_facts(outcome, &found, failure);
    if (outcome->verdict == VERDICT_INTERVAL)
        outcome_leave_open(outcome, found.bound == found.finish
                                        ? "rotation is the best, which no kind of certificate says"
                                        : "sending and receiving overlap in this schedule");
    return status;
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_LOGP };

const struct engine allgather_engines[] = {{MACHINES, "rotation", ENGINE_DECIDES, 0, ask_rotation,
                                            0, NULL, NULL, "each item to i+1, i+2, .., i+P-1"},
                                           {.name = NULL}};
