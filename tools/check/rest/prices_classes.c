/* SPDX-License-Identifier: MIT */
#include "rest/prices_classes.h"

#include "core/big.h"
#include "core/memory.h"
#include "core/prices.h"
#include "core/prices_largest.h"
#include "rest/prices_states.h"
#include "rest/prices_whole.h"

#include <stdlib.h>
#include <string.h>

/* For a class with hardly a value, and one of which a case says nothing; cases within cases. */
enum { WORK_OF_CLASS = 100, WORK_OF_SILENCE = 4, DEEPEST_CASE = 100 };
#define ANY_NUMBER UINT32_MAX

/* Of the classes e = 0..g-1. */
struct prices_cases {
    uint32_t *least, *most;  /* processors in the case at hand */
    mpz_t *own;              /* D of the class, if there is a line `own` for it */
    bool *is_own;            /* there is */
    uint32_t latency, depth; /* of the first case; l = 0: there was none yet */
    mpz_t best;              /* the largest bound so far */
};

/* The numbers are borrowed. */
static bool check_class(const struct prices *all, struct reader *reader, uint32_t offset,
                        prices_potential *potential) {
    struct prices own = *all;
    own.depth = (all->depth - offset) / all->gap;
    own.letters = own.depth + 1;
    own.pay = memory_zeroed(own.letters, sizeof *own.pay);
    own.earn = memory_zeroed(own.letters, sizeof *own.earn);
    for (uint32_t w = 0; w < own.letters; w++) {
        uint32_t value = offset + all->gap * w;
        *own.pay[w] = *all->pay[value < all->letters ? value : all->depth];
        *own.earn[w] = *all->earn[value];
    }
    if (all->rules->cases && all->rules->cases->is_own[offset])
        *own.denominator = *all->rules->cases->own[offset];
    bool right = read_charge(reader, WORK_OF_CLASS) && potential(&own, reader);
    free(own.pay);
    free(own.earn);
    return right;
}

static bool check_classes(const struct prices *prices, struct reader *reader,
                          prices_potential *potential) {
    for (uint32_t w = 1; w <= prices->letters; w++)
        if (mpz_cmp(prices->pay[w - 1], prices->pay[w < prices->letters ? w : prices->depth]) > 0)
            return read_malformed(reader, "with a gap prices do not descend, number %u does", w);
    for (uint32_t offset = 0; offset < prices->gap && offset <= prices->depth; offset++)
        if (!check_class(prices, reader, offset, potential))
            return false;
    return true;
}

static bool check_largest(const struct prices *prices, struct reader *reader) {
    return check_classes(prices, reader, prices_largest_check);
}

static bool check_states(const struct prices *prices, struct reader *reader) {
    return check_classes(prices, reader, prices_states_check);
}

/* Lines `own E D`, of classes with a D of their own. */
static bool read_own_lines(const struct prices *prices, struct reader *reader) {
    struct prices_cases *cases = prices->rules->cases;
    uint32_t class;
    memset(cases->is_own, 0, prices->gap);
    while (read_is_at(reader, "own")) {
        if (!read_key(reader, "own") || !read_number(reader, "class", 0, prices->gap - 1, &class) ||
            !read_big(reader, "own", cases->own[class]) || !read_line_end(reader) ||
            !read_charge(reader, 4 * (1 + mpz_size(prices->denominator))))
            return false;
        if (cases->most[class] == ANY_NUMBER && mpz_cmp(cases->own[class], prices->denominator) < 0)
            return read_malformed(reader, "any number of processors of class %u pays too little",
                                  class);
        cases->is_own[class] = true;
    }
    return true;
}

/* All cases are about one machine and depth. */
static bool is_same(struct prices_cases *cases, uint32_t latency, uint32_t depth,
                    struct reader *reader) {
    if (cases->latency && (latency != cases->latency || depth != cases->depth))
        return read_malformed(reader, "all cases have one latency and one depth");
    cases->latency = latency, cases->depth = depth;
    return true;
}

/* With T_e processors of class e: D N is at most R + the sum of (D - own_e) T_e. */
static bool read_own(const struct prices *prices, struct reader *reader, mpz_ptr numerator) {
    struct prices_cases *cases = prices->rules->cases;
    if (!is_same(cases, prices->latency, prices->depth, reader) ||
        !read_charge(reader, (uint64_t)WORK_OF_SILENCE * prices->gap) ||
        !read_own_lines(prices, reader))
        return false;
    mpz_t less;
    mpz_init(less);
    for (uint32_t e = 0; e < prices->gap; e++)
        if (cases->is_own[e]) {
            mpz_sub(less, prices->denominator, cases->own[e]);
            mpz_mul_ui(less, less, mpz_sgn(less) > 0 ? cases->most[e] : cases->least[e]);
            mpz_add(numerator, numerator, less);
        }
    mpz_clear(less);
    if (mpz_sgn(numerator) < 0)
        mpz_set_ui(numerator, 0);
    return true;
}

