#include "core/cnf_items_parts.h"
#include "core/memory.h"

#include <stdlib.h>

/* --- the variables, in their order --- */

static int32_t has(const struct items_formula *f, int32_t q, int32_t c, int32_t u) {
    return items_place(f, q, c, u);
}

/* r: row q receives item c at time u. */
static int32_t receives(const struct items_formula *f, int32_t q, int32_t c, int32_t u) {
    return f->N * f->K * f->times + items_place(f, q, c, u);
}

/* x: row q, or the source, sends item c at time s to at least a others. */
static int32_t sends(const struct items_formula *f, int32_t q, int32_t c, int32_t s, int32_t a) {
    int32_t before = 2 * f->N * f->K * f->times;
    if (q == 0)
        return before + ((c - 1) * f->times + s) * f->A + a;
    before += f->K * f->times * f->A;
    return before + (((q - 1) * f->K + c - 1) * f->late_times + s - f->L) * f->A + a;
}

/* w: row q has something at time u. */
static int32_t awake(const struct items_formula *f, int32_t q, int32_t u) {
    int32_t before = 2 * f->N * f->K * f->times + f->K * f->A * (f->times + f->N * f->late_times);
    return before + (q - 1) * f->times + (u - f->L) + 1;
}

/* e: the source has sent item c at time s or before. */
static int32_t emitted(const struct items_formula *f, int32_t c, int32_t s) {
    return awake(f, f->N, f->T) + (c - 1) * f->times + s + 1;
}

/* y: row q receives something at time u. */
static int32_t busy(const struct items_formula *f, int32_t q, int32_t u) {
    return emitted(f, f->K, f->T - f->L) + (q - 1) * f->times + (u - f->L) + 1;
}

/* b: row q has at least j items at time u. */
static int32_t counted(const struct items_formula *f, int32_t q, int32_t u, int32_t j) {
    return busy(f, f->N, f->T) + ((q - 1) * f->times + (u - f->L)) * f->K + j;
}

uint64_t items_ordered_first_variables(const struct items_formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, A = (uint64_t)f->A;
    uint64_t times = (uint64_t)f->times, late = (uint64_t)f->late_times;
    uint64_t variables = 2 * N * K * times + K * A * (times + N * late) + N * times + K * times;
    return f->p == 1 ? variables + N * times * (1 + K) : variables;
}

/* At time s, how many sends of one item there can be variables for. */
static int32_t copies(const struct items_formula *f, int32_t s) {
    return s < f->L ? f->A : (f->N + 1) * f->A;
}

uint64_t items_ordered_later_variables(const struct items_formula *f) {
    uint64_t N = (uint64_t)f->N, K = (uint64_t)f->K, p = (uint64_t)f->p;
    uint64_t times = (uint64_t)f->times, late = (uint64_t)f->late_times;
    uint64_t variables = N * times * items_at_most_variables(K, p) +
                         (times + N * late) * items_at_most_variables(K * (uint64_t)f->A, p);
    for (int32_t s = 0; s <= f->T - f->L; s++) {
        int64_t most = items_messages(f, f->g[s]);
        most = most < f->N ? most : f->N;
        variables += K * (uint64_t)most * (N + (uint64_t)copies(f, s) + 1);
    }
    return variables;
}

/* --- the clauses --- */

/* Part 1: a row has what it received. */
static void possession(struct items_formula *f, int32_t q, int32_t c) {
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
static void reception_ports(struct items_formula *f, int32_t q) {
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        for (int32_t c = 1; c <= f->K; c++)
            items_list(f, receives(f, q, c, u));
        items_at_most(f, f->p);
    }
}

/* Part 3. */
static void possible_sends(struct items_formula *f, int32_t q) {
    for (int32_t c = 1; c <= f->K; c++)
        for (int32_t s = items_first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
            if (q > 0)
                cnf_clause2(f->builder, -sends(f, q, c, s, 1), has(f, q, c, s));
            for (int32_t a = 2; a <= f->A; a++)
                cnf_clause2(f->builder, -sends(f, q, c, s, a), sends(f, q, c, s, a - 1));
        }
}

static void send_ports(struct items_formula *f, int32_t q) {
    for (int32_t s = items_first_send(f, q); s <= f->T - f->L && !f->builder->full; s++) {
        for (int32_t c = 1; c <= f->K; c++)
            for (int32_t a = 1; a <= f->A; a++)
                items_list(f, sends(f, q, c, s, a));
        items_at_most(f, f->p);
    }
}

