#include "core/cnf_items.h"

#include "core/cnf_items_parts.h"
#include "core/memory.h"

#include <stdlib.h>

/* --- what both encodings share --- */

int32_t items_place(const struct items_formula *f, int32_t q, int32_t c, int32_t u) {
    return ((q - 1) * f->K + c - 1) * f->times + (u - f->L) + 1;
}

int32_t items_first_send(const struct items_formula *f, int32_t q) {
    return q == 0 ? 0 : f->L;
}

void items_list(struct items_formula *f, int32_t literal) {
    f->list = memory_grow(f->list, &f->capacity, f->length + 1, sizeof *f->list);
    f->list[f->length++] = literal;
}

static void at_most_one(struct items_formula *f) {
    for (size_t i = 0; i < f->length && !f->builder->full; i++)
        for (size_t j = i + 1; j < f->length; j++)
            cnf_clause2(f->builder, -f->list[i], -f->list[j]);
}

/* a(i,k), at least k of the first i literals are true, is the variable before + (i-1) m + k. */
static void at_most_several(struct items_formula *f, int32_t m) {
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

void items_at_most(struct items_formula *f, int32_t m) {
    if (f->length > (size_t)m) {
        if (m == 1)
            at_most_one(f);
        else
            at_most_several(f, m);
    }
    f->length = 0;
}

uint64_t items_at_most_variables(uint64_t n, uint64_t m) {
    return m > 1 && n > m ? (n - 1) * m : 0;
}

int64_t items_messages(const struct items_formula *f, int64_t processors) {
    return f->p * (processors < f->N ? processors : f->N);
}

/* --- encoding plain --- */

static uint64_t plain_first_variables(const struct items_formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, times = (uint64_t)f->times;
    return 2 * N * K * times + N * (N - 1) * K * (uint64_t)f->late_times;
}

static uint64_t plain_later_variables(const struct items_formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, p = (uint64_t)f->p;
    uint64_t times = (uint64_t)f->times, late = (uint64_t)f->late_times;
    return times * items_at_most_variables(N * K, p) +
           N * late * items_at_most_variables((N - 1) * K, p) +
           N * (times - late) * items_at_most_variables(K, p) +
           N * late * items_at_most_variables(N * K, p);
}

/* m: row a, or the source, sends item c to row b at time s. */
static int32_t message(const struct items_formula *f, int32_t a, int32_t b, int32_t c, int32_t s) {
    int32_t of_source = f->N * f->K * f->times;
    if (a == 0)
        return of_source + items_place(f, b, c, s + f->L);
    int32_t pair = (a - 1) * (f->N - 1) + (b < a ? b - 1 : b - 2);
    return 2 * of_source + (pair * f->K + c - 1) * f->late_times + (s - f->L) + 1;
}

/* Part 1: what a row has, it had before or was sent to it; in the end it has everything. */
static void plain_possession(struct items_formula *f, int32_t q, int32_t c) {
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        if (u > f->L)
            cnf_clause2(f->builder, -items_place(f, q, c, u - 1), items_place(f, q, c, u));
        cnf_put(f->builder, -items_place(f, q, c, u));
        if (u > f->L)
            cnf_put(f->builder, items_place(f, q, c, u - 1));
        int32_t most = u - f->L >= f->L ? f->N : 0; /* who may send at u - L */
        for (int32_t a = 0; a <= most; a++)
            if (a != q)
                cnf_put(f->builder, message(f, a, q, c, u - f->L));
        cnf_end_clause(f->builder);
    }
    cnf_clause1(f->builder, items_place(f, q, c, f->T));
}

/* Part 2. */
static void plain_messages(struct items_formula *f, int32_t a, int32_t b) {
    for (int32_t c = 1; c <= f->K && a != b; c++)
        for (int32_t s = items_first_send(f, a); s <= f->T - f->L && !f->builder->full; s++) {
            int32_t m = message(f, a, b, c, s);
            if (a > 0)
                cnf_clause2(f->builder, -m, items_place(f, a, c, s));
            cnf_clause2(f->builder, -m, items_place(f, b, c, s + f->L));
        }
}

