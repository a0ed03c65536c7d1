/* SPDX-License-Identifier: MIT */
#include "rest/cnf_periodic.h"

#include "rest/cnf_counter.h"
#include "rest/rules.h"

/* Every loop around another one ends when the builder is full. */
struct periodic_formula {
    struct cnf_builder *builder;
    int64_t L, t, N, T;
    enum periodic_roles roles;
    int64_t held, send, idle, first, origin, counters, heads; /* variables before each kind */
};

/* Variables r: processor p receives value v at step s. */
static int64_t receives(const struct periodic_formula *f, int64_t p, int64_t s, int64_t v) {
    int64_t below = f->t - f->L + 1;
    return (p * f->T + s) * (below + 1) + (v == f->t ? below : v) + 1;
}

/* h: before step s, p holds value u. */
static int64_t holds(const struct periodic_formula *f, int64_t p, int64_t s, int64_t u) {
    return f->held + (p * (f->T + 1) + s) * f->t + u + 1;
}

/* y: p sends value u at step s. */
static int64_t sends(const struct periodic_formula *f, int64_t p, int64_t s, int64_t u) {
    return f->send + (p * f->T + s) * (f->t - f->L + 1) + (u - f->L) + 1;
}

/* e: p sends nothing at step s. */
static int64_t idles(const struct periodic_formula *f, int64_t p, int64_t s) {
    return f->idle + p * f->T + s + 1;
}

/* b: p >= 1 begins a word. */
static int64_t begins(const struct periodic_formula *f, int64_t p) {
    return f->first + p;
}

/* z: the first processor of p's word holds u before step 0. */
static int64_t origin(const struct periodic_formula *f, int64_t p, int64_t u) {
    return f->origin + p * f->t + u + 1;
}

static void number_kinds(struct periodic_formula *f) {
    int64_t below = f->t - f->L + 1;
    f->held = f->N * f->T * (below + 1);
    f->send = f->held + f->N * (f->T + 1) * f->t;
    f->idle = f->send + f->N * f->T * below;
    f->first = f->idle + f->N * f->T;
    f->origin = f->first + (f->roles != ROLES_KEEP ? f->N - 1 : 0);
    f->counters = f->origin + (f->roles != ROLES_KEEP ? f->N * f->t : 0);
}

static struct periodic_formula formula_of(const struct periodic_cnf *question) {
    struct periodic_formula formula = {.L = question->latency,
                                       .t = question->depth,
                                       .N = question->processors,
                                       .T = question->period,
                                       .roles = question->roles};
    number_kinds(&formula);
    return formula;
}

int64_t periodic_cnf_begins(const struct periodic_cnf *question, int64_t p) {
    struct periodic_formula formula = formula_of(question);
    return begins(&formula, p);
}

/* The next value after v of 0..t-L, t; beyond t after t. */
static int64_t next_value(const struct periodic_formula *f, int64_t v) {
    return v < f->t - f->L || v == f->t ? v + 1 : f->t;
}

/* Part 1, receptions. */
static void reception(struct periodic_formula *f, int64_t p, int64_t s) {
    f->builder->listed = 0;
    for (int64_t v = 0; v <= f->t; v = next_value(f, v))
        cnf_list(f->builder, receives(f, p, s, v));
    cnf_end_with_list(f->builder);
    cnf_at_most_one(f->builder);
    cnf_equal(f->builder, -receives(f, p, s, 0), holds(f, p, s, 0));
}

/* Part 1, states: who holds u - 1 afterwards has held or received u, and not both. */
static void transition(struct periodic_formula *f, int64_t p, int64_t s, int64_t u) {
    int64_t after = holds(f, p, s + 1, u - 1);
    bool may_hold = u < f->t, may_receive = u <= f->t - f->L || u == f->t;
    int64_t old = may_hold ? holds(f, p, s, u) : 0;
    int64_t new = may_receive ? receives(f, p, s, u) : 0;
    if (may_hold)
        cnf_clause2(f->builder, -old, after);
    if (may_receive)
        cnf_clause2(f->builder, -new, after);
    cnf_clause3(f->builder, -after, old, new);
    if (may_hold && may_receive)
        cnf_clause2(f->builder, -old, -new);
}

/* Part 1, sends. */
static void emission(struct periodic_formula *f, int64_t p, int64_t s) {
    for (int64_t u = f->L; u <= f->t && !f->builder->full; u++) {
        cnf_clause2(f->builder, -sends(f, p, s, u), holds(f, p, s + 1, u - 1));
        cnf_clause2(f->builder, -sends(f, p, s, u), -idles(f, p, s));
        for (int64_t w = u + 1; w <= f->t; w++)
            cnf_clause2(f->builder, -sends(f, p, s, u), -sends(f, p, s, w));
    }
    cnf_put(f->builder, idles(f, p, s));
    for (int64_t u = f->L; u <= f->t; u++)
        cnf_put(f->builder, sends(f, p, s, u));
    cnf_end_clause(f->builder);
}

