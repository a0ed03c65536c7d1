/* SPDX-License-Identifier: MIT */
/* Endless streams with several ports: the least delay, the capacity, and whether N processors are
 * served with a delay (port_stream.h). */
#include <stdlib.h>

#include "solver/items/search/items_sat.h"
#include "solver/model/port_growth.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"
#include "solver/stream/construction/port_stream.h"

/* What ports-bound says, which is the outcome's detail. */
struct claim {
    int latency, ports, depth;
    mpz_t processors;
};

static void clear_claim(void *body) {
    struct claim *claim = body;
    mpz_clear(claim->processors);
}

static enum status put_claim(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct claim *claim = body;
    (void)limits, (void)failure;
    certificate_print_port_bound(output, claim->latency, claim->ports, claim->depth,
                                 claim->processors);
    return STATUS_OK;
}

/* So many are not served in depth t. */
static enum status give_bound(struct outcome *outcome, const struct stream_asked *asked, int depth,
                              mpz_srcptr processors, struct failure *failure) {
    struct claim claim = {asked->machine.logp.latency, asked->machine.ports, depth, {{0}}};
    mpz_init_set(claim.processors, processors);
    outcome->bound = evidence_borrowed("ports-bound", put_claim, &claim);
    return evidence_keep(&outcome->bound, sizeof claim, clear_claim, failure);
}

/* The schedule of the least delay. Where it is too large to be made, while time is left, there is
 * none, and the reason is told. */
static enum status give_schedule(struct outcome *outcome, const struct stream_asked *asked,
                                 const struct limits *limits, struct failure *failure) {
    struct schedule schedule;
    struct failure refusal;
    enum status status = port_stream(&schedule, asked->machine.logp.latency, asked->machine.ports,
                                     asked->processors, limits, &refusal);
    if (!status)
        return outcome_give_schedule(outcome, &schedule, failure);
    if (status != STATUS_LIMIT || limits_check(limits, NULL))
        return failure_set(failure, status, "%s", refusal.message);
    outcome_leave_open(outcome, refusal.message);
    return STATUS_OK;
}

static enum status find_delay(const struct stream_asked *asked, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    int latency = asked->machine.logp.latency, depth;
    TRY(port_bound_find(latency, asked->machine.ports, asked->processors, &depth, failure));
    if (depth > 0) /* else there is nothing to prove */
        TRY(give_bound(outcome, asked, depth - 1, asked->processors, failure));
    TRY(give_schedule(outcome, asked, limits, failure));
    int64_t least = (int64_t)latency + depth;
    return outcome_give_range(outcome, least, outcome->schedule.kind ? least : -1, failure);
}

static enum status find_capacity(struct stream_asked *asked, const struct limits *limits,
                                 struct outcome *outcome, struct failure *failure) {
    mpz_ptr most = asked->processors;
    TRY(port_capacity(asked->machine.logp.latency, asked->machine.ports, asked->depth, most,
                      failure));
    TRY(give_schedule(outcome, asked, limits, failure));
    TRY(outcome_give_bounds(outcome, outcome->schedule.kind ? most : NULL, most, failure));
    mpz_add_ui(most, most, 1);
    return give_bound(outcome, asked, asked->depth, most, failure);
}

static enum status find_stream(const struct stream_asked *asked, const struct limits *limits,
                               struct outcome *outcome, struct failure *failure) {
    int depth;
    TRY(port_bound_find(asked->machine.logp.latency, asked->machine.ports, asked->processors,
                        &depth, failure));
    if (depth <= asked->depth)
        return give_schedule(outcome, asked, limits, failure);
    outcome->verdict = VERDICT_INFEASIBLE;
    return give_bound(outcome, asked, asked->depth, asked->processors, failure);
}

static enum status ask(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    return call->question->subject == SUBJECT_DELAY
               ? find_delay(&asked, call->limits, call->outcome, failure)
           : call->question->subject == SUBJECT_CAPACITY
               ? find_capacity(&asked, call->limits, call->outcome, failure)
               : find_stream(&asked, call->limits, call->outcome, failure);
}

/* --- by formulas --- */

static void clear_proof(void *body) {
    free(((struct items_proof *)body)->lrat.numbers);
}

static enum status give_refutation(struct outcome *outcome, struct items_answer *answer,
                                   struct failure *failure) {
    struct items_proof proof = answer->proof;
    answer->proof.lrat = (struct lrat){0};
    outcome->verdict = VERDICT_INFEASIBLE;
    outcome->bound = evidence_of_impossible_items(&proof);
    return evidence_keep(&outcome->bound, sizeof proof, clear_proof, failure);
}

/* The first items of a stream, for more and more steps. */
static enum status ask_formula(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    enum status status = STATUS_OK;
    struct items_question items = {.latency = asked.machine.logp.latency,
                                   .ports = asked.machine.ports,
                                   .delay = asked.machine.logp.latency + asked.depth};
    bool going = mpz_fits_sint_p(asked.processors);
    items.processors = going ? (int)mpz_get_si(asked.processors) : 0;
    outcome_leave_open(call->outcome, going ? "the first items of a stream are served in time"
                                            : "so many processors are too many for a formula");
    for (int step = 0; going && step <= items.delay && !status; step++) {
        CLEANUP(items_answer_clear) struct items_answer answer = {0};
        items.items = (step + 1) * items.ports;
        status = items_sat(&items, step + items.delay,
                           call->options->plain ? ITEMS_PLAIN : ITEMS_ORDERED, call->limits,
                           &answer, failure);
        if (status)
            break;
        going = answer.verdict == VERDICT_FEASIBLE;
        call->outcome->nodes += answer.nodes;
        if (answer.verdict == VERDICT_INFEASIBLE)
            status = give_refutation(call->outcome, &answer, failure);
        else if (!going)
            outcome_leave_open(call->outcome, answer.reason);
    }
    return status;
}

/* Stationary, which is of every period; not in blocks, and processors may change roles. */
static bool takes(const struct question *question) {
    return question_number(question, KEY_SCHEDULE) != CLASS_BLOCK_CYCLIC &&
           question_number(question, KEY_ROLES) == 0;
}

#define UNIONS                                                                                     \
    {                                                                                              \
        MACHINE_PORTS, "construction", ENGINE_DECIDES, 0, ask, 0, NULL, NULL,                      \
            "unions of trees with p children a step, and how many one item can reach"              \
    }
const struct engine port_delay_engines[] = {UNIONS, {.name = NULL}};
const struct engine port_capacity_engines[] = {UNIONS, {.name = NULL}};
const struct engine port_serve_engines[] = {
    {MACHINE_PORTS, "construction", ENGINE_DECIDES, 0, ask, 0, NULL, takes,
     "unions of trees with p children a step, and how many one item can reach"},
    {MACHINE_PORTS, "sat", ENGINE_SAYS_NO, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_formula, 0,
     "plain", takes,
     "formulas of the first items of a stream, p at each step; they know messages alone"},
    {.name = NULL}};
