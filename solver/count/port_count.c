/* SPDX-License-Identifier: MIT */
#include "solver/count/port_count.h"

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/port_growth.h"

/* table[k cells + c]: ways to fill k blocks of the size at hand, all before it being filled, with
 * so many leaves in all as the cell c says, a number in mixed radix. */
struct dealing {
    int latency, ports;
    long *leaves; /* [v]: of the whole tree */
    long *stride; /* [v], [L]: all cells */
    long *filling;
    long most; /* blocks of one size, and one more */
    mpz_t *table;
    const struct limits *limits;
};

/* One filling more, any number of times. */
static enum status add_filling(struct dealing *d, long blocks, struct failure *failure) {
    long cells = d->stride[d->latency], taken = 0;
    for (int v = 0; v < d->latency; v++)
        taken += d->filling[v] * d->stride[v];
    for (long k = 1; k <= blocks; k++)
        for (long cell = taken; cell < cells; cell++) {
            bool fits = mpz_sgn(d->table[(k - 1) * cells + cell - taken]) != 0;
            for (int v = 0; v < d->latency && fits; v++)
                fits = cell / d->stride[v] % (d->leaves[v] + 1) >= d->filling[v];
            if (fits)
                mpz_add(d->table[k * cells + cell], d->table[k * cells + cell],
                        d->table[(k - 1) * cells + cell - taken]);
        }
    return limits_check(d->limits, failure);
}

/* All fillings whose leaves below v are chosen, `left` more, with head + sum. */
static enum status add_fillings(struct dealing *d, int size, int v, long left, long sum,
                                long blocks, struct failure *failure) {
    if (v == d->latency)
        return left == 0 && sum % size == 0 ? add_filling(d, blocks, failure) : STATUS_OK;
    for (long i = 0; i <= left && i <= d->leaves[v]; i++) {
        d->filling[v] = i;
        TRY(add_fillings(d, size, v + 1, left - i, sum + i * v, blocks, failure));
    }
    return STATUS_OK;
}

static enum status fill(struct dealing *d, int size, long blocks, struct failure *failure) {
    long cells = d->stride[d->latency];
    enum status status = add_fillings(d, size, 0, (long)d->ports * size - 1,
                                      (long)size + d->latency - 1, blocks, failure);
    for (long cell = 0; cell < cells; cell++) {
        mpz_swap(d->table[cell], d->table[blocks * cells + cell]);
        for (long k = 1; k <= blocks; k++)
            mpz_set_ui(d->table[k * cells + cell], 0);
    }
    return status;
}

/* Nodes of the value v in the tree of depth t > v: p times those that know the item L + v before.
 */
static long nodes_of(const struct port_growth *growth, int depth, int v) {
    int steps = depth - growth->latency - v;
    return steps < 0 ? 0 : growth->ports * mpz_get_si(growth->f[steps]);
}

static enum status too_large(struct failure *failure) {
    return failure_limit(failure, "counting with several ports takes a table of %d numbers at most",
                         PORT_COUNT_MOST);
}

static enum status dealing_init(struct dealing *d, const struct port_growth *growth, int depth,
                                struct failure *failure) {
    int L = growth->latency;
    TRY(memory_check(NEW(L, d->leaves, d->filling) && NEW(L + 1, d->stride), failure, "a count"));
    d->stride[0] = 1;
    d->most = 2;
    for (int size = 2; size + L - 1 < depth; size++)
        if (nodes_of(growth, depth, size + L - 1) >= d->most)
            d->most = nodes_of(growth, depth, size + L - 1) + 1;
    for (int v = 0; v < L; v++) {
        d->leaves[v] = nodes_of(growth, depth, v);
        if (d->stride[v] > PORT_COUNT_MOST / d->most / (d->leaves[v] + 1))
            return too_large(failure);
        d->stride[v + 1] = d->stride[v] * (d->leaves[v] + 1);
    }
    d->table = numbers_new((size_t)(d->stride[L] * d->most));
    return memory_check(d->table, failure, "a count");
}

static void dealing_clear(struct dealing *d) {
    numbers_free(d->table);
    FREE_ALL(d->leaves, d->filling, d->stride);
}

static enum status count_all(const struct port_growth *growth, int depth,
                             const struct limits *limits, mpz_ptr count, struct failure *failure) {
    int L = growth->latency;
    CLEANUP(dealing_clear)
    struct dealing d = {.latency = L, .ports = growth->ports, .limits = limits};
    TRY(dealing_init(&d, growth, depth, failure));
    mpz_set_ui(d.table[0], 1);
    for (int size = 2; size + L - 1 < depth; size++)
        if (nodes_of(growth, depth, size + L - 1) > 0)
            TRY(fill(&d, size, nodes_of(growth, depth, size + L - 1), failure));
    if (depth > L)
        TRY(fill(&d, depth - L + 1, 1, failure));
    mpz_set_ui(count, 0);
    for (long cell = 0; cell < d.stride[L]; cell++)
        mpz_add(count, count, d.table[cell]);
    return STATUS_OK;
}

enum status port_count(int latency, int ports, int depth, const struct limits *limits,
                       mpz_ptr count, struct failure *failure) {
    CLEANUP(port_growth_clear) struct port_growth growth = {0};
    TRY(port_capacity(latency, ports, depth, count, failure));
    if (mpz_cmp_ui(count, PORT_COUNT_MOST) > 0)
        return too_large(failure);
    TRY(port_growth_init(&growth, latency, ports, count, failure));
    return count_all(&growth, depth, limits, count, failure);
}