static void processors(struct periodic_formula *f) {
    for (int64_t p = 0; p < f->N && !f->builder->full; p++)
        for (int64_t s = 0; s < f->T && !f->builder->full; s++) {
            reception(f, p, s);
            for (int64_t u = 1; u <= f->t; u++)
                transition(f, p, s, u);
            emission(f, p, s);
        }
}

/* Part 2: in each step one receives t and one idles. */
static void exactly_one(struct periodic_formula *f, int64_t s) {
    for (int64_t p = 0; p < f->N && !f->builder->full; p++)
        for (int64_t q = p + 1; q < f->N; q++) {
            cnf_clause2(f->builder, -receives(f, p, s, f->t), -receives(f, q, s, f->t));
            cnf_clause2(f->builder, -idles(f, p, s), -idles(f, q, s));
        }
    for (int64_t p = 0; p < f->N; p++)
        cnf_put(f->builder, receives(f, p, s, f->t));
    cnf_end_clause(f->builder);
    for (int64_t p = 0; p < f->N; p++)
        cnf_put(f->builder, idles(f, p, s));
    cnf_end_clause(f->builder);
}

static void equal_if(struct periodic_formula *f, int64_t condition, int64_t a, int64_t b) {
    cnf_clause3(f->builder, -condition, -a, b);
    cnf_clause3(f->builder, -condition, a, -b);
}

/* Part 3: processor p goes on as p + 1, or at the end of the word as its first one. */
static void continuation(struct periodic_formula *f, int64_t p, int64_t u) {
    int64_t after = holds(f, p, f->T, u);
    if (f->roles == ROLES_KEEP) {
        cnf_equal(f->builder, after, holds(f, p, 0, u));
        return;
    }
    if (p == 0) {
        cnf_equal(f->builder, origin(f, p, u), holds(f, p, 0, u));
    } else {
        equal_if(f, begins(f, p), origin(f, p, u), holds(f, p, 0, u));
        equal_if(f, -begins(f, p), origin(f, p, u), origin(f, p - 1, u));
    }
    if (p + 1 == f->N) {
        cnf_equal(f->builder, after, origin(f, p, u));
    } else {
        equal_if(f, begins(f, p + 1), after, origin(f, p, u));
        equal_if(f, -begins(f, p + 1), after, holds(f, p + 1, 0, u));
    }
}

/* Part 4: value w at step s, received (or sent L steps before) by 0..p. Returns the counter of all
 * processors. */
static int64_t count(struct periodic_formula *f, int64_t s, int64_t w, bool sent) {
    int64_t now = f->counters + 1;
    int64_t earlier = (f->T - f->L % f->T + s) % f->T;
    for (int64_t p = 0; p < f->N && !f->builder->full; p++) {
        int64_t literal = sent ? sends(f, p, earlier, w + f->L) : receives(f, p, s, w);
        if (p == 0)
            cnf_count_first(f->builder, literal, now, f->N);
        else
            cnf_count_next(f->builder, literal, now - f->N, now, f->N);
        now += f->N;
    }
    f->counters = now - 1;
    return now - f->N;
}

static void balance(struct periodic_formula *f, int64_t s) {
    for (int64_t w = 0; w <= f->t - f->L && !f->builder->full; w++) {
        int64_t received = count(f, s, w, false), sent = count(f, s, w, true);
        for (int64_t k = 0; k < f->N; k++)
            cnf_equal(f->builder, received + k, sent + k);
    }
}

/* Part 5: the first of a word sends what it receives, each further one what is then left of it. */
static void block(struct periodic_formula *f, int64_t p) {
    for (int64_t u = f->L; u <= f->t && !f->builder->full; u++) {
        bool may_receive = u <= f->t - f->L || u == f->t;
        cnf_clause3(f->builder, p > 0 ? -begins(f, p) : 0, -sends(f, p, 0, u),
                    may_receive ? receives(f, p, 0, u) : 0);
        if (p > 0)
            cnf_clause3(f->builder, begins(f, p), -sends(f, p, 0, u),
                        u < f->t ? sends(f, p - 1, 0, u + 1) : 0);
    }
    if (p > 0)
        cnf_clause2(f->builder, begins(f, p), -idles(f, p, 0));
}

