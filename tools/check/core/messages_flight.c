/* SPDX-License-Identifier: MIT */
#include "core/messages_flight.h"

#include "core/memory.h"

#include <stdlib.h>

void flight_init(struct flight *flight) {
    *flight = (struct flight){.limit = FLIGHT_LIMIT};
}

void flight_clear(struct flight *flight) {
    free(flight->ring);
    free(flight->heap);
}

static bool grow(struct flight *flight) {
    struct flight larger = *flight;
    larger.size = flight->size ? 2 * flight->size : 1024;
    if (larger.size > flight->limit)
        return false;
    larger.ring = memory_zeroed(larger.size, sizeof *larger.ring);
    for (uint64_t i = flight->first; i < flight->end; i++)
        *flight_at(&larger, i) = *flight_at(flight, i);
    free(flight->ring);
    *flight = larger;
    return true;
}

static void heap_push(struct flight *flight, const struct message *message) {
    flight->heap = memory_grow(flight->heap, &flight->heap_capacity, flight->heap_count + 1,
                               sizeof *flight->heap);
    size_t at = flight->heap_count++;
    for (; at > 0 && flight->heap[(at - 1) / 2].received > message->received; at = (at - 1) / 2)
        flight->heap[at] = flight->heap[(at - 1) / 2];
    flight->heap[at] = *message;
}

/* In the ring, 0 marks a message that is received from the heap; no reception begins at 0. */
bool flight_add(struct flight *flight, const struct message *message) {
    if (flight->end - flight->first == flight->size && !grow(flight))
        return false;
    struct message *place = flight_at(flight, flight->end++);
    *place = *message;
    if (message->received >= flight->last) {
        flight->last = message->received;
    } else {
        heap_push(flight, message);
        place->received = 0;
    }
    return true;
}

void flight_pop_heap(struct flight *flight) {
    struct message *heap = flight->heap, moved = heap[--flight->heap_count];
    size_t at = 0, child;
    for (; (child = 2 * at + 1) < flight->heap_count; at = child) {
        if (child + 1 < flight->heap_count && heap[child + 1].received < heap[child].received)
            child++;
        if (heap[child].received >= moved.received)
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}
