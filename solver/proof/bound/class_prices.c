/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/class_prices.h"

#include <limits.h>

#include "automata/numbers.h"
#include "solver/proof/bound/class_program.h"
#include "solver/proof/bound/lp.h"
#include "solver/proof/bound/program.h"
#include "solver/proof/bound/whole_prices.h"

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

/* Values from the least of a class on are values of a class of the small ones; but if the least of
 * that is not among them, 0 <= e < g, it is that of an item which is held a step longer there: who
 * has the set S here has S and e there, and `other` of e is 0. */
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
    enum status status = lp_solve_classes(latency / unit, gap / unit, depth / unit, NULL, limits,
                                          &solution, failure);
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

/* --- splits --- */

/* In all that is kept in results/ splits gain for N <= 15 only; from some hundreds of processors on
 * each case takes a second, and minutes pass for nothing. */
enum {
    SPLIT_MOST_CASES = 200,
    SPLIT_MOST_GAP = 64,
    SPLIT_MOST_PROCESSORS = 100,
    SPLIT_MOST_GAIN = 1
};

/* All cases must allow less than `most`. */
struct splitting {
    int latency, gap, depth;
    mpz_srcptr most;
    const struct limits *limits;
    int cases;                                        /* looked at */
    int least[SPLIT_MOST_GAP], above[SPLIT_MOST_GAP]; /* of the case at hand, for lp_case */
};

/* Adds the processors of the words to their classes. */
static void count_classes(const struct lp_solution *solution, mpq_t *counts) {
    mpq_t part;
    mpq_init(part);
    for (size_t i = 0; i < solution->word_count; i++) {
        const struct lp_word *word = &solution->words[i];
        mpq_set_si(part, word->length, 1);
        mpq_mul(part, part, word->count);
        mpq_add(counts[word->least], counts[word->least], part);
    }
    mpq_clear(part);
}

/* A class of the case at hand that is divided into at most `below` processors and more. */
struct division {
    int class, below; /* class -1: there is none */
};

/* The first class of a number that is not whole. */
static struct division divide_fraction(mpq_t *counts, int gap) {
    struct division division = {.class = -1};
    mpz_t whole;
    mpz_init(whole);
    for (int c = gap - 1; c >= 0; c--) {
        mpz_fdiv_q(whole, mpq_numref(counts[c]), mpq_denref(counts[c]));
        if (mpz_cmp_ui(mpq_denref(counts[c]), 1) > 0 &&
            mpz_cmp_ui(whole, SPLIT_MOST_PROCESSORS) < 0)
            division = (struct division){c, (int)mpz_get_si(whole)};
    }
    mpz_clear(whole);
    return division;
}

/* The first class of which the case has other numbers than the one of the solution, or the nearest
 * to it in the case. */
static struct division divide_whole(const struct splitting *splitting, mpq_t *counts) {
    struct division division = {.class = -1};
    for (int c = splitting->gap - 1; c >= 0; c--) {
        int least = splitting->least[c], above = splitting->above[c], whole = least;
        if (least == above || mpq_cmp_ui(counts[c], SPLIT_MOST_PROCESSORS, 1) >= 0)
            continue;
        if (mpq_cmp_si(counts[c], least, 1) > 0)
            whole = (int)mpz_get_si(mpq_numref(counts[c]));
        if (whole > above)
            whole = above;
        division = (struct division){c, whole > least ? whole - 1 : whole};
    }
    return division;
}

static enum status divide(const struct splitting *splitting, const struct lp_solution *solution,
                          struct division *division, struct failure *failure) {
    mpq_t *counts = rationals_new((size_t)splitting->gap);
    if (!counts)
        return failure_memory(failure, "prices");
    count_classes(solution, counts);
    *division = divide_fraction(counts, splitting->gap);
    if (division->class < 0)
        *division = divide_whole(splitting, counts);
    rationals_free(counts, (size_t)splitting->gap);
    return STATUS_OK;
}

