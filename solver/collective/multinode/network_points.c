/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_points.h"

#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/collective/multinode/network_at_hand.h"
#include "solver/collective/multinode/network_least.h"
#include "solver/network/network_cuts.h"
#include "solver/network/network_moving.h"
#include "solver/network/network_parts.h"
#include "solver/network/network_whole.h"

/* Chunks that are tried, and besides them those of T's denominator; sendings, of each chunk along
 * each arc in each step, of a formula, and of schedules that are at hand. */
enum {
    MOST_CHUNKS = 4,
    MOST_DENOMINATOR = 24,
    MOST_SEARCHED = 50000,
    MOST_MADE = 200000000,
    MOST_TREE_WORK = 20000000
};

struct points {
    struct network_frontier *made;
    struct network_bound counting; /* for any steps */
    struct moving_form form;       /* all points by formula; or MOVING_NONE */
    frontier_tell *tell;
    void *context;
    const struct limits *limits;
    uint64_t decisions;
};

static struct frontier_point *last_of(const struct points *points) {
    return &points->made->points[points->made->count - 1];
}

/* The caller clears the bound in any case. */
static enum status copy_counting(const struct points *points, int steps,
                                 struct network_bound *bound, struct failure *failure) {
    const struct network *net = points->made->problem->network;
    const struct network_bound *from = &points->counting;
    network_bound_init(bound, from->problem, from->claim, steps);
    mpq_set(bound->value, from->value);
    bound->places = from->places;
    bound->alike = from->alike;
    TRY(memory_check(NEW(net->group_count, bound->prices) &&
                         (!from->parts || NEW(net->nodes, bound->parts)),
                     failure, "a frontier"));
    memcpy(bound->prices, from->prices, (size_t)net->group_count * sizeof *bound->prices);
    if (from->parts)
        memcpy(bound->parts, from->parts, (size_t)net->nodes * sizeof *bound->parts);
    return STATUS_OK;
}

static void tell(const struct points *points, const struct frontier_point *point) {
    if (points->tell)
        points->tell(points->context, point->steps, point->bound.value,
                     mpq_sgn(point->most) > 0 ? point->most : NULL);
}

static bool is_met(const struct frontier_point *point) {
    return mpq_equal(point->most, point->bound.value) != 0;
}

/* --- from above --- */

/* What is better is taken over. */
static bool keep_better(struct frontier_point *point, struct network_schedule *schedule) {
    RATIONAL(value);
    mpq_set_si(value, schedule->task.rounds, (unsigned long)schedule->task.chunks);
    mpq_canonicalize(value);
    bool better = mpq_sgn(point->most) == 0 || mpq_cmp(value, point->most) < 0;
    if (better) {
        network_schedule_clear(&point->schedule);
        point->schedule = TAKE(*schedule);
        mpq_set(point->most, value);
    }
    return better;
}

/* Of so many chunks; `enough` rounds end a search, INT_MAX before it begins. What is better is
 * taken over: *better. */
static enum status try_chunks(struct points *points, struct frontier_point *point, int chunks,
                              int enough, bool *better, struct failure *failure) {
    const struct network_problem *problem = points->made->problem;
    CLEANUP(network_least_clear) struct network_least least = {.lower = 0};
    const struct network_task task = {.problem = problem, .steps = point->steps, .chunks = chunks};
    double sendings =
        (double)network_task_chunks(&task) * problem->network->arc_count * point->steps;
    *better = false;
    if (sendings > (enough == INT_MAX ? MOST_MADE : MOST_SEARCHED))
        return STATUS_OK;
    TRY(network_rounds_find(problem, point->steps, chunks, enough, NETWORK_PART, points->limits,
                            &least, &points->decisions, failure));
    *better = least.upper > 0 && keep_better(point, &least.schedule);
    return STATUS_OK;
}

