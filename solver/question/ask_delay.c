/* SPDX-License-Identifier: MIT */
/* The least delay of an endless stream. Prices, or how many can know an item, bound it from below;
 * then schedules are asked for (serve.h).
 *
 * On a LogP machine a stream has an item in each G = max(g,2o) cycles, and the bound holds for all
 * streams of that rate, whatever the capacity. */
#include <limits.h>

#include "solver/model/sequence.h"
#include "solver/proof/bound/class_prices.h"
#include "solver/proof/bound/program.h"
#include "solver/proof/bound/reach.h"
#include "solver/question/delay_scan.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"
#include "solver/stream/logp/logp_stream.h"

/* The methods. */
enum {
    CONSTRUCTION, /* words and prices in closed form; the best known stream and the tree's bound */
    SEARCH,       /* searches as well, and on LogP machines prices */
    ROUNDING      /* on LogP machines: Theorem F's schedule alone, without a bound */
};

/* --- in the postal model --- */

/* The depth of what was found: it may be smaller than was asked for. */
static int depth_found(const struct stream_asked *asked, const struct outcome *outcome) {
    const struct schedule *schedule = outcome_schedule(outcome);
    return schedule ? schedule->depth : asked->depth;
}

/* Depth after depth, also beyond one where the engines found nothing: what is found then is deeper
 * than the prices say, and not settled. */
static enum status find_least(struct stream_asked *asked, int method, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    static serve_engine *const engines[][4] = {{serve_construction, NULL},
                                               {serve_local, serve_search, serve_sat, NULL}};
    for (; asked->depth <= PRICES_MAX_DEPTH; asked->depth++) {
        CLEANUP(outcome_clear) struct outcome found = {.by = outcome->by};
        TRY(serve_first(engines[method], asked, limits, &found, failure));
        if (found.verdict == VERDICT_FEASIBLE) {
            outcome_take_schedule(outcome, &found);
            return STATUS_OK;
        }
        TRY(limits_check(limits, failure));
    }
    return failure_limit(failure, "no schedule was found up to t = %d", PRICES_MAX_DEPTH);
}

static enum status find_postal(struct stream_asked *asked, int method, const struct limits *limits,
                               struct outcome *outcome, struct failure *failure) {
    struct prices prices;
    int latency = asked->machine.logp.latency, least = 0;
    TRY(delay_bound_depth(latency, asked->processors, &least, failure));
    if (least > 0) { /* else there is nothing to prove */
        TRY(delay_bound_prices(latency, asked->processors, least, &prices, failure));
        TRY(outcome_give_prices(outcome, &prices, failure));
    }
    asked->depth = least;
    asked->period = 2; /* what the search excludes need not be tried again */
    TRY(find_least(asked, least < latency ? CONSTRUCTION : method, limits, outcome, failure));
    enum status status = outcome_give_range(outcome, latency + least,
                                            latency + depth_found(asked, outcome), failure);
    if (outcome->verdict == VERDICT_INTERVAL)
        outcome_leave_open(outcome, "no schedule was found that reaches the bound");
    return status;
}

static enum status ask_postal(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    return find_postal(&asked, call->engine->method, call->limits, call->outcome, failure);
}

/* --- on a LogP machine: the bound of the tree --- */

/* The evidence of it: A at one time, or for g <= o at two (Proposition 8 of
 * results/THEOREMS.md). */
struct tree_bound {
    struct logp_machine machine;
    struct reach_bound reach;
};

static enum status put_reach(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct tree_bound *bound = body;
    (void)limits;
    return certificate_put_reach(output, &bound->machine, bound->reach.times[0], failure);
}

/* One certificate behind the other. */
static enum status write_reach(const void *body, FILE *stream, const struct limits *limits,
                               struct failure *failure) {
    struct tree_bound bound = *(const struct tree_bound *)body;
    enum status status = evidence_write_stream(evidence_borrowed("reach", put_reach, &bound),
                                               stream, limits, failure);
    bound.reach.times[0] = bound.reach.times[1];
    return status || bound.reach.count < 2
               ? status
               : evidence_write_stream(evidence_borrowed("reach", put_reach, &bound), stream,
                                       limits, failure);
}

/* Machines with g <= o have two counts, and so a file of one or two certificates. */
static enum status give_reach(struct outcome *outcome, const struct tree_bound *bound,
                              struct failure *failure) {
    if (bound->reach.count == 0)
        return STATUS_OK;
    outcome->bound = evidence_borrowed("reach", put_reach, bound);
    if (bound->machine.gap <= bound->machine.overhead) {
        outcome->bound.stream = write_reach;
        outcome->bound.count = bound->reach.count;
    }
    return evidence_keep(&outcome->bound, sizeof *bound, evidence_clear_nothing, failure);
}

/* Where the number of those that can know an item is too large to be counted, every item takes L+2o
 * to its first receiver all the same; `uncounted` says so. */
static enum status find_tree(const struct stream_asked *asked, struct outcome *outcome,
                             int64_t *lower, struct failure *uncounted, struct failure *failure) {
    struct tree_bound bound = {.machine = asked->machine.logp};
    enum status status = reach_lower(&bound.machine, asked->processors, &bound.reach, uncounted);
    if (status && status != STATUS_LIMIT)
        return failure_set(failure, status, "%s", uncounted->message);
    if (status)
        bound.reach = (struct reach_bound){.delay = logp_machine_transfer(&bound.machine)};
    *lower = bound.reach.delay;
    return give_reach(outcome, &bound, failure);
}

