/* SPDX-License-Identifier: MIT */
#include "solver/network/network_play.h"

#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_symmetry.h"

/* All prices of a step, each times the capacity, are so much together; a weight is less than
 * MOST_WEIGHT, or all of its step are made smaller. */
#define STEP_PRICES INT64_C(10000)
#define MOST_WEIGHT (INT64_C(1) << 40)
#define FIRST_WEIGHT (INT64_C(1) << 24)

/* Of a game: more turns seldom settle it. */
enum { MOST_TURNS = 64, TURNS_AT_ONCE = 8 };
#define MOST_CELLS 1e8

/* Arrays are [group * steps + step]; weights and loads of an orbit are those of its least group,
 * and a commodity stands for its orbit. */
struct game {
    const struct network_problem *problem;
    struct time_axis axis;
    struct tree_search *search;
    struct network_orbits orbits;
    int *groups, *commodities; /* how many an orbit has, of its least one; 0 of all others */
    int64_t turns;
    int64_t cost; /* of all cheapest trees in this turn */
    int64_t *weights, *prices;
    int64_t *loads; /* of all turns */
};

static void game_clear(struct game *game) {
    tree_search_free(game->search);
    network_orbits_clear(&game->orbits);
    FREE_ALL(game->groups, game->commodities, game->weights, game->prices, game->loads);
}

static size_t cells_of(const struct game *game) {
    return (size_t)game->problem->network->group_count * (size_t)game->axis.steps;
}

static enum status game_init(struct game *game, const struct limits *limits,
                             struct failure *failure) {
    const struct network_problem *problem = game->problem;
    int groups = problem->network->group_count, commodities = problem->commodity_count;
    size_t cells = cells_of(game);
    game->groups = memory_new((size_t)groups, sizeof *game->groups);
    game->commodities = memory_new((size_t)commodities, sizeof *game->commodities);
    game->weights = memory_new(cells, sizeof *game->weights);
    game->prices = memory_new(cells, sizeof *game->prices);
    game->loads = memory_new(cells, sizeof *game->loads);
    if (!game->groups || !game->commodities || !game->weights || !game->prices || !game->loads)
        return failure_memory(failure, "a game");
    TRY(network_orbits_find(problem, limits, &game->orbits, failure));
    for (int g = 0; g < groups; g++)
        game->groups[game->orbits.group[g]]++;
    for (int k = 0; k < commodities; k++)
        game->commodities[game->orbits.commodity[k]]++;
    for (size_t i = 0; i < cells; i++)
        game->weights[i] = FIRST_WEIGHT;
    return tree_search_new(problem, game->axis, &game->search, failure);
}

static size_t cell_of(const struct game *game, int group, int step) {
    return (size_t)group * (size_t)game->axis.steps + (size_t)step;
}

/* --- prices --- */

/* Of a step in the ratio of the weights; those of all groups, times capacity, together. */
static int64_t price_step(struct game *game, int step) {
    const struct network *net = game->problem->network;
    int64_t most = 0, all = 0, together = 0;
    for (int g = 0; g < net->group_count; g++) {
        int64_t weight = game->weights[cell_of(game, g, step)];
        most = weight > most ? weight : most;
    }
    int64_t divisor = most < MOST_WEIGHT ? 1 : most / FIRST_WEIGHT;
    for (int g = 0; g < net->group_count; g++) {
        int64_t *weight = &game->weights[cell_of(game, g, step)];
        *weight = *weight / divisor + (divisor > 1);
        all += *weight * game->groups[g];
    }
    for (int g = 0; g < net->group_count; g++) {
        int name = game->orbits.group[g], capacity = net->groups[g].capacity;
        int64_t weight = game->weights[cell_of(game, name, step)];
        int64_t price = weight / (all / STEP_PRICES + 1) / capacity;
        game->prices[cell_of(game, g, step)] = price;
        together += price * capacity;
    }
    return together;
}

/* The most of all steps together: what a round costs. */
static int64_t price(struct game *game) {
    int64_t most = 1;
    for (int step = 0; step < game->axis.steps; step++) {
        int64_t together = price_step(game, step);
        most = together > most ? together : most;
    }
    return most;
}

/* --- trees --- */

/* So much a weight grows where all chunks use each group of the orbit, of capacity 1. */
#define GROWTH 0.8

