/* SPDX-License-Identifier: MIT */
#include "rest/cnf_words_order.h"

#include "rest/cnf_periodic.h"

struct order {
    struct cnf_builder *builder;
    const struct periodic_cnf *question;
    int64_t below, t, last; /* values 0..below-1, t */
    enum periodic_roles roles;
};

/* g: the first processor of p's word receives v or more at step 0, v >= 1. */
static int64_t head(const struct order *o, int64_t p, int64_t v) {
    return o->last + p * o->below + (v == o->t ? o->below : v);
}

/* The next value after v; beyond t after t. */
static int64_t next_value(const struct order *o, int64_t v) {
    return v + 1 < o->below || v == o->t ? v + 1 : o->t;
}

/* Part 6: what the first row of p's word receives is no less than what p does (blocks: than
 * itself), and no more than that of the word before. */
static void order_value(const struct order *o, int64_t p, int64_t v, int64_t smaller) {
    int64_t here = head(o, p, v);
    if (smaller)
        cnf_clause2(o->builder, -here, smaller);
    if (p > 0 && o->roles == ROLES_BLOCKS)
        cnf_put(o->builder, -periodic_cnf_begins(o->question, p));
    cnf_clause2(o->builder, -periodic_cnf_receives(o->question, p, v), here);
    if (p > 0)
        cnf_clause2(o->builder, -here, head(o, p - 1, v));
    if (p > 0 && o->roles != ROLES_KEEP) {
        int64_t begins = periodic_cnf_begins(o->question, p);
        cnf_clause3(o->builder, begins, -head(o, p - 1, v), here);
        cnf_put(o->builder, -begins);
    }
    cnf_put(o->builder, -here);
    for (int64_t w = v; w <= o->t; w = next_value(o, w))
        cnf_put(o->builder, periodic_cnf_receives(o->question, p, w));
    cnf_end_clause(o->builder);
}

static int64_t build(struct cnf_builder *builder, const void *asked, int64_t last) {
    const struct periodic_cnf *question = asked;
    struct order order = {.builder = builder,
                          .question = question,
                          .below = (int64_t)question->depth - question->latency + 1,
                          .t = question->depth,
                          .last = last,
                          .roles = question->roles};
    for (int64_t p = 0; p < question->processors; p++)
        for (int64_t v = next_value(&order, 0), smaller = 0; v <= order.t && !builder->full;
             v = next_value(&order, v)) {
            order_value(&order, p, v, smaller);
            smaller = head(&order, p, v);
        }
    return last + question->processors * order.below;
}

const struct formula_order words_order = {"8.6", build};