/* --- and of prices, with searches at the depths that they leave open --- */

/* From the depth below the schedule's on down to those that the tree excludes. Depths between two
 * multiples of the unit are alike, so the largest of them says most. */
static enum status find_prices(struct stream_asked *asked, const struct limits *limits,
                               struct outcome *outcome, int64_t *lower, struct failure *failure) {
    const struct logp_machine *machine = &asked->machine.logp;
    int64_t transfer = logp_machine_transfer(machine);
    int unit = (int)logp_machine_unit(machine), least = (int)(*lower - transfer);
    int depth = outcome_stream(outcome)->depth - 1;
    for (; depth >= least; depth = depth / unit * unit - 1) {
        CLEANUP(outcome_clear) struct outcome found = {.by = outcome->by};
        struct prices prices;
        bool priced = false;
        TRY(class_prices_below((int)transfer, machine->gap, depth, asked->processors, limits,
                               &priced, &prices, failure));
        if (priced) {
            *lower = transfer + prices.depth + 1;
            return outcome_give_prices(outcome, &prices, failure);
        }
        asked->depth = depth;
        enum status status = serve_logp_words(asked, limits, &found, failure);
        if (!status && found.verdict == VERDICT_FEASIBLE)
            outcome_take_schedule(outcome, &found);
        else if (status && status != STATUS_LIMIT)
            return status;
    }
    return STATUS_OK;
}

static void leave_open(struct outcome *outcome, int method, const struct limits *limits,
                       const struct failure *uncounted) {
    char path[PATH_MAX];
    struct failure missing;
    if (limits_check(limits, NULL))
        outcome_leave_open(outcome, LIMITS_STOPPED);
    else if (method == ROUNDING)
        outcome_leave_open(outcome, "Theorem F's schedule; no bound was asked for");
    else if (method == SEARCH && program_find(path, sizeof path, &missing))
        outcome_leave_open(outcome, missing.message);
    else if (uncounted->status)
        outcome_leave_open(outcome, uncounted->message);
    else
        outcome_leave_open(outcome, method == CONSTRUCTION
                                        ? "the schedule is later than the tree of one item allows"
                                        : "prices do not exclude all smaller delays");
}

static enum status find_logp(struct stream_asked *asked, int method, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    const struct machine *machine = &asked->machine;
    struct logp_schedule stream;
    struct failure uncounted = {0};
    int64_t lower = -1;
    TRY((method == ROUNDING ? whole_steps_stream : logp_stream)(
        &stream, &machine->logp, machine->capacity, asked->processors, limits, failure));
    TRY(outcome_give_stream(outcome, &stream, failure));
    if (method != ROUNDING)
        TRY(find_tree(asked, outcome, &lower, &uncounted, failure));
    if (method == SEARCH && outcome_stream(outcome)->depth <= PRICES_MAX_DEPTH)
        TRY(find_prices(asked, limits, outcome, &lower, failure));
    int64_t upper = logp_schedule_delay(outcome_stream(outcome));
    enum status status = outcome_give_range(outcome, lower, upper, failure);
    if (lower != upper)
        leave_open(outcome, method, limits, &uncounted);
    return status ? status
                  : outcome_add_number(outcome, "step", logp_machine_step(&machine->logp), failure);
}

static enum status ask_logp(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    if (call->engine->method == SEARCH && serve_check_prices(&asked.machine.logp, 0, NULL))
        return failure_limit(failure, "prices are for machines with g >= 2o, L+2o and g up to %d",
                             SEQUENCE_MAX_LATENCY);
    return find_logp(&asked, call->engine->method, call->limits, call->outcome, failure);
}

const struct engine delay_engines[] = {
    {MACHINE_POSTAL, "construction", ENGINE_DECIDES, 0, ask_postal, CONSTRUCTION, NULL, NULL,
     "unions of known schedules, and prices"},
    {MACHINE_POSTAL, "search", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_SEARCHES, ask_postal, SEARCH, NULL, NULL,
     "local search for blocks, backtracking and formulas, and prices"},
    {MACHINE_LOGP, "construction", ENGINE_DECIDES, 0, ask_logp, CONSTRUCTION, NULL, NULL,
     "the best schedule that is known, and how many can know an item"},
    {MACHINE_LOGP, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_logp, SEARCH,
     NULL, NULL, "the same, prices below its delay, and words of any kind, for g >= 2o"},
    {MACHINE_LOGP | MACHINE_POSTAL, "rounding", ENGINE_SAYS_YES, ENGINE_SINGLE_OUT, ask_logp,
     ROUNDING, NULL, NULL, "all in whole steps of max(g,2o) cycles, no bound"},
    {MACHINE_POSTAL, "logp-construction", ENGINE_DECIDES, 0, ask_logp, CONSTRUCTION, NULL, NULL,
     "what is asked of any LogP machine, with o = 0, g = 1"},
    {MACHINE_POSTAL, "logp-search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_logp,
     SEARCH, NULL, NULL, "the same, prices below its delay, and words of any kind"},
    {.name = NULL}};
