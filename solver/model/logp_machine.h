/* SPDX-License-Identifier: MIT */
/* A LogP machine (Culler et al. 1993): latency L, overhead o and gap g, in cycles.
 *
 * A sender is busy for o cycles; the message is under way for L cycles; the receiver is busy for o
 * cycles and then has the item, L + 2o cycles after the sending began. A processor begins two
 * sendings, or two receptions, at least g cycles apart, and does one thing at a time. At most
 * ceil(L/g) messages from one processor, or to one processor, are under way. The postal model is o
 * = 0, g = 1. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "automata/status.h"

struct logp_machine {
    int latency;  /* L >= 1 */
    int overhead; /* o >= 0 */
    int gap;      /* g >= 1 */
};

/* What counts as being under way: a message from the end of its sending until its reception begins,
 * or until it arrives at the receiver, where it may wait; or there is no limit at the receiver, and
 * none to waiting. (From one processor no more than ceil(L/g) ever fly.) */
enum logp_capacity { CAPACITY_FULL, CAPACITY_FLIGHT, CAPACITY_NONE };

/* "full", "flight", "none", NULL. */
extern const char *const logp_capacity_names[];

/* The one of this name; false if there is none. */
bool logp_capacity_parse(const char *name, enum logp_capacity *capacity);

/* STATUS_INPUT unless the numbers are in their ranges. */
enum status logp_machine_check(const struct logp_machine *machine, struct failure *failure);

/* L + 2o: from the beginning of a sending until the receiver has the item. */
int64_t logp_machine_transfer(const struct logp_machine *machine);

/* max(g,o): the least distance of two sendings of one processor, or of two receptions. */
int logp_machine_apart(const struct logp_machine *machine);

/* G = max(g,2o): cycles in which every processor can send one message and receive one. */
int64_t logp_machine_step(const struct logp_machine *machine);

/* d = gcd(L+2o, G): of streams with one item in G cycles only times that are multiples of it matter
 * (results/THEOREMS.md, 11.5). */
int64_t logp_machine_unit(const struct logp_machine *machine);
