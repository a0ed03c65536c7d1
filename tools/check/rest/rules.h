/* SPDX-License-Identifier: MIT */
/* The kinds beside those of the core (kinds.c). What is claimed and why it follows stands where
 * each rule is. */
#ifndef STEADYCHECK_REST_RULES_H
#define STEADYCHECK_REST_RULES_H

#include "core/read.h"

bool rule_search(struct reader *reader);
bool rule_impossible_cnf(struct reader *reader);
bool rule_impossible_periodic(struct reader *reader);
bool rule_cnf(struct reader *reader);
bool rule_prices_of_classes(struct reader *reader); /* with any potential, and with a gap */
bool rule_items_colours(struct reader *reader);
bool rule_ordered_items(struct reader *reader); /* impossible-items, plain or ordered */
bool rule_logp_schedule(struct reader *reader);
bool rule_logp_family(struct reader *reader);
bool rule_ports_bound(struct reader *reader);
bool rule_reach(struct reader *reader);
bool rule_summation(struct reader *reader);
bool rule_summation_bound(struct reader *reader);
bool rule_combining(struct reader *reader);
bool rule_gossip_product(struct reader *reader);
bool rule_fractional_stream(struct reader *reader);
bool rule_network_schedule(struct reader *reader);
bool rule_network_bound(struct reader *reader);
bool rule_network_frontier(struct reader *reader);
bool rule_impossible_network(struct reader *reader);

/* The order of rows and items of rule_ordered_items. */
struct formula_order;
extern const struct formula_order items_order;

#endif
