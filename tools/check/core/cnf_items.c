/* SPDX-License-Identifier: MIT */
#include "core/cnf_items.h"

#include "core/certificate.h"

struct items_formula {
    struct cnf_builder *builder;
    int64_t L, p, N, K, T;
    int64_t times;      /* of reception, L..T, and of the source's sends, 0..T-L: T-L+1 */
    int64_t late_times; /* of the others' sends, L..T-L; perhaps none */
    int64_t A;          /* most rows that one row can send an item to at a time: min(p, N) */
    int64_t last;       /* variable so far */
};

static struct items_formula formula_of(const struct items_cnf *question) {
    int64_t L = question->latency, T = question->time;
    int64_t A = question->ports < question->rows ? question->ports : question->rows;
    return (struct items_formula){.L = L,
                                  .p = question->ports,
                                  .N = question->rows,
                                  .K = question->items,
                                  .T = T,
                                  .times = T - L + 1,
                                  .late_times = T >= 2 * L ? T - 2 * L + 1 : 0,
                                  .A = A};
}

/* --- the variables, in their order --- */

/* h: row q has item c at time u. */
static int64_t has(const struct items_formula *f, int64_t q, int64_t c, int64_t u) {
    return ((q - 1) * f->K + c - 1) * f->times + (u - f->L) + 1;
}

/* r: row q receives item c at time u. */
static int64_t receives(const struct items_formula *f, int64_t q, int64_t c, int64_t u) {
    return f->N * f->K * f->times + has(f, q, c, u);
}

/* x: row q, or the source, sends item c at time s to at least a others. */
static int64_t sends(const struct items_formula *f, int64_t q, int64_t c, int64_t s, int64_t a) {
    int64_t before = 2 * f->N * f->K * f->times;
    if (q == 0)
        return before + ((c - 1) * f->times + s) * f->A + a;
    before += f->K * f->times * f->A;
    return before + (((q - 1) * f->K + c - 1) * f->late_times + s - f->L) * f->A + a;
}

int64_t items_cnf_has(const struct items_cnf *question, int64_t q, int64_t c, int64_t u) {
    struct items_formula f = formula_of(question);
    return has(&f, q, c, u);
}

int64_t items_cnf_emits(const struct items_cnf *question, int64_t c, int64_t s) {
    struct items_formula f = formula_of(question);
    return sends(&f, 0, c, s, 1);
}

/* When a row can send first; it goes on until T-L. */
static int64_t first_send(const struct items_formula *f, int64_t q) {
    return q == 0 ? 0 : f->L;
}

/* How many x(q,c,s,a) there are for an item and a time. */
static int64_t copies(const struct items_formula *f, int64_t s) {
    return s < f->L ? f->A : (f->N + 1) * f->A;
}

/* --- at most m of a list --- */

/* At least k of x and the literals before it are true: the variable now + k, now - m + k without
 * it. More than m are not. */
static void count_on(const struct items_formula *f, int64_t x, int64_t now, int64_t m, bool first) {
    int64_t before = now - m;
    cnf_clause2(f->builder, -x, now + 1);
    for (int64_t k = 1; k <= m && !first; k++) {
        cnf_clause2(f->builder, -(before + k), now + k);
        if (k > 1)
            cnf_clause3(f->builder, -x, -(before + k - 1), now + k);
    }
    if (!first)
        cnf_clause2(f->builder, -x, -(before + m));
}

/* a(i,k), at least k of the first i literals are true, is the variable `last` + (i-1) m + k; the
 * last literal needs none. */
static void at_most_several(struct items_formula *f, int64_t m) {
    int64_t n = (int64_t)f->builder->listed;
    for (int64_t i = 1; i < n && !f->builder->full; i++, f->last += m)
        count_on(f, f->builder->list[i - 1], f->last, m, i == 1);
    cnf_clause2(f->builder, -f->builder->list[n - 1], -f->last);
}

/* The list is empty afterwards. */
static void at_most(struct items_formula *f, int64_t m) {
    if (f->builder->listed > (size_t)m) {
        if (m == 1)
            cnf_at_most_one(f->builder);
        else
            at_most_several(f, m);
    }
    f->builder->listed = 0;
}

/* --- the clauses --- */

