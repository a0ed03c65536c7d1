#include "solver/items/least.h"

#include <assert.h>

#include "solver/items/search/items_builder.h"

/*
 * The ordered encoding. Variables, in their order:
 *  h(q,c,u)    row q has item c at time u
 *  r(q,c,u)    row q receives it then
 *  x(q,c,s,a)  row q sends it at time s to at least a others
 *  w(q,u)      row q has something at time u
 *  e(c,s)      the source has sent item c at time s or before
 *  y(q,u)      one port: row q receives something at time u
 *  b(q,u,j)    one port: row q has at least j items at time u
 *  and those of the counts.
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

static int y(const struct items_builder *q, int row, int u) {
    assert(q->p == 1 && row >= 1 && row <= q->N && u >= q->L && u <= q->T);
    return q->y + (row - 1) * q->steps + u - q->L + 1;
}

static int b(const struct items_builder *q, int row, int u, int j) {
    assert(q->p == 1 && row >= 1 && row <= q->N && u >= q->L && u <= q->T);
    assert(j >= 1 && j <= q->K);
    return q->b + ((row - 1) * q->steps + u - q->L) * q->K + j;
}

static int first_time(const struct items_builder *q, int row) {
    return row > 0 ? q->L : 0;
}

void items_ordered_number(struct items_builder *q) {
    long rows = (long)q->N * q->steps, cells = rows * q->K;
    long sends = (q->steps + (long)q->N * q->late) * q->K * q->copies;
    int h_before;
    if (items_builder_take(q, cells, &h_before) && items_builder_take(q, cells, &q->r) &&
        items_builder_take(q, sends, &q->x) && items_builder_take(q, rows, &q->w) &&
        items_builder_take(q, (long)q->K * q->steps, &q->e) && q->p == 1 &&
        items_builder_take(q, rows, &q->y))
        items_builder_take(q, cells, &q->b);
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
    int m = least(q->N, q->p * least(q->growth[s], q->N)), received, sent;
    assert(m >= 1);
    items_list(q);
    for (int row = 0; row <= q->N; row++)
        for (int a = 1; a <= q->copies && s >= first_time(q, row); a++)
            items_append(q, x(q, row, c, s, a));
    if (!items_builder_take(q, (long)q->N * m, &received) ||
        !items_builder_take(q, (q->listed + 1L) * m, &sent))
        return;
    count_receptions(q, c, s + q->L, m, received);
    count_sends(q, m, sent);
    for (int k = 1; k <= m; k++)
        items_clause_2(q, -counted(received, m, q->N - 1, k), counted(sent, m, q->listed, k));
}

/* Clauses 5: rows are in the order of their first receptions. */
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

/* Whether there are enough messages for all if only l rows have something at time u. `z` has room
 * for T-L+1 numbers. */
static bool enough(const struct items_builder *q, int u, int l, int *z) {
    long sum = 0, all = (long)q->N * q->p;
    assert(u >= q->L && l >= 0 && q->steps <= q->room);
    for (int s = 0; s <= q->T - q->L; s++) {
        z[s] = q->growth[s];
        if (s == u)
            z[s] = least(z[s], l + 1);
        if (s > u) {
            long next = z[s - 1] + (long)q->p * z[s - q->L];
            z[s] = next < q->N ? (int)next : q->N;
        }
        long sent = (long)q->p * z[s];
        sum += sent < all ? sent : all;
    }
    return sum >= (long)q->K * q->N;
}

static int least_served(const struct items_builder *q, int u) {
    int low = 0, high = q->N; /* it is within low..high, or is high for want of any */
    while (low < high) {
        int middle = (low + high) / 2;
        if (enough(q, u, middle, q->list))
            high = middle;
        else
            low = middle + 1;
    }
    assert(low == high);
    return low;
}

