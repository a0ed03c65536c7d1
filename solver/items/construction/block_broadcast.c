/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/block_broadcast.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/block_digraph.h"

static void block_broadcast_free(struct block_broadcast *broadcast) {
    if (!broadcast)
        return;
    FREE_ALL(broadcast->begin, broadcast->ways, broadcast);
}

enum status block_broadcast_new(const struct message_machine *machine, int processors,
                                int block_count, int items, int longest,
                                struct block_broadcast **made, struct failure *failure) {
    if (items < 1)
        return failure_input(failure, "%d items", items);
    if (processors > MESSAGES_MOST_PROCESSORS || items > INT_MAX - longest)
        return failure_limit(failure, "%d items to %d processors are too many", items, processors);
    struct block_broadcast *broadcast = memory_new(1, sizeof *broadcast);
    TRY(memory_check(broadcast, failure, "a broadcast in blocks"));
    *broadcast = (struct block_broadcast){
        .machine = *machine, .items = items, .processors = processors, .block_count = block_count};
    if (!NEW(block_count + 1, broadcast->begin) || !NEW(processors, broadcast->ways)) {
        block_broadcast_free(broadcast);
        return failure_memory(failure, "a broadcast in blocks");
    }
    broadcast->begin[0] = 1;
    *made = broadcast;
    return STATUS_OK;
}

static int size_of(const struct block_broadcast *broadcast, int block) {
    return broadcast->begin[block + 1] - broadcast->begin[block];
}

static int sender(const struct block_broadcast *broadcast, int block, int item) {
    if (block == BLOCK_BROADCAST_SOURCE)
        return 0;
    return broadcast->begin[block] + (item - 1) % size_of(broadcast, block);
}

static bool waits(const struct block_broadcast *broadcast, const struct block_way *way, int item) {
    return way->wait > 0 && item + way->ahead >= 1 && item + way->ahead <= broadcast->items;
}

static int receiver(const struct block_broadcast *broadcast, const struct block_way *way,
                    int item) {
    int size = size_of(broadcast, way->to), first = broadcast->begin[way->to];
    if (way->place != BLOCK_WAY_SHIFTED)
        return first + block_receiver(broadcast->machine.latency, size, item, way->place);
    return first + (item - 1 + way->shift) % size;
}

static struct message message_of(const struct block_broadcast *broadcast,
                                 const struct block_way *way, int item) {
    struct message message = {.time = item - 1 + way->time,
                              .from = sender(broadcast, way->from, item),
                              .to = receiver(broadcast, way, item),
                              .item = item,
                              .wait = waits(broadcast, way, item) ? way->wait : 0};
    if (way->early && item == broadcast->items) {
        message.time--;
        message.from = sender(broadcast, way->to, item);
    }
    return message;
}

/* The messages of one time, by sender. */
struct step {
    const struct block_broadcast *broadcast;
    size_t begin, end;    /* the ways that are in use stand between */
    struct message *sent; /* sent[p], where p is in `senders` */
    uint64_t *senders;    /* a bit each */
    int *heard;           /* one more than the last time something was sent to p */
};

static void step_clear(struct step *step) {
    FREE_ALL(step->sent, step->senders, step->heard);
}

static enum status add_message(struct step *step, const struct message *message,
                               struct failure *failure) {
    uint64_t *bits = &step->senders[message->from / 64], bit = UINT64_C(1) << message->from % 64;
    bool heard = step->broadcast->machine.model != MESSAGE_BUFFERED &&
                 step->heard[message->to] == message->time + 1;
    if ((*bits & bit) || heard)
        return failure_internal(failure, "processor %d %s a second message at time %d, item %d",
                                heard ? message->to : message->from, heard ? "is sent" : "sends",
                                message->time, message->item);
    *bits |= bit;
    step->sent[message->from] = *message;
    step->heard[message->to] = message->time + 1;
    return STATUS_OK;
}

/* What goes this way at this time, item i; if the last item is early, this may be two items. */
static enum status collect_way(struct step *step, const struct block_way *way, int time,
                               struct failure *failure) {
    int last = step->broadcast->items, item = time + 1 - way->time;
    if (item >= 1 && item <= last && !(way->early && item == last)) {
        struct message message = message_of(step->broadcast, way, item);
        TRY(add_message(step, &message, failure));
    }
    if (way->early && item == last - 1) {
        struct message message = message_of(step->broadcast, way, last);
        TRY(add_message(step, &message, failure));
    }
    return STATUS_OK;
}