static void claim_whole(struct verdict *verdict, uint32_t l, uint32_t g, uint32_t s,
                        mpz_srcptr bound) {
    verdict_claim(verdict,
                  "LogP L+2o=%u g=%u s=%u, g >= 2o: no schedule, periodic or not, that serves an "
                  "item each g cycles with delay L+2o+s = %u reaches more than ",
                  l, g, s, l + s);
    verdict_claim_number(verdict, bound);
    verdict_claim(verdict, " processors, whatever waits");
    verdict_fields(verdict, "l=%u g=%u s=%u", l, g, s);
    verdict_field_number(verdict, "most", bound);
}

static void claim(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound) {
    struct prices_cases *cases = prices->rules->cases;
    if (!cases)
        claim_whole(verdict, prices->latency, prices->gap, prices->depth, bound);
    else if (mpz_cmp(bound, cases->best) > 0)
        mpz_set(cases->best, bound);
}

/* A case of one number of processors for each class, in which there is no schedule. */
static bool read_whole(struct reader *reader, uint32_t gap, struct prices_cases *cases) {
    struct prices_whole whole = {.gap = gap, .processors = cases->least};
    for (uint32_t e = 0; e < gap; e++)
        if (cases->least[e] != cases->most[e])
            return read_malformed(reader, "whole items where class %u may have several numbers", e);
    return read_key(reader, "whole") && read_line_end(reader) &&
           read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &whole.latency) &&
           read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, &whole.depth) &&
           is_same(cases, whole.latency, whole.depth, reader) && prices_whole_check(&whole, reader);
}

/* `split E K`: the case that class E has K processors at most, and behind it the one of more. */
static bool read_case(struct reader *reader, uint32_t gap, const struct prices_rules *rules,
                      int deep) {
    struct prices_cases *cases = rules->cases;
    uint32_t class, most;
    if (read_is_at(reader, "whole"))
        return read_whole(reader, gap, cases);
    if (!read_is_at(reader, "split"))
        return prices_check(reader, gap, rules);
    if (deep == DEEPEST_CASE)
        return read_malformed(reader, "more than %d cases within each other", DEEPEST_CASE);
    if (!read_key(reader, "split") || !read_number(reader, "class", 0, gap - 1, &class) ||
        !read_number(reader, "number", 0, READ_NUMBER_LIMIT - 1, &most) || !read_line_end(reader))
        return false;
    uint32_t least_before = cases->least[class], most_before = cases->most[class];
    if (most < least_before || most >= most_before)
        return read_malformed(reader, "a case without numbers");
    cases->most[class] = most;
    bool right = read_case(reader, gap, rules, deep + 1);
    cases->most[class] = most_before;
    cases->least[class] = most + 1;
    right = right && read_case(reader, gap, rules, deep + 1);
    cases->least[class] = least_before;
    return right;
}

static bool read_cases(struct reader *reader, uint32_t gap, struct prices_rules *rules) {
    if (!read_charge(reader, 2 * BIG_WORK_OF_NUMBER * (uint64_t)gap))
        return false;
    struct prices_cases cases = {.least = memory_zeroed(gap, sizeof *cases.least),
                                 .most = memory_zeroed(gap, sizeof *cases.most),
                                 .own = big_array_new(gap),
                                 .is_own = memory_zeroed(gap, sizeof *cases.is_own)};
    rules->cases = &cases;
    rules->own = read_own;
    mpz_init(cases.best);
    for (uint32_t e = 0; e < gap; e++)
        cases.most[e] = ANY_NUMBER;
    bool right = read_case(reader, gap, rules, 0);
    if (right)
        claim_whole(reader->verdict, cases.latency, gap, cases.depth, cases.best);
    mpz_clear(cases.best);
    big_array_free(cases.own, gap);
    free(cases.least);
    free(cases.most);
    free(cases.is_own);
    return right;
}

bool rule_prices_of_classes(struct reader *reader) {
    struct prices_rules rules = {.potential = {prices_states_check, prices_largest_check}};
    uint32_t gap = 0;
    if (!read_is_at(reader, "gap"))
        return prices_check(reader, 0, &rules);
    rules = (struct prices_rules){.claim = claim, .potential = {check_states, check_largest}};
    if (!read_number_line(reader, "gap", 1, READ_LATENCY_LIMIT, &gap))
        return false;
    return read_is_at(reader, "split") ? read_cases(reader, gap, &rules)
                                       : prices_check(reader, gap, &rules);
}