/* Of so many commodities. */
static void load(struct game *game, const struct timed_send *send, int commodities) {
    const struct network_problem *problem = game->problem;
    for (int j = problem->groups_first[send->arc]; j < problem->groups_first[send->arc + 1]; j++) {
        int own = problem->groups[j], g = game->orbits.group[own];
        int step = axis_count_place(game->axis, problem, own, send->arc, 0, send->step);
        double all = (double)game->groups[g] * problem->network->groups[g].capacity *
                     problem->commodity_count;
        int64_t *weight = &game->weights[cell_of(game, g, step)];
        if (*weight < MOST_WEIGHT << 16)
            *weight += (int64_t)((double)*weight * GROWTH * commodities / all);
        game->loads[cell_of(game, g, step)] += commodities;
    }
}

static enum status visit(void *context, struct tree_search *search, int commodity, int64_t cost,
                         struct failure *failure) {
    struct game *game = context;
    int commodities = game->commodities[commodity];
    CLEANUP(timed_tree_clear) struct timed_tree tree = {0};
    if (commodities == 0)
        return STATUS_OK;
    game->cost += cost * commodities;
    TRY(tree_search_tree(search, commodity, &tree, failure));
    for (int i = 0; i < tree.count; i++)
        load(game, &tree.sends[i], commodities);
    return STATUS_OK;
}

/* --- what is proven --- */

/* Of a chunk, if each of all turns takes its part of it. */
static void put_upper(const struct game *game, mpq_ptr upper) {
    const struct network *net = game->problem->network;
    RATIONAL(most, load);
    mpq_set_ui(upper, 0, 1);
    for (int step = 0; step < game->axis.steps; step++) {
        mpq_set_ui(most, 0, 1);
        for (int g = 0; g < net->group_count; g++) {
            int64_t all = game->turns * game->groups[g] * net->groups[g].capacity;
            if (all == 0)
                continue;
            mpq_set_si(load, game->loads[cell_of(game, g, step)], (unsigned long)all);
            mpq_canonicalize(load);
            if (mpq_cmp(load, most) > 0)
                mpq_set(most, load);
        }
        mpq_add(upper, upper, most);
    }
}

static enum status play_turn(struct game *game, struct network_bound *bound,
                             const struct limits *limits, struct failure *failure) {
    RATIONAL(proven);
    int64_t round = price(game);
    game->cost = 0;
    game->turns++;
    TRY(tree_search_run(game->search, game->prices, 0, limits, visit, game, failure));
    mpq_set_si(proven, game->cost, (unsigned long)round);
    mpq_canonicalize(proven);
    if (mpq_cmp(proven, bound->value) > 0) {
        mpq_set(bound->value, proven);
        memcpy(bound->prices, game->prices, cells_of(game) * sizeof *game->prices);
    }
    return STATUS_OK;
}

/* Solutions come nearer to T than prices do. */
static int likely_rounds(mpq_srcptr lower, mpq_srcptr upper, int chunks) {
    RATIONAL(middle);
    mpq_sub(middle, lower, upper);
    mpq_div_2exp(middle, middle, 2);
    mpq_add(middle, middle, upper);
    return network_rate_rounds(middle, chunks);
}

static enum status play(struct game *game, int chunks, int known, const struct limits *limits,
                        struct network_play *made, struct failure *failure) {
    struct network_bound *bound = &made->bound;
    RATIONAL(upper);
    bound->places = game->axis.steps;
    bound->prices = memory_new(cells_of(game), sizeof *bound->prices);
    TRY(memory_check(bound->prices, failure, "prices"));
    for (int lower = known; made->likely > lower && game->turns < MOST_TURNS;) {
        for (int i = 0; i < TURNS_AT_ONCE; i++)
            TRY(play_turn(game, bound, limits, failure));
        put_upper(game, upper);
        int proven = network_rate_rounds(bound->value, chunks);
        lower = proven > lower ? proven : lower;
        made->most = network_rate_rounds(upper, chunks);
        made->likely = likely_rounds(bound->value, upper, chunks);
    }
    return STATUS_OK;
}

enum status network_play(const struct network_problem *problem, int steps, int chunks, int known,
                         const struct limits *limits, struct network_play *made,
                         struct failure *failure) {
    CLEANUP(game_clear) struct game game = {.problem = problem, .axis = {steps, 0}};
    *made = (struct network_play){.most = INT_MAX, .likely = INT_MAX};
    network_bound_init(&made->bound, problem, CLAIM_ROUNDS, steps);
    if (tree_search_cells(problem, game.axis) * MOST_TURNS > MOST_CELLS)
        return STATUS_OK;
    enum status status = game_init(&game, limits, failure);
    if (!status)
        status = play(&game, chunks, known, limits, made, failure);
    if (status)
        network_bound_clear(&made->bound);
    return status;
}
