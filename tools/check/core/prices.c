/* SPDX-License-Identifier: MIT */
#include "core/prices.h"

#include "core/big.h"
#include "core/certificate.h"
#include "core/prices_largest.h"

static bool read_prices(struct prices *prices, struct reader *reader) {
    uint32_t L = prices->latency;
    if (!read_big_line(reader, "denominator", 1, prices->denominator) ||
        !read_key(reader, "prices"))
        return false;
    for (uint32_t w = 0; w < prices->letters; w++) {
        if (!read_big(reader, "price", prices->pay[w]))
            return false;
        mpz_set(prices->earn[w + L], prices->pay[w]);
    }
    return read_line_end(reader) && read_big_line(reader, "root", 0, prices->pay[prices->depth]);
}

static void claim(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound) {
    verdict_claim(
        verdict,
        "postal L=%u t=%u: no schedule, periodic or not, with delay L+t = %u reaches more than ",
        prices->latency, prices->depth, prices->latency + prices->depth);
    verdict_claim_number(verdict, bound);
    verdict_claim(verdict, " processors");
    verdict_fields(verdict, "L=%u t=%u", prices->latency, prices->depth);
    verdict_field_number(verdict, "most", bound);
}

static bool read_bound(const struct prices *prices, struct reader *reader) {
    mpz_t bound;
    mpz_init_set(bound, prices->pay[prices->depth]);
    bool right = !prices->rules->own || prices->rules->own(prices, reader, bound);
    mpz_fdiv_q(bound, bound, prices->denominator);
    right = right && read_result_line(reader, "bound", bound);
    if (right)
        (prices->rules->claim ? prices->rules->claim : claim)(prices, reader->verdict, bound);
    mpz_clear(bound);
    return right;
}

/* A recomputed potential has no lines of its own: what is wrong is reported at the line that asks.
 */
static bool check_potential(const struct prices *prices, struct reader *reader) {
    bool largest;
    if (!read_key(reader, "potential") || !read_either(reader, "recomputed", "largest", &largest))
        return false;
    if (!prices->rules->potential[largest])
        return read_malformed(reader, "the potential is recomputed%s", certificate_unknown);
    return read_line_end(reader) && prices->rules->potential[largest](prices, reader);
}

bool prices_check(struct reader *reader, uint32_t gap, const struct prices_rules *rules) {
    struct prices prices = {.gap = gap, .rules = rules};
    uint32_t *L = &prices.latency, *t = &prices.depth;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, L) ||
        !read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, t) ||
        !read_charge(reader, 2 * BIG_WORK_OF_NUMBER * ((uint64_t)*t + 1)))
        return false;
    prices.letters = *t < *L ? 0 : *t - *L + 1;
    mpz_init(prices.denominator);
    prices.pay = big_array_new((size_t)*t + 1);
    prices.earn = big_array_new((size_t)*t + 1);
    bool right = read_prices(&prices, reader) && read_bound(&prices, reader) &&
                 check_potential(&prices, reader);
    mpz_clear(prices.denominator);
    big_array_free(prices.pay, (size_t)*t + 1);
    big_array_free(prices.earn, (size_t)*t + 1);
    return right;
}

bool rule_prices(struct reader *reader) {
    static const struct prices_rules rules = {.potential = {NULL, prices_largest_check}};
    return read_is_at(reader, "gap")
               ? read_malformed(reader, "prices with a gap%s", certificate_unknown)
               : prices_check(reader, 0, &rules);
}
