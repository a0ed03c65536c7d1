/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/class_program.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/proof/bound/program.h"

struct rows {
    int latency, gap, depth;
    int single, largest, other, count; /* the first rows of these, of values from 0, g and g on */
    int *entries;                      /* of the next column */
    struct program *program;
};

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
    enum status status = program_add(rows->program, rows->entries, least, failure);
    memset(rows->entries, 0, (size_t)rows->count * sizeof *rows->entries);
    return status;
}

static enum status demand_order(struct rows *rows, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int w = 1; w <= rows->depth - rows->latency + 1 && !status; w++) {
        rows->entries[w - 1]--;
        rows->entries[w <= rows->depth - rows->latency ? w : rows->count - 1]++;
        status = demand(rows, 0, failure);
    }
    for (int u = 2 * rows->gap; u <= rows->depth - 2 * rows->gap && !status; u++) {
        put_other(rows, u, 1);
        put_other(rows, u - rows->gap, -1);
        status = demand(rows, 0, failure);
    }
    return status;
}

/* States of one value at most; `zero` is the least value of the class. */
static enum status demand_singles(struct rows *rows, int zero, struct failure *failure) {
    put_step(rows, zero, zero);
    enum status status = demand(rows, 1, failure);
    for (int v = zero + rows->gap; v <= rows->depth && !status; v += rows->gap) {
        put_step(rows, v, v);
        put_single(rows, zero, 1);
        put_single(rows, v - rows->gap, -1);
        status = demand(rows, 1, failure);
    }
    for (int x = zero + rows->gap; x <= rows->depth - rows->gap && !status; x += rows->gap) {
        put_step(rows, zero, x);
        put_single(rows, x, 1);
        put_single(rows, x - rows->gap, -1);
        status = demand(rows, 1, failure);
    }
    return status;
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
    enum status status = demand_singles(rows, zero, failure);
    for (int high = zero + 2 * one; high <= rows->depth && !status; high += one)
        for (int low = zero + one; low < high && !status; low += one) {
            if (high <= top)
                status = demand_zero(rows, zero, low, high, failure);
            if (!status && high <= top)
                status = demand_other(rows, high, low, failure);
            if (!status)
                status = demand_other(rows, low, high, failure);
        }
    return status;
}

static void take(const struct rows *rows, mpz_t *numbers, struct prices *prices) {
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
    mpq_t *duals = rationals_new(count), value;
    mpz_t *numbers = numbers_new(count);
    mpq_init(value);
    enum status status = duals && numbers ? demand_order(rows, failure)
                                          : failure_memory(failure, "a linear program");
    for (int zero = 0; zero < rows->gap && zero <= rows->depth && !status; zero++)
        status = demand_class(rows, zero, failure);
    if (!status)
        status = program_solve(rows->program, limits, value, duals, failure);
    if (!status) {
        rationals_scale(duals, count, numbers, prices->denominator);
        take(rows, numbers, prices);
    }
    mpq_clear(value);
    rationals_free(duals, count);
    numbers_free(numbers, count);
    return status;
}

enum status class_program_solve(struct prices *prices, const struct limits *limits,
                                struct failure *failure) {
    char path[PATH_MAX];
    struct rows rows = rows_of(prices->latency, prices->gap, prices->depth);
    if (rows.count > CLASS_PROGRAM_MAX_ROWS)
        return failure_set(failure, STATUS_LIMIT,
                           "the linear program of s = %d has more than %d rows", prices->depth,
                           CLASS_PROGRAM_MAX_ROWS);
    enum status status = program_find(path, sizeof path, failure);
    if (status)
        return status;
    rows.entries = memory_new((size_t)rows.count, sizeof *rows.entries);
    status = rows.entries ? program_init(&rows.program, path, rows.count, failure)
                          : failure_memory(failure, "a linear program");
    if (!status)
        status = solve(&rows, limits, prices, failure);
    program_clear(rows.program);
    free(rows.entries);
    return status;
}
