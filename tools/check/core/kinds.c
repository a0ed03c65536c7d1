/* SPDX-License-Identifier: MIT */
/* What steadycheck-core takes: these kinds, and lists of messages of the model postal. */
#include "core/certificate.h"
#include "core/messages.h"

const struct kind certificate_kinds[] = {{"schedule", rule_schedule},
                                         {"family", rule_family},
                                         {"prices", rule_prices},
                                         {"impossible-residues", rule_residues},
                                         {"impossible-items", rule_impossible_items},
                                         {"messages", rule_messages},
                                         {"items-bound", rule_items_bound},
                                         {NULL, NULL}};
const char certificate_unknown[] = "; steadycheck takes more than steadycheck-core";

const struct machine_rules *const machine_models[] = {&machine_postal, NULL};

const struct payload *const messages_payloads[] = {NULL};
