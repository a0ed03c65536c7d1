/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/class_prices.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/limits.h"
#include "solver/proof/bound/class_formula.h"
#include "solver/proof/bound/lp.h"
#include "solver/proof/bound/prices.h"
#include "solver/proof/bound/program.h"
#include "solver/proof/bound/whole_prices.h"

/* The linear program of the best prices for classes (class_prices.h) with potentials in closed
 * form.
 *
 * Its prices, one for each row (program.h), are what is looked for: the prices, the potentials and,
 * as the last row, that of the source. None but the last may be negative, and none need be: a
 * constant may be added to all `single` of a class, to all `largest` and to all `other`, as |S|
 * does not change. So the least `other` of each class is 0 and has no row. A column is a transition
 * of those that imply all others (prices_check.c), or two numbers that must not descend. */

/* About 4 s, and 1.5 s^2/g columns. */
enum { CLASS_PROGRAM_MAX_ROWS = 1000 };

struct rows {
    int latency, gap, depth;
    int single, largest, other, count; /* the first rows of these, of values from 0, g and g on */
    int *entries;                      /* of the next column */
    struct program *program;
};

static void rows_clear(struct rows *rows) {
    program_clear(rows->program);
    free(rows->entries);
}

static int at_least_0(int number) {
    return number > 0 ? number : 0;
}

static struct rows rows_of(int latency, int gap, int depth) {
    struct rows rows = {.latency = latency, .gap = gap, .depth = depth};
    rows.single = at_least_0(depth - latency + 1);
    rows.largest = rows.single + at_least_0(depth - gap + 1);
    rows.other = rows.largest + at_least_0(depth - 2 * gap + 1);
    rows.count = rows.other + at_least_0(depth - 3 * gap + 1) + 1;
    return rows;
}

static void put_single(struct rows *rows, int value, int sign) {
    rows->entries[rows->single + value] += sign;
}

static void put_largest(struct rows *rows, int value, int sign) {
    rows->entries[rows->largest + value - rows->gap] += sign;
}

static void put_other(struct rows *rows, int value, int sign) {
    if (value >= rows->gap)
        rows->entries[rows->other + value - rows->gap] += sign;
}

/* What is paid for `value` less what is earned where `held` is the largest. */
static void put_step(struct rows *rows, int value, int held) {
    int prices = rows->depth - rows->latency;
    rows->entries[value <= prices ? value : rows->count - 1]++;
    if (held >= rows->latency)
        rows->entries[held - rows->latency]--;
}

/* The sum of what was put is at least this. */
static enum status demand(struct rows *rows, int least, struct failure *failure) {
    TRY(program_add(rows->program, rows->entries, least, failure));
    memset(rows->entries, 0, (size_t)rows->count * sizeof *rows->entries);
    return STATUS_OK;
}

static enum status demand_order(struct rows *rows, struct failure *failure) {
    for (int w = 1; w <= rows->depth - rows->latency + 1; w++) {
        rows->entries[w - 1]--;
        rows->entries[w <= rows->depth - rows->latency ? w : rows->count - 1]++;
        TRY(demand(rows, 0, failure));
    }
    for (int u = 2 * rows->gap; u <= rows->depth - 2 * rows->gap; u++) {
        put_other(rows, u, 1);
        put_other(rows, u - rows->gap, -1);
        TRY(demand(rows, 0, failure));
    }
    return STATUS_OK;
}

/* States of one value at most; `zero` is the least value of the class. */
static enum status demand_singles(struct rows *rows, int zero, struct failure *failure) {
    put_step(rows, zero, zero);
    TRY(demand(rows, 1, failure));
    for (int v = zero + rows->gap; v <= rows->depth; v += rows->gap) {
        put_step(rows, v, v);
        put_single(rows, zero, 1);
        put_single(rows, v - rows->gap, -1);
        TRY(demand(rows, 1, failure));
    }
    for (int x = zero + rows->gap; x <= rows->depth - rows->gap; x += rows->gap) {
        put_step(rows, zero, x);
        put_single(rows, x, 1);
        put_single(rows, x - rows->gap, -1);
        TRY(demand(rows, 1, failure));
    }
    return STATUS_OK;
}

/* `zero` is received, of which S has nothing, but some u below its largest M. */
static enum status demand_zero(struct rows *rows, int zero, int u, int M, struct failure *failure) {
    put_step(rows, zero, M);
    put_largest(rows, M, 1);
    put_largest(rows, M - rows->gap, -1);
    put_other(rows, u, 1);
    put_other(rows, u - rows->gap, -1);
    return demand(rows, 1, failure);
}

