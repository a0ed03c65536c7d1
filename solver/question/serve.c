/* SPDX-License-Identifier: MIT */
#include "solver/question/serve.h"

#include <limits.h>
#include <stdio.h>

#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/question/engines.h"
#include "solver/stream/arithmetic/pruned_find.h"
#include "solver/stream/arithmetic/pruned_local.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/latency_two.h"
#include "solver/stream/stationary/periodic_sat.h"
#include "solver/stream/stationary/search.h"

enum { LARGEST_PERIOD_TRIED = 6, BLOCK_ATTEMPTS = 1000 };

static const char nothing_known[] = "no construction of this kind is known";

struct stream_asked stream_asked(const struct question *question) {
    long class = question_number(question, KEY_SCHEDULE);
    bool classed = subject_place(question->subject, KEY_SCHEDULE) >= 0;
    bool counted = subject_place(question->subject, KEY_SERVED) >= 0;
    struct stream_asked asked = {.machine = question_machine(question),
                                 .depth = (int)question_number(question, KEY_DEPTH),
                                 .class = !classed                 ? CLASS_ANY
                                          : class < CLASS_PERIODIC ? (enum schedule_class) class
                                                                   : CLASS_PERIODIC,
                                 .period =
                                     class < CLASS_PERIODIC ? 0 : (int)(class - CLASS_PERIODIC + 1),
                                 .keep = question_number(question, KEY_ROLES) == 1};
    mpz_init(asked.processors);
    if (counted)
        question_big(question, KEY_SERVED, asked.processors);
    else if (subject_place(question->subject, KEY_PROCESSORS) >= 0) {
        question_big(question, KEY_PROCESSORS, asked.processors);
        mpz_sub_ui(asked.processors, asked.processors, 1);
    }
    return asked;
}

void stream_asked_clear(struct stream_asked *asked) {
    mpz_clear(asked->processors);
}

static int latency_of(const struct stream_asked *asked) {
    return asked->machine.logp.latency;
}

/* --- what engines share --- */

/* Infeasible if the closed prices exclude every schedule; else it stays as it is. */
static enum status try_prices(const struct stream_asked *asked, struct outcome *outcome,
                              struct failure *failure) {
    CLEANUP(prices_clear) struct prices prices = {0};
    if (asked->depth > PRICES_MAX_DEPTH)
        return STATUS_OK;
    TRY(prices_best(&prices, latency_of(asked), asked->depth, failure));
    BIG(bound);
    prices_bound(&prices, bound);
    if (mpz_cmp(asked->processors, bound) <= 0)
        return STATUS_OK;
    TRY(prices_check(&prices, failure));
    return outcome_give_prices(outcome, &prices, failure);
}

enum status serve_after_prices(serve_engine *own, const struct stream_asked *asked,
                               const struct limits *limits, struct outcome *outcome,
                               struct failure *failure) {
    TRY(try_prices(asked, outcome, failure));
    return outcome->verdict == VERDICT_UNKNOWN ? own(asked, limits, outcome, failure) : STATUS_OK;
}

enum status serve_check_small(const struct stream_asked *asked, struct failure *failure) {
    if (asked->depth < latency_of(asked))
        return failure_limit(failure, "t < L is left to the construction");
    return mpz_cmp_si(asked->processors, INT_MAX) > 0
               ? failure_limit(failure, "too many processors for this engine")
               : STATUS_OK;
}

enum status serve_ask_formula(const struct stream_asked *asked, int period,
                              enum schedule_roles roles, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    CLEANUP(periodic_answer_clear) struct periodic_answer found = {0};
    TRY(periodic_sat_solve(latency_of(asked), asked->depth, (int)mpz_get_si(asked->processors),
                           period, roles, limits, &found, failure));
    outcome->nodes += found.nodes;
    if (found.verdict != VERDICT_UNKNOWN)
        snprintf(outcome->note, sizeof outcome->note, "the formula of period %d was decided by %s",
                 period, found.solver);
    if (found.verdict == VERDICT_FEASIBLE)
        return outcome_give_schedule(outcome, &found.schedule, failure);
    if (found.verdict == VERDICT_INFEASIBLE)
        return outcome_give_periodic(outcome, &found.proof, failure);
    outcome_leave_open(outcome, found.reason);
    return STATUS_OK;
}

enum status serve_confirm_none(const struct stream_asked *asked, enum schedule_roles roles,
                               const struct limits *limits, struct outcome *outcome,
                               struct failure *failure) {
    struct failure beyond = {0};
    enum status status = serve_ask_formula(asked, 1, roles, limits, outcome, &beyond);
    if (status == STATUS_LIMIT || (!status && outcome->verdict == VERDICT_UNKNOWN)) {
        outcome_leave_open(outcome, "the search is exhausted, but the formula, which would be the "
                                    "certificate, was not refuted within the limits");
        return STATUS_OK;
    }
    if (status)
        return failure_set(failure, status, "%s", beyond.message);
    return outcome->verdict == VERDICT_FEASIBLE
               ? failure_internal(failure, "the search found no schedule, but the formula has one")
               : STATUS_OK;
}

