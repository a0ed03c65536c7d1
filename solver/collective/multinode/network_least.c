/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_least.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/collective/multinode/network_at_hand.h"
#include "solver/items/items_bound.h"
#include "solver/network/network_bound.h"
#include "solver/network/network_moving.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_search.h"
#include "solver/network/network_trees.h"
#include "solver/proof/sat/decide.h"

/* Decisions of a formula in a first turn, and in the last one where the limits say nothing. */
enum { FIRST_DECISIONS = 120000, LAST_DECISIONS = 30000000 };

static void drop_at_hand(struct network_least *least) {
    if (least->at_hand)
        gossip_schedule_clear(least->at_hand);
    free(least->at_hand);
    least->at_hand = NULL;
}

void network_least_clear(struct network_least *least) {
    network_schedule_clear(&least->schedule);
    drop_at_hand(least);
    network_refutation_clear(&least->refutation);
    network_bound_clear(&least->bound);
}

static bool is_gap(const struct network_least *least) {
    bool open =
        least->enough == 0 || (least->lower <= least->enough && least->upper > least->enough);
    return least->lower < least->upper && open;
}

/* One commodity, a broadcast or a reduction: few steps are more often what binds, of which parts
 * know nothing. Then what C chunks ask for is enough; else prices are to prove T itself. */
static bool is_alone(const struct network_least *least) {
    return least->task.problem->commodity_count == 1;
}

/* Are trees to all too many for a linear program? */
static bool is_cut(const struct network_problem *problem) {
    return problem->network->nodes > TIMED_TREE_MOST_NODES &&
           problem->commodities[0].target == COMMODITY_TO_ALL;
}

/* --- from below --- */

/* The bound is taken over if it says more than what is known. */
static void raise(struct network_least *least, int lower, struct network_bound *bound) {
    if (lower <= least->lower) {
        network_bound_clear(bound);
        return;
    }
    network_bound_clear(&least->bound);
    least->bound = TAKE(*bound);
    least->is_priced = true;
    least->lower = lower;
    if (network_least_is_even(least)) {
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
                                           .even = network_least_is_even(least) && !axis.period,
                                           .items = 1,
                                           .chunks = is_alone(least) ? least->task.chunks : 0,
                                           .known =
                                               network_least_is_even(least) ? 1 : least->lower};
    CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
    CLEANUP(network_bound_clear) struct network_bound bound = {.problem = NULL};
    bool feasible = false;
    enum status status = network_rate_solve(&question, limits, &rate, &feasible, failure);
    *known = status != STATUS_LIMIT;
    if (status || !feasible)
        return *known ? status : STATUS_OK;
    network_bound_take(&bound, CLAIM_ROUNDS, axis.period ? NETWORK_ANY : axis.steps, &rate);
    int rounds = network_rate_rounds(bound.value, least->task.chunks);
    if (!question.even || rounds > 1)
        raise(least, question.even ? axis.steps + 1 : rounds, &bound);
    return STATUS_OK;
}

/* Linear programs of so much work are solved step by step. */
#define MOST_STEPWISE 3e7

static enum status price_parts(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    struct network_bound bound;
    TRY(network_parts_find(least->task.problem, network_least_is_even(least), limits, &bound,
                           failure));
    raise(least, network_rate_rounds(bound.value, least->task.chunks), &bound);
    return STATUS_OK;
}

/* When everybody can have all chunks of one source (items_bound.h). There is no such bound for
 * numbers that are beyond it. */
static enum status count_growth(struct network_least *least, struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    struct network_growth growth;
    struct network_bound bound;
    int time = 0;
    TRY(network_growth_of(problem, &growth, failure));
    if (growth.ports > INT_MAX)
        return STATUS_OK;
    const struct items_question question = {.latency = growth.latency,
                                            .ports = (int)growth.ports,
                                            .processors = network_parties(problem->network) - 1,
                                            .items = least->task.chunks};
    enum status status = items_question_bound(&question, &time, failure);
    if (status)
        return but_limits(status);
    network_bound_init(&bound, problem, CLAIM_TIME, time - 1);
    bound.grown = true;
    raise(least, time, &bound);
    return STATUS_OK;
}

