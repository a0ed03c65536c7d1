/* SPDX-License-Identifier: MIT */
#include "core/prices.h"

#include "core/big.h"
#include "core/certificate.h"
#include "core/memory.h"

/* --- the potential by the largest value --- */

struct potential {
    const struct prices *prices;
    mpz_t *single, *largest, *other; /* Z, F, O */
    mpz_ptr slack;                   /* of the inequality at hand */
    mpz_ptr part, least;             /* of v or M alone; the least so far */
};

/* At the end of a sum: is it at least D? */
static void enough(struct potential *phi, struct reader *reader, const char *state,
                   uint32_t value) {
    if (mpz_cmp(phi->slack, phi->prices->denominator) < 0)
        read_refuted(reader, "the potential fails where the state %s receives %u", state, value);
}

static void check_empty(struct potential *phi, struct reader *reader) {
    mpz_sub(phi->slack, phi->prices->pay[0], phi->prices->earn[0]);
    if (prices_is_received(phi->prices, 0))
        enough(phi, reader, "{}", 0);
}

/* {x} receives v, and only y is left, one lower. */
static void check_single(struct potential *phi, struct reader *reader, uint32_t x, uint32_t v) {
    char state[20];
    const struct prices *prices = phi->prices;
    if (!prices_is_received(prices, v))
        return;
    uint32_t high = x > v ? x : v; /* the other is 0 */
    snprintf(state, sizeof state, "{%u}", x);
    mpz_sub(phi->slack, prices->pay[v], prices->earn[high]);
    mpz_sub(phi->slack, phi->slack, phi->single[high - 1]);
    mpz_add(phi->slack, phi->slack, phi->single[x]);
    enough(phi, reader, state, v);
}

static void check_singles(struct potential *phi, struct reader *reader) {
    for (uint32_t i = 1; i <= phi->prices->depth; i++) {
        if (i < phi->prices->depth)
            check_single(phi, reader, i, 0);
        check_single(phi, reader, 0, i);
    }
}

/* part := F_M - F_{M-1} - earn(M), for M >= 2 */
static void keep_largest(struct potential *phi, uint32_t largest) {
    mpz_sub(phi->part, phi->largest[largest], phi->largest[largest - 1]);
    mpz_sub(phi->part, phi->part, phi->prices->earn[largest]);
}

/* least := min(least, part); true if that is new, or the first. */
static bool keep_least(struct potential *phi, bool first) {
    if (!first && mpz_cmp(phi->part, phi->least) >= 0)
        return false;
    mpz_set(phi->least, phi->part);
    return true;
}

static void check_zero(struct potential *phi, struct reader *reader) {
    uint32_t at = 0;
    if (!prices_is_received(phi->prices, 0))
        return;
    for (uint32_t M = 2; M < phi->prices->depth; M++) {
        char state[40];
        mpz_sub(phi->part, phi->other[M - 1], phi->other[M - 2]);
        if (keep_least(phi, M == 2))
            at = M - 1;
        keep_largest(phi, M);
        mpz_add(phi->slack, phi->prices->pay[0], phi->part);
        mpz_add(phi->slack, phi->slack, phi->least);
        snprintf(state, sizeof state, "{%u,%u}", at, M);
        enough(phi, reader, state, 0);
    }
}

/* 0 < v < M, by the v that has the least pay(v) - O_{v-1}. */
static void check_below(struct potential *phi, struct reader *reader) {
    uint32_t at = 0;
    for (uint32_t M = 2; M < phi->prices->depth; M++) {
        char state[40];
        uint32_t v = M - 1;
        mpz_sub(phi->part, phi->prices->pay[v], phi->other[v - 1]);
        if (prices_is_received(phi->prices, v) && keep_least(phi, at == 0))
            at = v;
        if (at == 0)
            continue;
        keep_largest(phi, M);
        mpz_add(phi->slack, phi->least, phi->part);
        mpz_add(phi->slack, phi->slack, phi->other[0]);
        snprintf(state, sizeof state, "{0,%u}", M);
        enough(phi, reader, state, at);
    }
}

/* 0 < M < v, by the M that has the least F_M - O_{M-1}. */
static void check_above(struct potential *phi, struct reader *reader) {
    const struct prices *prices = phi->prices;
    uint32_t at = 0;
    for (uint32_t v = 2; v <= prices->depth; v++) {
        char state[40];
        uint32_t M = v - 1;
        mpz_sub(phi->part, phi->largest[M], phi->other[M - 1]);
        if (keep_least(phi, at == 0))
            at = M;
        if (!prices_is_received(prices, v))
            continue;
        mpz_sub(phi->slack, prices->pay[v], phi->largest[v - 1]);
        mpz_sub(phi->slack, phi->slack, prices->earn[v]);
        mpz_add(phi->slack, phi->slack, phi->least);
        mpz_add(phi->slack, phi->slack, phi->other[0]);
        snprintf(state, sizeof state, "{0,%u}", at);
        enough(phi, reader, state, v);
    }
}

