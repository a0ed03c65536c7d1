/* SPDX-License-Identifier: MIT */
/* Kind items-bound: in the postal model with p ports, or on a LogP machine, before which time
 * nobody can bring K items that a source has at time 0 to the N other processors.
 *
 * On a machine h = max(g,o), l = L+2o, p = 1; in the postal model h = 1, l = L, o = 0. A(s) is the
 * sequence of growth.h, near = h, far = l, factor = p, and tau(x) the first s with A(s) > x. With m
 * from ceil(K/p) - 1 down to 0 nobody ends before
 *
 *     m h + tau((K - mp) N).
 *
 * Before the time m h the source begins m p sendings at most, so K - mp items leave it at m h or
 * later, all of them. Of these N receivers must have (K - mp) N messages in all. Let each such
 * message stand below the one by which its sender had the first of these items. From that time on a
 * sender begins p sendings in h, and each is received l later; so, as for one item
 * (rest/logp_bounds.c), A(s) - 1 messages at most are there s after m h. Once A grows by p N or
 * more in h, which it does when A(s+h-l) >= N, the next m gives no more.
 *
 * If the source sends each item once, one item leaves it at m h or later, m = ceil(K/p) - 1, to one
 * processor, which has it l later. Only this one and those who have the item from it can send it
 * on, the source can't: s later no more than A(s) have it, and N must.
 *
 * On a machine each message takes o cycles of its sender and of its receiver. Who is the i-th
 * receiver to have anything has it at tau(i) or later, o after the first of its work, and ends by
 * the time T; the source begins its last sending at T - l or before. So P processors do
 *
 *     2 K N <= 1 + (T-l)/o + the sum over i = 1..N of 1 + (T-tau(i))/o
 *
 * pieces of work: P (T+o) >= 2oKN + l + the sum of all tau(i). (If o = 0, T is no less than their
 * mean by the above.)
 *
 * If the source alone can begin all sendings before anybody else has an item, h (KN/p - 1) < l with
 * KN/p rounded up, then A(s) = 1 + p (1 + floor((s-l)/h)) up to there, m = 0 gives the most, and no
 * term is needed: what can be done, in l + h (KN/p - 1), is not below what the work says.
 *
 * Times are in units of the greatest common divisor of h and l, at the multiples of which A
 * changes. Room: max(h,l) numbers. */
#include "core/certificate.h"
#include "core/growth.h"
#include "core/memory.h"
#include "core/read.h"

struct bound {
    struct logp machine; /* postal: o = 0, g = 1 */
    uint32_t ports;
    bool logp;
    bool any; /* the source may send an item again */
    mpz_ptr processors, items;
    mpz_ptr others; /* N, the processors beside the source */
};

struct search {
    uint64_t apart, transfer;   /* h, l */
    bool is_enough;             /* the other rounds say no more */
    mpz_ptr rounds, need, each; /* m, (K-mp) N, p N */
    mpz_ptr labels;             /* l, and the times when each of N receivers can have something */
    mpz_ptr time, earliest;
};

/* Nobody ends before so many rounds of h, and `more`. */
static void look_at(struct search *search, mpz_srcptr rounds, uint64_t more) {
    mpz_mul_ui(search->time, rounds, search->apart);
    mpz_add_ui(search->time, search->time, more);
    if (mpz_cmp(search->time, search->earliest) > 0)
        mpz_set(search->earliest, search->time);
}

/* A(s), s >= l; `all` is the first s with A(s) >= N, if it was. */
static void look_at_term(const struct bound *bound, struct search *search, mpz_srcptr term,
                         uint64_t s, uint64_t all) {
    if (mpz_cmp(term, bound->others) <= 0) {
        mpz_add(search->labels, search->labels, bound->processors);
        mpz_sub(search->labels, search->labels, term);
    }
    while (!search->is_enough && mpz_cmp(term, search->need) > 0) {
        look_at(search, search->rounds, s);
        search->is_enough =
            mpz_sgn(search->rounds) == 0 || s + search->apart >= all + search->transfer;
        mpz_add(search->need, search->need, search->each);
        mpz_sub_ui(search->rounds, search->rounds, 1);
    }
}