/* S has `zero`, and M as its largest; v is received. */
static enum status demand_other(struct rows *rows, int M, int v, struct failure *failure) {
    int high = v > M ? v : M, low = v > M ? M : v;
    put_step(rows, v, high);
    put_largest(rows, M, 1);
    put_largest(rows, high - rows->gap, -1);
    put_other(rows, low - rows->gap, -1);
    return demand(rows, 1, failure);
}

static enum status demand_class(struct rows *rows, int zero, struct failure *failure) {
    int one = rows->gap, top = rows->depth - one;
    TRY(demand_singles(rows, zero, failure));
    for (int high = zero + 2 * one; high <= rows->depth; high += one)
        for (int low = zero + one; low < high; low += one) {
            if (high <= top)
                TRY(demand_zero(rows, zero, low, high, failure));
            if (high <= top)
                TRY(demand_other(rows, high, low, failure));
            TRY(demand_other(rows, low, high, failure));
        }
    return STATUS_OK;
}

static void copy_prices(const struct rows *rows, mpz_t *numbers, struct prices *prices) {
    int gap = rows->gap, top = rows->depth - gap;
    mpz_swap(prices->root, numbers[rows->count - 1]);
    for (int w = 0; w <= rows->depth - rows->latency; w++)
        mpz_swap(prices->values[w], numbers[w]);
    for (int u = 0; u <= top; u++)
        mpz_swap(prices->single[u], numbers[rows->single + u]);
    for (int u = gap; u <= top; u++)
        mpz_swap(prices->largest[u], numbers[rows->largest + u - gap]);
    for (int u = gap; u <= top - gap; u++)
        mpz_swap(prices->other[u], numbers[rows->other + u - gap]);
}

static enum status solve(struct rows *rows, const struct limits *limits, struct prices *prices,
                         struct failure *failure) {
    size_t count = (size_t)rows->count;
    CLEANUP(rationals_clear) mpq_t *duals = rationals_new(count);
    RATIONAL(value);
    CLEANUP(numbers_clear) mpz_t *numbers = numbers_new(count);
    TRY(memory_check(duals && numbers, failure, "a linear program"));
    TRY(demand_order(rows, failure));
    for (int zero = 0; zero < rows->gap && zero <= rows->depth; zero++)
        TRY(demand_class(rows, zero, failure));
    TRY(program_solve(rows->program, limits, value, duals, failure));
    rationals_scale(duals, count, numbers, prices->denominator);
    copy_prices(rows, numbers, prices);
    return STATUS_OK;
}

/* Fills prices of gap g, l <= s, which are 0 before, with potentials. STATUS_LIMIT when stopped,
 * for more rows, or where the program that solves linear programs is not installed; STATUS_SYSTEM
 * when that fails. Deterministic. */
static enum status class_program_solve(struct prices *prices, const struct limits *limits,
                                       struct failure *failure) {
    char path[PATH_MAX];
    CLEANUP(rows_clear) struct rows rows = rows_of(prices->latency, prices->gap, prices->depth);
    if (rows.count > CLASS_PROGRAM_MAX_ROWS)
        return failure_limit(failure, "the linear program of s = %d has more than %d rows",
                             prices->depth, CLASS_PROGRAM_MAX_ROWS);
    TRY(program_find(path, sizeof path, failure));
    TRY(memory_check(NEW(rows.count, rows.entries), failure, "a linear program"));
    TRY(program_init(&rows.program, path, rows.count, failure));
    return solve(&rows, limits, prices, failure);
}

static enum status start(int latency, int gap, int depth, bool closed, struct prices *prices,
                         struct failure *failure) {
    if (gap < 1)
        return failure_input(failure, "a gap is at least 1");
    TRY(prices_init(prices, latency, depth, closed, failure));
    prices->gap = gap;
    return STATUS_OK;
}

enum status class_prices_tree(int latency, int gap, int depth, struct prices *prices,
                              struct failure *failure) {
    if (gap < 1)
        return failure_input(failure, "a gap is at least 1");
    return prices_tree(prices, latency, gap, depth, failure);
}

/* --- units --- */

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

static enum status lifted(struct prices *small, int unit, int depth, struct prices *prices,
                          struct failure *failure) {
    bool closed = small->single != NULL;
    TRY(start(unit * small->latency, unit * small->gap, depth, closed, prices, failure));
    lift(small, unit, prices);
    return STATUS_OK;
}

/* Nothing has to be found where only the source's messages come in time. */
static bool is_found(int latency, int gap, int depth) {
    return latency < 1 || gap < 1 || depth < latency;
}