static enum status split_case(struct splitting *splitting, bool *found, struct prices *prices,
                              struct failure *failure);

static enum status split_class(struct splitting *splitting, int class, int below, bool *found,
                               struct prices *prices, struct failure *failure) {
    struct prices few, more;
    int before = splitting->above[class];
    splitting->above[class] = below;
    enum status status = split_case(splitting, found, &few, failure);
    splitting->above[class] = before;
    if (status || !*found)
        return status;
    before = splitting->least[class];
    splitting->least[class] = below + 1;
    status = split_case(splitting, found, &more, failure);
    splitting->least[class] = before;
    if (!status && *found) {
        status = prices_join(prices, class, below, &few, &more, failure);
        if (!status)
            return STATUS_OK;
        prices_clear(&more);
    }
    *found = false;
    prices_clear(&few);
    return status;
}

/* Prices of the case at hand, and where it is divided if they allow too much. */
static enum status price_case(struct splitting *splitting, bool *found, struct division *division,
                              struct prices *prices, struct failure *failure) {
    const struct lp_case within = {splitting->least, splitting->above};
    struct lp_solution solution;
    mpz_t bound;
    enum status status = lp_solve_classes(splitting->latency, splitting->gap, splitting->depth,
                                          &within, splitting->limits, &solution, failure);
    if (status)
        return status;
    status = divide(splitting, &solution, division, failure);
    lp_take_prices(&solution, prices);
    lp_clear(&solution);
    mpz_init(bound);
    prices_bound(prices, bound);
    *found = !status && mpz_cmp(bound, splitting->most) < 0;
    mpz_clear(bound);
    if (!*found)
        prices_clear(prices);
    return status;
}

/* The prices of the case, or, where they allow too much, those of two smaller ones, or of one
 * without fractions. */
static enum status split_case(struct splitting *splitting, bool *found, struct prices *prices,
                              struct failure *failure) {
    struct division division = {.class = -1};
    *found = false;
    if (++splitting->cases > SPLIT_MOST_CASES)
        return STATUS_OK;
    enum status status = price_case(splitting, found, &division, prices, failure);
    if (status || *found)
        return status;
    if (division.class >= 0)
        return split_class(splitting, division.class, division.below, found, prices, failure);
    for (int class = 0; class < splitting->gap; class ++)
        if (splitting->least[class] < splitting->above[class])
            return STATUS_OK;
    return whole_prices_find(splitting->latency, splitting->gap, splitting->depth, splitting->least,
                             splitting->limits, found, prices, failure);
}

enum status class_prices_split(int latency, int gap, int depth, mpz_srcptr most,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure) {
    struct splitting splitting = {
        .latency = latency, .gap = gap, .depth = depth, .most = most, .limits = limits};
    *found = false;
    if (is_found(latency, gap, depth) || divisor(latency, gap) != 1 || gap > SPLIT_MOST_GAP)
        return STATUS_OK;
    for (int class = 0; class < gap; class ++)
        splitting.above[class] = INT_MAX;
    enum status status = split_case(&splitting, found, prices, failure);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status class_prices_below(int latency, int gap, int depth, mpz_srcptr processors,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure) {
    typedef enum status program(int, int, int, const struct limits *, struct prices *,
                                struct failure *);
    static program *const programs[] = {class_prices_find, class_prices_search};
    enum status status = STATUS_OK;
    mpz_t most;
    mpz_init(most);
    *found = false;
    for (int i = 0; i < 2 && !*found && !status; i++) {
        status = programs[i](latency, gap, depth, limits, prices, failure);
        if (status)
            break;
        prices_bound(prices, most);
        *found = mpz_cmp(most, processors) < 0;
        if (!*found)
            prices_clear(prices);
    }
    mpz_sub(most, most, processors);
    if (!status && !*found && mpz_cmp_ui(most, SPLIT_MOST_GAIN) <= 0)
        status =
            class_prices_split(latency, gap, depth, processors, limits, found, prices, failure);
    mpz_clear(most);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
