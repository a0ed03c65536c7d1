/* SPDX-License-Identifier: MIT */
#include "solver/network/network_least.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_decide.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_play.h"
#include "solver/network/network_trees.h"
#include "solver/proof/sat/decide.h"

/* Decisions of a formula in a first turn, and in the last one where the limits say nothing. */
enum { FIRST_DECISIONS = 120000, LAST_DECISIONS = 30000000 };

void network_least_clear(struct network_least *least) {
    network_schedule_clear(&least->schedule);
    network_refutation_clear(&least->refutation);
    if (least->is_priced)
        network_bound_clear(&least->bound);
}

static bool is_even(const struct network_least *least) {
    return least->task.rounds == NETWORK_EVEN_ROUNDS;
}

/* One commodity, a broadcast or a reduction: few steps are more often what binds, of which parts
 * know nothing. Then what C chunks ask for is enough; else prices are to prove T itself. */
static bool is_alone(const struct network_least *least) {
    return least->task.problem->commodity_count == 1;
}

/* --- from below --- */

/* The bound is taken over if it says more than what is known. */
static void raise(struct network_least *least, int lower, struct network_bound *bound) {
    if (lower <= least->lower) {
        network_bound_clear(bound);
        return;
    }
    if (least->is_priced)
        network_bound_clear(&least->bound);
    least->bound = *bound;
    least->is_priced = true;
    least->lower = lower;
    if (is_even(least)) {
        least->bound.claim = CLAIM_TIME;
        least->bound.steps = lower - 1;
        least->bound.chunks = least->task.chunks;
    }
}

/* By the linear program; *known false where there is none. */
static enum status price(struct network_least *least, struct time_axis axis,
                         const struct limits *limits, bool *known, struct failure *failure) {
    const struct rate_question question = {.problem = least->task.problem,
                                           .axis = axis,
                                           .even = is_even(least) && !axis.period,
                                           .items = 1,
                                           .chunks = is_alone(least) ? least->task.chunks : 0,
                                           .known = is_even(least) ? 1 : least->lower};
    struct network_rate rate;
    struct network_bound bound;
    bool feasible = false;
    enum status status = network_rate_solve(&question, limits, &rate, &feasible, failure);
    *known = status != STATUS_LIMIT;
    if (status || !feasible)
        return *known ? status : STATUS_OK;
    network_bound_init(&bound, least->task.problem, CLAIM_ROUNDS,
                       axis.period ? NETWORK_ANY : axis.steps);
    network_bound_take(&bound, &rate);
    int rounds = network_rate_rounds(bound.value, least->task.chunks);
    if (!question.even)
        raise(least, rounds, &bound);
    else if (rounds > 1)
        raise(least, axis.steps + 1, &bound);
    else
        network_bound_clear(&bound);
    network_rate_clear(&rate);
    return STATUS_OK;
}

/* Linear programs of so much work are solved step by step. */
#define MOST_STEPWISE 3e7

static enum status price_parts(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    struct network_bound bound;
    TRY(network_parts_find(least->task.problem, is_even(least), limits, &bound, failure));
    raise(least, network_rate_rounds(bound.value, least->task.chunks), &bound);
    return STATUS_OK;
}

enum status network_time_price(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    struct time_axis axis = {network_problem_enough_steps(problem), 1};
    bool known = false;
    TRY(price(least, axis, limits, &known, failure));
    for (int before = 0; known && before < least->lower && !limits_stop(limits);) {
        before = least->lower;
        axis = (struct time_axis){least->lower, 0};
        if (tree_search_cells(problem, axis) < MOST_STEPWISE)
            TRY(price(least, axis, limits, &known, failure));
    }
    return STATUS_OK;
}

/* --- from above --- */

static void take_schedule(struct network_least *least, struct network_schedule *schedule) {
    network_schedule_clear(&least->schedule);
    least->schedule = *schedule;
    least->upper = is_even(least) ? schedule->task.steps : schedule->task.rounds;
}