enum status class_prices_find(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure) {
    if (is_found(latency, gap, depth))
        return class_prices_tree(latency, gap, depth, prices, failure);
    int unit = greatest_divisor(latency, gap);
    CLEANUP(prices_clear) struct prices small = {0}, found = {0};
    TRY(start(latency / unit, gap / unit, depth / unit, true, &small, failure));
    TRY(class_program_solve(&small, limits, failure));
    TRY(lifted(&small, unit, depth, &found, failure));
    TRY(prices_check(&found, failure));
    *prices = TAKE(found);
    return STATUS_OK;
}

enum status class_prices_search(int latency, int gap, int depth, const struct limits *limits,
                                struct prices *prices, struct failure *failure) {
    if (is_found(latency, gap, depth))
        return class_prices_tree(latency, gap, depth, prices, failure);
    int unit = greatest_divisor(latency, gap);
    CLEANUP(lp_clear) struct lp_solution solution = {0};
    TRY(lp_solve_classes(latency / unit, gap / unit, depth / unit, NULL, limits, &solution,
                         failure));
    return lifted(&solution.prices, unit, depth, prices, failure);
}

enum status class_prices_best(int latency, int gap, int depth, const struct limits *limits,
                              struct prices *prices, struct failure *failure) {
    CLEANUP(prices_clear) struct prices found = {0}, searched = {0};
    TRY(class_prices_find(latency, gap, depth, limits, &found, failure));
    enum status status = class_prices_search(latency, gap, depth, limits, &searched, failure);
    if (status && status != STATUS_LIMIT)
        return status;
    BIG(closed, bound);
    prices_bound(&found, closed);
    if (!status)
        prices_bound(&searched, bound);
    *prices = !status && mpz_cmp(bound, closed) < 0 ? TAKE(searched) : TAKE(found);
    return STATUS_OK;
}

/* --- splits --- */

/* In all that is kept in results/ splits gain for N <= 15 only; from some hundreds of processors on
 * each case takes a second, and minutes pass for nothing. A few processors need 361 cases so far,
 * at (l,g,s) = (11,6,34). */
enum {
    SPLIT_MOST_CASES = 200,
    SPLIT_FEW_PROCESSORS = 16,
    SPLIT_MOST_CASES_OF_FEW = 1000,
    SPLIT_MOST_GAP = 64,
    SPLIT_MOST_PROCESSORS = 100,
    SPLIT_MOST_GAIN = 1
};

/* All cases must allow less than `most`. */
struct splitting {
    int latency, gap, depth;
    mpz_srcptr most;
    const struct limits *limits;
    int cases, most_cases;                            /* looked at */
    int least[SPLIT_MOST_GAP], above[SPLIT_MOST_GAP]; /* of the case at hand, for lp_case */
};

/* Adds the processors of the words to their classes. */
static void count_classes(const struct lp_solution *solution, mpq_t *counts) {
    RATIONAL(part);
    for (size_t i = 0; i < solution->word_count; i++) {
        const struct lp_word *word = &solution->words[i];
        mpq_set_si(part, word->length, 1);
        mpq_mul(part, part, word->count);
        mpq_add(counts[word->least], counts[word->least], part);
    }
}

/* A class of the case at hand that is divided into at most `below` processors and more. */
struct division {
    int class, below; /* class -1: there is none */
};

/* Up to SPLIT_MOST_PROCESSORS. */
static int rounded_down(mpq_srcptr count) {
    BIG(whole);
    mpz_fdiv_q(whole, mpq_numref(count), mpq_denref(count));
    return mpz_cmp_ui(whole, SPLIT_MOST_PROCESSORS) < 0 ? (int)mpz_get_si(whole)
                                                        : SPLIT_MOST_PROCESSORS;
}

/* The first class of a number that is not whole, of those that may have others in the case: a
 * solution may leave the case, at a price. */
static struct division divide_fraction(const struct splitting *splitting, mpq_t *counts) {
    struct division division = {.class = -1};
    for (int c = splitting->gap - 1; c >= 0; c--) {
        int whole = rounded_down(counts[c]);
        if (mpz_cmp_ui(mpq_denref(counts[c]), 1) > 0 && whole < SPLIT_MOST_PROCESSORS &&
            whole >= splitting->least[c] && whole < splitting->above[c])
            division = (struct division){c, whole};
    }
    return division;
}

/* The first class of which the case has other numbers than the one of the solution, or the nearest
 * to it in the case. */
