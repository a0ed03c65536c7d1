/* SPDX-License-Identifier: MIT */
#include "rest/summation_bound.h"

#include "core/growth.h"

struct bound {
    uint32_t latency, overhead, gap, processors, finish;
};

/* most += the sum of min(A(a),P) - 1 over a = 0 .. end-1. */
static bool add_others(const struct bound *bound, struct reader *reader, uint64_t end,
                       mpz_ptr most) {
    uint64_t first = (uint64_t)bound->latency + 1 + 2 * (uint64_t)bound->overhead;
    uint64_t apart = (uint64_t)bound->overhead + 1, others = 0, sum = 0;
    struct growth growth;
    growth_init(&growth, reader, apart > bound->gap ? apart : bound->gap, first, 1);
    mpz_srcptr known = most;
    uint64_t a = first;
    for (; known && a < end && others + 1 < bound->processors; a++) {
        known = growth_next(&growth);
        if (known)
            others = mpz_cmp_ui(known, bound->processors) < 0 ? mpz_get_ui(known) - 1
                                                              : bound->processors - 1;
        sum += others;
    }
    growth_clear(&growth);
    mpz_add_ui(most, most, sum);
    if (a < end)
        mpz_add_ui(most, most, (end - a) * others);
    return known != NULL;
}

static bool count(const struct bound *bound, struct reader *reader, mpz_ptr most) {
    mpz_set_ui(most, bound->finish);
    mpz_add_ui(most, most, 1);
    return bound->finish <= bound->overhead ||
           add_others(bound, reader, bound->finish - bound->overhead, most);
}

static void claim(const struct bound *bound, struct verdict *verdict, mpz_srcptr most) {
    verdict_claim(verdict, "LogP L=%u o=%u g=%u P=%u: nobody adds up more than ", bound->latency,
                  bound->overhead, bound->gap, bound->processors);
    verdict_claim_number(verdict, most);
    verdict_claim(verdict, " operand%s by time %u", mpz_cmp_ui(most, 1) > 0 ? "s" : "",
                  bound->finish);
    verdict_fields(verdict, "L=%u o=%u g=%u P=%u", bound->latency, bound->overhead, bound->gap,
                   bound->processors);
    verdict_field_number(verdict, "most", most);
    verdict_fields(verdict, "end=%u", bound->finish);
}

bool rule_summation_bound(struct reader *reader) {
    struct bound bound;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &bound.latency) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &bound.overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &bound.gap) ||
        !read_number_line(reader, "processors", 1, READ_NUMBER_LIMIT, &bound.processors) ||
        !read_number_line(reader, "finish", 0, READ_NUMBER_LIMIT, &bound.finish))
        return false;
    mpz_t most;
    mpz_init(most);
    bool right = count(&bound, reader, most) && read_result_line(reader, "operands", most);
    if (right)
        claim(&bound, reader->verdict, most);
    mpz_clear(most);
    return right;
}
