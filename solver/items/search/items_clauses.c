/* SPDX-License-Identifier: MIT */
#include "solver/items/least.h"

#include <assert.h>

#include "solver/items/search/items_builder.h"

/*
 * Variables, in their order:
 *  h(q,c,u)    row q has item c at time u
 *  r(q,c,u)    row q receives it then
 *  x(q,c,s,a)  row q sends it at time s to at least a others
 *  those of the counts,
 *  and for the order of rows and items:
 *  w(q,u)      row q has something at time u
 *  e(c,s)      the source has sent item c at time s or before
 */

static int h(const struct items_builder *q, int row, int c, int u) {
    return items_held(q, row, c, u);
}

static int r(const struct items_builder *q, int row, int c, int u) {
    return q->r + items_held(q, row, c, u);
}

static int x(const struct items_builder *q, int row, int c, int s, int a) {
    assert(row >= 0 && row <= q->N && c >= 1 && c <= q->K);
    assert(s >= (row > 0 ? q->L : 0) && s <= q->T - q->L);
    assert(a >= 1 && a <= q->copies);
    int before = (c - 1) * q->steps + s; /* items and times, of the source and of others */
    if (row > 0)
        before = q->K * q->steps + ((row - 1) * q->K + c - 1) * q->late + s - q->L;
    return q->x + before * q->copies + a;
}

static int w(const struct items_builder *q, int row, int u) {
    assert(row >= 1 && row <= q->N && u >= q->L && u <= q->T);
    return q->w + (row - 1) * q->steps + u - q->L + 1;
}

static int e(const struct items_builder *q, int c, int s) {
    assert(c >= 1 && c <= q->K && s >= 0 && s <= q->T - q->L);
    return q->e + (c - 1) * q->steps + s + 1;
}

static int first_time(const struct items_builder *q, int row) {
    return row > 0 ? q->L : 0;
}

void items_number(struct items_builder *q) {
    long cells = (long)q->N * q->steps * q->K;
    long sends = (q->steps + (long)q->N * q->late) * q->K * q->copies;
    int h_before;
    if (items_builder_take(q, cells, &h_before) && items_builder_take(q, cells, &q->r))
        items_builder_take(q, sends, &q->x);
}

/* Clauses 1 and 2: an item is held from its reception on. */
static void hold(struct items_builder *q, int row, int c) {
    items_clause_2(q, -r(q, row, c, q->L), h(q, row, c, q->L));
    items_clause_2(q, r(q, row, c, q->L), -h(q, row, c, q->L));
    for (int u = q->L + 1; u <= q->T; u++) {
        int before = h(q, row, c, u - 1), now = h(q, row, c, u), received = r(q, row, c, u);
        items_clause_2(q, -before, now);
        items_clause_2(q, -received, now);
        items_clause_3(q, -now, before, received);
        items_clause_2(q, -received, -before);
    }
    items_clause_1(q, h(q, row, c, q->T));
}

static void receive(struct items_builder *q) {
    for (int row = 1; row <= q->N; row++)
        for (int c = 1; c <= q->K && !q->formula->fault; c++)
            hold(q, row, c);
    for (int row = 1; row <= q->N; row++)
        for (int u = q->L; u <= q->T && !q->formula->fault; u++) {
            items_list(q);
            for (int c = 1; c <= q->K; c++)
                items_append(q, r(q, row, c, u));
            items_at_most(q, q->p);
        }
}

/* Clauses 3. */
static void send(struct items_builder *q) {
    for (int row = 0; row <= q->N; row++)
        for (int c = 1; c <= q->K && !q->formula->fault; c++)
            for (int s = first_time(q, row); s <= q->T - q->L; s++) {
                if (row > 0)
                    items_clause_2(q, -x(q, row, c, s, 1), h(q, row, c, s));
                for (int a = 2; a <= q->copies; a++)
                    items_clause_2(q, -x(q, row, c, s, a), x(q, row, c, s, a - 1));
            }
    for (int row = 0; row <= q->N; row++)
        for (int s = first_time(q, row); s <= q->T - q->L && !q->formula->fault; s++) {
            items_list(q);
            for (int c = 1; c <= q->K; c++)
                for (int a = 1; a <= q->copies; a++)
                    items_append(q, x(q, row, c, s, a));
            items_at_most(q, q->p);
        }
}

/* The variables of one count begin behind `before`, with m of them for each place. */
static int counted(int before, int m, int place, int k) {
    assert(place >= 0 && k >= 1 && k <= m);
    return before + place * m + k;
}