static struct division divide_whole(const struct splitting *splitting, mpq_t *counts) {
    struct division division = {.class = -1};
    for (int c = splitting->gap - 1; c >= 0; c--) {
        int least = splitting->least[c], above = splitting->above[c];
        int whole = rounded_down(counts[c]);
        if (least == above || whole >= SPLIT_MOST_PROCESSORS)
            continue;
        whole = whole < least ? least : whole > above ? above : whole;
        division = (struct division){c, whole > least ? whole - 1 : whole};
    }
    return division;
}

static enum status divide(const struct splitting *splitting, const struct lp_solution *solution,
                          struct division *division, struct failure *failure) {
    CLEANUP(rationals_clear) mpq_t *counts = rationals_new((size_t)splitting->gap);
    TRY(memory_check(counts, failure, "prices"));
    count_classes(solution, counts);
    *division = divide_fraction(splitting, counts);
    if (division->class < 0)
        *division = divide_whole(splitting, counts);
    return STATUS_OK;
}

static enum status split_case(struct splitting *splitting, bool *found, struct prices *prices,
                              struct failure *failure);

static enum status split_class(struct splitting *splitting, int class, int below, bool *found,
                               struct prices *prices, struct failure *failure) {
    CLEANUP(prices_clear) struct prices few = {0}, more = {0};
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
    return status || !*found ? status : prices_join(prices, class, below, &few, &more, failure);
}

/* Prices of the case at hand, and where it is divided if they allow too much. */
static enum status price_case(struct splitting *splitting, bool *found, struct division *division,
                              struct prices *prices, struct failure *failure) {
    const struct lp_case within = {splitting->least, splitting->above};
    CLEANUP(lp_clear) struct lp_solution solution = {0};
    TRY(lp_solve_classes(splitting->latency, splitting->gap, splitting->depth, &within,
                         splitting->limits, &solution, failure));
    TRY(divide(splitting, &solution, division, failure));
    BIG(bound);
    prices_bound(&solution.prices, bound);
    *found = mpz_cmp(bound, splitting->most) < 0;
    if (*found)
        lp_take_prices(&solution, prices);
    return STATUS_OK;
}

/* Of one number of processors for each class. */
static enum status exclude_classes(struct splitting *splitting, bool *found, struct prices *prices,
                                   struct failure *failure) {
    TRY(whole_prices_find(splitting->latency, splitting->gap, splitting->depth, splitting->least,
                          splitting->limits, found, prices, failure));
    if (*found)
        return STATUS_OK;
    return class_formula_refute(splitting->latency, splitting->gap, splitting->depth,
                                splitting->least, splitting->limits, found, prices, failure);
}

/* The prices of the case, or, where they allow too much, those of two smaller ones, or of one
 * without fractions. */
static enum status split_case(struct splitting *splitting, bool *found, struct prices *prices,
                              struct failure *failure) {
    struct division division = {.class = -1};
    *found = false;
    if (++splitting->cases > splitting->most_cases)
        return STATUS_OK;
    TRY(price_case(splitting, found, &division, prices, failure));
    if (*found)
        return STATUS_OK;
    if (division.class >= 0)
        return split_class(splitting, division.class, division.below, found, prices, failure);
    for (int class = 0; class < splitting->gap; class ++)
        if (splitting->least[class] < splitting->above[class])
            return STATUS_OK;
    return exclude_classes(splitting, found, prices, failure);
}

enum status class_prices_split(int latency, int gap, int depth, mpz_srcptr most,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure) {
    struct splitting splitting = {
        .latency = latency, .gap = gap, .depth = depth, .most = most, .limits = limits};
    splitting.most_cases =
        mpz_cmp_ui(most, SPLIT_FEW_PROCESSORS) <= 0 ? SPLIT_MOST_CASES_OF_FEW : SPLIT_MOST_CASES;
    *found = false;
    if (is_found(latency, gap, depth) || greatest_divisor(latency, gap) != 1 ||
        gap > SPLIT_MOST_GAP)
        return STATUS_OK;
    for (int class = 0; class < gap; class ++)
        splitting.above[class] = INT_MAX;
    enum status status = split_case(&splitting, found, prices, failure);
    *found = *found && !status;
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

enum status class_prices_below(int latency, int gap, int depth, mpz_srcptr processors,
                               const struct limits *limits, bool *found, struct prices *prices,
                               struct failure *failure) {
    typedef enum status program(int, int, int, const struct limits *, struct prices *,
                                struct failure *);
    static program *const programs[] = {class_prices_find, class_prices_search};
    enum status status = STATUS_OK;
    BIG(most);
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
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
