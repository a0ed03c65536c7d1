/* SPDX-License-Identifier: MIT */
/* The kinds beside those of the core (kinds.c). What is claimed and why it follows stands where
 * each rule is. */
#pragma once

#include "core/read.h"

void rule_search(struct reader *reader);
void rule_impossible_cnf(struct reader *reader);
void rule_impossible_periodic(struct reader *reader);
void rule_cnf(struct reader *reader);
void rule_prices_of_classes(struct reader *reader); /* with any potential, and with a gap */
void rule_items_colours(struct reader *reader);
void rule_ordered_items(struct reader *reader); /* impossible-items, plain or ordered */
void rule_logp_schedule(struct reader *reader);
void rule_logp_family(struct reader *reader);
void rule_ports_bound(struct reader *reader);
void rule_reach(struct reader *reader);
void rule_summation(struct reader *reader);
void rule_summation_bound(struct reader *reader);
void rule_combining(struct reader *reader);
void rule_gossip_product(struct reader *reader);
void rule_fractional_stream(struct reader *reader);
void rule_network_schedule(struct reader *reader);
void rule_network_bound(struct reader *reader);
void rule_network_frontier(struct reader *reader);
void rule_network_rate(struct reader *reader);
void rule_impossible_network(struct reader *reader);

/* The order of rows and items of rule_ordered_items. */
struct formula_order;
extern const struct formula_order items_order;
