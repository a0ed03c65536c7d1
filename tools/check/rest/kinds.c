/* SPDX-License-Identifier: MIT */
/* What steadycheck takes: kinds, and models and payloads of lists of messages, of the core and of
 * the rest. */
#include "core/certificate.h"
#include "core/messages.h"
#include "rest/messages_rest.h"
#include "rest/rules.h"

const struct kind certificate_kinds[] = {{"schedule", rule_schedule},
                                         {"family", rule_family},
                                         {"impossible-residues", rule_residues},
                                         {"impossible-search", rule_search},
                                         {"impossible-cnf", rule_impossible_cnf},
                                         {"impossible-periodic", rule_impossible_periodic},
                                         {"cnf", rule_cnf},
                                         {"prices", rule_prices_of_classes},
                                         {"messages", rule_messages},
                                         {"items-bound", rule_items_bound},
                                         {"items-colours", rule_items_colours},
                                         {"impossible-items", rule_ordered_items},
                                         {"logp-schedule", rule_logp_schedule},
                                         {"logp-family", rule_logp_family},
                                         {"ports-bound", rule_ports_bound},
                                         {"reach", rule_reach},
                                         {"summation", rule_summation},
                                         {"summation-bound", rule_summation_bound},
                                         {"combining", rule_combining},
                                         {"gossip-product", rule_gossip_product},
                                         {"fractional-stream", rule_fractional_stream},
                                         {"network-schedule", rule_network_schedule},
                                         {"network-bound", rule_network_bound},
                                         {"network-frontier", rule_network_frontier},
                                         {"network-rate", rule_network_rate},
                                         {"impossible-network", rule_impossible_network},
                                         {NULL, NULL}};
const char certificate_unknown[] = "";

const struct machine_rules *const machine_models[] = {&machine_postal, &machine_logp,
                                                      &machine_buffered, &machine_ports, NULL};

const struct payload *const messages_payloads[] = {&payload_rotation, NULL};
