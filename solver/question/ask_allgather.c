/* SPDX-License-Identifier: MIT */
/* Everybody's items to everybody. */
#include "automata/numbers.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/engines.h"

/* The detail of the engine. */
struct gathering {
    struct allgather schedule;
    struct message_list list; /* of processor 0 alone, whose messages stand for all by rotation */
    struct message_list expanded;
    bool postal;
};

/* What one processor alone receives, K(P-1) items one at a time, takes as long as from one
 * source. */
static long count_received(const struct allgather *schedule) {
    return (long)schedule->items * (schedule->processors - 1);
}

static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct gathering *found = body;
    const struct logp_machine *machine = &found->schedule.machine;
    BIG_OF(one, 1);
    BIG_OF(items, count_received(&found->schedule));
    (void)limits;
    return found->postal
               ? certificate_put_items_bound(output, machine->latency, 1, one, items, false,
                                             failure)
               : certificate_put_logp_items_bound(output, machine, one, items, false, failure);
}

static enum status find_bound(const struct allgather *schedule, int64_t *lower,
                              struct failure *failure) {
    CLEANUP(logp_items_bound_clear) struct logp_items_bound bound = {0};
    BIG_OF(one, 1);
    BIG_OF(items, count_received(schedule));
    TRY(logp_items_bound(&schedule->machine, one, items, false, &bound, failure));
    *lower = mpz_get_si(logp_items_bound_finish(&bound));
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

static enum status ask_rotation(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    const struct machine machine = question_machine(call->question);
    struct gathering found = {.postal = question_machine_class(call->question) == MACHINE_POSTAL};
    const struct allgather *schedule = &found.schedule;
    int64_t lower = 0;
    TRY(allgather_build(&found.schedule, &machine.logp,
                        (int)question_number(call->question, KEY_PROCESSORS),
                        (int)question_number(call->question, KEY_ITEMS), failure));
    if (!allgather_is_legal(schedule))
        return failure_internal(failure, "the schedule is not legal");
    TRY(find_bound(schedule, &lower, failure));
    TRY(outcome_give_detail(outcome, &found, sizeof found, evidence_clear_nothing, failure));
    struct gathering *kept = outcome->detail;
    kept->list = allgather_list(&kept->schedule);
    kept->expanded = allgather_expanded(&kept->schedule);
    outcome->messages = &kept->list;
    outcome->schedule =
        evidence_of_messages(call->options->expanded ? &kept->expanded : &kept->list);
    outcome->bound = outcome_evidence(outcome, "items-bound", put_bound);
    enum status status = outcome_give_range(outcome, lower, schedule->finish, failure);
    if (!status)
        status = add_facts(outcome, schedule, failure);
    if (outcome->verdict == VERDICT_INTERVAL)
        outcome_leave_open(outcome, schedule->bound == schedule->finish
                                        ? "rotation is the best, which no kind of certificate says"
                                        : "sending and receiving overlap in this schedule");
    return status;
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_LOGP };

const struct engine allgather_engines[] = {{MACHINES, "rotation", ENGINE_DECIDES, 0, ask_rotation,
                                            0, NULL, NULL, "each item to i+1, i+2, .., i+P-1"},
                                           {.name = NULL}};
