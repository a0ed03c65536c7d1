/* SPDX-License-Identifier: MIT */
/* Who sends what all the words of a schedule receive.
 *
 * What happens at the times of a phase s = 0..T-1 happens at all times = s (mod T), so the schedule
 * is right if at every phase
 *  - value t, from the source, is received exactly once;
 *  - value w = 0..t-L is received at most as often as value w+L is sent L steps before (sends that
 *    nobody waits for are left out);
 *  - nothing else is received.
 * Then there is a sender for each reception, and the way back through senders from any reception
 * goes up in value, so that it ends at the source: each item is broadcast.
 *
 * Sends less receptions are kept as differences of neighbouring values, so a range of values takes
 * two additions, however long. Room: T (t-L+2) numbers, kept from schedule to schedule. All work is
 * charged to the reader before it is done: as a carry may run through all of a number that a long
 * count once went into, each addition counts as many limbs as the longest count so far has. */
#pragma once

#include "core/read.h"

struct balance {
    struct reader *reader;
    const char *where; /* in front of messages: "" */
    bool apart; /* sends stand apart from receptions, at the phases T + s; t is received as any */
    uint32_t latency, depth, period;
    uint32_t letters; /* values 0..letters-1 are received besides t: t-L+1, or 0 for t < L */
    mpz_t *change;    /* [s (letters+1) + w]: surplus of value w at phase s less that of w-1 */
    size_t change_capacity;
    uint64_t room;       /* numbers of `change` in use */
    unsigned char *root; /* [s]: value t is received */
    size_t root_capacity;
    uint64_t longest; /* limbs of the longest count so far */
};

/* What is received and sent, so many times. */
struct values {
    uint32_t phase, first, last; /* at this phase, each of the values first..last */
    mpz_srcptr count;
};

void balance_init(struct balance *balance, struct reader *reader);

/* Nothing is received or sent. */
void balance_start(struct balance *balance, uint32_t latency, uint32_t depth, uint32_t period);

/* So many receptions and sends with this count are to come. */
void balance_charge(struct balance *balance, mpz_srcptr count, uint64_t additions);

/* `what` receives, for messages; refuted if that is neither t, once, nor within 0..t-L. */
void balance_receive(struct balance *balance, const char *what, struct values values);

/* Contract: L <= first <= last <= t. */
void balance_send(struct balance *balance, struct values values);

/* Is all that is received also sent? */
void balance_check(struct balance *balance);