/* Clauses 4, receptions: R(i,k) if at least k of the rows 1..i receive; at most m do. */
static void count_receptions(struct items_builder *q, int c, int u, int m, int before) {
    for (int i = 1; i <= q->N; i++) {
        int here = r(q, i, c, u);
        items_clause_2(q, -here, counted(before, m, i - 1, 1));
        for (int k = 1; i > 1 && k <= m; k++) {
            items_clause_2(q, -counted(before, m, i - 2, k), counted(before, m, i - 1, k));
            if (k > 1)
                items_clause_3(q, -here, -counted(before, m, i - 2, k - 1),
                               counted(before, m, i - 1, k));
        }
        if (i > 1)
            items_clause_2(q, -here, -counted(before, m, i - 2, m));
    }
}

/* Sends: S(i,k) only if at least k of the first i in the list are true. */
static void count_sends(struct items_builder *q, int m, int before) {
    for (int k = 1; k <= m; k++)
        items_clause_1(q, -counted(before, m, 0, k));
    for (int i = 1; i <= q->listed; i++)
        for (int k = 1; k <= m; k++) {
            int now = counted(before, m, i, k), last = counted(before, m, i - 1, k);
            items_clause_3(q, -now, last, q->list[i - 1]);
            if (k > 1)
                items_clause_3(q, -now, last, counted(before, m, i - 1, k - 1));
        }
}

static void match(struct items_builder *q, int c, int s) {
    int received, sent;
    items_list(q);
    for (int row = 0; row <= q->N; row++)
        for (int a = 1; a <= q->copies && s >= first_time(q, row); a++)
            items_append(q, x(q, row, c, s, a));
    int m = least(q->N, q->listed);
    assert(m >= 1);
    if (!items_builder_take(q, (long)q->N * m, &received) ||
        !items_builder_take(q, (q->listed + 1L) * m, &sent))
        return;
    count_receptions(q, c, s + q->L, m, received);
    count_sends(q, m, sent);
    for (int k = 1; k <= m; k++)
        items_clause_2(q, -counted(received, m, q->N - 1, k), counted(sent, m, q->listed, k));
}

/* Clauses 5. */
static void send_once(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++) {
        items_list(q);
        for (int s = 0; s <= q->T - q->L; s++)
            for (int a = 1; a <= q->copies; a++)
                items_append(q, x(q, 0, c, s, a));
        items_at_most(q, 1);
    }
}

/* Clauses 6: rows are in the order of their first receptions. */
static void order_rows(struct items_builder *q) {
    for (int row = 1; row <= q->N; row++)
        for (int u = q->L; u <= q->T && !q->formula->fault; u++) {
            for (int c = 1; c <= q->K; c++)
                items_clause_2(q, -h(q, row, c, u), w(q, row, u));
            items_put(q, -w(q, row, u));
            for (int c = 1; c <= q->K; c++)
                items_put(q, h(q, row, c, u));
            items_put(q, 0);
            if (row > 1)
                items_clause_2(q, -w(q, row, u), w(q, row - 1, u));
        }
}

/* Clauses 7: items are in the order in which the source first sends them. */
static void order_items(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L; s++) {
            items_clause_2(q, -x(q, 0, c, s, 1), e(q, c, s));
            if (s > 0)
                items_clause_2(q, -e(q, c, s - 1), e(q, c, s));
            items_put(q, -e(q, c, s));
            items_put(q, x(q, 0, c, s, 1));
            if (s > 0)
                items_put(q, e(q, c, s - 1));
            items_put(q, 0);
            if (c > 1)
                items_clause_2(q, -e(q, c, s), e(q, c - 1, s));
        }
}

void items_clauses(struct items_builder *q) {
    receive(q);
    send(q);
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L && !q->formula->fault; s++)
            match(q, c, s);
    if (q->single)
        send_once(q);
}

void items_order(struct items_builder *q) {
    formula_order(q->formula);
    if (!items_builder_take(q, (long)q->N * q->steps, &q->w) ||
        !items_builder_take(q, (long)q->K * q->steps, &q->e))
        return;
    order_rows(q);
    order_items(q);
}

/* The next copy that is sent, from *row and *a on; false when there is none. */
static bool next_copy(const struct items_builder *q, const bool *model, int c, int s, int *row,
                      int *a) {
    assert(*row <= q->N);
    for (;;) {
        if (++*a > q->copies) {
            *a = 1;
            if (++*row > q->N)
                return false;
        }
        if (s >= first_time(q, *row) && model[x(q, *row, c, s, *a)])
            return true;
    }
}

void items_messages(struct items_builder *q, const bool *model, struct message_array *array) {
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L; s++) {
            int from = 0, a = 0;
            for (int to = 1; to <= q->N; to++)
                if (model[r(q, to, c, s + q->L)] && next_copy(q, model, c, s, &from, &a))
                    message_array_add(
                        array, &(struct message){.time = s, .from = from, .to = to, .item = c});
        }
}
