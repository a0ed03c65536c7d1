#include "core/cnf_items.h"

#include "core/memory.h"

#include <stdlib.h>

struct formula {
    struct cnf_builder *builder;
    int32_t L, p, N, K, T;
    int32_t times;      /* of reception, L..T, and of the source's sends, 0..T-L: T-L+1 */
    int32_t late_times; /* of the others' sends, L..T-L; perhaps none */
    int32_t A;          /* most rows that one row can send an item to at a time: min(p, N) */
    int32_t last;       /* variable so far */
    int32_t *list;      /* literals to be counted */
    size_t length, capacity;
};

static struct formula formula_of(const struct items_cnf *question) {
    int32_t L = (int32_t)question->latency, T = (int32_t)question->time;
    uint32_t A = question->ports < question->rows ? question->ports : question->rows;
    return (struct formula){.L = L,
                            .p = (int32_t)question->ports,
                            .N = (int32_t)question->rows,
                            .K = (int32_t)question->items,
                            .T = T,
                            .times = T - L + 1,
                            .late_times = T >= 2 * L ? T - 2 * L + 1 : 0,
                            .A = (int32_t)A};
}

/* --- the variables, in their order --- */

/* h: row q has item c at time u. */
static int32_t has(const struct formula *f, int32_t q, int32_t c, int32_t u) {
    return ((q - 1) * f->K + c - 1) * f->times + (u - f->L) + 1;
}

/* r: row q receives item c at time u. */
static int32_t receives(const struct formula *f, int32_t q, int32_t c, int32_t u) {
    return f->N * f->K * f->times + has(f, q, c, u);
}

/* x: row q, or the source, sends item c at time s to at least a others. */
static int32_t sends(const struct formula *f, int32_t q, int32_t c, int32_t s, int32_t a) {
    int32_t before = 2 * f->N * f->K * f->times;
    if (q == 0)
        return before + ((c - 1) * f->times + s) * f->A + a;
    before += f->K * f->times * f->A;
    return before + (((q - 1) * f->K + c - 1) * f->late_times + s - f->L) * f->A + a;
}

int32_t items_cnf_has(const struct items_cnf *question, int32_t q, int32_t c, int32_t u) {
    struct formula f = formula_of(question);
    return has(&f, q, c, u);
}

int32_t items_cnf_emits(const struct items_cnf *question, int32_t c, int32_t s) {
    struct formula f = formula_of(question);
    return sends(&f, 0, c, s, 1);
}

/* When a row can send first; it goes on until T-L. */
static int32_t first_send(const struct formula *f, int32_t q) {
    return q == 0 ? 0 : f->L;
}

/* How many x(q,c,s,a) there are for an item and a time. */
static int32_t copies(const struct formula *f, int32_t s) {
    return s < f->L ? f->A : (f->N + 1) * f->A;
}

static uint64_t first_variables(const struct formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, times = (uint64_t)f->times;
    return 2 * N * K * times + K * (uint64_t)f->A * (times + N * (uint64_t)f->late_times);
}

static uint64_t at_most_variables(uint64_t n, uint64_t m) {
    return m > 1 && n > m ? (n - 1) * m : 0;
}

static uint64_t later_variables(const struct formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, p = (uint64_t)f->p, A = (uint64_t)f->A;
    uint64_t times = (uint64_t)f->times, late = (uint64_t)f->late_times;
    uint64_t variables =
        N * times * at_most_variables(K, p) + (times + N * late) * at_most_variables(K * A, p);
    variables += K * (times - late) * A * (N + A + 1);
    return variables + K * late * N * (N + (N + 1) * A + 1);
}

uint64_t items_cnf_variables(const struct items_cnf *question) {
    struct formula f = formula_of(question);
    uint64_t variables = first_variables(&f);
    if (variables <= ITEMS_CNF_VARIABLES) /* then the others do not overflow */
        variables += later_variables(&f);
    return question->order ? variables + question->order->variables(question) : variables;
}

/* --- at most m of a list --- */

static void list(struct formula *f, int32_t literal) {
    f->list = memory_grow(f->list, &f->capacity, f->length + 1, sizeof *f->list);
    f->list[f->length++] = literal;
}

static void at_most_one(struct formula *f) {
    for (size_t i = 0; i < f->length && !f->builder->full; i++)
        for (size_t j = i + 1; j < f->length; j++)
            cnf_clause2(f->builder, -f->list[i], -f->list[j]);
}

/* a(i,k), at least k of the first i literals are true, is the variable before + (i-1) m + k. */
static void at_most_several(struct formula *f, int32_t m) {
    int32_t n = (int32_t)f->length, now = f->last;
    f->last += (n - 1) * m;
    for (int32_t i = 1; i <= n && !f->builder->full; i++) {
        int32_t x = f->list[i - 1], before = now - m;
        if (i < n)
            cnf_clause2(f->builder, -x, now + 1);
        for (int32_t k = 1; k <= m && 1 < i && i < n; k++) {
            cnf_clause2(f->builder, -(before + k), now + k);
            if (k > 1)
                cnf_clause3(f->builder, -x, -(before + k - 1), now + k);
        }
        if (i > 1)
            cnf_clause2(f->builder, -x, -(before + m));
        now += m;
    }
}

/* The list is empty afterwards. */
static void at_most(struct formula *f, int32_t m) {
    if (f->length > (size_t)m) {
        if (m == 1)
            at_most_one(f);
        else
            at_most_several(f, m);
    }
    f->length = 0;
}

