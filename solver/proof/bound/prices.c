/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/prices.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/sequence.h"
#include "solver/proof/sat/refutation.h"

static size_t value_count(const struct prices *prices) {
    return prices->depth < prices->latency ? 0 : (size_t)(prices->depth - prices->latency + 1);
}

enum status prices_init(struct prices *prices, int latency, int depth, bool closed,
                        struct failure *failure) {
    if (latency < 1 || depth < 0 || depth > PRICES_MAX_DEPTH)
        return failure_input(failure, "prices are for L >= 1 and t = 0..%d", PRICES_MAX_DEPTH);
    CLEANUP(prices_clear) struct prices result = {.latency = latency, .depth = depth};
    mpz_init_set_ui(result.denominator, 1);
    mpz_init(result.root);
    result.values = numbers_new(value_count(&result));
    if (closed) {
        result.single = numbers_new((size_t)depth);
        result.largest = numbers_new((size_t)depth);
        result.other = numbers_new((size_t)depth);
    }
    TRY(memory_check(result.values &&
                         (!closed || (result.single && result.largest && result.other)),
                     failure, "prices"));
    *prices = TAKE(result);
    return STATUS_OK;
}

static void clear_case(struct prices_case *within) {
    numbers_free(within->own);
    FREE_ALL(within->least, within->most, within);
}

enum status prices_add_case(struct prices *prices, const int *least, const int *most,
                            struct failure *failure) {
    size_t gap = (size_t)prices->gap;
    assert(gap > 0 && !prices->within);
    TRY(memory_check(NEW(1, prices->within), failure, "prices"));
    struct prices_case *within = prices->within;
    within->own = numbers_new(gap);
    TRY(memory_check(within->own && NEW(gap, within->least, within->most), failure, "prices"));
    memcpy(within->least, least, gap * sizeof *least);
    memcpy(within->most, most, gap * sizeof *most);
    return STATUS_OK;
}

static void clear_whole(struct prices_whole *whole) {
    numbers_free(whole->pay);
    numbers_free(whole->earn);
    numbers_free(whole->own);
    free(whole);
}

enum status prices_add_whole(struct prices *prices, struct failure *failure) {
    assert(prices->gap > 0 && !prices->whole);
    TRY(memory_check(NEW(1, prices->whole), failure, "prices"));
    struct prices_whole *whole = prices->whole;
    whole->pay = numbers_new((size_t)prices->depth + 1);
    whole->earn = numbers_new((size_t)prices->depth + 1);
    whole->own = numbers_new((size_t)prices->gap);
    return memory_check(whole->pay && whole->earn && whole->own, failure, "prices");
}

enum status prices_join(struct prices *prices, int class, int most, struct prices *few,
                        struct prices *more, struct failure *failure) {
    CLEANUP(prices_clear) struct prices result = {0};
    TRY(prices_init(&result, few->latency, few->depth, false, failure));
    result.gap = few->gap;
    TRY(memory_check(NEW(1, result.split), failure, "prices"));
    *result.split = (struct prices_split){class, most, TAKE(*few), TAKE(*more)};
    *prices = TAKE(result);
    return STATUS_OK;
}

void prices_clear(struct prices *prices) {
    if (prices->within)
        clear_case(prices->within);
    if (prices->whole)
        clear_whole(prices->whole);
    if (prices->formula)
        free(prices->formula->lrat.numbers);
    free(prices->formula);
    if (prices->split) {
        prices_clear(&prices->split->few);
        prices_clear(&prices->split->more);
        free(prices->split);
    }
    mpz_clear(prices->denominator);
    mpz_clear(prices->root);
    numbers_free(prices->values);
    numbers_free(prices->single);
    numbers_free(prices->largest);
    numbers_free(prices->other);
    *prices = (struct prices){0};
}

/* Adds what the classes of a case pay less. */
static void add_less(const struct prices *prices, mpz_ptr root) {
    const struct prices_case *within = prices->within;
    BIG(less);
    for (int class = 0; class < prices->gap; class ++) {
        mpz_sub(less, prices->denominator, within->own[class]);
        assert(mpz_sgn(less) <= 0 || within->most[class] != INT_MAX);
        mpz_mul_si(less, less, mpz_sgn(less) > 0 ? within->most[class] : within->least[class]);
        mpz_add(root, root, less);
    }
}

static void bound_of_split(const struct prices_split *split, mpz_ptr bound) {
    BIG(other);
    prices_bound(&split->few, bound);
    prices_bound(&split->more, other);
    if (mpz_cmp(bound, other) < 0)
        mpz_set(bound, other);
}