/* Part 1: a row has what it received, once; in the end everything. */
static void possession(struct items_formula *f, int64_t q, int64_t c) {
    for (int64_t u = f->L; u <= f->T && !f->builder->full; u++) {
        int64_t r = receives(f, q, c, u), now = has(f, q, c, u);
        if (u == f->L) {
            cnf_equal(f->builder, r, now);
            continue;
        }
        int64_t before = has(f, q, c, u - 1);
        cnf_clause2(f->builder, -before, now);
        cnf_clause2(f->builder, -r, now);
        cnf_clause3(f->builder, -now, before, r);
        cnf_clause2(f->builder, -r, -before);
    }
    cnf_clause1(f->builder, has(f, q, c, f->T));
}

/* Part 2. */
static void reception_ports(struct items_formula *f, int64_t q) {
    for (int64_t u = f->L; u <= f->T && !f->builder->full; u++) {
        for (int64_t c = 1; c <= f->K; c++)
            cnf_list(f->builder, receives(f, q, c, u));
        at_most(f, f->p);
    }
}

/* Part 3. */
static void possible_sends(struct items_formula *f, int64_t q) {
    for (int64_t c = 1; c <= f->K; c++)
        for (int64_t s = first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
            if (q > 0)
                cnf_clause2(f->builder, -sends(f, q, c, s, 1), has(f, q, c, s));
            for (int64_t a = 2; a <= f->A; a++)
                cnf_clause2(f->builder, -sends(f, q, c, s, a), sends(f, q, c, s, a - 1));
        }
}

static void send_ports(struct items_formula *f, int64_t q) {
    for (int64_t s = first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
        for (int64_t c = 1; c <= f->K; c++)
            for (int64_t a = 1; a <= f->A; a++)
                cnf_list(f->builder, sends(f, q, c, s, a));
        at_most(f, f->p);
    }
}

/* Part 4: R(i,k), at least k of the rows 1..i receive c, is the variable `last` + (i-1) m + k. */
static void count_received(struct items_formula *f, int64_t c, int64_t u, int64_t m) {
    int64_t now = f->last;
    for (int64_t i = 1; i <= f->N && !f->builder->full; i++, now += m)
        count_on(f, receives(f, i, c, u), now, m, i == 1);
    f->last += f->N * m;
}

/* S(i,k), that k of the first i sends are made, is the variable `last` + i m + k. */
static void count_sent(struct items_formula *f, int64_t m) {
    int64_t now = f->last;
    for (int64_t k = 1; k <= m; k++)
        cnf_clause1(f->builder, -(now + k));
    for (size_t i = 0; i < f->builder->listed && !f->builder->full; i++) {
        now += m;
        for (int64_t k = 1; k <= m; k++) {
            cnf_clause3(f->builder, -(now + k), now - m + k, f->builder->list[i]);
            if (k > 1)
                cnf_clause3(f->builder, -(now + k), now - m + k, now - m + k - 1);
        }
    }
    f->last += ((int64_t)f->builder->listed + 1) * m;
    f->builder->listed = 0;
}

static void balance(struct items_formula *f, int64_t c, int64_t s) {
    int64_t m = copies(f, s) < f->N ? copies(f, s) : f->N;
    count_received(f, c, s + f->L, m);
    int64_t received = f->last - m;
    for (int64_t q = 0; q <= f->N && s >= first_send(f, q); q++)
        for (int64_t a = 1; a <= f->A; a++)
            cnf_list(f->builder, sends(f, q, c, s, a));
    count_sent(f, m);
    int64_t sent = f->last - m;
    for (int64_t k = 1; k <= m; k++)
        cnf_clause2(f->builder, -(received + k), sent + k);
}

/* Part 5. */
static void single_send(struct items_formula *f, int64_t c) {
    for (int64_t s = 0; s <= f->T - f->L; s++)
        for (int64_t a = 1; a <= f->A; a++)
            cnf_list(f->builder, sends(f, 0, c, s, a));
    at_most(f, 1);
}

/* Part 6: of a stream; when item c comes, and is due. */
static void window(struct items_formula *f, int64_t c, int64_t delay) {
    int64_t from = (c - 1) / f->p;
    for (int64_t s = 0; s < from; s++)
        cnf_clause1(f->builder, -sends(f, 0, c, s, 1));
    for (int64_t q = 1; q <= f->N; q++)
        cnf_clause1(f->builder, has(f, q, c, from + delay));
}