/* Clauses 6: how many rows have something, at most and at least. */
static void count_rows(struct items_builder *q) {
    for (int u = q->L; u <= q->T; u++)
        for (int row = q->growth[u]; row <= q->N; row++)
            items_clause_1(q, -w(q, row, u));
    for (int u = q->L; u <= q->T; u++) {
        int least = least_served(q, u);
        assert(least <= q->N);
        for (int row = 1; row <= least; row++)
            items_clause_1(q, w(q, row, u));
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

/* How many items, at most, `steps` steps are enough for by the counting bound. */
static int bounded_items(const struct items_builder *q, int steps) {
    long sum = 0, all = (long)q->N * q->p;
    for (int i = 0; i <= steps - q->L; i++) {
        long sent = (long)q->p * q->growth[i];
        sum += sent < all ? sent : all;
    }
    sum /= q->N;
    assert(sum >= 0);
    return sum < q->K ? (int)sum : q->K;
}

/* Clauses 8: how many items the source has sent, at most and at least. */
static void count_items(struct items_builder *q) {
    for (int s = 0; s <= q->T - q->L; s++) {
        for (int c = 1; c <= q->K; c++)
            if (c > (long)q->p * (s + 1))
                items_clause_1(q, -e(q, c, s));
        int later = bounded_items(q, q->T - s - 1);
        for (int c = 1; c <= q->K - later; c++)
            items_clause_1(q, e(q, c, s));
    }
}

/* Clauses 9. */
static void send_once(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L; s++) {
            if (q->copies > 1)
                items_clause_1(q, -x(q, 0, c, s, 2));
            if (s > 0)
                items_clause_2(q, -e(q, c, s - 1), -x(q, 0, c, s, 1));
        }
}

/* Clauses 10: how many items a row has, which is no fewer than it can't get later. */
static void count_held(struct items_builder *q, int row, int u) {
    int now = y(q, row, u);
    for (int c = 1; c <= q->K; c++)
        items_clause_2(q, -r(q, row, c, u), now);
    items_put(q, -now);
    for (int c = 1; c <= q->K; c++)
        items_put(q, r(q, row, c, u));
    items_put(q, 0);
    for (int j = 1; j <= q->K; j++) {
        int held = b(q, row, u, j);
        if (u == q->L && j == 1) {
            items_clause_2(q, -held, now);
            items_clause_2(q, held, -now);
        } else if (u == q->L) {
            items_clause_1(q, -held);
        } else {
            items_clause_2(q, -b(q, row, u - 1, j), held);
            items_clause_3(q, -held, b(q, row, u - 1, j), now);
            if (j > 1)
                items_clause_2(q, -held, b(q, row, u - 1, j - 1));
            if (j == 1)
                items_clause_2(q, -now, held);
            else
                items_clause_3(q, -now, -b(q, row, u - 1, j - 1), held);
        }
    }
    if (q->K > q->T - u)
        items_clause_1(q, b(q, row, u, q->K - (q->T - u)));
}

/* Clauses 11: rows that have their first reception at the same time are in the order of its
 * items. */
static void order_equal_rows(struct items_builder *q) {
    for (int row = 2; row <= q->N; row++)
        for (int u = q->L + 1; u <= q->T && !q->formula->fault; u++)
            for (int c = 2; c <= q->K; c++)
                for (int d = 1; d < c; d++)
                    items_clause_3(q, w(q, row - 1, u - 1), -r(q, row - 1, c, u), -r(q, row, d, u));
}

void items_ordered_clauses(struct items_builder *q) {
    receive(q);
    send(q);
    for (int c = 1; c <= q->K; c++)
        for (int s = 0; s <= q->T - q->L && !q->formula->fault; s++)
            match(q, c, s);
    order_rows(q);
    count_rows(q);
    order_items(q);
    count_items(q);
    if (q->single)
        send_once(q);
    for (int row = 1; q->p == 1 && row <= q->N; row++)
        for (int u = q->L; u <= q->T && !q->formula->fault; u++)
            count_held(q, row, u);
    if (q->p == 1)
        order_equal_rows(q);
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

void items_ordered_messages(struct items_builder *q, const bool *model,
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
