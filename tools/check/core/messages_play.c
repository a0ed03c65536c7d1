/* SPDX-License-Identifier: MIT */
#include "core/messages_play.h"

#include "core/memory.h"

/* --- on their way --- */

static struct message *flight_at(const struct flight *flight, uint64_t i) {
    return &flight->ring[i & (flight->size - 1)];
}

static void grow(struct flight *flight) {
    struct flight larger = *flight;
    larger.size = flight->size ? 2 * flight->size : 1024;
    larger.ring = memory_zeroed(larger.size, sizeof *larger.ring);
    for (uint64_t i = flight->first; i < flight->end; i++)
        *flight_at(&larger, i) = *flight_at(flight, i);
    memory_free(flight->ring);
    *flight = larger;
}

static void heap_push(struct flight *flight, const struct message *message) {
    MEMORY_GROW(flight->heap, flight->heap_capacity, flight->heap_count + 1);
    size_t at = flight->heap_count++;
    for (; at > 0 && flight->heap[(at - 1) / 2].received > message->received; at = (at - 1) / 2)
        flight->heap[at] = flight->heap[(at - 1) / 2];
    flight->heap[at] = *message;
}

/* In the ring, 0 marks a message that is received from the heap; no reception begins at 0. */
void flight_add(struct flight *flight, const struct message *message) {
    if (flight->end - flight->first == flight->size)
        grow(flight);
    struct message *place = flight_at(flight, flight->end++);
    *place = *message;
    if (message->received >= flight->last) {
        flight->last = message->received;
    } else {
        heap_push(flight, message);
        place->received = 0;
    }
}

