#include "rest/cnf_periodic.h"

/* Every loop around another one ends when the builder is full. */
struct formula {
    struct cnf_builder *builder;
    int32_t L, t, N, T;
    enum periodic_roles roles;
    int32_t held, send, idle, first, origin, counters; /* variables before each kind */
};

uint64_t periodic_cnf_variables(const struct periodic_cnf *question) {
    uint64_t N = question->processors, T = question->period, t = question->depth;
    uint64_t below = question->depth - question->latency + 1; /* values 0..t-L */
    uint64_t variables = N * T * (below + 1) + N * (T + 1) * t + N * T * below + N * T;
    if (question->roles != ROLES_KEEP)
        variables += N - 1 + N * t;
    variables += 2 * N * N * T * below;
    return question->order ? variables + question->order->variables(question) : variables;
}

/* Variables r: processor p receives value v at step s. */
static int32_t receives(const struct formula *f, int32_t p, int32_t s, int32_t v) {
    int32_t below = f->t - f->L + 1;
    return (p * f->T + s) * (below + 1) + (v == f->t ? below : v) + 1;
}

/* h: before step s, p holds value u. */
static int32_t holds(const struct formula *f, int32_t p, int32_t s, int32_t u) {
    return f->held + (p * (f->T + 1) + s) * f->t + u + 1;
}

/* y: p sends value u at step s. */
static int32_t sends(const struct formula *f, int32_t p, int32_t s, int32_t u) {
    return f->send + (p * f->T + s) * (f->t - f->L + 1) + (u - f->L) + 1;
}

/* e: p sends nothing at step s. */
static int32_t idles(const struct formula *f, int32_t p, int32_t s) {
    return f->idle + p * f->T + s + 1;
}

/* b: p >= 1 begins a word. */
static int32_t begins(const struct formula *f, int32_t p) {
    return f->first + p;
}

/* z: the first processor of p's word holds u before step 0. */
static int32_t origin(const struct formula *f, int32_t p, int32_t u) {
    return f->origin + p * f->t + u + 1;
}

static void number_kinds(struct formula *f) {
    int32_t below = f->t - f->L + 1;
    f->held = f->N * f->T * (below + 1);
    f->send = f->held + f->N * (f->T + 1) * f->t;
    f->idle = f->send + f->N * f->T * below;
    f->first = f->idle + f->N * f->T;
    f->origin = f->first + (f->roles != ROLES_KEEP ? f->N - 1 : 0);
    f->counters = f->origin + (f->roles != ROLES_KEEP ? f->N * f->t : 0);
}

static struct formula formula_of(const struct periodic_cnf *question) {
    struct formula formula = {.L = (int32_t)question->latency,
                              .t = (int32_t)question->depth,
                              .N = (int32_t)question->processors,
                              .T = (int32_t)question->period,
                              .roles = question->roles};
    number_kinds(&formula);
    return formula;
}

int32_t periodic_cnf_receives(const struct periodic_cnf *question, int32_t p, int32_t v) {
    struct formula formula = formula_of(question);
    return receives(&formula, p, 0, v);
}

int32_t periodic_cnf_begins(const struct periodic_cnf *question, int32_t p) {
    struct formula formula = formula_of(question);
    return begins(&formula, p);
}

/* The next value after v of 0..t-L, t; beyond t after t. */
static int32_t next_value(const struct formula *f, int32_t v) {
    return v < f->t - f->L || v == f->t ? v + 1 : f->t;
}

/* Part 1, receptions. */
static void reception(struct formula *f, int32_t p, int32_t s) {
    for (int32_t v = 0; v <= f->t; v = next_value(f, v))
        cnf_put(f->builder, receives(f, p, s, v));
    cnf_end_clause(f->builder);
    for (int32_t v = 0; v <= f->t && !f->builder->full; v = next_value(f, v))
        for (int32_t w = next_value(f, v); w <= f->t; w = next_value(f, w))
            cnf_clause2(f->builder, -receives(f, p, s, v), -receives(f, p, s, w));
    cnf_clause2(f->builder, receives(f, p, s, 0), holds(f, p, s, 0));
    cnf_clause2(f->builder, -receives(f, p, s, 0), -holds(f, p, s, 0));
}

/* Part 1, states: who holds u - 1 afterwards has held or received u, and not both. */
static void transition(struct formula *f, int32_t p, int32_t s, int32_t u) {
    int32_t after = holds(f, p, s + 1, u - 1);
    bool may_hold = u < f->t, may_receive = u <= f->t - f->L || u == f->t;
    int32_t old = may_hold ? holds(f, p, s, u) : 0;
    int32_t new = may_receive ? receives(f, p, s, u) : 0;
    if (may_hold)
        cnf_clause2(f->builder, -old, after);
    if (may_receive)
        cnf_clause2(f->builder, -new, after);
    cnf_put(f->builder, -after);
    if (may_hold)
        cnf_put(f->builder, old);
    if (may_receive)
        cnf_put(f->builder, new);
    cnf_end_clause(f->builder);
    if (may_hold && may_receive)
        cnf_clause2(f->builder, -old, -new);
}

/* Part 1, sends. */
static void emission(struct formula *f, int32_t p, int32_t s) {
    for (int32_t u = f->L; u <= f->t && !f->builder->full; u++) {
        cnf_clause2(f->builder, -sends(f, p, s, u), holds(f, p, s + 1, u - 1));
        cnf_clause2(f->builder, -sends(f, p, s, u), -idles(f, p, s));
        for (int32_t w = u + 1; w <= f->t; w++)
            cnf_clause2(f->builder, -sends(f, p, s, u), -sends(f, p, s, w));
    }
    cnf_put(f->builder, idles(f, p, s));
    for (int32_t u = f->L; u <= f->t; u++)
        cnf_put(f->builder, sends(f, p, s, u));
    cnf_end_clause(f->builder);
}

