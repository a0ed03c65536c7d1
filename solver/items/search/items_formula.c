/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_formula.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/items/least.h"

/* --- the formula in the making --- */

struct items_builder {
    struct formula *formula;
    int L, p, N, K, T;
    bool single;
    int delay;  /* of a stream, or 0 */
    int steps;  /* times of reception L..T, as many as those of the source's sending, 0..T-L */
    int late;   /* times of sending of the other rows, L..T-L */
    int copies; /* A: how often a row may send an item at one time */
    int *list;  /* of literals, for the clause or the count that is in the making; owned */
    int listed;
    int room;       /* of the list */
    int r, x, w, e; /* variables before the first of each sort; h comes first */
};

/* The number of variables before a next sort that has `count` of them. False if there are too many,
 * and the formula has that fault. */
static bool items_builder_take(struct items_builder *q, long count, int *before) {
    struct formula *formula = q->formula;
    assert(count >= 0);
    if (count > FORMULA_MAX_VARIABLES - formula->variables && !formula->fault)
        formula->fault = STATUS_LIMIT;
    if (formula->fault)
        return false;
    *before = formula->variables;
    formula->variables += (int)count;
    return true;
}

static void items_put(struct items_builder *q, int literal) {
    formula_add(q->formula, literal);
}

/* The list of literals: begun, and made longer. It holds as many as a time has sends or
 * receptions. */
static void items_list(struct items_builder *q) {
    q->listed = 0;
}

static void items_append(struct items_builder *q, int literal) {
    assert(q->listed < q->room && literal != 0);
    q->list[q->listed++] = literal;
}

/* At most m of those in the list. */
static void items_at_most(struct items_builder *q, int m) {
    const int *x = q->list - 1;
    int n = q->listed, a;
    assert(m >= 1 && n <= q->room);
    if (n <= m)
        return;
    if (m == 1) {
        formula_at_most_one(q->formula, q->list, n);
        return;
    }
    if (!items_builder_take(q, (long)(n - 1) * m, &a))
        return;
    for (int i = 1; i <= n; i++) {
        int now = a + (i - 1) * m, before = now - m; /* variables before a(i,1), a(i-1,1) */
        assert(i == n || now + m <= q->formula->variables);
        if (i < n)
            formula_clause(q->formula, -x[i], now + 1);
        for (int k = 1; i > 1 && i < n && k <= m; k++) {
            formula_clause(q->formula, -(before + k), now + k);
            if (k > 1)
                formula_clause(q->formula, -x[i], -(before + k - 1), now + k);
        }
        if (i > 1)
            formula_clause(q->formula, -x[i], -(before + m));
    }
}

/* --- the clauses --- */

/* Variables, in their order:
 *  h(q,c,u)    row q has item c at time u
 *  r(q,c,u)    row q receives it then
 *  x(q,c,s,a)  row q sends it at time s to at least a others
 *  those of the counts,
 *  and for the order of rows and items:
 *  w(q,u)      row q has something at time u
 *  e(c,s)      the source has sent item c at time s or before */

static int h(const struct items_builder *q, int row, int c, int u) {
    assert(row >= 1 && row <= q->N && c >= 1 && c <= q->K);
    assert(u >= q->L && u <= q->T);
    return ((row - 1) * q->K + c - 1) * q->steps + u - q->L + 1;
}