/* Lists the items that a sends to b at time s, if it can. */
static void list_messages(struct items_formula *f, int32_t a, int32_t b, int32_t s) {
    for (int32_t c = 1; c <= f->K && a != b && s >= items_first_send(f, a); c++)
        items_list(f, message(f, a, b, c, s));
}

/* Part 3. */
static void plain_ports(struct items_formula *f) {
    for (int32_t a = 0; a <= f->N; a++)
        for (int32_t s = items_first_send(f, a); s <= f->T - f->L && !f->builder->full; s++) {
            for (int32_t b = 1; b <= f->N; b++)
                list_messages(f, a, b, s);
            items_at_most(f, f->p);
        }
    for (int32_t b = 1; b <= f->N; b++)
        for (int32_t s = 0; s <= f->T - f->L && !f->builder->full; s++) {
            for (int32_t a = 0; a <= f->N; a++)
                list_messages(f, a, b, s);
            items_at_most(f, f->p);
        }
}

/* Part 4. */
static void plain_single(struct items_formula *f) {
    for (int32_t c = 1; c <= f->K && !f->builder->full; c++) {
        for (int32_t b = 1; b <= f->N; b++)
            for (int32_t s = 0; s <= f->T - f->L; s++)
                items_list(f, message(f, 0, b, c, s));
        items_at_most(f, 1);
    }
}

static void plain_build(struct items_formula *f) {
    f->last = (int32_t)plain_first_variables(f);
    for (int32_t q = 1; q <= f->N; q++)
        for (int32_t c = 1; c <= f->K && !f->builder->full; c++)
            plain_possession(f, q, c);
    for (int32_t a = 0; a <= f->N; a++)
        for (int32_t b = 1; b <= f->N && !f->builder->full; b++)
            plain_messages(f, a, b);
    plain_ports(f);
    if (f->single)
        plain_single(f);
}

/* --- either of them --- */

/* How many processors can have an item that one had at time 0, g_0 .. g_T, up to N+1. */
static int32_t *growth(const struct items_cnf *question) {
    uint32_t L = question->latency, most = question->rows + 1;
    int32_t *g = memory_zeroed((size_t)question->time + 1, sizeof *g);
    for (uint32_t i = 0; i <= question->time; i++) {
        uint64_t sum =
            i < L ? 1 : (uint64_t)g[i - 1] + (uint64_t)question->ports * (uint64_t)g[i - L];
        g[i] = (int32_t)(sum < most ? sum : most);
    }
    return g;
}

/* The caller frees g and the list. */
static struct items_formula formula_for(const struct items_cnf *question) {
    int32_t L = (int32_t)question->latency, T = (int32_t)question->time;
    uint32_t A = question->ports < question->rows ? question->ports : question->rows;
    return (struct items_formula){.single = question->single,
                                  .L = L,
                                  .p = (int32_t)question->ports,
                                  .N = (int32_t)question->rows,
                                  .K = (int32_t)question->items,
                                  .T = T,
                                  .times = T - L + 1,
                                  .late_times = T >= 2 * L ? T - 2 * L + 1 : 0,
                                  .A = (int32_t)A,
                                  .g = growth(question)};
}

uint64_t items_cnf_variables(const struct items_cnf *question) {
    struct items_formula f = formula_for(question);
    bool plain = question->encoding == ITEMS_PLAIN;
    uint64_t first = plain ? plain_first_variables(&f) : items_ordered_first_variables(&f);
    if (first <= ITEMS_CNF_VARIABLES) /* then the others do not overflow */
        first += plain ? plain_later_variables(&f) : items_ordered_later_variables(&f);
    free(f.g);
    return first;
}

uint32_t items_cnf_build(const struct items_cnf *question, uint32_t most,
                         struct clause_set *clauses) {
    struct cnf_builder builder = {.clauses = clauses, .most = most};
    struct items_formula f = formula_for(question);
    f.builder = &builder;
    if (question->encoding == ITEMS_PLAIN)
        plain_build(&f);
    else
        items_ordered_build(&f);
    free(f.g);
    free(f.list);
    return cnf_finish(&builder);
}
