/* SPDX-License-Identifier: MIT */
/* Kind impossible-items: in the postal model with p ports K items cannot be with all processors by
 * a time. The formula's models are the schedules that bring them, clause by clause in the order of
 * the grammar (section "Formula of K items" of results/README.md). Its variables say who has,
 * receives and sends which item when, not to whom: of an item that is sent to a others, a or fewer
 * receive it.
 *
 * Each clause is true of every schedule. R(i,k) says that at least k of the rows 1..i receive the
 * item, S(i,k) that at least k of the first i copies are sent; no more receive it than copies are
 * sent (clauses 4). In return, a model gives a schedule: who receives c at time u is matched with
 * one of the copies that are sent at u-L, of which there are as many or more; nobody sends to
 * itself, as it has the item.
 *
 * With a delay D, p items come at each step, and T is when the last one is due. The first K items
 * of any stream with delay D, or less, are such a schedule; so no stream has it (clauses 6). */
#pragma once

#include "core/formula.h"

enum { ITEMS_CNF_LIMIT = 10000 };

/* Contract: all numbers are within 1..ITEMS_CNF_LIMIT, and latency <= time. */
struct items_cnf {
    uint32_t latency, ports;
    uint32_t rows; /* N, the processors beside the source */
    uint32_t items, time;
    bool single;    /* the source sends each item once */
    uint32_t delay; /* of the first K items of a stream, 1..time; 0: the source has all at time 0 */
};

/* Of a struct formula. */
int64_t items_cnf_build(struct cnf_builder *builder, const void *question);

/* Variables that an order needs: h, row q >= 1 has item c at time u; x, the source sends item c at
 * time s to at least one. */
int64_t items_cnf_has(const struct items_cnf *question, int64_t q, int64_t c, int64_t u);
int64_t items_cnf_emits(const struct items_cnf *question, int64_t c, int64_t s);

/* The kind: encoding plain only; or also ordered, if `order` is not NULL. */
void impossible_items_check(struct reader *reader, const struct formula_order *order);
