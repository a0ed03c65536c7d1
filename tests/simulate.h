/* SPDX-License-Identifier: MIT */
/* The messages themselves, from the definition of continuous broadcast and from nothing else:
 * absolute items, absolute times, every send and every reception. Knows nothing of states, values
 * or legality.
 *
 * Item i = 0, 1, .. is created at time i and then sent by the source, once. A message that is sent
 * at a time arrives L steps later. A processor can send on what arrives at that very time. */
#pragma once

#include "solver/model/schedule.h"

enum { SIMULATE_NOTHING = -1 };

struct events {
    int latency;
    int delay;      /* every item is with everyone so long after its creation */
    int processors; /* rows */
    int steps;      /* columns: times 0..steps-1 */
    int *receive;   /* receive[p * steps + time]: an item, or SIMULATE_NOTHING; owned */
    int *send;      /* likewise */
};

/* NULL if all is right, otherwise what is wrong, in words: a processor receives an item a second
 * time, or not until the delay is over, or before it exists; sends what it does not have; more
 * processors receive an item at a time than others (or the source) have sent it L steps before.
 * Sends without receiver may be; a step has room for only one of each kind. */
const char *events_fault(const struct events *events);

/* What the processors of a schedule do from an empty start on. The first is NULL or what is wrong
 * with the schedule when it is run for `steps` steps; fewer than 2 (L + t) show nothing. */
const char *simulate_periodic(const struct schedule *schedule, int steps);
void events_of_periodic(const struct schedule *schedule, int steps, struct events *events);
void events_clear(struct events *events);
