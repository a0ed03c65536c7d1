/* SPDX-License-Identifier: MIT */
#include "solver/bound/prices.h"

/*
 * The transitions, by b = |S|, which stays the same. gain(u) is what sending u earns.
 *
 *  b = 0: v = 0.
 *  b = 1: S = {0}, any other v; or S = {x}, x >= 1, and v = 0.
 *  b >= 2, M = max S, m = max(M, v), y = min(M, v), A without m = (S without M) + {y}:
 *     phi(S') - phi(S) = largest[M] - largest[m-1] + sum of other[u] over S without M
 *                                                  - sum of other[u-1] over u >= 1 of A without m.
 *   - 0 not in S: v = y = 0, and every u in S without M, of which there is one at least, adds
 *     other[u] - other[u-1] >= 0.
 *   - 0 in S: v >= 1, 0 adds other[0], y takes other[y-1], every further u adds
 *     other[u] - other[u-1] >= 0, and there need not be any.
 *
 * What is sent depends on m alone, so for each m three transitions have the least slack, found by
 * what belongs to a value below m in it:
 *   - 0 not in S, M = m: the u of the least other[u] - other[u-1];
 *   - 0 in S, M = m: the v of the least price(v) - other[v-1];
 *   - 0 in S, v = m: the M of the least largest[M] - other[M-1].
 */
struct least {
    mpz_t number;
    int at; /* 0: there is none yet */
};

struct check {
    const struct prices *prices;
    mpz_t slack;           /* scratch */
    mpz_t part;            /* scratch */
    struct least step;     /* other[u] - other[u-1] */
    struct least received; /* price(v) - other[v-1] */
    struct least maximum;  /* largest[M] - other[M-1] */
};

static bool may_receive(const struct prices *prices, int value) {
    return value == prices->depth || value <= prices->depth - prices->latency;
}

static mpz_srcptr price(const struct prices *prices, int value) {
    return value == prices->depth ? prices->root : prices->values[value];
}

/* slack = price(value) - gain(held) - denominator; *held* is the largest value held. */
static void begin(struct check *check, int value, int held) {
    const struct prices *prices = check->prices;
    mpz_sub(check->slack, price(prices, value), prices->denominator);
    if (held >= prices->latency)
        mpz_sub(check->slack, check->slack, prices->values[held - prices->latency]);
}

static enum status end(const struct check *check, const char *state, int largest, int value,
                       struct failure *failure) {
    if (mpz_sgn(check->slack) >= 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL,
                       "the prices fail where the value %d is received in %s, maximum %d", value,
                       state, largest);
}

static enum status check_order(const struct prices *prices, struct failure *failure) {
    for (int w = 1; w <= prices->depth - prices->latency; w++)
        if (mpz_cmp(prices->values[w - 1], prices->values[w]) > 0)
            return failure_set(failure, STATUS_INTERNAL, "the prices descend at %d", w);
    for (int u = 1; u < prices->depth - 1; u++)
        if (mpz_cmp(prices->other[u - 1], prices->other[u]) > 0)
            return failure_set(failure, STATUS_INTERNAL, "the potentials descend at %d", u);
    return STATUS_OK;
}

static enum status check_one_ball(struct check *check, struct failure *failure) {
    const struct prices *prices = check->prices;
    enum status status = STATUS_OK;
    for (int v = 1; v <= prices->depth && !status; v++) {
        if (!may_receive(prices, v))
            continue;
        begin(check, v, v);
        mpz_add(check->slack, check->slack, prices->single[0]);
        mpz_sub(check->slack, check->slack, prices->single[v - 1]);
        status = end(check, "{0}", 0, v, failure);
    }
    for (int x = 1; x < prices->depth && !status; x++) {
        begin(check, 0, x);
        mpz_add(check->slack, check->slack, prices->single[x]);
        mpz_sub(check->slack, check->slack, prices->single[x - 1]);
        status = end(check, "a state of one value", x, 0, failure);
    }
    return status;
}

/* 0 not in S; the least step is below M. */
static enum status check_zero(struct check *check, int M, struct failure *failure) {
    const struct prices *prices = check->prices;
    begin(check, 0, M);
    mpz_add(check->slack, check->slack, prices->largest[M]);
    mpz_sub(check->slack, check->slack, prices->largest[M - 1]);
    mpz_add(check->slack, check->slack, check->step.number);
    return end(check, "a state without 0", M, 0, failure);
}

static enum status check_other(struct check *check, int M, int v, struct failure *failure) {
    const struct prices *prices = check->prices;
    int m = v > M ? v : M, y = v > M ? M : v;
    begin(check, v, m);
    mpz_add(check->slack, check->slack, prices->largest[M]);
    mpz_sub(check->slack, check->slack, prices->largest[m - 1]);
    mpz_add(check->slack, check->slack, prices->other[0]);
    mpz_sub(check->slack, check->slack, prices->other[y - 1]);
    return end(check, "a state with 0", M, v, failure);
}

static void keep(struct check *check, struct least *least, mpz_srcptr plus, mpz_srcptr minus,
                 int at) {
    mpz_sub(check->part, plus, minus);
    if (least->at > 0 && mpz_cmp(check->part, least->number) >= 0)
        return;
    mpz_set(least->number, check->part);
    least->at = at;
}

/* For all m > x >= 1. Where x is below M it is below t-1. */
static void keep_value(struct check *check, int x) {
    const struct prices *prices = check->prices;
    if (x < prices->depth)
        keep(check, &check->maximum, prices->largest[x], prices->other[x - 1], x);
    if (x >= prices->depth - 1)
        return;
    keep(check, &check->step, prices->other[x], prices->other[x - 1], x);
    if (may_receive(prices, x))
        keep(check, &check->received, price(prices, x), prices->other[x - 1], x);
}

static enum status check_more_balls(struct check *check, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int m = 1; m <= check->prices->depth && !status; m++) {
        bool held = m < check->prices->depth;
        if (held && check->step.at > 0)
            status = check_zero(check, m, failure);
        if (!status && held && check->received.at > 0)
            status = check_other(check, m, check->received.at, failure);
        if (!status && may_receive(check->prices, m) && check->maximum.at > 0)
            status = check_other(check, check->maximum.at, m, failure);
        keep_value(check, m);
    }
    return status;
}

/* All transitions, L <= t. */
static enum status check_all(struct check *check, struct failure *failure) {
    enum status status = check_order(check->prices, failure);
    if (!status) {
        begin(check, 0, 0);
        status = end(check, "the empty state", 0, 0, failure);
    }
    if (!status)
        status = check_one_ball(check, failure);
    return status ? status : check_more_balls(check, failure);
}

enum status prices_check(const struct prices *prices, struct failure *failure) {
    struct check check = {.prices = prices};
    if (!prices->single)
        return failure_set(failure, STATUS_INTERNAL, "there are no potentials in closed form");
    if (prices->depth < prices->latency) /* only t is received: one processor */
        return mpz_cmp(prices->root, prices->denominator) >= 0
                   ? STATUS_OK
                   : failure_set(failure, STATUS_INTERNAL, "the price of the root is below 1");
    mpz_inits(check.slack, check.part, NULL);
    mpz_inits(check.step.number, check.received.number, check.maximum.number, NULL);
    enum status status = check_all(&check, failure);
    mpz_clears(check.slack, check.part, NULL);
    mpz_clears(check.step.number, check.received.number, check.maximum.number, NULL);
    return status;
}
