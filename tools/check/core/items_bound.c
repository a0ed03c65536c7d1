/* SPDX-License-Identifier: MIT */
#include "core/items_bound.h"

#include "core/growth.h"

struct bound {
    uint32_t latency, ports;
    bool single;
    mpz_t processors, items;
    mpz_t others; /* N, the processors beside the source */
};

/* What the sum of the terms p min(g_i, N) tells: enough, the first j whose terms 0..j are enough
 * for K N receptions, and all, the first j with g_j >= N; the latter only if it is asked for. False
 * beyond the limit of work. */
static bool add_terms(const struct bound *bound, struct reader *reader, mpz_ptr enough,
                      mpz_ptr all) {
    struct growth growth;
    mpz_t missing, each;
    uint32_t L = bound->latency;
    mpz_init_set_ui(each, bound->ports);
    mpz_init(missing);
    mpz_mul(missing, bound->items, bound->others);
    mpz_cdiv_q(enough, missing, each); /* as if all terms were p: the first L of them are */
    mpz_sub_ui(enough, enough, 1);
    mpz_submul_ui(missing, each, L);
    bool is_all = mpz_cmp_ui(bound->others, 1) == 0, right = true;
    bool is_enough = is_all || mpz_cmp_ui(enough, L) < 0;
    growth_init(&growth, reader, 1, L, bound->ports);
    for (uint64_t i = L; right && !(is_enough && (is_all || !bound->single)); i++) {
        mpz_srcptr g = growth_next(&growth);
        right = g;
        if (g && mpz_cmp(g, bound->others) >= 0) { /* so are all terms behind it */
            is_all = true;
            mpz_set_ui(all, i);
            mpz_mul_ui(each, bound->others, bound->ports);
            mpz_cdiv_q(missing, missing, each);
            if (!is_enough) {
                mpz_add_ui(enough, missing, i);
                mpz_sub_ui(enough, enough, 1);
            }
            is_enough = true;
        } else if (g && !is_enough) {
            mpz_submul_ui(missing, g, bound->ports);
            mpz_set_ui(enough, i);
            is_enough = mpz_sgn(missing) <= 0;
        }
    }
    growth_clear(&growth);
    mpz_clears(missing, each, NULL);
    return right;
}

/* The earliest finish. */
static bool find_earliest(const struct bound *bound, struct reader *reader, mpz_ptr earliest,
                          mpz_ptr last) {
    if (!add_terms(bound, reader, earliest, last)) /* last = 0 before: g_0 = 1 */
        return false;
    if (bound->single) { /* when everybody may have the item that leaves the source last */
        mpz_t sends;
        mpz_init_set_ui(sends, bound->ports);
        mpz_cdiv_q(sends, bound->items, sends);
        mpz_add(last, last, sends);
        mpz_sub_ui(last, last, 1);
        mpz_clear(sends);
        if (mpz_cmp(last, earliest) > 0)
            mpz_set(earliest, last);
    }
    mpz_add_ui(earliest, earliest, bound->latency);
    return true;
}

static void claim(const struct bound *bound, struct verdict *verdict, mpz_srcptr finish) {
    verdict_claim(verdict, "postal L=%u p=%u P=", bound->latency, bound->ports);
    verdict_claim_number(verdict, bound->processors);
    verdict_claim(verdict, " K=");
    verdict_claim_number(verdict, bound->items);
    verdict_claim(verdict,
                  ": nobody brings all items from the source, which has them at time 0%s, to all "
                  "others before time ",
                  bound->single ? " and sends each once" : "");
    verdict_claim_number(verdict, finish);
    verdict_fields(verdict, "L=%u ports=%u", bound->latency, bound->ports);
    verdict_field_number(verdict, "P", bound->processors);
    verdict_field_number(verdict, "K", bound->items);
    verdict_fields(verdict, "sends=%s", bound->single ? "single" : "any");
    verdict_field_number(verdict, "before", finish);
}

static bool read_and_check(struct bound *bound, struct reader *reader) {
    bool any;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &bound->latency) ||
        !read_number_line(reader, "ports", 1, READ_NUMBER_LIMIT, &bound->ports) ||
        !read_big_line(reader, "processors", 2, bound->processors) ||
        !read_big_line(reader, "items", 1, bound->items) || !read_key(reader, "sends") ||
        !read_either(reader, "single", "any", &any) || !read_line_end(reader))
        return false;
    bound->single = !any;
    mpz_sub_ui(bound->others, bound->processors, 1);
    mpz_t earliest, last;
    mpz_inits(earliest, last, NULL);
    bool right = find_earliest(bound, reader, earliest, last) &&
                 read_result_line(reader, "finish", earliest);
    if (right)
        claim(bound, reader->verdict, earliest);
    mpz_clears(earliest, last, NULL);
    return right;
}

bool rule_items_bound(struct reader *reader) {
    struct bound bound;
    mpz_inits(bound.processors, bound.items, bound.others, NULL);
    bool right = read_and_check(&bound, reader);
    mpz_clears(bound.processors, bound.items, bound.others, NULL);
    return right;
}
