/* What both encodings of the formula of K items (cnf_items.h) are made of. */
#ifndef STEADYCHECK_CNF_ITEMS_PARTS_H
#define STEADYCHECK_CNF_ITEMS_PARTS_H

#include "core/cnf_builder.h"
#include "core/cnf_items.h"

struct items_formula {
    struct cnf_builder *builder;
    bool single;
    int32_t L, p, N, K, T;
    int32_t times;      /* of reception, L..T, and of the source's sends, 0..T-L: T-L+1 */
    int32_t late_times; /* of the others' sends, L..T-L; perhaps none */
    int32_t A;          /* most rows that one row can send an item to at a time: min(p, N) */
    int32_t *g;         /* g_0 .. g_T, or N+1 where they are larger */
    int32_t last;       /* variable so far */
    int32_t *list;      /* literals for items_at_most */
    size_t length, capacity;
};

/* Variable h: row q has item c at time u. Its place among those of the same kind, from 1 on. */
int32_t items_place(const struct items_formula *f, int32_t q, int32_t c, int32_t u);

/* When a row can send first; it goes on until T-L. */
int32_t items_first_send(const struct items_formula *f, int32_t q);

void items_list(struct items_formula *f, int32_t literal);

/* At most m of the listed literals are true; the list is empty afterwards. */
void items_at_most(struct items_formula *f, int32_t m);

/* Variables of items_at_most, but for those that it is told. */
uint64_t items_at_most_variables(uint64_t n, uint64_t m);

/* min(p x, pN) for x processors that send, x <= N+1. */
int64_t items_messages(const struct items_formula *f, int64_t processors);

/* Variables of encoding ordered before its first clause, and those that come later. */
uint64_t items_ordered_first_variables(const struct items_formula *f);
uint64_t items_ordered_later_variables(const struct items_formula *f);

void items_ordered_build(struct items_formula *f);

#endif