enum status serve_first(serve_engine *const engines[], const struct stream_asked *asked,
                        const struct limits *limits, struct outcome *outcome,
                        struct failure *failure) {
    enum status status = STATUS_OK;
    uint64_t nodes = 0;
    for (int i = 0; engines[i] && (!status || status == STATUS_LIMIT); i++) {
        outcome_clear(outcome);
        status = engines[i](asked, limits, outcome, failure);
        nodes += outcome->nodes;
        if (!status && outcome->verdict == VERDICT_FEASIBLE)
            break;
    }
    outcome->nodes = nodes;
    return status;
}

/* --- words in closed form --- */

/* Does a schedule of this period answer the question? */
static bool fits(const struct stream_asked *asked, const struct schedule *periodic) {
    if (asked->class == CLASS_ANY)
        return true;
    int period = asked->class == CLASS_STATIONARY ? 1 : asked->period;
    if (period % periodic->period)
        return false;
    for (size_t i = 0; asked->keep && i < periodic->word_count; i++)
        if ((size_t)period % periodic->words[i].length)
            return false;
    return true;
}

static enum status try_two(const struct stream_asked *asked, struct outcome *outcome,
                           struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule periodic = {0};
    int depth;
    TRY(latency_two_depth(asked->processors, &depth, failure));
    outcome_leave_open(outcome, nothing_known);
    if (depth > asked->depth)
        return STATUS_OK;
    TRY(latency_two_schedule(&periodic, asked->processors, failure));
    return fits(asked, &periodic) ? outcome_give_schedule(outcome, &periodic, failure) : STATUS_OK;
}

static enum status is_whole(const struct stream_asked *asked, int depth, bool *whole,
                            struct failure *failure) {
    BIG(processors);
    enum status status = sequence_term(processors, latency_of(asked), depth, NULL, failure);
    *whole = mpz_cmp(processors, asked->processors) == 0;
    return status;
}

/* A pruned tree, or two nodes in a word. STATUS_LIMIT if it is too large to be written down. */
static enum status try_every(const struct stream_asked *asked, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    struct schedule schedule;
    TRY(best_form(&schedule, latency_of(asked), asked->processors, limits, failure));
    return outcome_give_schedule(outcome, &schedule, failure);
}

/* One processor receives every item from the source. */
static enum status give_single(const struct stream_asked *asked, struct outcome *outcome, int depth,
                               struct failure *failure) {
    struct schedule periodic;
    schedule_init(&periodic, latency_of(asked), depth, 1);
    BIG_OF(once, 1);
    TRY(schedule_add_word(&periodic, once, &depth, NULL, 1, failure));
    return outcome_give_schedule(outcome, &periodic, failure);
}

/* The block-cyclic schedule for the whole tree of this depth. */
static enum status try_whole(const struct stream_asked *asked, int depth,
                             const struct limits *limits, struct outcome *outcome,
                             struct failure *failure) {
    const char *by = outcome->by;
    enum status status = arithmetic_solve(latency_of(asked), depth, limits, outcome, failure);
    outcome->by = by;
    if (status || outcome->verdict != VERDICT_INFEASIBLE)
        return status;
    outcome_clear(outcome); /* that there are no blocks proves nothing of other words */
    return STATUS_OK;
}

/* L != 2, where the least depth is that of the tree with N nodes. */
static enum status try_tree(const struct stream_asked *asked, const struct limits *limits,
                            struct outcome *outcome, struct failure *failure) {
    int depth, latency = latency_of(asked);
    bool whole = false;
    TRY(pruned_union_depth(latency, asked->processors, &depth, failure));
    TRY(is_whole(asked, depth, &whole, failure));
    outcome_leave_open(outcome, nothing_known);
    if (depth > asked->depth)
        return STATUS_OK;
    if (asked->keep)
        return depth < latency ? give_single(asked, outcome, depth, failure) : STATUS_OK;
    if (whole && !(latency % 2 == 0 && depth == 2 * latency))
        return try_whole(asked, depth, limits, outcome, failure);
    return try_every(asked, limits, outcome, failure);
}

static enum status construct(const struct stream_asked *asked, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    return latency_of(asked) == 2 ? try_two(asked, outcome, failure)
                                  : try_tree(asked, limits, outcome, failure);
}

enum status serve_construction(const struct stream_asked *asked, const struct limits *limits,
                               struct outcome *outcome, struct failure *failure) {
    return serve_after_prices(construct, asked, limits, outcome, failure);
}

/* --- searches --- */

