/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/waiting_stream.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/stream/logp/leaves.h"

/* Measured for every 37th N <= 10,000 on four machines, 1084 questions: 6 rounds lose a depth in 13
 * of them, 30 gain one in 5. */
enum { ROUNDS = 12 };

/* Beyond these, in units, only the raised tree is taken: the search would take minutes. */
enum { MOST_CLASSES = 200, MOST_SEARCHED_DEPTH = 20000 };

static const double rise = 0.6; /* of the price where most room is missing, in a round */

struct search {
    const struct logp_machine *machine;
    mpz_srcptr processors;
    const struct limits *limits;
    int unit;         /* d = gcd(l,G) cycles */
    int latency, gap; /* l/d and G/d */
    int top;          /* of the prices */
    double *weight;   /* [z], 1 .. top: of room(z) */
    double *price;    /* [value]: the sum of the weights up to the value */
};

static enum status search_open(struct search *search, const struct logp_machine *machine,
                               mpz_srcptr processors, const struct limits *limits,
                               struct failure *failure) {
    int64_t l = logp_machine_transfer(machine), G = logp_machine_step(machine);
    if (l > HEADS_MAX_DEPTH || G > HEADS_MAX_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "L+2o or max(g,2o) is more than %d cycles",
                           HEADS_MAX_DEPTH);
    int unit = (int)logp_machine_unit(machine);
    *search = (struct search){machine,       processors, limits, unit, (int)l / unit,
                              (int)G / unit, 0,          NULL,   NULL};
    search->top = search->latency + 3 * search->gap;
    search->weight = memory_new((size_t)search->top + 1, sizeof *search->weight);
    search->price = memory_new((size_t)search->top + 1, sizeof *search->price);
    return search->weight && search->price ? STATUS_OK : failure_memory(failure, "prices");
}

static void search_close(struct search *search) {
    free(search->weight);
    free(search->price);
}

/* --- prices --- */

static void add_up_prices(struct search *search) {
    for (int value = 1; value <= search->top; value++)
        search->price[value] = search->price[value - 1] + search->weight[value];
}

static void equal_prices(struct search *search) {
    for (int z = 1; z <= search->top; z++)
        search->weight[z] = 1;
    add_up_prices(search);
}

/* a/b, below or equal 1 in absolute value, for numbers of any size. */
static double share(mpz_srcptr a, mpz_srcptr b) {
    long exponent_a, exponent_b;
    double x = mpz_get_d_2exp(&exponent_a, a), y = mpz_get_d_2exp(&exponent_b, b);
    long shift = exponent_b - exponent_a;
    for (long i = 0; i < shift && x != 0; i++)
        x /= 2;
    return x / y;
}

/* Room that is missing becomes dearer, in proportion. */
static void raise_prices(struct search *search, const struct leaves *leaves) {
    int worst = 1;
    double sum = 0;
    for (int z = 2; z <= search->top; z++)
        if (mpz_cmp(leaves->room[z], leaves->room[worst]) < 0)
            worst = z;
    for (int z = 1; z <= search->top; z++) {
        if (mpz_sgn(leaves->room[z]) < 0)
            search->weight[z] *= 1 + rise * share(leaves->room[z], leaves->room[worst]);
        sum += search->weight[z];
    }
    for (int z = 1; z <= search->top; z++)
        search->weight[z] *= search->top / sum;
    add_up_prices(search);
}

/* --- one depth --- */

/* Deals out the leaves of `heads`; the processor without a block takes the message that is left
 * over, with the value 0. Prices rise if that is not possible. */
static enum status deal(struct search *search, struct heads *heads, struct logp_schedule *schedule,
                        bool *found, struct failure *failure) {
    struct leaves leaves;
    enum status status = leaves_deal(&leaves, heads, 0, search->limits, found, failure);
    if (status)
        return status;
    if (*found)
        status = leaves_schedule(&leaves, search->machine, search->processors, schedule, failure);
    else
        raise_prices(search, &leaves);
    leaves_clear(&leaves);
    return status;
}

static enum status try_depth(struct search *search, int depth, struct logp_schedule *schedule,
                             bool *found, struct failure *failure) {
    const struct leaf_prices prices = {search->top, search->price};
    bool possible = true;
    enum status status = STATUS_OK;
    *found = false;
    equal_prices(search);
    for (int round = 0; round < ROUNDS && possible && !*found && !status; round++) {
        struct heads heads;
        status = heads_choose(&heads, search->latency, search->gap, depth, search->processors,
                              &prices, &possible, failure);
        if (status || !possible)
            break;
        status = deal(search, &heads, schedule, found, failure);
        heads_clear(&heads);
    }
    return status;
}

/* Theorem M. */
static enum status take_raised(struct search *search, int depth, struct logp_schedule *schedule,
                               struct failure *failure) {
    struct heads heads;
    bool found = false;
    enum status status =
        heads_raised(&heads, search->latency, search->gap, depth, search->processors, failure);
    if (status)
        return status;
    search->limits = NULL;
    status = deal(search, &heads, schedule, &found, failure);
    assert(status || found);
    heads_clear(&heads);
    return status;
}

static enum status try_depths(struct search *search, struct logp_schedule *schedule,
                              struct failure *failure) {
    int least;
    bool found = false;
    enum status status =
        heads_least_depth(search->latency, search->gap, search->processors, &least, failure);
    if (status)
        return status;
    int last = least + 2 * search->gap - 1;
    bool fine = search->gap <= MOST_CLASSES && least <= MOST_SEARCHED_DEPTH;
    if ((int64_t)last * search->unit > LOGP_MAX_DEPTH)
        return failure_set(
            failure, STATUS_LIMIT,
            "the delay is more than %d cycles above L+2o: take a larger unit of time",
            LOGP_MAX_DEPTH);
    for (int depth = fine ? least : last; depth < last && !found && !status; depth++)
        status = try_depth(search, depth, schedule, &found, failure);
    if (status == STATUS_LIMIT && search->limits && limits_stop(search->limits))
        status = STATUS_OK;
    if (!status && !found)
        status = take_raised(search, last, schedule, failure);
    return status;
}

enum status waiting_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                           mpz_srcptr processors, const struct limits *limits,
                           struct failure *failure) {
    struct search search = {.weight = NULL};
    require(mpz_sgn(processors) > 0);
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    status = search_open(&search, machine, processors, limits, failure);
    if (!status)
        status = try_depths(&search, schedule, failure);
    search_close(&search);
    return status;
}
