/* SPDX-License-Identifier: MIT */
/*
 * The formula of K items while it is built: sizes, clauses, and numbers of variables. Internal to
 * items_formula.c and items_clauses.c.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_BUILDER_H
#define STEADYCAST_SOLVER_ITEMS_BUILDER_H

#include "solver/items/search/items_formula.h"

#include <assert.h>

struct items_builder {
    struct formula *formula;
    int L, p, N, K, T;
    bool single;
    int steps;  /* times of reception L..T, as many as those of the source's sending, 0..T-L */
    int late;   /* times of sending of the other rows, L..T-L */
    int copies; /* A: how often a row may send an item at one time */
    int *list;  /* of literals, for the clause or the count that is in the making; owned */
    int listed;
    int room;       /* of the list */
    int r, x, w, e; /* variables before the first of each sort; h comes first */
};

/* Sizes, and numbers of the variables that come before the first clause; `question` and `time` are
 * in range, `formula` is empty. */
void items_builder_init(struct items_builder *q, const struct items_question *question, int time,
                        struct formula *formula);

/* The number of variables before a next sort that has `count` of them. False if there are too many,
 * and the formula has that fault. */
bool items_builder_take(struct items_builder *q, long count, int *before);

/* Row q >= 1 has item c at time u. */
static inline int items_held(const struct items_builder *q, int row, int c, int u) {
    assert(row >= 1 && row <= q->N && c >= 1 && c <= q->K);
    assert(u >= q->L && u <= q->T);
    return ((row - 1) * q->K + c - 1) * q->steps + u - q->L + 1;
}

static inline void items_put(struct items_builder *q, int literal) {
    formula_add(q->formula, literal);
}

static inline void items_clause_1(struct items_builder *q, int first) {
    items_put(q, first);
    items_put(q, 0);
}

static inline void items_clause_2(struct items_builder *q, int first, int second) {
    items_put(q, first);
    items_clause_1(q, second);
}

static inline void items_clause_3(struct items_builder *q, int first, int second, int third) {
    items_put(q, first);
    items_clause_2(q, second, third);
}

/* The list of literals: begun, and made longer. It holds as many as a time has sends or
 * receptions. */
static inline void items_list(struct items_builder *q) {
    q->listed = 0;
}

static inline void items_append(struct items_builder *q, int literal) {
    assert(q->listed < q->room && literal != 0);
    q->list[q->listed++] = literal;
}

/* At most m of those in the list. */
void items_at_most(struct items_builder *q, int m);

/* Numbers of variables; the clauses of the plain formula; the order behind them. */
void items_number(struct items_builder *q);
void items_clauses(struct items_builder *q);
void items_order(struct items_builder *q);

/* The messages of a model, without those that bring an item a second time. */
void items_messages(struct items_builder *q, const bool *model, struct message_array *array);

#endif
