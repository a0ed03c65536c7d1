/* SPDX-License-Identifier: MIT */
/* The messages on their way, in the order in which something happens to them: first each enters the
 * network, in the order of sending, then its reception begins. Messages that are received in the
 * order of sending, nearly all as a rule, wait in a ring; who overtakes or is overtaken waits in a
 * heap. O(1) a message in the ring, O(log n) in the heap. From the oldest that is on its way on
 * there may be FLIGHT_LIMIT messages: a ring of 3 GiB, half as much while it grows, and for those
 * in the heap the same once more. */
#ifndef STEADYCHECK_MESSAGES_FLIGHT_H
#define STEADYCHECK_MESSAGES_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLIGHT_LIMIT ((uint64_t)1 << 27)

struct message {
    uint32_t from, to;
    uint32_t load;     /* what it carries: an item, or what a payload makes of it */
    uint32_t sent;     /* when the sending begins */
    uint32_t received; /* when the reception begins, after `sent` */
    uint32_t line;     /* of the file, modulo 2^32 */
};

struct flight {
    struct message *ring; /* message i at [i mod size], size 0 or a power of two */
    uint64_t size, limit;
    uint64_t first, entered, end; /* received are those before first; entered, before entered */
    uint32_t last;                /* reception of the latest message that waits in the ring */
    struct message *heap;         /* also in the ring, but received from here */
    size_t heap_count, heap_capacity;
};

void flight_init(struct flight *flight);
void flight_clear(struct flight *flight);

/* Contract: not sent before the last one. False, with nothing added, beyond the limit. */
bool flight_add(struct flight *flight, const struct message *message);

/* For the functions below, which are called for each message. */
static inline struct message *flight_at(const struct flight *flight, uint64_t i) {
    return &flight->ring[i & (flight->size - 1)];
}
void flight_pop_heap(struct flight *flight);

/* The message that enters next; NULL if there is none. Valid until the flight changes. */
static inline const struct message *flight_entering(const struct flight *flight) {
    return flight->entered < flight->end ? flight_at(flight, flight->entered) : NULL;
}

/* The one whose reception begins next, in the same way. */
static inline const struct message *flight_received(struct flight *flight) {
    while (flight->first < flight->entered && flight_at(flight, flight->first)->received == 0)
        flight->first++;
    const struct message *ring =
        flight->first < flight->entered ? flight_at(flight, flight->first) : NULL;
    if (flight->heap_count > 0 && (!ring || flight->heap[0].received < ring->received))
        return &flight->heap[0];
    return ring;
}

/* Go on to the next one. Contract: there was one; who is received has entered, and is the one that
 * flight_received returned. */
static inline void flight_enter(struct flight *flight) {
    flight->entered++;
}

static inline void flight_receive(struct flight *flight, const struct message *received) {
    if (received == flight->heap)
        flight_pop_heap(flight);
    else
        flight->first++;
}

#endif