static int r(const struct items_builder *q, int row, int c, int u) {
    return q->r + h(q, row, c, u);
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

/* Numbers the variables that come before the first clause. */
static void items_number(struct items_builder *q) {
    long cells = (long)q->N * q->steps * q->K;
    long sends = (q->steps + (long)q->N * q->late) * q->K * q->copies;
    int h_before;
    if (items_builder_take(q, cells, &h_before) && items_builder_take(q, cells, &q->r))
        items_builder_take(q, sends, &q->x);
}

/* Clauses 1 and 2: an item is held from its reception on. */
static void hold(struct items_builder *q, int row, int c) {
    formula_clause(q->formula, -r(q, row, c, q->L), h(q, row, c, q->L));
    formula_clause(q->formula, r(q, row, c, q->L), -h(q, row, c, q->L));
    for (int u = q->L + 1; u <= q->T; u++) {
        int before = h(q, row, c, u - 1), now = h(q, row, c, u), received = r(q, row, c, u);
        formula_clause(q->formula, -before, now);
        formula_clause(q->formula, -received, now);
        formula_clause(q->formula, -now, before, received);
        formula_clause(q->formula, -received, -before);
    }
    formula_clause(q->formula, h(q, row, c, q->T));
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
                    formula_clause(q->formula, -x(q, row, c, s, 1), h(q, row, c, s));
                for (int a = 2; a <= q->copies; a++)
                    formula_clause(q->formula, -x(q, row, c, s, a), x(q, row, c, s, a - 1));
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
        formula_clause(q->formula, -here, counted(before, m, i - 1, 1));
        for (int k = 1; i > 1 && k <= m; k++) {
            formula_clause(q->formula, -counted(before, m, i - 2, k), counted(before, m, i - 1, k));
            if (k > 1)
                formula_clause(q->formula, -here, -counted(before, m, i - 2, k - 1),
                               counted(before, m, i - 1, k));
        }
        if (i > 1)
            formula_clause(q->formula, -here, -counted(before, m, i - 2, m));
    }
}

/* Sends: S(i,k) only if at least k of the first i in the list are true. */
static void count_sends(struct items_builder *q, int m, int before) {
    for (int k = 1; k <= m; k++)
        formula_clause(q->formula, -counted(before, m, 0, k));
    for (int i = 1; i <= q->listed; i++)
        for (int k = 1; k <= m; k++) {
            int now = counted(before, m, i, k), last = counted(before, m, i - 1, k);
            formula_clause(q->formula, -now, last, q->list[i - 1]);
            if (k > 1)
                formula_clause(q->formula, -now, last, counted(before, m, i - 1, k - 1));
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
        formula_clause(q->formula, -counted(received, m, q->N - 1, k),
                       counted(sent, m, q->listed, k));
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

/* Clauses 6, of a stream: when an item comes, and is due. */
static void come_in_turn(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++) {
        int from = (c - 1) / q->p;
        for (int s = 0; s < from; s++)
            formula_clause(q->formula, -x(q, 0, c, s, 1));
        for (int row = 1; row <= q->N; row++)
            formula_clause(q->formula, h(q, row, c, from + q->delay));
    }
}

/* Clauses 7: rows are in the order of their first receptions. */
static void order_rows(struct items_builder *q) {
    for (int row = 1; row <= q->N; row++)
        for (int u = q->L; u <= q->T && !q->formula->fault; u++) {
            for (int c = 1; c <= q->K; c++)
                formula_clause(q->formula, -h(q, row, c, u), w(q, row, u));
            items_put(q, -w(q, row, u));
            for (int c = 1; c <= q->K; c++)
                items_put(q, h(q, row, c, u));
            items_put(q, 0);
            if (row > 1)
                formula_clause(q->formula, -w(q, row, u), w(q, row - 1, u));
        }
}

/* Clauses 8: items are in the order in which the source first sends them; of a stream, those that
 * come together. */
static void order_items(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L; s++) {
            formula_clause(q->formula, -x(q, 0, c, s, 1), e(q, c, s));
            if (s > 0)
                formula_clause(q->formula, -e(q, c, s - 1), e(q, c, s));
            items_put(q, -e(q, c, s));
            items_put(q, x(q, 0, c, s, 1));
            if (s > 0)
                items_put(q, e(q, c, s - 1));
            items_put(q, 0);
            if (c > 1 && (q->delay == 0 || (c - 1) % q->p))
                formula_clause(q->formula, -e(q, c, s), e(q, c - 1, s));
        }
}

/* The plain formula. */
static void items_clauses(struct items_builder *q) {
    receive(q);
    send(q);
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L && !q->formula->fault; s++)
            match(q, c, s);
    if (q->single)
        send_once(q);
    if (q->delay)
        come_in_turn(q);
}

/* The order behind it. */
static void items_order(struct items_builder *q) {
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

/* The messages of a model, without those that bring an item a second time. */
static void items_messages(struct items_builder *q, const bool *model,
                           struct message_array *array) {
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L; s++) {
            int from = 0, a = 0;
            for (int to = 1; to <= q->N; to++)
                if (model[r(q, to, c, s + q->L)] && next_copy(q, model, c, s, &from, &a))
                    message_array_add(
                        array, &(struct message){.time = s, .from = from, .to = to, .item = c});
        }
}

