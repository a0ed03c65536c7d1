/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/prices.h"

/* The transitions, by b = |S|, which stays the same. gain(u) is what sending u earns.
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
 *
 * With a gap g all values of a class are e + g w, every one may be received, and what is 0 and 1
 * here is e and g; postal is e = 0 and g = 1. */
struct least {
    mpz_t number;
    int at; /* 0: there is none yet */
};

struct check {
    const struct prices *prices;
    int zero;              /* the least value of the class */
    int one;               /* the distance of its values */
    int top;               /* no state has a value above */
    mpz_t slack;           /* scratch */
    mpz_t part;            /* scratch */
    struct least step;     /* other[u] - other[u-1] */
    struct least received; /* price(v) - other[v-1] */
    struct least maximum;  /* largest[M] - other[M-1] */
};

static bool may_receive(const struct prices *prices, int value) {
    return prices->gap > 0 || value == prices->depth || value <= prices->depth - prices->latency;
}

static mpz_srcptr price(const struct prices *prices, int value) {
    return value > prices->depth - prices->latency ? prices->root : prices->values[value];
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
    return failure_internal(failure,
                            "the prices fail where the value %d is received in %s, maximum %d",
                            value, state, largest);
}

static enum status check_order(const struct prices *prices, struct failure *failure) {
    for (int w = 1; w <= prices->depth - prices->latency; w++)
        if (mpz_cmp(prices->values[w - 1], prices->values[w]) > 0)
            return failure_internal(failure, "the prices descend at %d", w);
    if (prices->gap > 0 &&
        mpz_cmp(price(prices, prices->depth - prices->latency), prices->root) > 0)
        return failure_internal(failure, "the price of the root is below another");
    int one = prices->gap > 0 ? prices->gap : 1;
    for (int u = one; u <= prices->depth - 2 * one; u++)
        if (mpz_cmp(prices->other[u - one], prices->other[u]) > 0)
            return failure_internal(failure, "the potentials descend at %d", u);
    return STATUS_OK;
}

static enum status check_one_ball(struct check *check, struct failure *failure) {
    const struct prices *prices = check->prices;
    int zero = check->zero, one = check->one;
    for (int v = zero + one; v <= prices->depth; v += one) {
        if (!may_receive(prices, v))
            continue;
        begin(check, v, v);
        mpz_add(check->slack, check->slack, prices->single[zero]);
        mpz_sub(check->slack, check->slack, prices->single[v - one]);
        TRY(end(check, "the state of the least value", zero, v, failure));
    }
    for (int x = zero + one; x <= check->top; x += one) {
        begin(check, zero, x);
        mpz_add(check->slack, check->slack, prices->single[x]);
        mpz_sub(check->slack, check->slack, prices->single[x - one]);
        TRY(end(check, "a state of one value", x, zero, failure));
    }
    return STATUS_OK;
}

/* 0 not in S; the least step is below M. */
static enum status check_zero(struct check *check, int M, struct failure *failure) {
    const struct prices *prices = check->prices;
    begin(check, check->zero, M);
    mpz_add(check->slack, check->slack, prices->largest[M]);
    mpz_sub(check->slack, check->slack, prices->largest[M - check->one]);
    mpz_add(check->slack, check->slack, check->step.number);
    return end(check, "a state without it", M, check->zero, failure);
}

static enum status check_other(struct check *check, int M, int v, struct failure *failure) {
    const struct prices *prices = check->prices;
    int m = v > M ? v : M, y = v > M ? M : v;
    begin(check, v, m);
    mpz_add(check->slack, check->slack, prices->largest[M]);
    mpz_sub(check->slack, check->slack, prices->largest[m - check->one]);
    mpz_add(check->slack, check->slack, prices->other[check->zero]);
    mpz_sub(check->slack, check->slack, prices->other[y - check->one]);
    return end(check, "a state with the least value", M, v, failure);
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
    int below = x - check->one;
    if (x <= check->top)
        keep(check, &check->maximum, prices->largest[x], prices->other[below], x);
    if (x > check->top - check->one)
        return;
    keep(check, &check->step, prices->other[x], prices->other[below], x);
    if (may_receive(prices, x))
        keep(check, &check->received, price(prices, x), prices->other[below], x);
}

static enum status check_more_balls(struct check *check, struct failure *failure) {
    enum status status = STATUS_OK;
    check->step.at = check->received.at = check->maximum.at = 0;
    for (int m = check->zero + check->one; m <= check->prices->depth && !status; m += check->one) {
        bool held = m <= check->top;
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

static enum status check_class(struct check *check, struct failure *failure) {
    begin(check, check->zero, check->zero);
    TRY(end(check, "the empty state", 0, check->zero, failure));
    TRY(check_one_ball(check, failure));
    return check_more_balls(check, failure);
}

/* All transitions, L <= t. */
static enum status check_all(struct check *check, struct failure *failure) {
    enum status status = check_order(check->prices, failure);
    check->one = check->prices->gap > 0 ? check->prices->gap : 1;
    check->top = check->prices->depth - check->one;
    for (check->zero = 0;
         check->zero < check->one && check->zero <= check->prices->depth && !status; check->zero++)
        status = check_class(check, failure);
    return status;
}

enum status prices_check(const struct prices *prices, struct failure *failure) {
    struct check check = {.prices = prices};
    if (!prices->single)
        return failure_internal(failure, "there are no potentials in closed form");
    if (prices->depth < prices->latency) /* only t is received: one processor */
        return mpz_cmp(prices->root, prices->denominator) >= 0
                   ? STATUS_OK
                   : failure_internal(failure, "the price of the root is below 1");
    mpz_inits(check.slack, check.part, NULL);
    mpz_inits(check.step.number, check.received.number, check.maximum.number, NULL);
    enum status status = check_all(&check, failure);
    mpz_clears(check.slack, check.part, NULL);
    mpz_clears(check.step.number, check.received.number, check.maximum.number, NULL);
    return status;
}