enum status serve_local(const struct stream_asked *asked, const struct limits *limits,
                        struct outcome *outcome, struct failure *failure) {
    struct schedule pruned;
    bool found = false;
    outcome_leave_open(outcome, "local search found no blocks, which proves nothing");
    if (asked->depth < latency_of(asked) ||
        mpz_cmp_ui(asked->processors, PRUNED_FIND_MAX_PROCESSORS) > 0)
        return STATUS_OK;
    struct pruned_local_question blocks = {.latency = latency_of(asked),
                                           .depth = asked->depth,
                                           .processors = (int)mpz_get_si(asked->processors),
                                           .attempts = BLOCK_ATTEMPTS};
    TRY(pruned_local_find(&blocks, limits, &found, &pruned, failure));
    if (!found)
        return STATUS_OK;
    TRY(schedule_finish(&pruned, asked->processors, failure));
    return outcome_give_schedule(outcome, &pruned, failure);
}

static enum status search_stationary(const struct stream_asked *asked, const struct limits *limits,
                                     struct outcome *outcome, struct failure *failure) {
    struct schedule periodic;
    enum verdict end = VERDICT_UNKNOWN;
    TRY(stationary_search(latency_of(asked), asked->depth, mpz_get_si(asked->processors), false,
                          limits, &end, &periodic, &outcome->nodes, failure));
    if (end == VERDICT_FEASIBLE)
        return outcome_give_schedule(outcome, &periodic, failure);
    if (end == VERDICT_INFEASIBLE && asked->class == CLASS_STATIONARY)
        return serve_confirm_none(asked, ROLES_PERMUTE, limits, outcome, failure);
    outcome_leave_open(outcome, end == VERDICT_INFEASIBLE ? "there is no stationary schedule"
                                                          : "a limit was reached");
    return STATUS_OK;
}

enum status serve_search(const struct stream_asked *asked, const struct limits *limits,
                         struct outcome *outcome, struct failure *failure) {
    TRY(serve_check_small(asked, failure));
    if (asked->class == CLASS_PERIODIC && asked->keep)
        return failure_limit(failure, "the search is for stationary schedules");
    return serve_after_prices(search_stationary, asked, limits, outcome, failure);
}

/* Period after period; that none of them serves proves nothing about all. */
static enum status try_periods(const struct stream_asked *asked, const struct limits *limits,
                               struct outcome *outcome, struct failure *failure) {
    for (int period = asked->period > 1 ? asked->period : 1; period <= LARGEST_PERIOD_TRIED;
         period++) {
        enum status status =
            serve_ask_formula(asked, period, ROLES_PERMUTE, limits, outcome, failure);
        if (status || outcome->verdict != VERDICT_INFEASIBLE)
            return status;
        uint64_t nodes = outcome->nodes;
        outcome_clear(outcome);
        outcome->nodes = nodes;
    }
    outcome_leave_open(outcome, "there is no schedule of a small period");
    return STATUS_OK;
}

enum status serve_sat(const struct stream_asked *asked, const struct limits *limits,
                      struct outcome *outcome, struct failure *failure) {
    TRY(serve_check_small(asked, failure));
    if (asked->class == CLASS_ANY)
        return try_periods(asked, limits, outcome, failure);
    return serve_ask_formula(asked, asked->class == CLASS_STATIONARY ? 1 : asked->period,
                             asked->keep ? ROLES_KEEP : ROLES_PERMUTE, limits, outcome, failure);
}

/* --- the rows --- */

enum { CONSTRUCTION, SEARCH, SAT, DEAL };

static bool asks_for_blocks(const struct question *question) {
    return question_number(question, KEY_SCHEDULE) == CLASS_BLOCK_CYCLIC;
}

/* Roles come back after a period that is named, or there is nothing to keep. */
static enum status check_roles(const struct stream_asked *asked, struct failure *failure) {
    if (!asked->keep || asked->class == CLASS_PERIODIC)
        return STATUS_OK;
    return failure_input(failure, "'roles keep' is asked of periodic schedules: say 'schedule "
                                  "periodic:T', periodic:1 for stationary ones");
}

static enum status ask(const struct engine_call *call, struct failure *failure) {
    static serve_engine *const words[] = {serve_construction, serve_search, serve_sat};
    static serve_engine *const blocks[] = {serve_blocks_construction, serve_blocks_search,
                                           serve_blocks_sat, serve_blocks_deal};
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    TRY(check_roles(&asked, failure));
    return (asked.class == CLASS_BLOCK_CYCLIC ? blocks : words)[call->engine->method](
        &asked, call->limits, call->outcome, failure);
}

const struct engine serve_engines[] = {
    {MACHINE_POSTAL, "construction", ENGINE_DECIDES, 0, ask, CONSTRUCTION, NULL, NULL,
     "unions of known schedules, words in closed form, and prices"},
    {MACHINE_POSTAL, "deal", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, DEAL, NULL,
     asks_for_blocks, "local search, then all trees and all ways to deal their leaves, by sums"},
    {MACHINE_POSTAL, "search", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_SEARCHES, ask, SEARCH, NULL, NULL,
     "backtracking over words in their order"},
    {MACHINE_POSTAL, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask, SAT, NULL,
     NULL, "a formula for one period; impossible comes with a refutation"},
    {.name = NULL}};