/* The ways are ordered by their time: a window of them is in use. */
static enum status collect(struct step *step, int time, struct failure *failure) {
    const struct block_broadcast *broadcast = step->broadcast;
    while (step->end < broadcast->way_count && broadcast->ways[step->end].time <= time + 1)
        step->end++;
    while (step->begin < step->end && broadcast->ways[step->begin].time <= time - broadcast->items)
        step->begin++;
    for (size_t w = step->begin; w < step->end; w++)
        TRY(collect_way(step, &broadcast->ways[w], time, failure));
    return STATUS_OK;
}

static enum status emit(struct step *step, message_take *take, void *context,
                        struct failure *failure) {
    for (int first = 0; first <= step->broadcast->processors; first += 64)
        for (uint64_t *bits = &step->senders[first / 64]; *bits; *bits &= *bits - 1)
            TRY(take(context, &step->sent[first + __builtin_ctzll(*bits)], failure));
    return STATUS_OK;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct block_broadcast *broadcast = source;
    size_t room = (size_t)broadcast->processors + 1;
    CLEANUP(step_clear)
    struct step step = {.broadcast = broadcast,
                        .sent = memory_new(room, sizeof *step.sent),
                        .senders = memory_new(room / 64 + 1, sizeof *step.senders),
                        .heard = memory_new(room, sizeof *step.heard)};
    TRY(memory_check(step.sent && step.senders && step.heard, failure, "the messages of a step"));
    for (int time = 0; time < broadcast->finish; time++) {
        TRY(limits_check(limits, failure));
        TRY(collect(&step, time, failure));
        if (step.begin < step.end)
            TRY(emit(&step, take, context, failure));
    }
    return STATUS_OK;
}

static int by_time(const void *left, const void *right) {
    const struct block_way *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return a->place != b->place ? (a->place > b->place) - (a->place < b->place)
                                : (a->shift > b->shift) - (a->shift < b->shift);
}

static void release(void *owned) {
    block_broadcast_free(owned);
}

void block_broadcast_finish(struct block_broadcast *broadcast, struct items_schedule *schedule) {
    int finish = 0;
    bool any_waits = false;
    qsort(broadcast->ways, broadcast->way_count, sizeof *broadcast->ways, by_time);
    for (size_t w = 0; w < broadcast->way_count; w++) {
        const struct block_way *way = &broadcast->ways[w];
        /* of those that wait, and of those that don't, the last item is the last */
        for (int item = broadcast->items; item >= 1; item--) {
            struct message message = message_of(broadcast, way, item);
            int time = message.time + (int)message_machine_flight(&broadcast->machine, &message);
            finish = time > finish ? time : finish;
            any_waits = any_waits || message.wait > 0;
            if (way->wait == 0 || message.wait > 0)
                break;
        }
    }
    broadcast->finish = finish;
    *schedule = (struct items_schedule){
        .list = {.machine = broadcast->machine,
                 .processors = broadcast->processors,
                 .items = broadcast->items,
                 .single = true,
                 .count = (long)broadcast->processors * broadcast->items,
                 .delay = finish,
                 .finish = finish,
                 .buffer = broadcast->machine.model == MESSAGE_BUFFERED ? 1 + any_waits : 0,
                 .each = each,
                 .source = broadcast},
        .owned = broadcast,
        .release = release};
}

/* The k-th copy of an edge. An arrival at t+i+e was sent at i-1 + (t+1+e-L). */
static void add_copy(struct block_broadcast *broadcast, const struct block_digraph *digraph,
                     const struct block_edge *edge, int k) {
    int latency = digraph->latency, size = digraph->sizes[edge->to], place = edge->place + k;
    struct block_way way = {.time = digraph->depth + 1 + edge->first + k - latency,
                            .from = edge->from,
                            .to = edge->to,
                            .active = edge->active,
                            .place = BLOCK_WAY_SHIFTED};
    if (!edge->active && size > 0) {
        way.place = place;
        way.early = block_place_is_late(latency, size, place);
    }
    broadcast->ways[broadcast->way_count++] = way;
}

enum status paper_items(int latency, int depth, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    CLEANUP(block_digraph_clear) struct block_digraph digraph = {0};
    struct block_broadcast *broadcast;
    TRY(block_digraph_init(&digraph, latency, depth, failure));
    struct message_machine machine = message_machine_postal(latency);
    TRY(block_broadcast_new(&machine, digraph.processors, digraph.block_count, items,
                            depth + 2 * latency, &broadcast, failure));
    for (int block = 0; block < digraph.block_count; block++) {
        int size = digraph.sizes[block] ? digraph.sizes[block] : 1;
        broadcast->begin[block + 1] = broadcast->begin[block] + size;
    }
    for (size_t e = 0; e < digraph.edge_count; e++)
        for (int k = 0; k < digraph.edges[e].weight; k++)
            add_copy(broadcast, &digraph, &digraph.edges[e], k);
    block_broadcast_finish(broadcast, schedule);
    return STATUS_OK;
}