static void build(struct items_formula *f, bool single, int64_t delay) {
    for (int64_t q = 1; q <= f->N; q++)
        for (int64_t c = 1; c <= f->K && !f->builder->full; c++)
            possession(f, q, c);
    for (int64_t q = 1; q <= f->N && !f->builder->full; q++)
        reception_ports(f, q);
    for (int64_t q = 0; q <= f->N && !f->builder->full; q++)
        possible_sends(f, q);
    for (int64_t q = 0; q <= f->N && !f->builder->full; q++)
        send_ports(f, q);
    for (int64_t c = 1; c <= f->K; c++)
        for (int64_t s = 0; s <= f->T - f->L && !f->builder->full; s++)
            balance(f, c, s);
    for (int64_t c = 1; single && c <= f->K && !f->builder->full; c++)
        single_send(f, c);
    for (int64_t c = 1; delay && c <= f->K && !f->builder->full; c++)
        window(f, c, delay);
}

int64_t items_cnf_build(struct cnf_builder *builder, const void *asked) {
    const struct items_cnf *question = asked;
    struct items_formula f = formula_of(question);
    f.builder = builder;
    f.last = sends(&f, f.N + 1, 1, f.L, 0); /* of h, r and x */
    build(&f, question->single, question->delay);
    return f.last;
}

/* --- the kind --- */

static void read_question(struct items_cnf *question, struct reader *reader) {
    question->latency = read_number_line(reader, "latency", 1, ITEMS_CNF_LIMIT);
    question->ports = read_number_line(reader, "ports", 1, ITEMS_CNF_LIMIT);
    uint32_t processors = read_number_line(reader, "processors", 2, ITEMS_CNF_LIMIT);
    question->items = read_number_line(reader, "items", 1, ITEMS_CNF_LIMIT);
    question->single = read_either_line(reader, "sends", "any", "single");
    question->time = read_number_line(reader, "time", question->latency, ITEMS_CNF_LIMIT);
    question->rows = processors - 1;
    if (read_is_at(reader, "delay")) {
        question->delay = read_number_line(reader, "delay", question->latency, question->time);
        if ((question->items - 1) / question->ports + question->delay != question->time)
            read_malformed(reader, "the last item is due at %u, found time %u",
                           (question->items - 1) / question->ports + question->delay,
                           question->time);
    }
}

static void claim_stream(struct verdict *verdict, const struct items_cnf *question) {
    verdict_claim(verdict,
                  "postal L=%u ports=%u: no stream with delay %u or less serves %u processors%s: "
                  "its first %u items cannot",
                  question->latency, question->ports, question->delay, question->rows,
                  question->single ? ", each item sent once by the source" : "", question->items);
    verdict_fields(verdict, "L=%u ports=%u N=%u t=%u K=%u sends=%s", question->latency,
                   question->ports, question->rows, question->delay - question->latency,
                   question->items, question->single ? "single" : "any");
}

static void claim(struct verdict *verdict, const struct items_cnf *question) {
    if (question->delay) {
        claim_stream(verdict, question);
        return;
    }
    verdict_claim(verdict, "postal L=%u p=%u P=%u K=%u: ", question->latency, question->ports,
                  question->rows + 1, question->items);
    verdict_claim(verdict,
                  "the source, which has all items at time 0, cannot bring every item to all "
                  "others by time %u%s",
                  question->time, question->single ? " if it sends each item once" : "");
    verdict_fields(verdict, "L=%u ports=%u P=%u K=%u sends=%s before=%u", question->latency,
                   question->ports, question->rows + 1, question->items,
                   question->single ? "single" : "any", question->time + 1);
}

void impossible_items_check(struct reader *reader, const struct formula_order *order) {
    struct items_cnf question = {.delay = 0};
    struct formula formula = {.question = &question, .build = items_cnf_build, .order = order};
    read_question(&question, reader);
    formula_read_encoding(reader, &formula);
    claim(reader->verdict, &question);
    formula_refuted(reader, &formula);
}

void rule_impossible_items(struct reader *reader) {
    impossible_items_check(reader, NULL);
}
