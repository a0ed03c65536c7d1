/* SPDX-License-Identifier: MIT */
#include "solver/network/network_frontier.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_whole.h"

/* --- schedules of a rate --- */

/* Decisions of a formula in a first and in a second turn, multiples of the least C in each, and how
 * many sendings, of each chunk along each arc in each step, are looked at. */
static const struct {
    uint64_t decisions;
    int multiples;
    int64_t sendings;
} turns[] = {{120000, 2, 10000}, {4000000, 6, 1000000}};

enum { TURNS = sizeof turns / sizeof *turns, MOST_ROUNDS = 1000 };

/* C = m Q chunks in m P rounds: where as many rounds as steps are needed, first one in each step,
 * which is a smaller formula. */
static enum status show_multiple(const struct network_problem *problem, int steps, mpq_srcptr rate,
                                 int m, int turn, const struct limits *limits, uint64_t *decisions,
                                 struct network_found *found, struct failure *failure) {
    uint64_t most = turns[turn].decisions;
    struct network_task task = {.problem = problem, .steps = steps};
    found->verdict = VERDICT_UNKNOWN;
    if (mpz_cmp_si(mpq_numref(rate), MOST_ROUNDS / m) > 0 ||
        mpz_cmp_si(mpq_denref(rate), MOST_ROUNDS / m) > 0)
        return STATUS_OK;
    task.chunks = m * (int)mpz_get_si(mpq_denref(rate));
    task.rounds = m * (int)mpz_get_si(mpq_numref(rate));
    if (network_task_chunks(&task) * problem->network->arc_count * steps > turns[turn].sendings)
        return STATUS_OK;
    if (task.rounds == steps) {
        struct network_task even = task;
        even.rounds = NETWORK_EVEN_ROUNDS;
        TRY(network_search(&even, NULL, false, most, limits, decisions, found, failure));
    }
    if (found->verdict != VERDICT_FEASIBLE)
        TRY(network_search(&task, NULL, false, most, limits, decisions, found, failure));
    return STATUS_OK;
}

/* Trees in whole numbers: which ones the linear program has generated decides whether the integer
 * program is easy, so several are tried. */
static enum status show_whole(const struct network_problem *problem, int steps,
                              const struct limits *limits, struct network_schedule *schedule,
                              bool *found, struct failure *failure) {
    static const int firsts[] = {20, 12, 8};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts && !*found; i++) {
        const struct rate_question question = {.problem = problem,
                                               .axis = {steps, 0},
                                               .symmetries = WHOLE_MOST_SYMMETRIES,
                                               .first = firsts[i],
                                               .each = 8,
                                               .items = 1};
        CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
        bool feasible = false;
        TRY(network_rate_solve(&question, limits, &rate, &feasible, failure));
        if (!feasible)
            break;
        TRY(network_whole_find(&rate, false, limits, schedule, found, failure));
    }
    return STATUS_OK;
}

/* A schedule of R/C = rate in so many steps, of some C. */
static enum status show(const struct network_problem *problem, int steps, mpq_srcptr rate,
                        const struct limits *limits, struct network_schedule *schedule, bool *found,
                        struct failure *failure) {
    uint64_t decisions = 0;
    *found = false;
    for (int turn = 0; turn < TURNS && !*found; turn++) {
        if (turn == TURNS - 1 && problem->collective == COLLECTIVE_ALLTOALL)
            TRY(network_one_flow(problem, steps, rate, limits, schedule, found, failure));
        if (turn == TURNS - 1 && !*found)
            TRY(show_whole(problem, steps, limits, schedule, found, failure));
        for (int m = 1; m <= turns[turn].multiples && !*found; m++) {
            CLEANUP(network_found_clear)
            struct network_found answer = {.verdict = VERDICT_UNKNOWN};
            TRY(show_multiple(problem, steps, rate, m, turn, limits, &decisions, &answer, failure));
            *found = answer.verdict == VERDICT_FEASIBLE;
            if (*found)
                *schedule = TAKE(answer.schedule);
        }
    }
    return STATUS_OK;
}

/* --- the frontier --- */

static enum status rate_of(const struct network_problem *problem, int steps,
                           const struct limits *limits, struct network_bound *bound,
                           struct failure *failure) {
    struct rate_question question = {.problem = problem, .axis = {steps, 0}, .items = 1};
    CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
    bool feasible;
    if (steps == NETWORK_ANY)
        question.axis = (struct time_axis){network_problem_enough_steps(problem), 1};
    TRY(network_rate_solve(&question, limits, &rate, &feasible, failure));
    if (!feasible)
        return failure_internal(failure, "no trees in %d steps", steps);
    network_bound_take(bound, CLAIM_ROUNDS, steps, &rate);
    return STATUS_OK;
}