int64_t periodic_cnf_build(struct cnf_builder *builder, const void *asked) {
    const struct periodic_cnf *question = asked;
    struct periodic_formula formula = formula_of(question);
    formula.builder = builder;
    processors(&formula);
    for (int64_t s = 0; s < formula.T && !builder->full; s++)
        exactly_one(&formula, s);
    for (int64_t p = 0; p < formula.N && !builder->full; p++)
        for (int64_t u = 0; u < formula.t; u++)
            continuation(&formula, p, u);
    for (int64_t s = 0; s < formula.T && !builder->full; s++)
        balance(&formula, s);
    for (int64_t p = 0; question->roles == ROLES_BLOCKS && p < formula.N && !builder->full; p++)
        block(&formula, p);
    return formula.counters;
}

/* --- the order of words --- */

/* g: the first processor of p's word receives v or more at step 0, v >= 1. */
static int64_t head(const struct periodic_formula *f, int64_t p, int64_t v) {
    int64_t below = f->t - f->L + 1;
    return f->heads + p * below + (v == f->t ? below : v);
}

/* Part 6: what the first row of p's word receives is no less than what p does (blocks: than
 * itself), and no more than that of the word before. */
static void order_value(const struct periodic_formula *f, int64_t p, int64_t v, int64_t smaller) {
    int64_t here = head(f, p, v);
    if (smaller)
        cnf_clause2(f->builder, -here, smaller);
    cnf_clause3(f->builder, p > 0 && f->roles == ROLES_BLOCKS ? -begins(f, p) : 0,
                -receives(f, p, 0, v), here);
    if (p > 0)
        cnf_clause2(f->builder, -here, head(f, p - 1, v));
    if (p > 0 && f->roles != ROLES_KEEP) {
        cnf_clause3(f->builder, begins(f, p), -head(f, p - 1, v), here);
        cnf_put(f->builder, -begins(f, p));
    }
    cnf_put(f->builder, -here);
    for (int64_t w = v; w <= f->t; w = next_value(f, w))
        cnf_put(f->builder, receives(f, p, 0, w));
    cnf_end_clause(f->builder);
}

static int64_t build_order(struct cnf_builder *builder, const void *asked, int64_t last) {
    struct periodic_formula f = formula_of(asked);
    f.builder = builder;
    f.heads = last;
    for (int64_t p = 0; p < f.N; p++)
        for (int64_t v = next_value(&f, 0), smaller = 0; v <= f.t && !builder->full;
             v = next_value(&f, v)) {
            order_value(&f, p, v, smaller);
            smaller = head(&f, p, v);
        }
    return head(&f, f.N - 1, f.t);
}

const struct formula_order words_order = {"8.6", build_order};

/* --- the kind --- */

static const char *const role_names[] = {"keep", "permute", "blocks", NULL};

static void read_question(struct periodic_cnf *question, struct reader *reader) {
    question->latency = read_number_line(reader, "latency", 1, PERIODIC_CNF_LIMIT);
    question->depth = read_number_line(reader, "depth", question->latency, PERIODIC_CNF_LIMIT);
    question->processors = read_number_line(reader, "processors", 1, PERIODIC_CNF_LIMIT);
    question->period = read_number_line(reader, "period", 1, PERIODIC_CNF_LIMIT);
    question->roles =
        (enum periodic_roles)read_one_of(reader, "roles", role_names, "keep, permute or blocks");
    if (question->roles == ROLES_BLOCKS && question->period != 1)
        read_malformed(reader, "roles blocks have period 1, found %u", question->period);
    read_line_end(reader);
}

static void claim(struct verdict *verdict, const struct periodic_cnf *question) {
    const char *roles = "";
    verdict_claim(verdict, "L=%u t=%u N=%u: no ", question->latency, question->depth,
                  question->processors);
    if (question->roles == ROLES_BLOCKS) {
        verdict_claim(verdict, "block-cyclic schedule on a pruned tree");
    } else if (question->period == 1 && question->roles == ROLES_PERMUTE) {
        verdict_claim(verdict, "stationary schedule");
    } else {
        verdict_claim(verdict, "schedule of period T=%u", question->period);
        roles = question->roles == ROLES_PERMUTE
                    ? ", whether or not processors change roles after a period"
                    : " in which every processor keeps its role";
    }
    verdict_claim(verdict, " with delay L+t = %u on N processors exists%s",
                  question->latency + question->depth, roles);
    verdict_fields(verdict, "L=%u t=%u N=%u period=%u roles=%s", question->latency, question->depth,
                   question->processors, question->period, role_names[question->roles]);
}

void rule_impossible_periodic(struct reader *reader) {
    struct periodic_cnf question;
    struct formula formula = {
        .question = &question, .build = periodic_cnf_build, .order = &words_order};
    read_question(&question, reader);
    formula_read_encoding(reader, &formula);
    claim(reader->verdict, &question);
    formula_refuted(reader, &formula);
}