/* One commodity: by cuts that move; of rounds where these are known by formula. */
static enum status price_moving(struct network_least *least, const struct limits *limits,
                                struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    CLEANUP(moving_form_clear) struct moving_form form = {0};
    struct network_bound bound;
    bool found = false;
    int lower = 0;
    if (!network_is_of_one(problem))
        return STATUS_OK;
    if (network_least_is_even(least))
        TRY(network_moving_time(problem, least->task.chunks, limits, &lower, &bound, failure));
    else
        TRY(moving_form_find(&form, problem, failure));
    if (form.shape != MOVING_NONE)
        TRY(moving_form_bound(&form, least->task.steps, limits, &bound, &found, failure));
    if (found)
        lower = network_rate_rounds(bound.value, least->task.chunks);
    if (lower > 0)
        raise(least, lower, &bound);
    return STATUS_OK;
}

static enum status price_steps(struct network_least *least, const struct limits *limits,
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

void network_least_take(struct network_least *least, struct network_schedule *schedule,
                        const char *by) {
    network_schedule_clear(&least->schedule);
    drop_at_hand(least);
    least->by = by;
    least->upper = network_least_is_even(least) ? schedule->task.steps : schedule->task.rounds;
    least->schedule = TAKE(*schedule);
}

static void take_found(struct network_least *least, int number, struct network_found *found) {
    if (found->verdict == VERDICT_FEASIBLE) {
        network_least_take(least, &found->schedule, NULL);
    } else if (found->verdict == VERDICT_INFEASIBLE && found->refutation.variables > 0) {
        network_refutation_clear(&least->refutation);
        least->refutation = TAKE(found->refutation);
        least->is_refuted = true;
        least->lower = number + 1;
    }
    network_found_clear(found);
}

/* How formulas are asked. */
struct asked {
    const struct limits *limits;
    uint64_t *decisions;         /* that are made are added up */
    uint64_t most;               /* of a formula */
    struct network_turns *turns; /* or NULL */
};

/* Whether there is a schedule of so many rounds, or steps, at most. */
static enum status decide_task(struct network_least *least, int number, bool prove,
                               const struct asked *asked, enum verdict *verdict,
                               struct failure *failure) {
    struct network_task task = least->task;
    struct network_found found;
    struct part_limits part;
    *(network_least_is_even(least) ? &task.steps : &task.rounds) = number;
    const struct limits *limits =
        limits_part(&part, asked->limits, "%d..%d, %s %d", least->lower, least->upper,
                    network_least_is_even(least) ? "steps" : "rounds", number);
    TRY(network_search(&task, NULL, prove, asked->most, limits, asked->decisions, &found, failure));
    *verdict = found.verdict;
    take_found(least, number, &found);
    return STATUS_OK;
}

/* The sendings of a schedule of fewer chunks, or steps, so many steps later; the first chunk of
 * each commodity is number `first` here. */
static enum status add_sends(struct network_schedule *to, const struct network_schedule *from,
                             int first, int later, struct failure *failure) {
    int chunks = from->task.chunks;
    for (int64_t i = 0; i < from->count; i++) {
        struct network_send send = from->sends[i];
        send.step += later;
        send.chunk =
            (send.chunk - 1) / chunks * to->task.chunks + (send.chunk - 1) % chunks + first + 1;
        TRY(network_schedule_add(to, send, failure));
    }
    return STATUS_OK;
}

/* A schedule of fewer steps is one of more: it is played, and taken over where it has fewer rounds
 * than what is known. */
static enum status take_shorter(struct network_least *least, struct network_schedule *shorter,
                                const struct limits *limits, struct failure *failure) {
    CLEANUP(network_schedule_clear)
    struct network_schedule made = {
        .task = least->task, .count = shorter->count, .sends = TAKE(shorter->sends)};
    TRY(network_schedule_finish(&made, limits, failure));
    if (made.task.rounds < least->upper)
        network_least_take(least, &made, NULL);
    return STATUS_OK;
}

/* A schedule of the lower bound, of turned steps. */
static enum status try_turned(struct network_least *least, const struct asked *asked,
                              enum verdict *verdict, struct failure *failure) {
    struct network_task task = least->task;
    struct network_found found;
    task.steps = least->lower;
    TRY(network_decide_turned(&task, asked->turns, asked->most, asked->limits, asked->decisions,
                              &found, failure));
    *verdict = found.verdict;
    take_found(least, task.steps, &found);
    return STATUS_OK;
}

/* So many rounds in no fewer steps: a step of several can be taken apart, so that each has one,
 * which is a far smaller formula, and one that symmetries turn. */
static enum status decide_apart(struct network_least *least, int number, const struct asked *asked,
                                enum verdict *verdict, struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least even = {.task = least->task, .lower = number, .upper = least->upper};
    even.task.rounds = NETWORK_EVEN_ROUNDS;
    TRY(decide_task(&even, number, false, asked, verdict, failure));
    if (*verdict == VERDICT_UNKNOWN && asked->turns)
        TRY(try_turned(&even, asked, verdict, failure));
    return *verdict == VERDICT_FEASIBLE
               ? take_shorter(least, &even.schedule, asked->limits, failure)
               : STATUS_OK;
}

static enum status decide(struct network_least *least, int number, bool prove,
                          const struct asked *asked, enum verdict *verdict,
                          struct failure *failure) {
    *verdict = VERDICT_UNKNOWN;
    if (!network_least_is_even(least) && number <= least->task.steps)
        TRY(decide_apart(least, number, asked, verdict, failure));
    return *verdict == VERDICT_FEASIBLE
               ? STATUS_OK
               : decide_task(least, number, prove, asked, verdict, failure);
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
    const struct asked asked = {limits, decisions, most.decisions, NULL};
    enum verdict verdict;
    int64_t sendings = network_task_chunks(&least->task) * least->task.problem->network->arc_count *
                       least->task.steps;
    return sendings <= most.sendings && is_gap(least)
               ? decide(least, least->lower, false, &asked, &verdict, failure)
               : STATUS_OK;
}

static enum status price_rounds(struct network_least *least, const struct limits *limits,
                                uint64_t *decisions, struct failure *failure) {
    struct time_axis axis = {least->task.steps, 0};
    bool known = false;
    TRY(price_parts(least, limits, failure));
    if (is_cut(least->task.problem))
        TRY(price_moving(least, limits, failure));
    if (!is_gap(least))
        return STATUS_OK;
    if (!is_alone(least))
        TRY(try_early(least, before_prices, limits, decisions, failure));
    if (network_messages(least) <= ORBITS_FEW_MESSAGES)
        TRY(but_limits(network_try_orbits(least, limits, failure)));
    int before = least->lower;
    if (is_gap(least))
        TRY(price(least, axis, limits, &known, failure));
    return least->lower == before ? STATUS_OK
                                  : try_early(least, behind_prices, limits, decisions, failure);
}

/* Between the bounds: the lower one first, a few decisions; then from above, in halves. */
static enum status close_turn(struct network_least *least, const struct asked *asked,
                              struct failure *failure) {
    enum verdict verdict = VERDICT_INFEASIBLE;
    while (verdict == VERDICT_INFEASIBLE && is_gap(least))
        TRY(decide(least, least->lower, true, asked, &verdict, failure));
    if (verdict == VERDICT_UNKNOWN && network_least_is_even(least))
        TRY(try_turned(least, asked, &verdict, failure));
    for (int low = least->lower; verdict == VERDICT_UNKNOWN && low < least->upper;) {
        int middle = low + (least->upper - low) / 2;
        if (middle == least->lower)
            break;
        enum verdict above = VERDICT_UNKNOWN;
        TRY(decide(least, middle, false, asked, &above, failure));
        if (above != VERDICT_FEASIBLE)
            low = middle + 1;
    }
    return STATUS_OK;
}

static enum status close(struct network_least *least, enum network_effort effort,
                         const struct limits *limits, uint64_t *decisions,
                         struct failure *failure) {
    CLEANUP(network_turns_clear) struct network_turns turns = {.steps = 0};
    if (is_gap(least) && (network_least_is_even(least) || least->lower <= least->task.steps))
        TRY(network_turns_find(least->task.problem, limits, &turns, failure));
    uint64_t last = effort == NETWORK_WHOLE   ? LAST_DECISIONS
                    : effort == NETWORK_BRIEF ? 4 * FIRST_DECISIONS
                                              : FIRST_DECISIONS;
    struct asked asked = {limits, decisions, FIRST_DECISIONS, &turns};
    for (; is_gap(least) && asked.most <= last && !limits_stop(limits); asked.most *= 4)
        TRY(close_turn(least, &asked, failure));
    return STATUS_OK;
}

/* One round in each step, as they are at hand. */
static enum status take_even(struct network_least *least, int fewest, const struct limits *limits,
                             struct failure *failure) {
    const struct network_hints hints = {.engine = NETWORK_BY_GREEDY};
    CLEANUP(network_least_clear) struct network_least even = {.task = least->task};
    int known = least->upper <= least->task.steps ? least->upper : least->task.steps + 1;
    even.task.rounds = NETWORK_EVEN_ROUNDS;
    even.lower = least->lower > fewest ? least->lower : fewest;
    even.upper = known;
    if (least->upper == 0 || even.lower >= known)
        return STATUS_OK;
    TRY(network_at_hand(&even, &hints, limits, failure));
    if (even.upper == known)
        return STATUS_OK;
    TRY(network_least_list(&even, limits, failure));
    TRY(take_shorter(least, &even.schedule, limits, failure));
    least->by = least->upper == even.upper ? even.by : least->by;
    return STATUS_OK;
}

/* Along shortest ways. */
static enum status take_first(struct network_least *least, const struct limits *limits,
                              struct failure *failure) {
    struct network_schedule schedule;
    TRY(network_shortest(&least->task, limits, &schedule, failure));
    network_least_take(least, &schedule, NULL);
    return STATUS_OK;
}

/* Cuts in time, and a schedule of what they say. */
static enum status price_cuts(struct network_least *least, const struct limits *limits,
                              struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    CLEANUP(cut_rate_clear) struct cut_rate rate = {.is_best = false};
    struct network_bound bound;
    if (!is_gap(least) || !is_cut(problem))
        return STATUS_OK;
    RATIONAL(enough); /* more than a round less than the schedule at hand */
    mpq_set_si(enough, least->upper > 0 ? least->upper - 1 : INT_MAX,
               (unsigned long)least->task.chunks);
    mpq_canonicalize(enough);
    const struct cut_question question = {
        .problem = problem, .steps = least->task.steps, .enough = enough};
    enum status status = cut_rate_find(&question, limits, &rate, failure);
    if (status)
        return but_limits(status);
    network_bound_take_cuts(&bound, problem, least->task.steps, &rate);
    raise(least, network_rate_rounds(bound.value, least->task.chunks), &bound);
    return but_limits(network_close_orbits(least, limits, failure));
}

/* That more than `steps` are needed. */
static void leave_unreached(struct network_least *least, int steps) {
    network_bound_init(&least->bound, least->task.problem, CLAIM_UNREACHABLE, steps);
    least->is_priced = true;
}

/* Both bounds come closer; whatever the limits end, what is known by then stays. */
static enum status narrow(struct network_least *least, int fewest, enum network_effort effort,
                          const struct limits *limits, uint64_t *decisions,
                          struct failure *failure) {
    TRY(price_rounds(least, limits, decisions, failure));
    TRY(take_even(least, fewest, limits, failure));
    if (effort == NETWORK_WHOLE)
        TRY(price_cuts(least, limits, failure));
    return close(least, effort, limits, decisions, failure);
}

enum status network_rounds_find(const struct network_problem *problem, int steps, int chunks,
                                int enough, enum network_effort effort, const struct limits *limits,
                                struct network_least *least, uint64_t *decisions,
                                struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {
        .task = {.problem = problem, .steps = steps, .chunks = chunks, .rounds = 1},
        .lower = 1,
        .enough = enough};
    int fewest = 0;
    require(steps >= 1 && chunks >= 1 && enough >= 0);
    TRY(network_check_rounds(problem->network, failure));
    TRY(network_problem_least_steps(problem, limits, &fewest, failure));
    if (steps < fewest && enough == 0)
        return failure_input(failure, "%d steps are too few: some target is %d steps away", steps,
                             fewest);
    if (steps < fewest) {
        made.lower = enough + 1;
        leave_unreached(&made, steps);
        *least = TAKE(made);
        return STATUS_OK;
    }
    if (network_messages(&made) > ORBITS_FEW_MESSAGES) { /* all else takes longer */
        if (network_is_gossip(problem))
            TRY(but_limits(price_parts(&made, limits, failure)));
        TRY(but_limits(network_try_orbits(&made, limits, failure)));
    }
    if (made.upper == 0) /* unless it is too large, or not made in time */
        TRY(but_limits(take_first(&made, limits, failure)));
    TRY(but_limits(narrow(&made, fewest, effort, limits, decisions, failure)));
    *least = TAKE(made);
    return STATUS_OK;
}

/* --- the least steps of so many rounds --- */

/* What S steps say: `one` is kept as far as it bounds the steps that are asked for. */
static void take_steps(struct network_least *least, struct network_least *one, int rounds) {
    int steps = one->task.steps;
    if (one->upper > 0 && one->upper <= rounds) {
        network_least_take(least, &one->schedule, one->by);
        least->upper = steps;
    } else if (one->lower > rounds && least->lower == steps) {
        network_refutation_clear(&least->refutation);
        network_bound_clear(&least->bound);
        least->is_refuted = one->is_refuted;
        least->is_priced = one->is_priced;
        least->refutation = TAKE(one->refutation);
        least->bound = TAKE(one->bound);
        least->lower = steps + 1;
    }
}

/* From the lower bound on, until there is a schedule, or the steps of one that is known. */
static enum status climb(struct network_least *least, int rounds, enum network_effort effort,
                         const struct limits *limits, uint64_t *decisions,
                         struct failure *failure) {
    const struct network_task *task = &least->task;
    int enough = network_problem_enough_steps(task->problem);
    /* beyond, more steps gain nothing that is looked for */
    int last = least->upper > 0 ? least->upper - 1 : rounds > enough ? rounds : enough;
    bool found = false;
    for (int steps = least->lower; steps <= last && !found && !limits_stop(limits); steps++) {
        CLEANUP(network_least_clear) struct network_least one = {.lower = 0};
        TRY(network_rounds_find(task->problem, steps, task->chunks, rounds, effort, limits, &one,
                                decisions, failure));
        found = one.upper > 0 && one.upper <= rounds;
        take_steps(least, &one, rounds);
    }
    return STATUS_OK;
}

enum status network_steps_find(const struct network_problem *problem, int rounds, int chunks,
                               const struct limits *limits, struct network_least *least,
                               uint64_t *decisions, struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {.task = {.problem = problem, .chunks = chunks, .rounds = rounds},
                                 .lower = 1};
    CLEANUP(network_least_clear)
    struct network_least ever = {.task = made.task, .upper = INT_MAX, .enough = rounds};
    bool known = false;
    require(rounds >= 1 && chunks >= 1);
    TRY(network_check_rounds(problem->network, failure));
    TRY(price_parts(&ever, limits, failure));
    if (is_gap(&ever))
        TRY(price(&ever, (struct time_axis){network_problem_enough_steps(problem), 1}, limits,
                  &known, failure));
    if (ever.lower > rounds) {
        ever.lower = ever.upper = 0;
        *least = TAKE(ever);
        return STATUS_OK;
    }
    TRY(network_problem_least_steps(problem, limits, &made.lower, failure));
    if (made.lower > 1)
        leave_unreached(&made, made.lower - 1);
    TRY(climb(&made, rounds, NETWORK_PART, limits, decisions, failure));
    TRY(climb(&made, rounds, NETWORK_WHOLE, limits, decisions, failure));
    *least = TAKE(made);
    return STATUS_OK;
}

enum { MOST_LISTED = 50000000, MOST_JOINED = 1000000 }; /* messages */

/* Nodes times arcs; beyond, ways from all nodes take longer than all else. */
#define MOST_WAYS 1e8

/* Distances and counting, each as far as it is not too dear, or stopped: the limits end these, and
 * a schedule may be at hand all the same. */
static enum status measure(struct network_least *least, const struct limits *limits,
                           struct failure *failure) {
    const struct network_problem *problem = least->task.problem;
    int steps = 1;
    enum status status = STATUS_OK;
    if ((double)problem->network->nodes * problem->network->arc_count <= MOST_WAYS)
        status = network_problem_least_steps(problem, limits, &steps, failure);
    if (status && status != STATUS_LIMIT)
        return status;
    least->lower = !status && steps > 1 ? steps : 0; /* that there is a step parts prove */
    if (problem->commodities[0].target == COMMODITY_TO_ALL)
        TRY(count_growth(least, failure));
    status = price_parts(least, limits, failure);
    if (!status)
        status = price_moving(least, limits, failure);
    least->lower = least->lower > 1 ? least->lower : 1;
    return but_limits(status);
}

/* Everybody's chunks through ports: in larger networks formulas were never seen to better what is
 * at hand. */
enum { MOST_PORTED_NODES = 16 };

static bool is_searched(const struct network_least *least, const struct network_hints *hints) {
    const struct network_problem *problem = least->task.problem;
    bool large = hints->ports != NETWORK_LINKS && problem->collective == COLLECTIVE_ALLGATHER &&
                 problem->network->nodes > MOST_PORTED_NODES;
    return least->lower < least->upper &&
           (hints->engine == NETWORK_BY_SAT || (hints->engine == NETWORK_BY_ALL && !large));
}

/* Sendings, of each chunk along each arc in each step: a question of so few takes little time. */
#define MOST_PIECE 20000

/* Becomes a schedule of twice as many chunks, this one twice. */
static enum status double_piece(struct network_least *piece, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = piece->task};
    int chunks = piece->task.chunks, steps = piece->upper;
    made.task.chunks = 2 * chunks;
    made.task.steps = 2 * steps;
    for (int i = 0; i < 2; i++)
        TRY(add_sends(&made, &piece->schedule, i * chunks, i * steps, failure));
    piece->task.chunks = 2 * chunks;
    network_least_take(piece, &made, NULL);
    return STATUS_OK;
}