/* One source is scheduled for all: a chunk, and as many as the bound's denominator says. */
static enum status search_orbits(struct points *points, struct frontier_point *point,
                                 struct failure *failure) {
    unsigned long denominator = mpz_get_ui(mpq_denref(point->bound.value));
    bool few = mpz_cmp_ui(mpq_denref(point->bound.value), MOST_DENOMINATOR) <= 0;
    for (int i = 0; i < 2 && !is_met(point); i++) {
        CLEANUP(network_least_clear) struct network_least least = {.lower = 0};
        int chunks = i == 0 ? 1 : (int)denominator;
        if (i == 1 && (!few || denominator == 1))
            break;
        least.task = (struct network_task){
            .problem = points->made->problem, .steps = point->steps, .chunks = chunks, .rounds = 1};
        least.lower = least.enough = network_rate_rounds(point->bound.value, chunks);
        TRY(network_try_orbits(&least, points->limits, failure));
        if (least.upper > 0)
            keep_better(point, &least.schedule);
    }
    return STATUS_OK;
}

/* Of trees that a linear program has chosen among those that were easy to find, in whole numbers;
 * which ones these are decides whether that is easy. *may_be_better: they reach less than is
 * known. */
static enum status try_trees(struct points *points, struct frontier_point *point, int first,
                             bool *may_be_better, struct failure *failure) {
    const struct rate_question question = {.problem = points->made->problem,
                                           .axis = {point->steps, 0},
                                           .near = true,
                                           .symmetries = WHOLE_MOST_SYMMETRIES,
                                           .first = first,
                                           .each = 8,
                                           .items = 1};
    CLEANUP(network_schedule_clear) struct network_schedule schedule = {.count = 0};
    CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
    bool found = false;
    TRY(network_rate_solve(&question, points->limits, &rate, &found, failure));
    *may_be_better = mpq_sgn(point->most) == 0 || mpq_cmp(rate.value, point->most) < 0;
    found = false;
    for (int rounded = 0; rounded < 2 && *may_be_better && !found; rounded++)
        TRY(network_whole_find(&rate, rounded, points->limits, &schedule, &found, failure));
    if (found)
        keep_better(point, &schedule);
    return STATUS_OK;
}

static enum status search_trees(struct points *points, struct frontier_point *point,
                                struct failure *failure) {
    static const int firsts[] = {20, 12, 8};
    size_t tries = points->made->count ? 1 : sizeof firsts / sizeof *firsts;
    const struct network_problem *problem = points->made->problem;
    double work = (double)problem->network->nodes * problem->network->arc_count * point->steps;
    bool may_be_better =
        problem->commodities[0].target == COMMODITY_TO_ALL && work < MOST_TREE_WORK;
    for (size_t i = 0; i < tries && may_be_better && !is_met(point); i++) {
        enum status status = try_trees(points, point, firsts[i], &may_be_better, failure);
        if (status)
            return but_limits(status);
    }
    return STATUS_OK;
}

/* Few chunks first, then as many as T's denominator says. */
static enum status search(struct points *points, struct frontier_point *point,
                          struct failure *failure) {
    RATIONAL(could);
    unsigned long denominator = mpz_get_ui(mpq_denref(point->bound.value));
    bool tries_it = mpz_cmp_ui(mpq_denref(point->bound.value), MOST_DENOMINATOR) <= 0;
    for (int i = 1; i <= MOST_CHUNKS + 1 && !is_met(point); i++) {
        if (i > MOST_CHUNKS && (!tries_it || denominator <= MOST_CHUNKS))
            continue;
        int chunks = i <= MOST_CHUNKS ? i : (int)denominator;
        int rounds = network_rate_rounds(point->bound.value, chunks);
        bool better = rounds < INT_MAX;
        mpq_set_si(could, rounds, (unsigned long)chunks);
        mpq_canonicalize(could);
        TRY(limits_check(points->limits, failure));
        if (better && (mpq_sgn(point->most) == 0 || mpq_cmp(could, point->most) < 0))
            TRY(try_chunks(points, point, chunks, rounds, &better, failure));
        else
            better = false;
        if (better)
            tell(points, point);
    }
    return STATUS_OK;
}

