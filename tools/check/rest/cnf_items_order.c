/* SPDX-License-Identifier: MIT */
/* An order of rows and items for the formula of K items: rows in the order of their first
 * receptions, items in that of their first sends by the source; of a stream, those that come at the
 * same step. THEOREMS.md, section 12.8: names of processors and of items may be given so. */
#include "core/cnf_items.h"
#include "rest/rules.h"

struct order {
    struct cnf_builder *builder;
    const struct items_cnf *question;
    int64_t L, N, K, T, last;
};

static int64_t times(const struct order *o) {
    return o->T - o->L + 1;
}

/* w: row q has something at time u. */
static int64_t awake(const struct order *o, int64_t q, int64_t u) {
    return o->last + (q - 1) * times(o) + (u - o->L) + 1;
}

/* e: the source has sent item c at time s or before. */
static int64_t emitted(const struct order *o, int64_t c, int64_t s) {
    return o->last + (o->N + c - 1) * times(o) + s + 1;
}

/* Part 7. */
static void order_row(const struct order *o, int64_t q) {
    for (int64_t u = o->L; u <= o->T && !o->builder->full; u++) {
        for (int64_t c = 1; c <= o->K; c++)
            cnf_clause2(o->builder, -items_cnf_has(o->question, q, c, u), awake(o, q, u));
        cnf_put(o->builder, -awake(o, q, u));
        for (int64_t c = 1; c <= o->K; c++)
            cnf_put(o->builder, items_cnf_has(o->question, q, c, u));
        cnf_end_clause(o->builder);
        if (q > 1)
            cnf_clause2(o->builder, -awake(o, q, u), awake(o, q - 1, u));
    }
}

/* Part 8. */
static void order_item(const struct order *o, int64_t c) {
    for (int64_t s = 0; s <= o->T - o->L && !o->builder->full; s++) {
        int64_t e = emitted(o, c, s), x = items_cnf_emits(o->question, c, s);
        int64_t before = s > 0 ? emitted(o, c, s - 1) : 0;
        cnf_clause2(o->builder, -x, e);
        if (before)
            cnf_clause2(o->builder, -before, e);
        cnf_clause3(o->builder, -e, x, before);
        if (c > 1 && (o->question->delay == 0 || (c - 1) % o->question->ports))
            cnf_clause2(o->builder, -e, emitted(o, c - 1, s));
    }
}

static int64_t build(struct cnf_builder *builder, const void *asked, int64_t last) {
    const struct items_cnf *question = asked;
    struct order order = {.builder = builder,
                          .question = question,
                          .L = question->latency,
                          .N = question->rows,
                          .K = question->items,
                          .T = question->time,
                          .last = last};
    for (int64_t q = 1; q <= order.N && !builder->full; q++)
        order_row(&order, q);
    for (int64_t c = 1; c <= order.K && !builder->full; c++)
        order_item(&order, c);
    return emitted(&order, order.K, order.T - order.L);
}

const struct formula_order items_order = {"12.8", build};

void rule_ordered_items(struct reader *reader) {
    impossible_items_check(reader, &items_order);
}