void prices_bound(const struct prices *prices, mpz_ptr bound) {
    assert(mpz_sgn(prices->denominator) > 0);
    if (prices->split) {
        bound_of_split(prices->split, bound);
        return;
    }
    if (prices->whole || prices->formula) {
        mpz_set_ui(bound, 0);
        return;
    }
    mpz_set(bound, prices->root);
    if (prices->within)
        add_less(prices, bound);
    mpz_fdiv_q(bound, bound, prices->denominator);
    if (mpz_sgn(bound) < 0)
        mpz_set_ui(bound, 0);
}

enum status prices_tree(struct prices *prices, int latency, int gap, int depth,
                        struct failure *failure) {
    CLEANUP(prices_clear) struct prices result = {0};
    int step = gap > 0 ? gap : 1;
    TRY(prices_init(&result, latency, depth, true, failure));
    CLEANUP(numbers_clear) mpz_t *nodes = numbers_new((size_t)depth + 1); /* A(0), .., A(s) */
    TRY(memory_check(nodes, failure, "prices"));
    for (int s = 0; s <= depth; s++) {
        mpz_set_ui(nodes[s], 1);
        if (s >= latency && s >= step)
            mpz_set(nodes[s], nodes[s - step]);
        if (s >= latency)
            mpz_add(nodes[s], nodes[s], nodes[s - latency]);
    }
    mpz_set(result.root, nodes[depth]);
    for (size_t w = 0; w < value_count(&result); w++)
        mpz_set(result.values[w], nodes[w]);
    for (int u = 0; u < depth; u++) {
        mpz_sub_ui(result.single[u], nodes[u], 1);
        mpz_set(result.largest[u], result.single[u]);
        mpz_set(result.other[u], result.single[u]);
    }
    result.gap = gap;
    *prices = TAKE(result);
    return STATUS_OK;
}

enum status prices_two(struct prices *prices, int depth, struct failure *failure) {
    CLEANUP(prices_clear) struct prices result = {0};
    if (depth < 3)
        return failure_input(failure, "these prices are for t >= 3");
    TRY(prices_init(&result, 2, depth, true, failure));
    CLEANUP(sequence_clear) struct sequence f = {0};
    TRY(sequence_init(&f, 2, failure));
    unsigned long t = (unsigned long)depth;
    mpz_set_ui(result.denominator, 2);
    sequence_next(&f);
    for (unsigned long i = 0; i < t; i++, sequence_next(&f)) { /* the walk stands at f_{i+1} */
        if (i <= t - 2)
            mpz_add_ui(result.values[i], sequence_value(&f), t - 2);
        if (i > 0)
            mpz_set(result.largest[i], sequence_value(&f));
        mpz_add_ui(result.single[i], sequence_value(&f), i);
        if (i < t - 1)
            mpz_set_ui(result.other[i], i);
    }
    mpz_set_ui(result.single[0], t); /* all singles are t higher than in the theorem: |S| = 1 is a
                                        part of its own */
    mpz_add_ui(result.root, sequence_value(&f), t - 1);
    *prices = TAKE(result);
    return STATUS_OK;
}

enum status prices_best(struct prices *prices, int latency, int depth, struct failure *failure) {
    /* (f_{t+1} + t - 1) / 2 < f_t from t = 7 on; equal at t = 6, and both allow the same N below */
    return latency == 2 && depth >= 6 ? prices_two(prices, depth, failure)
                                      : prices_tree(prices, latency, 0, depth, failure);
}

/* False if it does not fit. */
static bool window_number(mpz_srcptr number, int depth, int64_t *to) {
    *to = mpz_get_si(number);
    return mpz_cmp_si(number, window_max_price(depth)) <= 0;
}

static enum status window_ready(bool fits, const struct window *result, struct window *window,
                                struct failure *failure) {
    if (!fits)
        return failure_limit(failure, "the prices are too large for the window automaton");
    *window = *result;
    return STATUS_OK;
}

enum status prices_window(const struct prices *prices, struct window *window,
                          struct failure *failure) {
    int depth = prices->depth;
    struct window result = {.latency = prices->latency, .depth = depth};
    if (depth < prices->latency || depth > WINDOW_MAX_DEPTH)
        return failure_limit(failure, "the window automaton takes L <= t <= %d", WINDOW_MAX_DEPTH);
    bool fits = window_number(prices->root, depth, &result.price[depth]) &&
                window_number(prices->denominator, depth, &result.unit);
    for (size_t i = 0; i < value_count(prices) && fits; i++)
        fits = window_number(prices->values[i], depth, &result.price[i]);
    return window_ready(fits, &result, window, failure);
}

