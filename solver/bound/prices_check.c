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
 */
struct check {
    const struct prices *prices;
    mpz_t slack; /* scratch */
    mpz_t step;  /* the least other[u] - other[u-1] so far */
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

/* 0 not in S; the least step below M stands in check->step. */
static enum status check_zero(struct check *check, int M, struct failure *failure) {
    const struct prices *prices = check->prices;
    begin(check, 0, M);
    mpz_add(check->slack, check->slack, prices->largest[M]);
    mpz_sub(check->slack, check->slack, prices->largest[M - 1]);
    mpz_add(check->slack, check->slack, check->step);
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

static enum status check_more_balls(struct check *check, struct failure *failure) {
    const struct prices *prices = check->prices;
    enum status status = STATUS_OK;
    mpz_t step;
    mpz_init(step);
    for (int M = 1; M < prices->depth && !status; M++) {
        if (M >= 2) {
            int u = M - 1;
            mpz_sub(step, prices->other[u], prices->other[u - 1]);
            if (M == 2 || mpz_cmp(step, check->step) < 0)
                mpz_set(check->step, step);
            status = check_zero(check, M, failure);
        }
        for (int v = 1; v <= prices->depth && !status; v++)
            if (v != M && may_receive(prices, v))
                status = check_other(check, M, v, failure);
    }
    mpz_clear(step);
    return status;
}

enum status prices_check(const struct prices *prices, struct failure *failure) {
    struct check check = {.prices = prices};
    enum status status = STATUS_OK;
    if (!prices->single)
        return failure_set(failure, STATUS_INTERNAL, "there are no potentials in closed form");
    if (prices->depth < prices->latency) { /* only t is received: one processor */
        if (mpz_cmp(prices->root, prices->denominator) < 0)
            status = failure_set(failure, STATUS_INTERNAL, "the price of the root is below 1");
        return status;
    }
    mpz_init(check.slack);
    mpz_init(check.step);
    status = check_order(prices, failure);
    if (!status) {
        begin(&check, 0, 0);
        status = end(&check, "the empty state", 0, 0, failure);
    }
    if (!status)
        status = check_one_ball(&check, failure);
    if (!status)
        status = check_more_balls(&check, failure);
    mpz_clear(check.slack);
    mpz_clear(check.step);
    return status;
}
