/* SPDX-License-Identifier: MIT */
/* The kinds of the core (kinds.c). Each has a file of its own, which begins with what is claimed
 * and why it follows. */
#ifndef STEADYCHECK_RULES_H
#define STEADYCHECK_RULES_H

#include "core/read.h"

bool rule_schedule(struct reader *reader);
bool rule_family(struct reader *reader);
bool rule_residues(struct reader *reader);
bool rule_prices(struct reader *reader);
bool rule_messages(struct reader *reader);
bool rule_items_bound(struct reader *reader);
bool rule_impossible_items(struct reader *reader);

#endif
