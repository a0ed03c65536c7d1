/* SPDX-License-Identifier: MIT */
#include "solver/model/machine_state.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"

static const char busy[] = "its sender or its receiver is busy with another message";

void machine_state_clear(struct machine_state *state) {
    FREE_ALL(state->sent, state->reached, state->arrivals, state->latest, state->incoming,
             state->outgoing, state->flights);
    *state = (struct machine_state){0};
}

static bool make_room(struct machine_state *state, size_t processors) {
    state->arrivals = memory_new(processors, state->window * sizeof *state->arrivals);
    if (!state->arrivals || !NEW(processors, state->reached) ||
        (state->window > 1 && !NEW(processors, state->latest)))
        return false;
    for (size_t p = 0; p < processors; p++)
        state->sent[p].time = state->reached[p].time = INT_MIN;
    return true;
}

/* As many as arrive while one is on its way. */
static size_t window_of(const struct message_machine *machine, int64_t due) {
    int64_t most = (int64_t)machine->latency * machine->ports;
    return (size_t)(most < due ? most : due);
}

enum status machine_state_init(struct machine_state *state, const struct message_list *list,
                               int64_t due, struct failure *failure) {
    enum message_model model = list->machine.model;
    size_t processors = (size_t)list->processors + 1;
    *state = (struct machine_state){.machine = list->machine,
                                    .waits = model == MESSAGE_LOGP || model == MESSAGE_BUFFERED,
                                    .flight =
                                        list->machine.latency + 2 * (int64_t)list->machine.overhead,
                                    .window = window_of(&list->machine, due),
                                    .used = 1};
    if (NEW(processors, state->sent) &&
        (state->waits ? NEW(processors, state->incoming, state->outgoing)
                      : make_room(state, processors)))
        return STATUS_OK;
    machine_state_clear(state);
    return failure_memory(failure, "playing messages");
}

int64_t machine_state_has_from_latest(const struct machine_state *state, int processor, int item,
                                      int64_t now) {
    const struct machine_arrival *arrivals = state->arrivals + (size_t)processor * state->window;
    size_t place = state->latest ? state->latest[processor] : 0;
    assert(!state->waits && place < state->window);
    for (size_t i = 0; i < state->window; i++) {
        int64_t there = arrivals[place].time + state->flight;
        if (!arrivals[place].item || there <= now)
            return 0;
        if (arrivals[place].item == item)
            return there;
        place = place ? place - 1 : state->window - 1;
    }
    return 0;
}

const char *machine_state_crowded(struct machine_state *state, bool send) {
    const struct message_machine *machine = &state->machine;
    if (machine->ports > 1)
        snprintf(state->text, sizeof state->text,
                 "more than %d messages %s the same processor at one time", machine->ports,
                 send ? "from" : "are received by");
    else if (machine->gap > 1)
        snprintf(state->text, sizeof state->text, "less than %d cycles after another %s",
                 machine->gap, send ? "send of the same processor" : "reception of its receiver");
    else
        snprintf(state->text, sizeof state->text, "the %s another message at the same time",
                 send ? "sender sends" : "receiver receives");
    return state->text;
}

/* --- with waits --- */

/* A list of messages on their way without those whose reception began before `until`. */
static void forget(struct machine_state *state, uint32_t *list, int64_t until) {
    for (uint32_t *link = list; *link;) {
        struct machine_flight *flight = &state->flights[*link];
        uint32_t gone = *link;
        assert(gone < state->used);
        if (flight->begins >= until) {
            link = &flight->next;
            continue;
        }
        *link = flight->next;
        flight->next = state->spare;
        state->spare = gone;
    }
}

static void remember(struct machine_state *state, uint32_t *list, struct machine_flight flight) {
    uint32_t place = state->spare;
    if (!place && state->used >= state->room) {
        size_t room = 2 * state->room + 64;
        struct machine_flight *larger = NULL;
        if (room < UINT32_MAX)
            larger = memory_resize(state->flights, room, sizeof *larger);
        state->refused = !larger;
        if (!larger)
            return;
        state->flights = larger;
        state->room = room;
    }
    if (place)
        state->spare = state->flights[place].next;
    else
        place = (uint32_t)state->used++;
    assert(place > 0 && place < state->used && place < state->room);
    flight.next = *list;
    state->flights[place] = flight;
    *list = place;
}