static void processors(struct formula *f) {
    for (int32_t p = 0; p < f->N && !f->builder->full; p++)
        for (int32_t s = 0; s < f->T && !f->builder->full; s++) {
            reception(f, p, s);
            for (int32_t u = 1; u <= f->t; u++)
                transition(f, p, s, u);
            emission(f, p, s);
        }
}

/* Part 2: in each step one receives t and one idles. */
static void exactly_one(struct formula *f, int32_t s) {
    for (int32_t p = 0; p < f->N && !f->builder->full; p++)
        for (int32_t q = p + 1; q < f->N; q++) {
            cnf_clause2(f->builder, -receives(f, p, s, f->t), -receives(f, q, s, f->t));
            cnf_clause2(f->builder, -idles(f, p, s), -idles(f, q, s));
        }
    for (int32_t p = 0; p < f->N; p++)
        cnf_put(f->builder, receives(f, p, s, f->t));
    cnf_end_clause(f->builder);
    for (int32_t p = 0; p < f->N; p++)
        cnf_put(f->builder, idles(f, p, s));
    cnf_end_clause(f->builder);
}

static void equal(struct formula *f, int32_t a, int32_t b) {
    cnf_clause2(f->builder, -a, b);
    cnf_clause2(f->builder, a, -b);
}

static void equal_if(struct formula *f, int32_t condition, int32_t a, int32_t b) {
    cnf_clause3(f->builder, -condition, -a, b);
    cnf_clause3(f->builder, -condition, a, -b);
}

/* Part 3: processor p goes on as p + 1, or at the end of the word as its first one. */
static void continuation(struct formula *f, int32_t p, int32_t u) {
    int32_t after = holds(f, p, f->T, u);
    if (f->roles == ROLES_KEEP) {
        equal(f, after, holds(f, p, 0, u));
        return;
    }
    if (p == 0) {
        equal(f, origin(f, p, u), holds(f, p, 0, u));
    } else {
        equal_if(f, begins(f, p), origin(f, p, u), holds(f, p, 0, u));
        equal_if(f, -begins(f, p), origin(f, p, u), origin(f, p - 1, u));
    }
    if (p + 1 == f->N) {
        equal(f, after, origin(f, p, u));
    } else {
        equal_if(f, begins(f, p + 1), after, origin(f, p, u));
        equal_if(f, -begins(f, p + 1), after, holds(f, p + 1, 0, u));
    }
}

/* Part 4: value w at step s, received (or sent L steps before) by 0..p. Returns the counter of all
 * processors. */
static int32_t count(struct formula *f, int32_t s, int32_t w, bool sent) {
    int32_t now = f->counters + 1;
    int32_t earlier = (f->T - f->L % f->T + s) % f->T;
    for (int32_t p = 0; p < f->N && !f->builder->full; p++) {
        int32_t literal = sent ? sends(f, p, earlier, w + f->L) : receives(f, p, s, w);
        if (p == 0)
            cnf_count_first(f->builder, literal, now, f->N);
        else
            cnf_count_next(f->builder, literal, now - f->N, now, f->N);
        now += f->N;
    }
    f->counters = now - 1;
    return now - f->N;
}

static void balance(struct formula *f, int32_t s) {
    for (int32_t w = 0; w <= f->t - f->L && !f->builder->full; w++) {
        int32_t received = count(f, s, w, false), sent = count(f, s, w, true);
        for (int32_t k = 0; k < f->N; k++)
            equal(f, received + k, sent + k);
    }
}

/* Part 5: the first of a word sends what it receives, each further one what is then left of it. */
static void block(struct formula *f, int32_t p) {
    for (int32_t u = f->L; u <= f->t && !f->builder->full; u++) {
        if (p > 0)
            cnf_put(f->builder, -begins(f, p));
        cnf_put(f->builder, -sends(f, p, 0, u));
        if (u <= f->t - f->L || u == f->t)
            cnf_put(f->builder, receives(f, p, 0, u));
        cnf_end_clause(f->builder);
        if (p > 0) {
            cnf_put(f->builder, begins(f, p));
            cnf_put(f->builder, -sends(f, p, 0, u));
            if (u < f->t)
                cnf_put(f->builder, sends(f, p - 1, 0, u + 1));
            cnf_end_clause(f->builder);
        }
    }
    if (p > 0)
        cnf_clause2(f->builder, begins(f, p), -idles(f, p, 0));
}

uint32_t periodic_cnf_build(const struct periodic_cnf *question, uint32_t most,
                            struct clause_set *clauses) {
    struct cnf_builder builder = {.clauses = clauses, .most = most};
    struct formula formula = formula_of(question);
    formula.builder = &builder;
    processors(&formula);
    for (int32_t s = 0; s < formula.T && !builder.full; s++)
        exactly_one(&formula, s);
    for (int32_t p = 0; p < formula.N && !builder.full; p++)
        for (int32_t u = 0; u < formula.t; u++)
            continuation(&formula, p, u);
    for (int32_t s = 0; s < formula.T && !builder.full; s++)
        balance(&formula, s);
    for (int32_t p = 0; question->roles == ROLES_BLOCKS && p < formula.N && !builder.full; p++)
        block(&formula, p);
    if (question->order && !builder.full)
        question->order->build(&builder, question, formula.counters);
    return cnf_finish(&builder);
}
