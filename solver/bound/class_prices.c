/* SPDX-License-Identifier: MIT */
#include "solver/bound/class_prices.h"

#include "solver/bound/class_program.h"
#include "solver/bound/lp.h"
#include "solver/model/numbers.h"

/* --- the broadcast tree --- */

/* A(0), .., A(s). */
static void count_nodes(mpz_t *nodes, int latency, int gap, int depth) {
    for (int s = 0; s <= depth; s++) {
        mpz_set_ui(nodes[s], 1);
        if (s >= latency && s >= gap)
            mpz_set(nodes[s], nodes[s - gap]);
        if (s >= latency)
            mpz_add(nodes[s], nodes[s], nodes[s - latency]);
    }
}

static void price_nodes(struct prices *prices, mpz_t *nodes) {
    int s = prices->depth;
    mpz_set(prices->root, nodes[s]);
    for (int w = 0; w <= s - prices->latency; w++)
        mpz_set(prices->values[w], nodes[w]);
    for (int u = 0; u < s; u++) {
        mpz_sub_ui(prices->single[u], nodes[u], 1);
        mpz_set(prices->largest[u], prices->single[u]);
        mpz_set(prices->other[u], prices->single[u]);
    }
}

static enum status start(int latency, int gap, int depth, bool closed, struct prices *prices,
                         struct failure *failure) {
    if (gap < 1)
        return failure_set(failure, STATUS_INPUT, "a gap is at least 1");
    enum status status = prices_init(prices, latency, depth, closed, failure);
    if (!status)
        prices->gap = gap;
    return status;
}

enum status class_prices_tree(int latency, int gap, int depth, struct prices *prices,
                              struct failure *failure) {
    enum status status = start(latency, gap, depth, true, prices, failure);
    if (status)
        return status;
    mpz_t *nodes = numbers_new((size_t)depth + 1);
    if (!nodes) {
        prices_clear(prices);
        return failure_memory(failure, "prices");
    }
    count_nodes(nodes, latency, gap, depth);
    price_nodes(prices, nodes);
    numbers_free(nodes, (size_t)depth + 1);
    return STATUS_OK;
}

/* --- units --- */

static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
}

/* Of a value w, which is s - w cycles late, when that is rounded down. */
static int small_value(const struct prices *small, const struct prices *prices, int unit, int w) {
    return small->depth - (prices->depth - w) / unit;
}

/*
 * Values from the least of a class on are values of a class of the small ones; but if the least of
 * that is not among them, 0 <= e < g, it is that of an item which is held a step longer there: who
 * has the set S here has S and e there, and `other` of e is 0.
 */
static void lift_potential(const struct prices *small, int unit, struct prices *prices) {
    for (int w = 0; w <= prices->depth - prices->gap; w++) {
        int of = small_value(small, prices, unit, w);
        bool longer = small_value(small, prices, unit, w % prices->gap) >= small->gap;
        mpz_set(prices->single[w], longer ? small->largest[of] : small->single[of]);
        mpz_set(prices->largest[w], small->largest[of]);
        mpz_set(prices->other[w], small->other[of]);
    }
}

static void lift(const struct prices *small, int unit, struct prices *prices) {
    mpz_set(prices->denominator, small->denominator);
    mpz_set(prices->root, small->root);
    for (int w = 0; w <= prices->depth - prices->latency; w++)
        mpz_set(prices->values[w], small->values[small_value(small, prices, unit, w)]);
    if (small->single)
        lift_potential(small, unit, prices);
}

/* Takes the small ones. */
static enum status lifted(struct prices *small, int unit, int depth, struct prices *prices,
                          struct failure *failure) {
    bool closed = small->single != NULL;
    enum status status =
        start(unit * small->latency, unit * small->gap, depth, closed, prices, failure);
    if (!status)
        lift(small, unit, prices);
    prices_clear(small);
    return status;
}

/* Nothing has to be found where only the source's messages come in time. */
static bool is_found(int latency, int gap, int depth) {
    return latency < 1 || gap < 1 || depth < latency;
}

enum status class_prices_find(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure) {
    if (is_found(latency, gap, depth))
        return class_prices_tree(latency, gap, depth, prices, failure);
    int unit = divisor(latency, gap);
    struct prices small;
    enum status status = start(latency / unit, gap / unit, depth / unit, true, &small, failure);
    if (status)
        return status;
    status = class_program_solve(&small, limits, failure);
    if (status) {
        prices_clear(&small);
        return status;
    }
    status = lifted(&small, unit, depth, prices, failure);
    if (status)
        return status;
    status = prices_check(prices, failure);
    if (status)
        prices_clear(prices);
    return status;
}

enum status class_prices_search(int latency, int gap, int depth, const struct limits *limits,
                                struct prices *prices, struct failure *failure) {
    if (is_found(latency, gap, depth))
        return class_prices_tree(latency, gap, depth, prices, failure);
    int unit = divisor(latency, gap);
    struct lp_solution solution;
    struct prices small;
    enum status status =
        lp_solve_classes(latency / unit, gap / unit, depth / unit, limits, &solution, failure);
    if (status)
        return status;
    lp_take_prices(&solution, &small);
    lp_clear(&solution);
    return lifted(&small, unit, depth, prices, failure);
}

enum status class_prices_best(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure) {
    struct prices searched;
    enum status status = class_prices_find(latency, gap, depth, limits, prices, failure);
    if (status)
        return status;
    status = class_prices_search(latency, gap, depth, limits, &searched, failure);
    if (status && status != STATUS_LIMIT)
        prices_clear(prices);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    mpz_t closed, bound;
    mpz_inits(closed, bound, NULL);
    prices_bound(prices, closed);
    prices_bound(&searched, bound);
    struct prices better = mpz_cmp(bound, closed) < 0 ? searched : *prices;
    prices_clear(mpz_cmp(bound, closed) < 0 ? prices : &searched);
    *prices = better;
    mpz_clears(closed, bound, NULL);
    return STATUS_OK;
}