/* Whether a reception of the list begins less than `apart` from this time. */
static bool is_near(const struct machine_state *state, uint32_t list, int64_t time, int apart) {
    for (uint32_t i = list; i; i = state->flights[i].next)
        if (llabs(state->flights[i].begins - time) < apart)
            return true;
    return false;
}

/* Those of the list that are under way at this time or later. */
static int64_t count_from(const struct machine_state *state, uint32_t list, int64_t time) {
    int64_t count = 0;
    for (uint32_t i = list; i; i = state->flights[i].next)
        count += state->flights[i].counts >= time;
    return count;
}

/* Messages leave in the order of their sends, so that it is enough to count when one does. */
static bool is_beyond_capacity(struct machine_state *state, const struct message *m) {
    const struct message_machine *machine = &state->machine;
    int64_t most = (machine->latency + (int64_t)machine->gap - 1) / machine->gap;
    int64_t leaves = (int64_t)m->time + machine->overhead;
    forget(state, &state->outgoing[m->from], leaves + 1);
    return machine->capacity != CAPACITY_NONE &&
           (count_from(state, state->outgoing[m->from], leaves + 1) >= most ||
            count_from(state, state->incoming[m->to], leaves + 1) >= most);
}

/* What the receivers of earlier messages do at the time when this one is received is known, but not
 * what they send later: that is looked at when they do. */
const char *machine_state_take_waiting(struct machine_state *state, const struct message *m) {
    const struct message_machine *machine = &state->machine;
    struct machine_use *sent = &state->sent[m->from];
    assert(state->waits && m->wait >= 0 && (!sent->count || m->time >= sent->time));
    int64_t begins = m->time + message_machine_flight(machine, m) - machine->overhead;
    int apart = machine->gap > machine->overhead ? machine->gap : machine->overhead;
    if (sent->count && m->time - (int64_t)sent->time < machine->gap)
        return machine_state_crowded(state, true);
    if (sent->count && m->time - (int64_t)sent->time < machine->overhead)
        return busy;
    *sent = (struct machine_use){m->time, 1};
    forget(state, &state->incoming[m->from], (int64_t)m->time - apart + 1);
    forget(state, &state->incoming[m->to], (int64_t)m->time - apart + 1);
    if (is_near(state, state->incoming[m->to], begins, machine->gap))
        return machine_state_crowded(state, false);
    if (is_near(state, state->incoming[m->from], m->time, machine->overhead) ||
        is_near(state, state->incoming[m->to], begins, machine->overhead))
        return busy;
    if (machine->model == MESSAGE_LOGP && is_beyond_capacity(state, m))
        return "more messages than ceil(L/g) are under way from or to one processor";
    int64_t counts = machine->capacity == CAPACITY_FULL ? begins : begins - m->wait;
    const struct machine_flight flight = {begins, counts, m->item, 0};
    remember(state, &state->incoming[m->to], flight);
    if (machine->model == MESSAGE_LOGP && !state->refused)
        remember(state, &state->outgoing[m->from], flight);
    if (machine->model == MESSAGE_LOGP || state->refused)
        return NULL;
    /* it is in the buffer from its arrival on, and still when it is received */
    int64_t there = count_from(state, state->incoming[m->to], (int64_t)m->time + machine->latency);
    state->buffer = there > state->buffer ? there : state->buffer;
    return NULL;
}

int64_t machine_state_has_from_waiting(const struct machine_state *state, int processor, int item,
                                       int64_t now) {
    for (uint32_t i = state->incoming[processor]; i; i = state->flights[i].next) {
        int64_t there = state->flights[i].begins + state->machine.overhead;
        if (state->flights[i].item == item && there > now)
            return there;
    }
    return 0;
}
