#include "core/items_bound.h"

#include "core/growth.h"

struct bound {
    uint32_t latency, ports;
    bool single;
    mpz_t processors, items, finish;
    mpz_t others; /* N, the processors beside the source */
};

/* What the terms g_0, g_1, .. tell. */
struct terms {
    mpz_t missing;  /* of the K N receptions, beyond those that the terms so far allow; maybe < 0 */
    mpz_t enough;   /* the first j whose terms g_0 .. g_j are enough */
    bool is_enough; /* it was found */
    bool is_all;    /* g_all >= N was found */
    uint64_t all;   /* the first such index */
};

/* enough = i - 1 + ceil(missing / each): from term i on each is as much. */
static void divide_rest(struct terms *terms, uint64_t i, mpz_srcptr each) {
    mpz_cdiv_q(terms->enough, terms->missing, each);
    mpz_add_ui(terms->enough, terms->enough, i);
    mpz_sub_ui(terms->enough, terms->enough, 1);
    terms->is_enough = true;
}

/* g_i, for the first i >= L that was not counted yet. */
static void count_term(struct terms *terms, const struct bound *bound, uint64_t i, mpz_srcptr g) {
    if (mpz_cmp(g, bound->others) >= 0) {
        terms->is_all = true;
        terms->all = i;
    }
    if (terms->is_enough)
        return;
    if (terms->is_all) {
        mpz_t each;
        mpz_init(each);
        mpz_mul_ui(each, bound->others, bound->ports);
        divide_rest(terms, i, each);
        mpz_clear(each);
        return;
    }
    mpz_submul_ui(terms->missing, g, bound->ports);
    if (mpz_sgn(terms->missing) <= 0) {
        mpz_set_ui(terms->enough, i);
        terms->is_enough = true;
    }
}

/* The terms before g_L are 1. */
static void count_first(struct terms *terms, const struct bound *bound) {
    mpz_t number;
    mpz_mul(terms->missing, bound->items, bound->others);
    terms->is_all = mpz_cmp_ui(bound->others, 1) == 0;
    terms->all = 0;
    mpz_init_set_ui(number, bound->ports);
    mpz_mul_ui(number, number, bound->latency);
    if (terms->is_all || mpz_cmp(terms->missing, number) <= 0) {
        mpz_set_ui(number, bound->ports);
        divide_rest(terms, 0, number);
    } else {
        mpz_sub(terms->missing, terms->missing, number);
    }
    mpz_clear(number);
}

static bool is_done(const struct terms *terms, const struct bound *bound) {
    return terms->is_enough && (terms->is_all || !bound->single);
}

/* False beyond the limit of work. */
static bool count_terms(struct terms *terms, const struct bound *bound, struct reader *reader) {
    struct growth growth;
    mpz_srcptr g = bound->others;
    growth_init(&growth, reader, 1, bound->latency, bound->ports);
    count_first(terms, bound);
    for (uint64_t i = bound->latency; g && !is_done(terms, bound); i++) {
        g = growth_next(&growth);
        if (g)
            count_term(terms, bound, i, g);
    }
    growth_clear(&growth);
    return g != NULL;
}

/* The earliest finish, in place of `earliest`. */
static void conclude(const struct terms *terms, const struct bound *bound, mpz_ptr earliest) {
    mpz_set(earliest, terms->enough);
    if (bound->single) {
        mpz_t last; /* when everybody may have the item that leaves the source last, without L */
        mpz_init_set_ui(last, bound->ports);
        mpz_cdiv_q(last, bound->items, last);
        mpz_sub_ui(last, last, 1);
        mpz_add_ui(last, last, terms->all);
        if (mpz_cmp(last, earliest) > 0)
            mpz_swap(last, earliest);
        mpz_clear(last);
    }
    mpz_add_ui(earliest, earliest, bound->latency);
}

/* Faults are told at the line of the finish, which is the current one. */
static bool check_finish(const struct bound *bound, struct reader *reader) {
    struct terms terms = {.is_enough = false};
    mpz_t earliest;
    mpz_init(earliest);
    mpz_init(terms.missing);
    mpz_init(terms.enough);
    bool right = count_terms(&terms, bound, reader);
    if (right) {
        conclude(&terms, bound, earliest);
        right = mpz_cmp(earliest, bound->finish) == 0 ||
                read_refuted_number(reader, "finish", earliest, bound->finish);
    }
    mpz_clear(terms.enough);
    mpz_clear(terms.missing);
    mpz_clear(earliest);
    return right;
}

static void claim(const struct bound *bound, struct verdict *verdict) {
    verdict_claim(verdict, "postal L=%u p=%u P=", bound->latency, bound->ports);
    verdict_claim_number(verdict, bound->processors);
    verdict_claim(verdict, " K=");
    verdict_claim_number(verdict, bound->items);
    verdict_claim(verdict,
                  ": nobody brings all items from the source, which has them at time 0%s, to all "
                  "others before time ",
                  bound->single ? " and sends each once" : "");
    verdict_claim_number(verdict, bound->finish);
    verdict_fields(verdict, "L=%u ports=%u", bound->latency, bound->ports);
    verdict_field_number(verdict, "P", bound->processors);
    verdict_field_number(verdict, "K", bound->items);
    verdict_fields(verdict, "sends=%s", bound->single ? "single" : "any");
    verdict_field_number(verdict, "before", bound->finish);
}

/* A line `key number` with a number >= least. */
static bool read_big_from(struct reader *reader, const char *key, unsigned least, mpz_ptr number) {
    if (!read_key(reader, key) || !read_big(reader, key, number))
        return false;
    if (mpz_cmp_ui(number, least) < 0)
        return read_malformed(reader, "expected %s, a number from %u on", key, least);
    return read_line_end(reader);
}

static bool read_and_check(struct bound *bound, struct reader *reader) {
    bool any;
    if (!read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT, &bound->latency) ||
        !read_number_line(reader, "ports", 1, READ_NUMBER_LIMIT, &bound->ports) ||
        !read_big_from(reader, "processors", 2, bound->processors) ||
        !read_big_from(reader, "items", 1, bound->items) || !read_key(reader, "sends") ||
        !read_either(reader, "single", "any", &any) || !read_line_end(reader) ||
        !read_key(reader, "finish") || !read_big(reader, "finish", bound->finish))
        return false;
    bound->single = !any;
    mpz_sub_ui(bound->others, bound->processors, 1);
    if (!check_finish(bound, reader))
        return false;
    claim(bound, reader->verdict);
    return read_line_end(reader);
}

bool rule_items_bound(struct reader *reader) {
    struct bound bound;
    mpz_inits(bound.processors, bound.items, bound.finish, bound.others, NULL);
    bool right = read_and_check(&bound, reader);
    mpz_clears(bound.processors, bound.items, bound.finish, bound.others, NULL);
    return right;
}