/* A schedule of `size` chunks of each, where the piece has one of half as many, if size > 1: what
 * is at hand, by formulas where these are small, or the half twice. */
static enum status make_piece(const struct network_problem *problem, int size,
                              const struct network_hints *hints, const struct limits *limits,
                              struct network_least *piece, uint64_t *decisions,
                              struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {
        .task = {.problem = problem, .chunks = size, .rounds = NETWORK_EVEN_ROUNDS}};
    double sendings = (double)network_task_chunks(&made.task) * problem->network->arc_count;
    enum status status = measure(&made, limits, failure);
    if (!status && sendings * made.lower <= MOST_PIECE) {
        network_least_clear(&made);
        made = (struct network_least){.lower = 0};
        status = network_time_find(problem, size, hints, limits, &made, decisions, failure);
    } else if (!status) {
        made.upper = 2 * piece->upper;
        status = network_at_hand(&made, hints, limits, failure);
    }
    if (status && (status != STATUS_LIMIT || size == 1))
        return status;
    if (made.upper > 0 && (size == 1 || made.upper < 2 * piece->upper)) {
        TRY(network_least_list(&made, limits, failure));
        network_least_clear(piece);
        *piece = TAKE(made);
        return STATUS_OK;
    }
    return size > 1 ? double_piece(piece, failure) : STATUS_OK;
}