/* The first time at which nothing speaks against the end. */
static void find_earliest(const struct bound *bound, struct search *search, struct reader *reader) {
    struct growth growth;
    uint64_t all = mpz_cmp_ui(bound->others, 1) == 0 ? 0 : UINT64_MAX / 2;
    uint64_t unit = growth_unit(search->apart, search->transfer);
    search->apart /= unit;
    search->transfer /= unit;
    mpz_mul_ui(search->labels, bound->processors, search->transfer);
    mpz_mul_ui(search->each, bound->others, bound->ports);
    mpz_mul(search->need, bound->items, bound->others);
    mpz_cdiv_q_ui(search->rounds, search->need, bound->ports);
    mpz_sub_ui(search->rounds, search->rounds, 1);
    mpz_mul_ui(search->time, search->rounds, search->apart);
    if (bound->any && mpz_cmp_ui(search->time, search->transfer) < 0) {
        look_at(search, search->rounds, search->transfer);
        search->is_enough = true; /* it is the source alone who sends */
    }
    mpz_cdiv_q_ui(search->rounds, bound->items, bound->ports);
    mpz_sub_ui(search->rounds, search->rounds, 1);
    mpz_submul(search->need, search->rounds, search->each);
    growth_init(&growth, reader, search->apart, search->transfer, bound->ports);
    uint64_t each = 4 * (uint64_t)(mpz_size(bound->processors) + mpz_size(bound->items));
    for (uint64_t s = search->transfer; !search->is_enough; s++) {
        read_charge(reader, each);
        mpz_srcptr term = growth_next(&growth);
        if (all > s && mpz_cmp(term, bound->others) >= 0) {
            all = s;
            if (!bound->any) /* everybody may have the item that leaves the source last */
                look_at(search, search->rounds, s + search->transfer);
        }
        look_at_term(bound, search, term, s, all);
    }
    mpz_mul_ui(search->earliest, search->earliest, unit);
    mpz_mul_ui(search->labels, search->labels, unit);
    mpz_mul_ui(search->time, bound->items, 2 * (uint64_t)bound->machine.overhead);
    mpz_addmul(search->labels, search->time, bound->others);
    mpz_cdiv_q(search->labels, search->labels, bound->processors); /* P share the work */
    mpz_sub_ui(search->labels, search->labels, bound->machine.overhead);
    if (mpz_cmp(search->labels, search->earliest) > 0)
        mpz_swap(search->labels, search->earliest);
}

static void claim(const struct bound *bound, struct verdict *verdict, mpz_srcptr finish) {
    const char *P = memory_digits(bound->processors), *K = memory_digits(bound->items);
    const char *before = memory_digits(finish);
    if (bound->logp) {
        logp_claim(&bound->machine, verdict);
    } else {
        verdict_claim(verdict, "postal L=%u p=%u", bound->machine.latency, bound->ports);
        verdict_fields(verdict, "L=%u ports=%u", bound->machine.latency, bound->ports);
    }
    verdict_claim(verdict,
                  " P=%s K=%s: nobody brings all items from the source, which has them at time "
                  "0%s, to all others before time %s",
                  P, K, bound->any ? "" : " and sends each once", before);
    verdict_fields(verdict, "P=%s K=%s sends=%s before=%s", P, K, bound->any ? "any" : "single",
                   before);
}

static void read_machine(struct bound *bound, struct reader *reader) {
    struct logp *machine = &bound->machine;
    machine->latency = read_number_line(reader, "latency", 1, READ_NUMBER_LIMIT);
    bound->logp = read_is_at(reader, "overhead");
    if (!bound->logp) {
        bound->ports = read_number_line(reader, "ports", 1, READ_NUMBER_LIMIT);
        return;
    }
    machine->overhead = read_number_line(reader, "overhead", 0, READ_NUMBER_LIMIT);
    machine->gap = read_number_line(reader, "gap", 1, READ_NUMBER_LIMIT);
}

void rule_items_bound(struct reader *reader) {
    struct bound bound = {.machine.gap = 1, .ports = 1};
    struct search search = {.is_enough = false};
    memory_number_each(&bound.processors, &bound.items, &bound.others, &search.rounds, &search.need,
                       &search.each, &search.earliest, &search.time, &search.labels, NULL);
    read_machine(&bound, reader);
    read_big_line(reader, "processors", 2, bound.processors);
    read_big_line(reader, "items", 1, bound.items);
    bound.any = read_either_line(reader, "sends", "single", "any");
    mpz_sub_ui(bound.others, bound.processors, 1);
    search.apart = logp_apart(&bound.machine);
    search.transfer = logp_transfer(&bound.machine);
    find_earliest(&bound, &search, reader);
    read_result_line(reader, "finish", search.earliest);
    claim(&bound, reader->verdict, search.earliest);
}
