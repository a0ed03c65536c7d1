/* SPDX-License-Identifier: MIT */
#include "rest/prices_classes.h"

#include "core/memory.h"
#include "core/prices.h"
#include "core/prices_largest.h"
#include "rest/prices_states.h"

#include <stdlib.h>

/* For a class with hardly a value. */
enum { WORK_OF_CLASS = 100 };

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

static void claim(const struct prices *prices, struct verdict *verdict, mpz_srcptr bound) {
    uint32_t l = prices->latency, s = prices->depth, g = prices->gap;
    verdict_claim(verdict,
                  "LogP L+2o=%u g=%u s=%u, g >= 2o: no schedule, periodic or not, that serves an "
                  "item each g cycles with delay L+2o+s = %u reaches more than ",
                  l, g, s, l + s);
    verdict_claim_number(verdict, bound);
    verdict_claim(verdict, " processors, whatever waits");
    verdict_fields(verdict, "l=%u g=%u s=%u", l, g, s);
    verdict_field_number(verdict, "most", bound);
}

bool rule_prices_of_classes(struct reader *reader) {
    static const struct prices_rules postal = {NULL, {prices_states_check, prices_largest_check}};
    static const struct prices_rules classes = {claim, {check_states, check_largest}};
    uint32_t gap = 0;
    if (!read_is_at(reader, "gap"))
        return prices_check(reader, 0, &postal);
    return read_number_line(reader, "gap", 1, READ_LATENCY_LIMIT, &gap) &&
           prices_check(reader, gap, &classes);
}