enum status prices_window_of_class(const struct prices *prices, int least, struct window *window,
                                   struct failure *failure) {
    int depth = (prices->depth - least) / prices->gap;
    struct window result = {.depth = depth};
    if (depth > WINDOW_MAX_DEPTH)
        return failure_limit(failure, "the window automaton takes up to %d steps",
                             WINDOW_MAX_DEPTH);
    bool fits = window_number(prices->within ? prices->within->own[least] : prices->denominator,
                              depth, &result.unit);
    for (int w = 0; w <= depth && fits; w++) {
        size_t value = (size_t)(least + prices->gap * w), latency = (size_t)prices->latency;
        fits = window_number(value < value_count(prices) ? prices->values[value] : prices->root,
                             depth, &result.price[w]);
        if (value >= latency && fits)
            fits = window_number(prices->values[value - latency], depth, &result.gain[w]);
    }
    return window_ready(fits, &result, window, failure);
}

static void print_numbers(struct certificate_output *output, const char *key, mpz_t *numbers,
                          int first, int end, int step) {
    certificate_print(output, "%s", key);
    for (int i = first; i < end; i += step) {
        certificate_print(output, " ");
        certificate_print_big(output, numbers[i]);
    }
    certificate_print(output, "\n");
}

static void print_number(struct certificate_output *output, const char *key, mpz_srcptr number) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, number);
    certificate_print(output, "\n");
}

/* With a gap the lines are those of one class behind the other. */
static void put_potential(const struct prices *prices, struct certificate_output *output) {
    int step = prices->gap > 0 ? prices->gap : 1, end = prices->depth - step + 1;
    certificate_print(output, "potential largest\n");
    for (int least = 0; least < step && least <= prices->depth; least++) {
        print_numbers(output, "single", prices->single, least, end, step);
        print_numbers(output, "largest", prices->largest, least + step, end, step);
        print_numbers(output, "other", prices->other, least, end - step, step);
    }
}

/* What differs from the denominator. */
static void put_own(const struct prices *prices, struct certificate_output *output) {
    for (int class = 0; class < prices->gap; class ++) {
        mpz_srcptr own = prices->within->own[class];
        if (mpz_cmp(own, prices->denominator) == 0)
            continue;
        certificate_print(output, "own %d ", class);
        certificate_print_big(output, own);
        certificate_print(output, "\n");
    }
}

static void put_list(const struct prices *prices, struct certificate_output *output) {
    int t = prices->depth;
    BIG(bound);
    prices_bound(prices, bound);
    certificate_print(output, "latency %d\ndepth %d\n", prices->latency, t);
    print_number(output, "denominator", prices->denominator);
    print_numbers(output, "prices", prices->values, 0, t - prices->latency + 1, 1);
    print_number(output, "root", prices->root);
    if (prices->within)
        put_own(prices, output);
    print_number(output, "bound", bound);
    if (prices->single)
        put_potential(prices, output);
    else
        certificate_print(output, "potential recomputed\n");
}

static void put_whole(const struct prices *prices, struct certificate_output *output) {
    certificate_print(output, "whole\nlatency %d\ndepth %d\n", prices->latency, prices->depth);
    print_numbers(output, "pay", prices->whole->pay, 0, prices->depth + 1, 1);
    print_numbers(output, "earn", prices->whole->earn, prices->latency, prices->depth + 1, 1);
    print_numbers(output, "own", prices->whole->own, 0, prices->gap, 1);
}

static void put_formula(const struct prices *prices, struct certificate_output *output) {
    const struct prices_formula *formula = prices->formula;
    certificate_print(
        output, "formula\nlatency %d\ndepth %d\nitems %d\nvariables %d\nclauses %zu\n",
        prices->latency, prices->depth, formula->items, formula->variables, formula->clauses);
    certificate_print_lrat(output, &formula->lrat);
}

static void put_cases(const struct prices *prices, struct certificate_output *output) {
    const struct prices_split *split = prices->split;
    if (!split) {
        (prices->whole ? put_whole : prices->formula ? put_formula : put_list)(prices, output);
        return;
    }
    certificate_print(output, "split %d %d\n", split->class, split->most);
    put_cases(&split->few, output);
    put_cases(&split->more, output);
}

static enum status put_prices(const void *body, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    const struct prices *prices = body;
    (void)limits, (void)failure;
    if (prices->gap > 0)
        certificate_print(output, "gap %d\n", prices->gap);
    put_cases(prices, output);
    return STATUS_OK;
}

struct evidence evidence_of_prices(const struct prices *prices) {
    return evidence_borrowed("prices", put_prices, prices);
}