/* The chunks in pieces of 1, 2, 4, .. of each, one piece behind the other. */
static enum status join_times(struct network_least *least, const struct network_hints *hints,
                              const struct limits *limits, uint64_t *decisions,
                              struct failure *failure) {
    CLEANUP(network_least_clear) struct network_least piece = {.lower = 0};
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = least->task};
    struct network_hints brief = *hints;
    int steps = 0, first = 0, chunks = least->task.chunks;
    brief.effort = NETWORK_PART;
    brief.known = NULL;
    if (network_messages(least) > MOST_JOINED)
        return STATUS_OK;
    for (int size = 1; first < chunks; size *= 2) {
        if (size == chunks)
            TRY(double_piece(&piece, failure)); /* all of it is what is asked */
        else
            TRY(make_piece(least->task.problem, size, &brief, limits, &piece, decisions, failure));
        if (piece.upper == 0 || piece.upper >= least->upper - steps || piece.upper > INT_MAX / 2)
            return STATUS_OK; /* more chunks take no less */
        if (!(chunks & size))
            continue;
        TRY(add_sends(&made, &piece.schedule, first, steps, failure));
        first += size;
        steps += piece.upper;
    }
    made.task.steps = steps;
    TRY(network_schedule_finish(&made, NULL, failure)); /* in time, as they are few */
    network_least_take(least, &made, "joined");
    return STATUS_OK;
}

