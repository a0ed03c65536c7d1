/* SPDX-License-Identifier: MIT */
/* What the processors of a machine are busy with while messages are played in the order of their
 * sending: whether the machine allows one more. The rules are those of results/README.md, kind
 * messages, each of them here and nowhere else; what messages carry is the business of others.
 *
 * Without waits all flights are equally long, so a processor's receptions come in the order of the
 * sends: its last send, its last reception and, in a ring, the last ones on their way to it are all
 * there is to know. With waits (LogP and buffers) those on their way are lists, of each receiver
 * and, in LogP, each sender. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "solver/model/message_list.h"

/* How often a processor sent, or was sent something, at the last time at which it was. */
struct machine_use {
    int time;
    int count; /* 0: never */
};

/* What a processor is sent, without waits, which it receives in this order. */
struct machine_arrival {
    int time; /* of the sending */
    int item; /* 0: nothing yet */
};

/* A message on its way, in the list of a processor; with waits. */
struct machine_flight {
    int64_t begins; /* its reception */
    int64_t counts; /* until then it is under way */
    int item;
    uint32_t next; /* 0: none */
};

struct machine_state {
    struct message_machine machine;
    bool waits;                       /* models logp and buffered */
    struct machine_use *sent;         /* [processor]; owned, as all below */
    int64_t flight;                   /* but for the wait */
    struct machine_use *reached;      /* [processor]; by the time of sending; without waits */
    size_t window;                    /* most messages on their way to a processor, and .. */
    struct machine_arrival *arrivals; /* .. [processor * window + ..]: those that came last */
    uint32_t *latest;                 /* [processor]: the last of these; NULL: there is 1 only */
    uint32_t *incoming;               /* [processor]: the first of its list; with waits */
    uint32_t *outgoing;               /* model logp */
    struct machine_flight *flights;   /* from 1 on */
    size_t room;
    size_t used;
    uint32_t spare; /* list of those that are free */
    int64_t buffer; /* most messages in one buffer until now */
    bool refused;   /* memory was; the play is over then */
    char text[120]; /* of a fault with numbers */
};

/* For the machine and the processors of `list`, `due` messages to each processor at
 * most. STATUS_MEMORY for refused memory: 20 bytes for each processor, and 8, with waits 16, for
 * each message that can be on its way. */
enum status machine_state_init(struct machine_state *state, const struct message_list *list,
                               int64_t due, struct failure *failure);
void machine_state_clear(struct machine_state *state);

const char *machine_state_crowded(struct machine_state *state, bool send);

/* Counts one more at this time; false if these are more than the ports. */
static inline bool machine_use_port(struct machine_use *use, int time, int ports) {
    if (use->time != time)
        *use = (struct machine_use){time, 0};
    return ++use->count <= ports;
}

/* Sends one more message, without waits; it is in range, and none that was taken before was sent
 * later. NULL, or what is wrong, in words that stay as long as the state; then, and when memory was
 * refused, no more are taken. O(1); with waits O(messages on their way at its
 * ends). */
static inline const char *machine_state_take(struct machine_state *state, const struct message *m) {
    struct machine_use *sent = state->sent, *reached = state->reached;
    if (!machine_use_port(&sent[m->from], m->time, state->machine.ports))
        return machine_state_crowded(state, true);
    if (!machine_use_port(&reached[m->to], m->time, state->machine.ports))
        return machine_state_crowded(state, false);
    size_t place = 0;
    if (state->latest) {
        place = state->latest[m->to] + (size_t)1;
        place = place < state->window ? place : 0;
        state->latest[m->to] = (uint32_t)place;
    }
    state->arrivals[(size_t)m->to * state->window + place] =
        (struct machine_arrival){m->time, m->item};
    return NULL;
}

/* The same with waits. */
const char *machine_state_take_waiting(struct machine_state *state, const struct message *message);

/* When the processor has an item that it was sent; 0: by the time `now`. O(messages on their way to
 * it). */
int64_t machine_state_has_from_waiting(const struct machine_state *state, int processor, int item,
                                       int64_t now);
int64_t machine_state_has_from_latest(const struct machine_state *state, int processor, int item,
                                      int64_t now);

static inline int64_t machine_state_has_from(const struct machine_state *state, int processor,
                                             int item, int64_t now) {
    if (state->waits)
        return machine_state_has_from_waiting(state, processor, item, now);
    int64_t last = state->reached[processor].time + state->flight;
    if (last <= now)
        return 0;
    if (!state->latest)
        return state->arrivals[processor].item == item ? last : 0;
    return machine_state_has_from_latest(state, processor, item, now);
}
