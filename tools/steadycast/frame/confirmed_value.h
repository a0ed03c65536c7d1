/* SPDX-License-Identifier: MIT */
/*
 * What the fields of a verdict are held against: numbers of the question and of its answer, and
 * tests of what is no number (confirmed_row.h). N = P-1; l = L+2o and G = max(g,2o) on a LogP
 * machine.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_VALUE_H
#define STEADYCAST_TOOLS_CONFIRMED_VALUE_H

#include "tools/steadycast/frame/confirmed_row.h"

/* --- numbers --- */

confirmed_value value_zero, value_one, value_two;
confirmed_value value_latency, value_overhead, value_gap, value_transfer, value_ports;
confirmed_value value_processors, value_items, value_until, value_operands;
confirmed_value value_served; /* N */
confirmed_value value_period; /* of the schedules that the question is about; 1: stationary */
confirmed_value value_bound, value_before; /* of the answer, and one less */
confirmed_value value_depth;               /* t: of the question, of a delay the bound less L */
confirmed_value value_depth_before;        /* one less */
confirmed_value value_tree;                /* f_t of that t */
confirmed_value value_delay;               /* l+t */
confirmed_value value_items_delay; /* D, if K items of a stream end at the bound (K-1)G + D */
confirmed_value value_price;       /* S-1, where the bound is l+S */
confirmed_value value_reach;       /* S-1 less h for each claim before this one */
confirmed_value value_left;        /* N less what these claims allow */
confirmed_value value_others;      /* the items of all others: K (P-1) */
confirmed_value value_more; /* by how much the bound for K items passes K, where K is large */
confirmed_value value_nodes, value_edges; /* of the network */

/* --- tests --- */

confirmed_test test_sends_enough;  /* each item at most once, if the question wants it so */
confirmed_test test_sends_bounded; /* whatever is sent, or once, as the question wants it */
confirmed_test test_roles;         /* kept, if the question wants it */
confirmed_test
    test_roles_excluded;      /* of the schedules that are excluded: at least those asked for */
confirmed_test test_capacity; /* the one of the question */
confirmed_test test_list_capacity; /* the same of a list, which does not say `full` */
confirmed_test test_duplex;
confirmed_test test_graph; /* SHA-256 of the network's lines `edge` */
confirmed_test test_factors,
    test_factor_edges;       /* the same, and the number of edges, of each factor */
confirmed_test test_clauses; /* SHA-256 of the formula's lines `clause` */
confirmed_test test_point;

/* --- which questions a row is for --- */

bool when_any(const struct confirmation *confirmation);      /* any schedule */
bool when_blocks(const struct confirmation *confirmation);   /* block-cyclic ones */
bool when_periodic(const struct confirmation *confirmation); /* stationary or periodic ones */
bool when_tree(const struct confirmation *confirmation);     /* N = f_t, and roles may change */
bool when_one_port(const struct confirmation *confirmation);
bool when_postal(const struct confirmation *confirmation); /* o = 0, g = 1 */
bool when_priced(const struct confirmation *confirmation); /* g >= 2o, and no claim before */
bool when_depths(const struct confirmation *confirmation);
bool when_numbers(const struct confirmation *confirmation);

/* --- files of several claims --- */

/* How many claims the bound of a stream needs. */
int confirmed_needed(const struct confirmation *confirmation);

/* The number of a bound, a time; -1 for what is none, or is beyond an int, and for NULL. */
long confirmed_time(const char *text);

#endif
