#include "solver/items/search/items_builder.h"

#include <assert.h>

/*
 * The plain encoding. Variables: h(q,c,u), then m(a,b,c,s), row a sends item c to row b at time s.
 */

static bool exists(const struct items_builder *q, int a, int b, int s) {
    return a != b && s >= (a > 0 ? q->L : 0) && s <= q->T - q->L;
}

static int m(const struct items_builder *q, int a, int b, int c, int s) {
    assert(exists(q, a, b, s) && a >= 0 && a <= q->N);
    assert(b >= 1 && b <= q->N && c >= 1 && c <= q->K);
    if (a == 0)
        return q->m + ((b - 1) * q->K + c - 1) * q->steps + s + 1;
    int other = b - 1 - (b > a); /* of the N-1 rows beside a */
    assert(other >= 0 && other < q->N - 1);
    return q->x + (((a - 1) * (q->N - 1) + other) * q->K + c - 1) * q->late + s - q->L + 1;
}

void items_plain_number(struct items_builder *q) {
    long cells = (long)q->N * q->K;
    int h;
    if (items_builder_take(q, cells * q->steps, &h))
        items_builder_take(q, cells * q->steps, &q->m);
    items_builder_take(q, cells * (q->N - 1) * q->late, &q->x);
}

/* Clauses 1: who has an item had it before or gets it. */
static void have(struct items_builder *q, int b, int c) {
    for (int u = q->L; u <= q->T; u++) {
        int now = items_held(q, b, c, u);
        if (u > q->L)
            items_clause_2(q, -(now - 1), now);
        items_put(q, -now);
        if (u > q->L)
            items_put(q, now - 1);
        for (int a = 0; a <= q->N; a++)
            if (exists(q, a, b, u - q->L))
                items_put(q, m(q, a, b, c, u - q->L));
        items_put(q, 0);
    }
    assert(formula_is_closed(q->formula) || q->formula->fault);
    items_clause_1(q, items_held(q, b, c, q->T));
}

/* Clauses 2: a sender has the item, the receiver has it later. */
static void send(struct items_builder *q, int a, int b) {
    for (int c = 1; c <= q->K; c++)
        for (int s = a > 0 ? q->L : 0; s <= q->T - q->L; s++) {
            if (a > 0)
                items_clause_2(q, -m(q, a, b, c, s), items_held(q, a, c, s));
            items_clause_2(q, -m(q, a, b, c, s), items_held(q, b, c, s + q->L));
        }
}

/* Clauses 3: the ports. */
static void use_ports(struct items_builder *q) {
    for (int a = 0; a <= q->N; a++)
        for (int s = 0; s <= q->T - q->L && !q->formula->fault; s++) {
            items_list(q);
            for (int b = 1; b <= q->N; b++)
                for (int c = 1; c <= q->K; c++)
                    if (exists(q, a, b, s))
                        items_append(q, m(q, a, b, c, s));
            items_at_most(q, q->p);
        }
    for (int b = 1; b <= q->N; b++)
        for (int s = 0; s <= q->T - q->L && !q->formula->fault; s++) {
            items_list(q);
            for (int a = 0; a <= q->N; a++)
                for (int c = 1; c <= q->K; c++)
                    if (exists(q, a, b, s))
                        items_append(q, m(q, a, b, c, s));
            items_at_most(q, q->p);
        }
}

/* Clauses 4: the source sends each item once. */
static void send_once(struct items_builder *q) {
    for (int c = 1; c <= q->K; c++) {
        items_list(q);
        for (int b = 1; b <= q->N; b++)
            for (int s = 0; s <= q->T - q->L; s++)
                items_append(q, m(q, 0, b, c, s));
        items_at_most(q, 1);
    }
}

void items_plain_clauses(struct items_builder *q) {
    for (int b = 1; b <= q->N; b++)
        for (int c = 1; c <= q->K && !q->formula->fault; c++)
            have(q, b, c);
    for (int a = 0; a <= q->N; a++)
        for (int b = 1; b <= q->N && !q->formula->fault; b++)
            if (a != b)
                send(q, a, b);
    use_ports(q);
    if (q->single)
        send_once(q);
}

/* Who brings row b an item that it has first at time u: the least such row, or -1. */
static int sender(const struct items_builder *q, const bool *model, int b, int c, int u) {
    for (int a = 0; a <= q->N; a++)
        if (exists(q, a, b, u - q->L) && model[m(q, a, b, c, u - q->L)])
            return a;
    return -1;
}

void items_plain_messages(struct items_builder *q, const bool *model, struct message_array *array) {
    for (int b = 1; b <= q->N; b++)
        for (int c = 1; c <= q->K; c++) {
            int u = q->L;
            while (u < q->T && !model[items_held(q, b, c, u)])
                u++;
            int a = sender(q, model, b, c, u);
            assert(a <= q->N && a != b);
            if (a >= 0)
                message_array_add(
                    array, &(struct message){.time = u - q->L, .from = a, .to = b, .item = c});
        }
}