static void read_array(struct reader *reader, const char *key, mpz_t *numbers, uint32_t first,
                       uint32_t end) {
    read_key(reader, key);
    for (uint32_t i = first; i < end; i++)
        read_big(reader, key, numbers[i]);
    read_line_end(reader);
}

static void check_ascent(struct reader *reader, const char *what, mpz_t *numbers, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (mpz_cmp(numbers[i - 1], numbers[i]) > 0)
            read_malformed(reader, "potential largest takes %s that do not descend, number %u does",
                           what, i);
}

void prices_largest_check(const struct prices *prices, struct reader *reader) {
    struct potential phi = {.prices = prices};
    uint32_t t = prices->depth, others = t > 0 ? t - 1 : 0;
    size_t room = (size_t)t + 1;
    read_charge(reader, 3 * BIG_WORK_OF_NUMBER * room);
    phi.single = memory_numbers(room);
    phi.largest = memory_numbers(room);
    phi.other = memory_numbers(room);
    memory_number_each(&phi.slack, &phi.part, &phi.least, NULL);
    read_array(reader, "single", phi.single, 0, t);
    read_array(reader, "largest", phi.largest, 1, t);
    read_array(reader, "other", phi.other, 0, others);
    check_ascent(reader, "prices", prices->pay, prices->letters);
    check_ascent(reader, "numbers O", phi.other, others);
    check_empty(&phi, reader);
    check_singles(&phi, reader);
    check_zero(&phi, reader);
    check_below(&phi, reader);
    check_above(&phi, reader);
}

/* --- the kind --- */

static void read_prices(struct prices *prices, struct reader *reader) {
    uint32_t L = prices->latency;
    mpz_ptr denominator = memory_number();
    prices->denominator = denominator;
    read_big_line(reader, "denominator", 1, denominator);
    read_key(reader, "prices");
    for (uint32_t w = 0; w < prices->letters; w++) {
        read_big(reader, "price", prices->pay[w]);
        mpz_set(prices->earn[w + L], prices->pay[w]);
    }
    read_line_end(reader);
    read_big_line(reader, "root", 0, prices->pay[prices->depth]);
}

static void claim(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound) {
    const char *most = memory_digits(bound);
    verdict_claim(verdict,
                  "postal L=%u t=%u: no schedule, periodic or not, with delay L+t = %u reaches "
                  "more than %s processors",
                  prices->latency, prices->depth, prices->latency + prices->depth, most);
    verdict_fields(verdict, "L=%u t=%u most=%s", prices->latency, prices->depth, most);
}

static void read_bound(const struct prices *prices, struct reader *reader) {
    mpz_ptr bound = memory_number();
    mpz_set(bound, prices->pay[prices->depth]);
    if (prices->rules->own)
        prices->rules->own(prices, reader, bound);
    mpz_fdiv_q(bound, bound, prices->denominator);
    read_result_line(reader, "bound", bound);
    (prices->rules->claim ? prices->rules->claim : claim)(prices, reader->verdict, bound);
}

/* A recomputed potential has no lines of its own: what is wrong is reported at the line that asks.
 */
static void check_potential(const struct prices *prices, struct reader *reader) {
    read_key(reader, "potential");
    bool largest = read_either(reader, "recomputed", "largest");
    if (!prices->rules->potential[largest])
        read_malformed(reader, "the potential is recomputed%s", certificate_unknown);
    read_line_end(reader);
    prices->rules->potential[largest](prices, reader);
}

void prices_check(struct reader *reader, uint32_t gap, const struct prices_rules *rules) {
    struct prices prices = {.gap = gap, .rules = rules};
    uint32_t *L = &prices.latency, *t = &prices.depth;
    *L = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    *t = read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT);
    read_charge(reader, 2 * BIG_WORK_OF_NUMBER * ((uint64_t)*t + 1));
    prices.letters = *t < *L ? 0 : *t - *L + 1;
    prices.pay = memory_numbers((size_t)*t + 1);
    prices.earn = memory_numbers((size_t)*t + 1);
    read_prices(&prices, reader);
    read_bound(&prices, reader);
    check_potential(&prices, reader);
}

/* Without a gap, and potential largest only. */
void rule_prices(struct reader *reader) {
    static const struct prices_rules rules = {.potential = {NULL, prices_largest_check}};
    if (read_is_at(reader, "gap"))
        read_malformed(reader, "prices with a gap%s", certificate_unknown);
    prices_check(reader, 0, &rules);
}
