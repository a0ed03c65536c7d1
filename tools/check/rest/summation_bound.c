#include "rest/summation_bound.h"

#include "core/memory.h"

#include <stdlib.h>

struct bound {
    uint32_t latency, overhead, gap, processors, finish;
};

/* The sum of T-o-a_i over i = 2..P, as far as they are above 0; below 2^31 * 10^7. `nodes` has room
 * for the labels up to T-o-1. */
static uint64_t sum_of_others(const struct bound *bound, uint32_t *nodes) {
    uint64_t first = (uint64_t)bound->latency + 1 + 2 * (uint64_t)bound->overhead;
    uint64_t apart = (uint64_t)bound->overhead + 1, sum = 0;
    uint32_t left = bound->processors - 1, time = bound->finish - bound->overhead;
    if (apart < bound->gap)
        apart = bound->gap;
    nodes[0] = 1;
    for (uint64_t a = 1; a < time && left > 0; a++) {
        uint64_t count = a >= first ? nodes[a - first] : 0;
        count += a > apart ? nodes[a - apart] : 0;
        nodes[a] = count < left ? (uint32_t)count : left; /* more are not needed later either */
        left -= nodes[a];
        sum += nodes[a] * (time - a);
    }
    return sum;
}

static uint64_t most_operands(const struct bound *bound) {
    uint64_t alone = (uint64_t)bound->finish + 1;
    if (bound->processors == 1 || bound->finish <= bound->overhead)
        return alone;
    uint32_t *nodes = memory_zeroed(bound->finish - bound->overhead, sizeof *nodes);
    uint64_t sum = alone + sum_of_others(bound, nodes);
    free(nodes);
    return sum;
}

/* Faults are told at the line of the operands, which is the current one. */
static bool check_operands(const struct bound *bound, struct reader *reader, mpz_ptr operands) {
    if (!read_key(reader, "operands") || !read_big(reader, "operands", operands))
        return false;
    uint64_t most = most_operands(bound);
    if (mpz_cmp_ui(operands, most) != 0) {
        mpz_t expected;
        mpz_init_set_ui(expected, most);
        read_refuted_number(reader, "operands", expected, operands);
        mpz_clear(expected);
        return false;
    }
    verdict_claim(reader->verdict,
                  "LogP L=%u o=%u g=%u P=%u: nobody adds up more than %llu operand%s by time %u",
                  bound->latency, bound->overhead, bound->gap, bound->processors,
                  (unsigned long long)most, most > 1 ? "s" : "", bound->finish);
    verdict_field(reader->verdict, "L", "%u", bound->latency);
    verdict_field(reader->verdict, "o", "%u", bound->overhead);
    verdict_field(reader->verdict, "g", "%u", bound->gap);
    verdict_field(reader->verdict, "P", "%u", bound->processors);
    verdict_field(reader->verdict, "most", "%llu", (unsigned long long)most);
    verdict_field(reader->verdict, "end", "%u", bound->finish);
    return read_line_end(reader);
}

bool rule_summation_bound(struct reader *reader) {
    struct bound bound;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &bound.latency) ||
        !read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT, &bound.overhead) ||
        !read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT, &bound.gap) ||
        !read_number_line(reader, "processors", 1, READ_NUMBER_LIMIT, &bound.processors) ||
        !read_number_line(reader, "finish", 0, SUMMATION_BOUND_TIME_LIMIT, &bound.finish))
        return false;
    mpz_t operands;
    mpz_init(operands);
    bool right = check_operands(&bound, reader, operands);
    mpz_clear(operands);
    return right;
}
