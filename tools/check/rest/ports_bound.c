/* SPDX-License-Identifier: MIT */
/* Kind ports-bound: no stream with delay L+t, in the postal model with p ports, serves N
 * processors.
 *
 * Let f_i = 1 for 0 <= i < L, f_i = f_(i-1) + p f_(i-L). The claim holds for N > f_t; and for
 * N = f_t - d with t >= L, 1 <= d < p and p > (j+1) floor(p/j), j = p - d. Why:
 *
 * The source has p items more at each step and sends p messages, one of each item at least; so all
 * but a finite number of items are sent once by it, not before they are there. Who has an item has
 * it from one message, and of those who have it i steps after the first one are f_i at most:
 * whoever sends it sends p copies a step at most. So N <= f_t.
 *
 * Let N = f_t - d, 0 < d < p. As f_(t-1) <= f_t - p < N, items are sent by the source when they
 * come (but for a finite number), and the tree of an item is the full one, of f_t nodes, without d
 * of them. A node that would send has p descendants or more, so that only leaves are missing, and
 * no processor that should send an item at a step sends none of its p copies. So each item is
 * *active* at S = (f_t - 1) / p pairs of a processor and a step, and d of its pS copies are
 * missing. In a step p items begin, so that pS = N + d - 1 activities are shared by N processors:
 * with c >= 0 of them at one processor, the sum of max(c-1,0) is d-1 at least, in the average over
 * time. A processor with c > 1 sends p copies at most, so p(c-1) are missing there. Join items that
 * are active at the same processor and step. A component of k items has k-1 such overlaps or more,
 * and kd copies are missing in it: p(k-1) <= kd, that is, kj <= p, k <= q = floor(p/j), and as kd <
 * kp there are k-1 overlaps exactly. So the p items of a step have p - p/q overlaps at most, in the
 * average: d-1 <= p - p/q, which is p <= (j+1) q.
 *
 * With less delay the same N is above f. */
#include "core/growth.h"
#include "core/memory.h"
#include "core/read.h"
#include "rest/rules.h"

struct ports_bound {
    uint32_t latency, ports, depth;
    mpz_ptr processors;
    bool above; /* f_t: no larger number is served either */
};

/* N is below f_t. */
static bool is_excluded(const struct ports_bound *bound, mpz_srcptr reached) {
    mpz_ptr missing = memory_number();
    mpz_sub(missing, reached, bound->processors);
    bool few = mpz_cmp_ui(missing, bound->ports) < 0 && mpz_sgn(missing) > 0;
    uint64_t p = bound->ports, d = few ? mpz_get_ui(missing) : 0, j = p - d;
    return few && bound->depth >= bound->latency && p > (j + 1) * (p / j);
}

/* `reached` is f_t, or a number above N + p before it. */
static void check(struct ports_bound *bound, struct reader *reader) {
    mpz_ptr reached = memory_number(), enough = memory_number();
    struct growth growth;
    growth_init(&growth, reader, 1, bound->latency, bound->ports);
    mpz_set_ui(reached, 1);
    mpz_add_ui(enough, bound->processors, bound->ports);
    for (uint32_t s = bound->latency; s <= bound->depth && mpz_cmp(reached, enough) < 0; s++)
        mpz_set(reached, growth_next(&growth));
    bound->above = mpz_cmp(bound->processors, reached) > 0;
    if (!bound->above && !is_excluded(bound, reached))
        read_refuted_number(reader, "so many processors are not excluded, f_t and N", reached,
                            bound->processors);
}

static void claim(const struct ports_bound *bound, struct verdict *verdict) {
    const char *processors = memory_digits(bound->processors);
    verdict_claim(verdict,
                  "postal L=%u ports=%u: no stream with delay L+t = %u or less serves %s "
                  "processors%s",
                  bound->latency, bound->ports, bound->latency + bound->depth, processors,
                  bound->above ? " or more" : "");
    verdict_fields(verdict, "L=%u ports=%u t=%u N=%s larger=%s", bound->latency, bound->ports,
                   bound->depth, processors, bound->above ? "too" : "open");
}

void rule_ports_bound(struct reader *reader) {
    struct ports_bound bound = {.processors = memory_number()};
    bound.latency = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    bound.ports = read_number_line(reader, "ports", 2, READ_PORTS_LIMIT);
    bound.depth = read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT);
    read_big_line(reader, "processors", 1, bound.processors);
    check(&bound, reader);
    claim(&bound, reader->verdict);
}