/* --- from below --- */

/* Where `most` is proved it ends: cuts prove no more than there is a schedule for, or than they did
 * of fewer steps. */
static enum status prove(struct points *points, int steps, mpq_srcptr most,
                         struct network_bound *bound, struct failure *failure) {
    CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
    CLEANUP(cut_rate_clear) struct cut_rate rate = {.is_best = false};
    const struct cut_question question = {
        .problem = points->made->problem, .steps = steps, .enough = most};
    TRY(copy_counting(points, steps, &made, failure));
    if (!most || mpq_cmp(made.value, most) < 0) {
        enum status status = cut_rate_find(&question, points->limits, &rate, failure);
        TRY(but_limits(status));
        if (!status && mpq_cmp(rate.value, made.value) > 0) {
            network_bound_clear(&made);
            network_bound_take_cuts(&made, question.problem, steps, &rate);
        }
    }
    *bound = TAKE(made);
    return STATUS_OK;
}

/* --- points --- */

static void point_clear(struct frontier_point *point) {
    network_schedule_clear(&point->schedule);
    network_bound_clear(&point->bound);
    mpq_clear(point->most);
}

/* What fewer steps have is had with more. */
static void inherit(const struct frontier_point *before, struct frontier_point *point) {
    if (before && mpq_sgn(before->most) > 0 &&
        (mpq_sgn(point->most) == 0 || mpq_cmp(before->most, point->most) < 0))
        mpq_set(point->most, before->most);
}

/* Trees of all its sources take longer than bounds by symmetries: they come behind all of these. */
static bool is_large(const struct network_problem *problem) {
    return (double)problem->network->nodes * problem->network->arc_count > 2e5;
}

/* By formula, as far as what that says is not too large; *proved: it bounds T from below. */
static enum status make_closed(const struct points *points, struct frontier_point *point,
                               bool *proved, struct failure *failure) {
    struct network_bound bound;
    struct network_schedule schedule;
    bool made = false;
    *proved = false;
    if (points->form.shape == MOVING_NONE)
        return STATUS_OK;
    TRY(moving_form_bound(&points->form, point->steps, points->limits, &bound, proved, failure));
    if (*proved) {
        network_bound_clear(&point->bound);
        point->bound = bound;
    }
    TRY(moving_form_schedule(&points->form, point->steps, points->limits, &schedule, &made,
                             failure));
    if (made && !keep_better(point, &schedule))
        network_schedule_clear(&schedule);
    return STATUS_OK;
}

/* What is at hand, then bounds. `before`: of fewer steps, or NULL. */
static enum status make_point(struct points *points, const struct frontier_point *before,
                              struct frontier_point *point, struct failure *failure) {
    bool better, proved = false;
    TRY(make_closed(points, point, &proved, failure));
    if (proved && is_met(point))
        return STATUS_OK;
    if (!proved)
        mpq_set(point->bound.value, points->counting.value);
    inherit(before, point);
    enum status status = try_chunks(points, point, 1, INT_MAX, &better, failure);
    if (!status)
        status = search_orbits(points, point, failure);
    if (!status && !is_large(points->made->problem))
        status = search_trees(points, point, failure);
    if (proved || (status && status != STATUS_LIMIT))
        return but_limits(status);
    mpq_srcptr known = mpq_sgn(point->most) > 0 ? point->most : NULL;
    if (before && (!known || mpq_cmp(before->bound.value, known) < 0))
        known = before->bound.value;
    struct network_bound bound;
    TRY(prove(points, point->steps, known, &bound, failure));
    network_bound_clear(&point->bound);
    point->bound = bound;
    return mpq_equal(bound.value, points->counting.value)
               ? STATUS_OK
               : but_limits(search_orbits(points, point, failure));
}