/* --- the question as a formula --- */

/* `question` and `time` are in range, `formula` is empty. */
static void items_builder_init(struct items_builder *q, const struct items_question *question,
                               int time, struct formula *formula) {
    *q = (struct items_builder){.formula = formula,
                                .L = question->latency,
                                .p = question->ports,
                                .N = question->processors,
                                .K = question->items,
                                .T = time,
                                .single = question->single,
                                .delay = question->delay};
    q->steps = time - q->L + 1;
    assert(q->steps >= 1 && q->formula->length == 0);
    q->late = q->steps > q->L ? q->steps - q->L : 0;
    q->copies = q->p < q->N ? q->p : q->N;
    items_number(q);
}

/* The list holds all that one processor receives or sends at one time, or all sends of one item at
 * one time, or all that the source sends of it. */
static enum status allocate(struct items_builder *q) {
    size_t rows = (size_t)q->N + 1, copies = (size_t)q->copies, items = (size_t)q->K;
    size_t longest = (rows + items + (size_t)q->steps) * copies + items;
    assert(longest <= INT_MAX);
    q->room = (int)longest;
    q->list = memory_new(longest, sizeof *q->list);
    return q->list ? STATUS_OK : STATUS_MEMORY;
}

static enum status check(const struct items_question *question, int time, struct failure *failure) {
    const int values[] = {question->latency, question->ports, question->processors, question->items,
                          time};
    static const char *const names[] = {"latency", "ports", "processors", "items", "time"};
    for (int i = 0; i < 5; i++) {
        int least = i < 4 ? 1 : question->latency;
        if (values[i] < least)
            return failure_input(failure, "%s %d is less than %d", names[i], values[i], least);
        if (i == 4 && question->delay &&
            time != (question->items - 1) / question->ports + question->delay)
            return failure_input(failure, "the last item is not due at %d", time);
        if (values[i] > ITEMS_FORMULA_MOST)
            return failure_limit(failure, "%s %d is more than %d, too much for a formula", names[i],
                                 values[i], ITEMS_FORMULA_MOST);
    }
    return STATUS_OK;
}

static void build(struct items_builder *q, enum items_encoding encoding) {
    if (q->formula->fault)
        return;
    q->formula->fault = allocate(q);
    if (q->formula->fault == STATUS_OK)
        items_clauses(q);
    if (q->formula->fault == STATUS_OK && encoding == ITEMS_ORDERED)
        items_order(q);
    assert(formula_is_closed(q->formula) || q->formula->fault);
    free(q->list);
}

enum status items_formula_build(const struct items_question *question, int time,
                                enum items_encoding encoding, struct formula *formula,
                                struct failure *failure) {
    CLEANUP(formula_clear) struct formula result = {0};
    struct items_builder builder;
    TRY(check(question, time, failure));
    formula_init(&result, 0);
    result.most = ITEMS_FORMULA_MOST_LITERALS;
    items_builder_init(&builder, question, time, &result);
    build(&builder, encoding);
    TRY(formula_fault(&result, failure));
    *formula = TAKE(result);
    return STATUS_OK;
}

static enum status finish(const struct items_question *question, int time,
                          struct message_array *array, struct message_list *list,
                          struct failure *failure) {
    struct message_list made = items_question_list(question);
    TRY(message_array_finish(array, &made, failure));
    if (made.finish > time || (question->single && !made.single))
        return failure_internal(failure, "a model gives no schedule in time %d", time);
    *list = made;
    return STATUS_OK;
}

enum status items_formula_decode(const struct items_question *question, int time, const bool *model,
                                 struct message_array *array, struct message_list *list,
                                 struct failure *failure) {
    require(check(question, time, NULL) == STATUS_OK);
    struct items_builder builder;
    struct formula numbers;
    formula_init(&numbers, 0);
    items_builder_init(&builder, question, time, &numbers);
    message_array_init(array);
    items_messages(&builder, model, array);
    enum status status = finish(question, time, array, list, failure);
    if (status)
        message_array_clear(array);
    return status;
}