/* The bound is taken over. */
static enum status add_point(struct network_frontier *frontier, int steps,
                             struct network_bound *bound, struct failure *failure) {
    if (!memory_make_room(&frontier->points, (size_t)frontier->count, sizeof *frontier->points))
        return failure_memory(failure, "a frontier");
    struct frontier_point *point = &frontier->points[frontier->count++];
    *point = (struct frontier_point){.steps = steps, .bound = TAKE(*bound)};
    mpq_init(point->most);
    return STATUS_OK;
}

/* T for so many steps: a new point, or better prices of the last one. */
static enum status take_steps(struct network_frontier *frontier, int steps,
                              const struct limits *limits, struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound bound = {.problem = NULL};
    TRY(rate_of(frontier->problem, steps, limits, &bound, failure));
    struct frontier_point *last = frontier->count ? &frontier->points[frontier->count - 1] : NULL;
    if (!last || !mpq_equal(last->bound.value, bound.value))
        return add_point(frontier, steps, &bound, failure);
    network_bound_clear(&last->bound);
    last->bound = TAKE(bound);
    return STATUS_OK;
}

static bool has_ended(const struct network_frontier *frontier) {
    return mpq_equal(frontier->points[frontier->count - 1].bound.value, frontier->limit);
}

static enum status show_points(struct network_frontier *frontier, const struct limits *limits,
                               struct failure *failure) {
    frontier->is_whole = true;
    for (int i = 0; i < frontier->count; i++) {
        struct frontier_point *point = &frontier->points[i];
        struct progress progress = {"schedules of a frontier", (uint64_t)i,
                                    (uint64_t)frontier->count, 0};
        limits_report(limits, &progress);
        TRY(show(frontier->problem, point->steps, point->bound.value, limits, &point->schedule,
                 &point->is_shown, failure));
        frontier->is_whole = frontier->is_whole && point->is_shown;
    }
    return STATUS_OK;
}

/* Who is told what is known of it. */
struct telling {
    frontier_tell *tell;
    void *context;
};

static void tell_rounds(const struct telling *telling, int steps, mpq_srcptr rounds) {
    if (telling->tell && mpq_sgn(rounds) > 0)
        telling->tell(telling->context, steps, rounds, steps == NETWORK_ANY ? NULL : rounds);
}

/* Where it ends prices of all steps, which are fewer, take the place of those of the last point. */
static enum status find_points(struct network_frontier *frontier, int least,
                               const struct telling *telling, const struct limits *limits,
                               struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound limit = {.problem = NULL};
    int until = frontier->until == NETWORK_ANY ? least + FRONTIER_STEPS : frontier->until;
    bool ended = false;
    TRY(rate_of(frontier->problem, NETWORK_ANY, limits, &limit, failure));
    mpq_set(frontier->limit, limit.value);
    frontier->until = until;
    for (int steps = least; steps <= until && !ended; steps++) {
        int before = frontier->count;
        TRY(take_steps(frontier, steps, limits, failure));
        if (frontier->count > before)
            tell_rounds(telling, steps, frontier->points[before].bound.value);
        ended = has_ended(frontier);
    }
    if (ended) {
        frontier->until = NETWORK_ANY;
        struct network_bound *last = &frontier->points[frontier->count - 1].bound;
        network_bound_clear(last);
        *last = TAKE(limit);
    }
    return STATUS_OK;
}

static enum status find(struct network_frontier *frontier, const struct telling *telling,
                        const struct limits *limits, struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound counting = {.problem = NULL};
    int least = 0;
    TRY(network_check_rounds(frontier->problem->network, failure));
    TRY(network_problem_least_steps(frontier->problem, limits, &least, failure));
    if (frontier->until != NETWORK_ANY && frontier->until < least)
        return failure_input(failure, "%d steps are too few: some target is %d steps away",
                             frontier->until, least);
    TRY(network_parts_find(frontier->problem, false, limits, &counting, failure));
    mpq_set(frontier->least, counting.value);
    tell_rounds(telling, NETWORK_ANY, frontier->least);
    TRY(find_points(frontier, least, telling, limits, failure));
    return show_points(frontier, limits, failure);
}