static enum status add_point(struct points *points, int steps, struct failure *failure) {
    struct network_frontier *made = points->made;
    if (!memory_make_room(&made->points, (size_t)made->count, sizeof *made->points))
        return failure_memory(failure, "a frontier");
    const struct frontier_point *before = made->count ? last_of(points) : NULL;
    CLEANUP(point_clear) struct frontier_point point = {.steps = steps};
    network_bound_init(&point.bound, made->problem, CLAIM_ROUNDS, steps);
    mpq_init(point.most);
    TRY(make_point(points, before, &point, failure));
    if (!before || !mpq_equal(before->most, point.most) ||
        !mpq_equal(before->bound.value, point.bound.value))
        tell(points, &point);
    made->points[made->count++] = TAKE(point);
    return STATUS_OK;
}

/* A point that is no better than the one before lends it its bound, which holds for fewer steps. */
static void tidy(struct network_frontier *made) {
    int count = 0;
    for (int i = 0; i < made->count; i++) {
        struct frontier_point *point = &made->points[i];
        struct frontier_point *before = count ? &made->points[count - 1] : NULL;
        inherit(before, point);
        if (before && mpq_equal(before->most, point->most) &&
            mpq_cmp(before->bound.value, point->bound.value) <= 0) {
            struct network_bound bound = before->bound;
            before->bound = point->bound;
            point->bound = bound;
            point_clear(point);
        } else {
            made->points[count++] = *point;
        }
    }
    made->count = count;
}

/* With what is known. */
static void finish(struct points *points, int until) {
    struct network_frontier *made = points->made;
    tidy(made);
    made->is_whole = made->count > 0;
    made->until = until;
    for (int i = 0; i < made->count; i++) {
        made->points[i].is_shown = is_met(&made->points[i]);
        made->is_whole = made->is_whole && made->points[i].is_shown;
    }
    if (made->count > 0 && mpq_equal(last_of(points)->most, made->least)) {
        network_bound_clear(&last_of(points)->bound);
        last_of(points)->bound = TAKE(points->counting);
        mpq_set(made->limit, made->least);
        made->until = NETWORK_ANY;
    } else if (points->form.shape != MOVING_NONE) {
        mpq_set(made->limit, made->least); /* it comes as close to it as one likes */
    }
}

static enum status find(struct points *points, int *until, struct failure *failure) {
    struct network_frontier *made = points->made;
    int least = 0, asked = *until;
    TRY(network_parts_find(made->problem, false, points->limits, &points->counting, failure));
    TRY(moving_form_find(&points->form, made->problem, failure));
    TRY(network_problem_least_steps(made->problem, points->limits, &least, failure));
    bool ended = false;
    for (int steps = least;
         !ended && steps <= (asked == NETWORK_ANY ? least + FRONTIER_STEPS : asked); steps++) {
        TRY(limits_check(points->limits, failure));
        TRY(add_point(points, steps, failure));
        *until = steps;
        ended = mpq_equal(last_of(points)->most, made->least) != 0;
    }
    tidy(made);
    for (int i = 0; i < made->count; i++) {
        inherit(i ? &made->points[i - 1] : NULL, &made->points[i]);
        if (is_large(made->problem) && !is_met(&made->points[i]))
            TRY(search_trees(points, &made->points[i], failure));
        TRY(search(points, &made->points[i], failure));
    }
    return STATUS_OK;
}

enum status network_points_find(struct network_frontier *frontier, frontier_tell *told,
                                void *context, const struct limits *limits,
                                struct failure *failure) {
    struct network_frontier made = {.problem = frontier->problem};
    struct points points = {.made = &made, .tell = told, .context = context, .limits = limits};
    int until = frontier->until;
    mpq_inits(made.limit, made.least, NULL);
    mpq_set(made.least, frontier->least);
    enum status status = find(&points, &until, failure);
    if (!status || status == STATUS_LIMIT) {
        finish(&points, until);
        struct network_frontier old = *frontier;
        *frontier = made;
        made = old;
    }
    network_bound_clear(&points.counting);
    moving_form_clear(&points.form);
    network_frontier_clear(&made);
    return but_limits(status);
}