static void heap_pop(struct flight *flight) {
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

/* The message that enters next, in the same way. */
static const struct message *flight_entering(const struct flight *flight) {
    return flight->entered < flight->end ? flight_at(flight, flight->entered) : NULL;
}

const struct message *flight_received(struct flight *flight) {
    while (flight->first < flight->entered && flight_at(flight, flight->first)->received == 0)
        flight->first++;
    const struct message *ring =
        flight->first < flight->entered ? flight_at(flight, flight->first) : NULL;
    if (flight->heap_count > 0 && (!ring || flight->heap[0].received < ring->received))
        return &flight->heap[0];
    return ring;
}

void flight_enter(struct flight *flight) {
    flight->entered++;
}

void flight_receive(struct flight *flight, const struct message *received) {
    if (received == flight->heap)
        heap_pop(flight);
    else
        flight->first++;
}

/* --- what happens --- */

/* When what is received is there. */
static uint64_t known(const struct player *player, uint64_t received) {
    return received + player->machine.overhead;
}

static void receive(struct player *player, const struct message *message) {
    const struct machine_rules *rules = player->machine.rules;
    player->finish = known(player, message->received);
    if (rules->receive)
        rules->receive(&player->machine, message);
    player->payload->receive(player, message);
}

/* Everything that happens up to this time, sendings excepted. */
static void go_on_to(struct player *player, uint64_t time) {
    struct flight *flight = &player->flight;
    const struct machine_rules *rules = player->machine.rules;
    uint64_t first = rules->enters_first; /* before receptions of the same time */
    for (;;) {
        const struct message *entering = flight_entering(flight);
        const struct message *received = flight_received(flight);
        uint64_t enters =
            entering ? (uint64_t)entering->sent + player->machine.until_entering : UINT64_MAX;
        if (received && received->received <= time && received->received <= enters - first) {
            receive(player, received);
            flight_receive(flight, received);
        } else if (entering && enters <= time) {
            rules->enter(&player->machine, entering);
            flight_enter(flight);
        } else {
            return;
        }
    }
}

static void put_under_way(struct player *player, const struct message *message) {
    flight_add(&player->flight, message);
    if (!player->machine.rules->enter)
        flight_enter(&player->flight);
}

static void send(struct player *player, struct message *message, uint32_t wait) {
    const struct machine_rules *rules = player->machine.rules;
    uint64_t received =
        (uint64_t)player->time + player->machine.overhead + player->machine.latency + wait;
    if (known(player, received) > READ_NUMBER_LIMIT)
        read_malformed(player->reader,
                       "the receiver would have the message at time %llu, beyond 2^31 - 1",
                       (unsigned long long)known(player, received));
    player->waits |= wait > 0;
    message->sent = player->time;
    message->received = (uint32_t)received;
    player->sender = message->from + 1;
    player->to = message->to;
    player->load = message->load;
    if (rules->send)
        rules->send(&player->machine, message);
    player->payload->send(player, message);
    put_under_way(player, message);
}

/* --- the order of lines --- */

static void check_processor(const struct player *player, uint32_t processor) {
    if (processor + 1 >= player->sender)
        return;
    read_malformed(player->reader, "senders ascend within a step, found %u behind %u", processor,
                   player->sender - 1);
}

static void check_order(const struct player *player, const struct message *message) {
    struct reader *reader = player->reader;
    if (message->from + 1 == player->sender && !player->machine.rules->sends_many)
        read_refuted(reader, "processor %u sends two messages at time %u", message->from,
                     player->time);
    check_processor(player, message->from);
    if (message->from + 1 > player->sender || message->to > player->to ||
        (message->to == player->to && message->load > player->load))
        return;
    if (message->to == player->to && message->load == player->load)
        read_refuted(reader, "processor %u sends item %u to %u twice at time %u", message->from,
                     message->load, message->to, player->time);
    read_malformed(reader, "messages ascend by receiver and item, found %u %u behind %u %u",
                   message->to, message->load, player->to, player->load);
}

/* --- the lines --- */

static void read_step(struct player *player) {
    uint32_t least = player->begun ? player->time + 1 : 0;
    if (player->begun && player->sender == 0)
        read_malformed(player->reader, "nothing is sent in the step before this one");
    read_key(player->reader, "step");
    player->time =
        read_number(player->reader, "a time after the last step", least, READ_NUMBER_LIMIT);
    player->begun = true;
    player->sender = 0;
    go_on_to(player, player->time);
}

static void read_send(struct player *player) {
    struct reader *reader = player->reader;
    struct message message = {.line = (uint32_t)reader->number};
    uint32_t wait = 0;
    message.from = read_number(reader, "sender", 0, player->senders - 1);
    message.to = read_number(reader, "receiver", 0, player->machine.processors - 1);
    if (player->loads != 0)
        message.load = read_number(reader, "item", 1, player->loads);
    if (player->machine.rules->may_wait && read_has_more(reader)) {
        read_key(reader, "wait");
        wait = read_number(reader, "wait", 1, READ_NUMBER_LIMIT);
    }
    player->last = player->payload->last && read_has_more(reader);
    if (player->last)
        read_key(reader, player->payload->last);
    read_no_more(reader);
    check_order(player, &message);
    send(player, &message, wait);
}

static void read_other(struct player *player) {
    uint32_t processor;
    if (!player->payload->line)
        read_expected(player->reader, "send");
    player->payload->line(player, &processor);
    check_processor(player, processor);
    player->sender = processor + 1;
}

static void read_line(struct player *player) {
    if (player->begun && read_take(player->reader, "send"))
        read_send(player);
    else if (!player->begun || read_is_at(player->reader, "step"))
        read_step(player);
    else
        read_other(player);
}

/* --- the whole --- */

void player_play(struct player *player) {
    player->senders = player->turns ? 1 : player->machine.processors;
    player->finish = 0;
    player->flight = (struct flight){.size = 0};
    if (player->payload->open)
        player->payload->open(player);
    while (!read_is_at(player->reader, "digest")) {
        read_line(player);
        read_line_end(player->reader);
    }
    if (player->begun && player->sender == 0)
        read_malformed(player->reader, "nothing is sent in the last step");
    go_on_to(player, UINT64_MAX - 1);
    player->payload->end(player);
    if (player->waits)
        verdict_fields(player->reader->verdict, "waits=some");
}