enum status network_frontier_find(const struct network_problem *problem, int until,
                                  frontier_tell *tell, void *context, const struct limits *limits,
                                  struct network_frontier *frontier, struct failure *failure) {
    CLEANUP(network_frontier_clear)
    struct network_frontier made = {.problem = problem, .until = until};
    const struct telling telling = {tell, context};
    mpq_inits(made.limit, made.least, NULL);
    enum status status = find(&made, &telling, limits, failure);
    bool stopped = status == STATUS_LIMIT && mpq_sgn(made.least) > 0;
    TRY(stopped ? STATUS_OK : status);
    made.is_whole = made.is_whole && !stopped;
    *frontier = TAKE(made);
    return STATUS_OK;
}

/* How far a half is known, with the fewest steps of the other. */
static int reach_of(const struct network_frontier halves[2], int i) {
    return halves[i].until == NETWORK_ANY ? INT_MAX
                                          : halves[i].until + halves[1 - i].points[0].steps;
}

/* The best pair of so many steps at most becomes a point, if it betters the last one. */
static enum status add_sum(struct network_frontier *sum, const struct network_frontier halves[2],
                           int parts, int steps, struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound bound = {.problem = NULL};
    bool shown = false;
    RATIONAL(both);
    network_bound_init(&bound, sum->problem, CLAIM_ROUNDS, steps);
    for (int i = 0; i < halves[0].count; i++)
        for (int j = 0; j < halves[1].count; j++) {
            const struct frontier_point *one = &halves[0].points[i], *other = &halves[1].points[j];
            mpq_add(both, one->bound.value, other->bound.value);
            if (one->steps + other->steps <= steps &&
                (mpq_sgn(bound.value) == 0 || mpq_cmp(both, bound.value) < 0)) {
                mpq_set(bound.value, both);
                shown = one->is_shown && other->is_shown;
            }
        }
    mpz_mul_si(mpq_denref(bound.value), mpq_denref(bound.value), parts);
    mpq_canonicalize(bound.value);
    struct frontier_point *last = sum->count ? &sum->points[sum->count - 1] : NULL;
    if (last && mpq_cmp(bound.value, last->bound.value) >= 0)
        return STATUS_OK;
    TRY(add_point(sum, steps, &bound, failure));
    sum->points[sum->count - 1].is_shown = shown;
    return STATUS_OK;
}

enum status network_frontier_add(const struct network_frontier halves[2], int parts, int most,
                                 struct network_frontier *sum, struct failure *failure) {
    CLEANUP(network_frontier_clear)
    struct network_frontier made = {.problem = halves[0].problem,
                                    .is_whole = halves[0].is_whole && halves[1].is_whole};
    mpq_inits(made.limit, made.least, NULL);
    if (halves[0].count > 0 && halves[1].count > 0) {
        int last = halves[0].points[halves[0].count - 1].steps +
                   halves[1].points[halves[1].count - 1].steps;
        int one = reach_of(halves, 0), other = reach_of(halves, 1);
        int known = one < other ? one : other;
        if (most != NETWORK_ANY && most < known && most < last)
            known = most;
        made.until = known == INT_MAX ? NETWORK_ANY : known;
        for (int steps = halves[0].points[0].steps + halves[1].points[0].steps;
             steps <= last && steps <= known; steps++)
            TRY(add_sum(&made, halves, parts, steps, failure));
    }
    if (mpq_sgn(halves[0].limit) > 0 && mpq_sgn(halves[1].limit) > 0) {
        mpq_add(made.limit, halves[0].limit, halves[1].limit);
        mpz_mul_si(mpq_denref(made.limit), mpq_denref(made.limit), parts);
        mpq_canonicalize(made.limit);
    }
    *sum = TAKE(made);
    return STATUS_OK;
}

void network_frontier_clear(struct network_frontier *frontier) {
    for (int i = 0; i < frontier->count; i++) {
        network_schedule_clear(&frontier->points[i].schedule);
        network_bound_clear(&frontier->points[i].bound);
        mpq_clear(frontier->points[i].most);
    }
    free(frontier->points);
    mpq_clears(frontier->limit, frontier->least, NULL);
}

enum status certificate_put_frontier(const void *body, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure) {
    const struct network_frontier *frontier = body;
    (void)limits;
    certificate_put_network(output, frontier->problem->network);
    certificate_put_collective(output, frontier->problem, false);
    certificate_put_or_any(output, "until", frontier->until);
    certificate_print(output, "points %d\n", frontier->count);
    for (int i = 0; i < frontier->count; i++) {
        const struct frontier_point *point = &frontier->points[i];
        certificate_print(output, "point %d", point->steps);
        certificate_put_value(output, "", point->bound.value);
        certificate_put_network_sends(output, &point->schedule);
        certificate_put_or_any(output, "bound", point->bound.steps);
        TRY(certificate_put_prices(output, &point->bound, failure));
    }
    return STATUS_OK;
}