/* Part 4: R(i,k), at least k of the rows 1..i receive c, is the variable `last` + (i-1) m + k. */
static void count_received(struct items_formula *f, int32_t c, int32_t u, int32_t m) {
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
static void count_sent(struct items_formula *f, int32_t m) {
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

static void balance(struct items_formula *f, int32_t c, int32_t s) {
    int64_t most = items_messages(f, f->g[s]);
    int32_t m = (int32_t)(most < f->N ? most : f->N);
    count_received(f, c, s + f->L, m);
    int32_t received = f->last - m;
    for (int32_t q = 0; q <= f->N && s >= items_first_send(f, q); q++)
        for (int32_t a = 1; a <= f->A; a++)
            items_list(f, sends(f, q, c, s, a));
    count_sent(f, m);
    int32_t sent = f->last - m;
    for (int32_t k = 1; k <= m; k++)
        cnf_clause2(f->builder, -(received + k), sent + k);
}

/* Part 5: rows stand in the order in which they receive something first. */
static void order_of_rows(struct items_formula *f, int32_t q) {
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        for (int32_t c = 1; c <= f->K; c++)
            cnf_clause2(f->builder, -has(f, q, c, u), awake(f, q, u));
        cnf_put(f->builder, -awake(f, q, u));
        for (int32_t c = 1; c <= f->K; c++)
            cnf_put(f->builder, has(f, q, c, u));
        cnf_end_clause(f->builder);
        if (q > 1)
            cnf_clause2(f->builder, -awake(f, q, u), awake(f, q - 1, u));
    }
}

/* How many messages there can be up to T if only l rows have something at time u. `z` has room for
 * T-L+1 numbers. */
static int64_t messages_with(const struct items_formula *f, int32_t u, int32_t l, int64_t *z) {
    int64_t sum = 0;
    for (int32_t s = 0; s <= f->T - f->L; s++) {
        if (s < u)
            z[s] = f->g[s];
        else if (s == u)
            z[s] = f->g[s] < l + 1 ? f->g[s] : l + 1;
        else
            z[s] = z[s - 1] + f->p * z[s - f->L];
        z[s] = z[s] < f->N ? z[s] : f->N; /* more make no difference any more */
        sum += items_messages(f, z[s]);
    }
    return sum;
}

/* min(N, l_u), by bisection: more rows can send more. */
static int32_t rows_needed(const struct items_formula *f, int32_t u, int64_t *z) {
    int32_t least = 0, most = f->N;
    while (least < most) {
        int32_t middle = least + (most - least) / 2;
        if (messages_with(f, u, middle, z) >= (int64_t)f->K * f->N)
            most = middle;
        else
            least = middle + 1;
    }
    return least;
}

/* Part 6. */
static void numbers_of_rows(struct items_formula *f) {
    for (int32_t u = f->L; u <= f->T; u++)
        for (int32_t q = f->g[u]; q <= f->N && !f->builder->full; q++)
            cnf_clause1(f->builder, -awake(f, q, u));
    int64_t *z = memory_zeroed((size_t)f->times, sizeof *z);
    for (int32_t u = f->L; u <= f->T && !f->builder->full; u++) {
        int32_t needed = rows_needed(f, u, z);
        for (int32_t q = 1; q <= needed; q++)
            cnf_clause1(f->builder, awake(f, q, u));
    }
    free(z);
}

/* Part 7: items stand in the order in which the source sends them first. */
static void order_of_items(struct items_formula *f, int32_t c) {
    for (int32_t s = 0; s <= f->T - f->L && !f->builder->full; s++) {
        int32_t e = emitted(f, c, s), x = sends(f, 0, c, s, 1);
        cnf_clause2(f->builder, -x, e);
        if (s > 0)
            cnf_clause2(f->builder, -emitted(f, c, s - 1), e);
        cnf_put(f->builder, -e);
        cnf_put(f->builder, x);
        if (s > 0)
            cnf_put(f->builder, emitted(f, c, s - 1));
        cnf_end_clause(f->builder);
        if (c > 1)
            cnf_clause2(f->builder, -e, emitted(f, c - 1, s));
    }
}

/* Part 8: no more than `messages`/N items can be brought to all in the T-s-1 steps that are left
 * behind time s, the messages of which are counted from the end of the loop upwards. */
static void numbers_of_items(struct items_formula *f) {
    int64_t *before = memory_zeroed((size_t)f->times + 1, sizeof *before);
    for (int32_t i = 0; i < f->times; i++) /* messages that can be sent in i steps */
        before[i + 1] = before[i] + items_messages(f, f->g[i]);
    for (int32_t s = 0; s <= f->T - f->L && !f->builder->full; s++) {
        int64_t left = before[f->T - f->L - s] / f->N;
        for (int64_t c = (int64_t)f->p * (s + 1) + 1; c <= f->K; c++)
            cnf_clause1(f->builder, -emitted(f, (int32_t)c, s));
        for (int32_t c = 1; c <= f->K - left; c++)
            cnf_clause1(f->builder, emitted(f, c, s));
    }
    free(before);
}

/* Part 9. */
static void single_sends(struct items_formula *f) {
    for (int32_t c = 1; c <= f->K; c++)
        for (int32_t s = 0; s <= f->T - f->L && !f->builder->full; s++) {
            if (f->A > 1)
                cnf_clause1(f->builder, -sends(f, 0, c, s, 2));
            if (s > 0)
                cnf_clause2(f->builder, -emitted(f, c, s - 1), -sends(f, 0, c, s, 1));
        }
}

/* Part 10: b(q,u,j), from b at time u-1 and y. */
static void count_items(struct items_formula *f, int32_t q, int32_t u, int32_t j) {
    int32_t y = busy(f, q, u), now = counted(f, q, u, j);
    if (u == f->L && j == 1) {
        cnf_clause2(f->builder, -now, y);
        cnf_clause2(f->builder, now, -y);
        return;
    }
    if (u == f->L) {
        cnf_clause1(f->builder, -now);
        return;
    }
    int32_t before = counted(f, q, u - 1, j);
    cnf_clause2(f->builder, -before, now);
    cnf_clause3(f->builder, -now, before, y);
    if (j == 1) {
        cnf_clause2(f->builder, -y, now);
        return;
    }
    int32_t one_less = counted(f, q, u - 1, j - 1);
    cnf_clause2(f->builder, -now, one_less);
    cnf_clause3(f->builder, -y, -one_less, now);
}

static void one_a_step(struct items_formula *f, int32_t q, int32_t u) {
    int32_t y = busy(f, q, u);
    for (int32_t c = 1; c <= f->K; c++)
        cnf_clause2(f->builder, -receives(f, q, c, u), y);
    cnf_put(f->builder, -y);
    for (int32_t c = 1; c <= f->K; c++)
        cnf_put(f->builder, receives(f, q, c, u));
    cnf_end_clause(f->builder);
    for (int32_t j = 1; j <= f->K; j++)
        count_items(f, q, u, j);
    if (f->K > f->T - u)
        cnf_clause1(f->builder, counted(f, q, u, f->K - (f->T - u)));
}

/* Part 11: rows that begin at the same time do so in the order of the items. */
static void order_of_beginners(struct items_formula *f, int32_t q, int32_t u) {
    for (int32_t c = 2; c <= f->K && !f->builder->full; c++)
        for (int32_t d = 1; d < c; d++)
            cnf_clause3(f->builder, awake(f, q - 1, u - 1), -receives(f, q - 1, c, u),
                        -receives(f, q, d, u));
}

static void possession_and_sends(struct items_formula *f) {
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
}

static void one_port(struct items_formula *f) {
    for (int32_t q = 1; q <= f->N; q++)
        for (int32_t u = f->L; u <= f->T && !f->builder->full; u++)
            one_a_step(f, q, u);
    for (int32_t q = 2; q <= f->N; q++)
        for (int32_t u = f->L + 1; u <= f->T && !f->builder->full; u++)
            order_of_beginners(f, q, u);
}

void items_ordered_build(struct items_formula *f) {
    f->last = (int32_t)items_ordered_first_variables(f);
    possession_and_sends(f);
    for (int32_t q = 1; q <= f->N && !f->builder->full; q++)
        order_of_rows(f, q);
    numbers_of_rows(f);
    for (int32_t c = 1; c <= f->K && !f->builder->full; c++)
        order_of_items(f, c);
    numbers_of_items(f);
    if (f->single)
        single_sends(f);
    if (f->p == 1)
        one_port(f);
}