/* The one at hand, unless it is too large, or not made in time. */
static enum status take_first(struct network_least *least, const struct limits *limits,
                              struct failure *failure) {
    struct network_schedule schedule;
    enum status status = is_even(least)
                             ? network_one_by_one(&least->task, limits, &schedule, failure)
                             : network_shortest(&least->task, limits, &schedule, failure);
    if (!status)
        take_schedule(least, &schedule);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

static void take_found(struct network_least *least, int number, struct network_found *found) {
    if (found->verdict == VERDICT_FEASIBLE) {
        take_schedule(least, &found->schedule);
        found->schedule = (struct network_schedule){.count = 0};
    } else if (found->verdict == VERDICT_INFEASIBLE && found->refutation.variables > 0) {
        network_refutation_clear(&least->refutation);
        least->refutation = found->refutation;
        found->refutation = (struct network_refutation){.variables = 0};
        least->is_refuted = true;
        least->lower = number + 1;
    }
    network_found_clear(found);
}

/* Whether there is a schedule of so many rounds, or steps, at most. */
static enum status decide(struct network_least *least, int number, bool prove, uint64_t most,
                          const struct limits *limits, uint64_t *decisions, enum verdict *verdict,
                          struct failure *failure) {
    struct network_task task = least->task;
    struct network_found found;
    struct part_limits part;
    if (is_even(least))
        task.steps = number;
    else
        task.rounds = number;
    limits = limits_part(&part, limits, "%d..%d, %s %d", least->lower, least->upper,
                         is_even(least) ? "steps" : "rounds", number);
    TRY(network_search(&task, prove, most, limits, decisions, &found, failure));
    *verdict = found.verdict;
    take_found(least, number, &found);
    return STATUS_OK;
}

/* Sendings, of each chunk along each arc in each step, and decisions: a formula of so few is
 * cheaper than the start of another program, of the linear program or behind it of CaDiCaL. */
struct early {
    int64_t sendings;
    uint64_t decisions;
};
static const struct early before_prices = {1500, 2000}, behind_prices = {2000, SAT_FEW_DECISIONS};

/* A schedule of the lower bound. */
static enum status try_early(struct network_least *least, struct early most,
                             const struct limits *limits, uint64_t *decisions,
                             struct failure *failure) {
    enum verdict verdict;
    const struct network_problem *problem = least->task.problem;
    int64_t sendings =
        network_task_chunks(&least->task) * problem->network->arc_count * least->task.steps;
    return sendings <= most.sendings && least->lower < least->upper
               ? decide(least, least->lower, false, most.decisions, limits, decisions, &verdict,
                        failure)
               : STATUS_OK;
}

/* By a game, and a schedule of its bound where one is likely; *settled: prices say no more. */
static enum status play(struct network_least *least, const struct limits *limits,
                        uint64_t *decisions, bool *settled, struct failure *failure) {
    const struct network_task *task = &least->task;
    struct network_play made;
    enum status status = network_play(task->problem, task->steps, task->chunks, least->lower,
                                      limits, &made, failure);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    raise(least, network_rate_rounds(made.bound.value, task->chunks), &made.bound);
    if (made.likely <= least->lower)
        TRY(try_early(least, before_prices, limits, decisions, failure));
    *settled = made.most <= least->lower || least->lower >= least->upper;
    return STATUS_OK;
}

static enum status price_all(struct network_least *least, const struct limits *limits,
                             uint64_t *decisions, struct failure *failure) {
    struct time_axis axis = {least->task.steps, 0};
    bool known = false, settled = false;
    TRY(price_parts(least, limits, failure));
    if (least->lower >= least->upper)
        return STATUS_OK;
    if (is_even(least))
        return network_time_price(least, limits, failure);
    if (!is_alone(least))
        TRY(try_early(least, before_prices, limits, decisions, failure));
    int before = least->lower;
    if (is_alone(least) && before < least->upper)
        TRY(play(least, limits, decisions, &settled, failure));
    if (!settled && least->lower < least->upper)
        TRY(price(least, axis, limits, &known, failure));
    return least->lower == before ? STATUS_OK
                                  : try_early(least, behind_prices, limits, decisions, failure);
}

enum status network_time_decide(struct network_least *least, const struct limits *limits,
                                enum verdict *verdict, struct failure *failure) {
    struct network_task task = least->task;
    struct network_found found;
    uint64_t decisions = 0;
    task.steps = least->lower;
    TRY(network_decide(&task, limits, &decisions, &found, failure));
    *verdict = found.verdict;
    take_found(least, task.steps, &found);
    return STATUS_OK;
}

/* A schedule of the lower bound, of turned steps. */
static enum status try_turned(struct network_least *least, struct network_turns *turns,
                              uint64_t most, const struct limits *limits, uint64_t *decisions,
                              enum verdict *verdict, struct failure *failure) {
    struct network_task task = least->task;
    struct network_found found;
    task.steps = least->lower;
    TRY(network_decide_turned(&task, turns, most, limits, decisions, &found, failure));
    *verdict = found.verdict;
    take_found(least, task.steps, &found);
    return STATUS_OK;
}

/* Between the bounds: the lower one first, a few decisions; then from above, in halves; then the
 * lower one again as long as it lasts. */
static enum status close_with(struct network_least *least, struct network_turns *turns,
                              const struct limits *limits, uint64_t *decisions,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    for (uint64_t most = FIRST_DECISIONS;
         !status && least->lower < least->upper && most <= LAST_DECISIONS && !limits_stop(limits);
         most *= 4) {
        enum verdict verdict = VERDICT_INFEASIBLE;
        while (!status && verdict == VERDICT_INFEASIBLE && least->lower < least->upper)
            status = decide(least, least->lower, true, most, limits, decisions, &verdict, failure);
        if (!status && verdict == VERDICT_UNKNOWN && is_even(least))
            status = try_turned(least, turns, most, limits, decisions, &verdict, failure);
        for (int low = least->lower; !status && verdict == VERDICT_UNKNOWN && low < least->upper;) {
            int middle = low + (least->upper - low) / 2;
            if (middle == least->lower)
                break;
            enum verdict above = VERDICT_UNKNOWN;
            status = decide(least, middle, false, most, limits, decisions, &above, failure);
            if (above != VERDICT_FEASIBLE)
                low = middle + 1;
        }
    }
    return status;
}

static enum status close(struct network_least *least, const struct limits *limits,
                         uint64_t *decisions, struct failure *failure) {
    CLEANUP(network_turns_clear) struct network_turns turns = {.steps = 0};
    if (least->lower < least->upper && is_even(least))
        TRY(network_turns_find(least->task.problem, limits, &turns, failure));
    return close_with(least, &turns, limits, decisions, failure);
}

enum status network_rounds_find(const struct network_problem *problem, int steps, int chunks,
                                const struct limits *limits, struct network_least *least,
                                uint64_t *decisions, struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {
        .task = {.problem = problem, .steps = steps, .chunks = chunks, .rounds = 1}, .lower = 1};
    int fewest = 0;
    require(steps >= 1 && chunks >= 1);
    TRY(network_check_rounds(problem->network, failure));
    TRY(network_problem_least_steps(problem, limits, &fewest, failure));
    if (steps < fewest)
        return failure_set(failure, STATUS_INPUT,
                           "%d steps are too few: some target is %d steps away", steps, fewest);
    TRY(take_first(&made, limits, failure));
    TRY(price_all(&made, limits, decisions, failure));
    TRY(close(&made, limits, decisions, failure));
    *least = TAKE(made);
    return STATUS_OK;
}

enum status network_time_begin(const struct network_problem *problem, int chunks,
                               const struct limits *limits, struct network_least *least,
                               struct failure *failure) {
    *least = (struct network_least){
        .task = {.problem = problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS},
        .upper = INT_MAX};
    return price_parts(least, limits, failure);
}

enum status network_time_find(const struct network_problem *problem, int chunks,
                              const struct limits *limits, struct network_least *least,
                              uint64_t *decisions, struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {
        .task = {.problem = problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS}};
    require(chunks >= 1);
    TRY(network_problem_least_steps(problem, limits, &made.lower, failure));
    TRY(take_first(&made, limits, failure));
    TRY(price_all(&made, limits, decisions, failure));
    TRY(close(&made, limits, decisions, failure));
    if (!made.is_refuted && !made.is_priced && made.lower > 1) {
        network_bound_init(&made.bound, problem, CLAIM_UNREACHABLE, made.lower - 1);
        made.is_priced = true;
    }
    *least = TAKE(made);
    return STATUS_OK;
}