enum status network_time_find(const struct network_problem *problem, int chunks,
                              const struct network_hints *hints, const struct limits *limits,
                              struct network_least *least, uint64_t *decisions,
                              struct failure *failure) {
    CLEANUP(network_least_clear)
    struct network_least made = {
        .task = {.problem = problem, .chunks = chunks, .rounds = NETWORK_EVEN_ROUNDS}};
    require(chunks >= 1);
    if (hints->known)
        network_least_take(&made, hints->known, "postal");
    TRY(measure(&made, limits, failure));
    TRY(network_at_hand(&made, hints, limits, failure));
    if (chunks > 1 && made.lower < made.upper && hints->engine == NETWORK_BY_ALL)
        TRY(but_limits(join_times(&made, hints, limits, decisions, failure)));
    if (is_searched(&made, hints)) {
        TRY(price_steps(&made, limits, failure));
        TRY(close(&made, hints->effort, limits, decisions, failure));
    }
    if (!made.is_refuted && !made.is_priced && made.lower > 1)
        leave_unreached(&made, made.lower - 1);
    *least = TAKE(made);
    return STATUS_OK;
}

/* --- what was found --- */

/* One of the C copies of what is at hand: its messages become sendings. */
struct copying {
    struct network_schedule *schedule;
    int copy, steps; /* of each copy */
};