/* --- the clauses --- */

/* Part 1: a row has what it received, once; in the end everything. */
static void possession(struct formula *f, int32_t q, int32_t c) {
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        int32_t r = receives(f, q, c, u), now = has(f, q, c, u);
        if (u == f->L) {
            cnf_clause2(f->builder, -r, now);
            cnf_clause2(f->builder, r, -now);
            continue;
        }
        int32_t before = has(f, q, c, u - 1);
        cnf_clause2(f->builder, -before, now);
        cnf_clause2(f->builder, -r, now);
        cnf_clause3(f->builder, -now, before, r);
        cnf_clause2(f->builder, -r, -before);
    }
    cnf_clause1(f->builder, has(f, q, c, f->T));
}

/* Part 2. */
static void reception_ports(struct formula *f, int32_t q) {
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        for (int32_t c = 1; c <= f->K; c++)
            list(f, receives(f, q, c, u));
        at_most(f, f->p);
    }
}

/* Part 3. */
static void possible_sends(struct formula *f, int32_t q) {
    for (int32_t c = 1; c <= f->K; c++)
        for (int32_t s = first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
            if (q > 0)
                cnf_clause2(f->builder, -sends(f, q, c, s, 1), has(f, q, c, s));
            for (int32_t a = 2; a <= f->A; a++)
                cnf_clause2(f->builder, -sends(f, q, c, s, a), sends(f, q, c, s, a - 1));
        }
}

static void send_ports(struct formula *f, int32_t q) {
    for (int32_t s = first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
        for (int32_t c = 1; c <= f->K; c++)
            for (int32_t a = 1; a <= f->A; a++)
                list(f, sends(f, q, c, s, a));
        at_most(f, f->p);
    }
}

/* Part 4: R(i,k), at least k of the rows 1..i receive c, is the variable `last` + (i-1) m + k. */
static void count_received(struct formula *f, int32_t c, int32_t u, int32_t m) {
    int32_t now = f->last;
    for (int32_t i = 1; i <= f->N && !f->builder->full; i++) {
        int32_t r = receives(f, i, c, u), before = now - m;
        cnf_clause2(f->builder, -r, now + 1);
        for (int32_t k = 1; k <= m && i > 1; k++) {
            cnf_clause2(f->builder, -(before + k), now + k);
            if (k > 1)
                cnf_clause3(f->builder, -r, -(before + k - 1), now + k);
        }
        if (i > 1)
            cnf_clause2(f->builder, -r, -(before + m));
        now += m;
    }
    f->last += f->N * m;
}

/* S(i,k), that k of the first i sends are made, is the variable `last` + i m + k. */
static void count_sent(struct formula *f, int32_t m) {
    int32_t now = f->last;
    for (int32_t k = 1; k <= m; k++)
        cnf_clause1(f->builder, -(now + k));
    for (size_t i = 0; i < f->length && !f->builder->full; i++) {
        now += m;
        for (int32_t k = 1; k <= m; k++) {
            cnf_clause3(f->builder, -(now + k), now - m + k, f->list[i]);
            if (k > 1)
                cnf_clause3(f->builder, -(now + k), now - m + k, now - m + k - 1);
        }
    }
    f->last += ((int32_t)f->length + 1) * m;
    f->length = 0;
}

static void balance(struct formula *f, int32_t c, int32_t s) {
    int32_t m = copies(f, s) < f->N ? copies(f, s) : f->N;
    count_received(f, c, s + f->L, m);
    int32_t received = f->last - m;
    for (int32_t q = 0; q <= f->N && s >= first_send(f, q); q++)
        for (int32_t a = 1; a <= f->A; a++)
            list(f, sends(f, q, c, s, a));
    count_sent(f, m);
    int32_t sent = f->last - m;
    for (int32_t k = 1; k <= m; k++)
        cnf_clause2(f->builder, -(received + k), sent + k);
}

/* Part 5. */
static void single_send(struct formula *f, int32_t c) {
    for (int32_t s = 0; s <= f->T - f->L; s++)
        for (int32_t a = 1; a <= f->A; a++)
            list(f, sends(f, 0, c, s, a));
    at_most(f, 1);
}

static void build(struct formula *f, bool single) {
    for (int32_t q = 1; q <= f->N; q++)
        for (int32_t c = 1; c <= f->K && !f->builder->full; c++)
            possession(f, q, c);
    for (int32_t q = 1; q <= f->N && !f->builder->full; q++)
        reception_ports(f, q);
    for (int32_t q = 0; q <= f->N && !f->builder->full; q++)
        possible_sends(f, q);
    for (int32_t q = 0; q <= f->N && !f->builder->full; q++)
        send_ports(f, q);
    for (int32_t c = 1; c <= f->K; c++)
        for (int32_t s = 0; s <= f->T - f->L && !f->builder->full; s++)
            balance(f, c, s);
    for (int32_t c = 1; single && c <= f->K && !f->builder->full; c++)
        single_send(f, c);
}

uint32_t items_cnf_build(const struct items_cnf *question, uint32_t most,
                         struct clause_set *clauses) {
    struct cnf_builder builder = {.clauses = clauses, .most = most};
    struct formula f = formula_of(question);
    f.builder = &builder;
    f.last = (int32_t)first_variables(&f);
    build(&f, question->single);
    if (question->order)
        question->order->build(&builder, question, f.last);
    free(f.list);
    return cnf_finish(&builder);
}
