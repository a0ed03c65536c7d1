/*
 * The least times for a range of K, everything else fixed, with their certificates.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_ITEMS_SCAN_H
#define STEADYCAST_SOLVER_QUESTION_ITEMS_SCAN_H

#include <stdio.h>

#include "solver/question/items_time.h"

/* What is found for one K. */
struct items_entry {
    int items;                      /* K */
    int counted;                    /* the bound by counting */
    int lower;                      /* no schedule ends before */
    int upper;                      /* INT_MAX: no schedule was found */
    const char *by;                 /* who found it; static; NULL: nobody */
    uint64_t nodes;                 /* of all searches */
    char reason[ITEMS_REASON_ROOM]; /* where lower < upper; else "" */
};

/* What is kept of one answer. */
struct items_entry items_entry_of(const struct items_time *time);

/*
 * K = question->items, .., question->items + count - 1: entries[i] is for the i-th. If
 * `certificates` is not NULL it gets, for each K, the schedule if there is one (kind messages), and
 * why there is no faster one than `lower` (kind items-bound or impossible-items). What
 * limits->nodes leaves open is an interval. STATUS_LIMIT when stopped, between two K, in a search
 * or in a list, and if not even the bound by counting can be had: then `certificates` may end
 * anywhere.
 */
enum status items_scan(struct items_plans *plans, const struct items_question *question, int count,
                       enum items_method method, enum items_encoding encoding,
                       const struct limits *limits, FILE *certificates, struct items_entry *entries,
                       struct failure *failure);

#endif