static enum status copy_message(void *context, const struct message *message,
                                struct failure *failure) {
    const struct copying *copying = context;
    const struct network_task *task = &copying->schedule->task;
    const struct network_problem *problem = task->problem;
    int tail = problem->reversed ? message->to : message->from;
    int head = problem->reversed ? message->from : message->to;
    int arc = network_arc_number(problem->network, tail, head);
    require(arc >= 0);
    int64_t chunk = (int64_t)(message->item - 1) * task->chunks + copying->copy;
    int step = copying->copy * copying->steps + message->time + 1;
    const struct network_send send = {problem_step(problem, arc, step, task->steps), arc,
                                      network_task_chunk(task, chunk).number};
    return network_schedule_add(copying->schedule, send, failure);
}

static enum status list_at_hand(const struct network_least *least, const struct limits *limits,
                                struct network_schedule *schedule, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = least->task};
    struct copying copying = {&made, 0, least->at_hand->steps};
    if (network_messages(least) > MOST_LISTED)
        return failure_limit(failure, "the schedule has more than %d messages", MOST_LISTED);
    made.task.steps = least->upper;
    for (; copying.copy < least->task.chunks; copying.copy++)
        TRY(gossip_schedule_each(least->at_hand, copy_message, &copying, limits, failure));
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status network_least_list(struct network_least *least, const struct limits *limits,
                               struct failure *failure) {
    struct network_schedule listed;
    require(least->upper > 0);
    if (!least->at_hand)
        return STATUS_OK;
    TRY(list_at_hand(least, limits, &listed, failure));
    network_least_take(least, &listed, least->by);
    return STATUS_OK;
}

static bool is_long_product(const struct network_least *least) {
    return least->at_hand && least->at_hand->rule == GOSSIP_PRODUCT && least->is_one_port &&
           least->task.chunks == 1 && network_messages(least) > MOST_LISTED;
}

const char *network_least_kind(const struct network_least *least) {
    return is_long_product(least) ? "gossip-product" : "network-schedule";
}

enum status certificate_put_network_least(const void *body, struct certificate_output *output,
                                          const struct limits *limits, struct failure *failure) {
    const struct network_least *least = body;
    CLEANUP(network_schedule_clear) struct network_schedule listed = {.count = 0};
    if (is_long_product(least))
        return certificate_put_gossip_product(&least->at_hand->product, output, failure);
    if (!least->at_hand)
        return certificate_put_network_schedule(&least->schedule, output, limits, failure);
    TRY(list_at_hand(least, limits, &listed, failure));
    return certificate_put_network_schedule(&listed, output, limits, failure);
}
