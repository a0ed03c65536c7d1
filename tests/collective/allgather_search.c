/* SPDX-License-Identifier: MIT */
#include "tests/collective/allgather_search.h"

enum {
    MOST = ALLGATHER_SEARCH_MOST_PROCESSORS,
    MOST_FLIGHTS = ALLGATHER_SEARCH_MOST_ITEMS,
    LONG_AGO = -1000000000
};

/* A message that is not yet received. */
struct flight {
    int from;
    int item;
    int arrives;
};

struct processor {
    unsigned has;      /* items */
    unsigned promised; /* items that are under way to it, or being received */
    int free;          /* not busy from then on */
    int sent;          /* when its last sending began */
    int received;      /* when its last reception began */
    int coming;        /* the item that it is receiving; -1: none */
    int flights;
    struct flight flight[MOST_FLIGHTS];
};

struct state {
    struct processor processors[MOST];
};

struct search {
    const struct logp_machine *machine;
    int count;
    int item_count;
    int time;
    int apart;
    int capacity;
    const struct limits *limits;
    uint64_t nodes;
    bool stopped;
};

static int missing(const struct search *search, const struct processor *processor) {
    return search->item_count - __builtin_popcount(processor->has) - (processor->coming >= 0);
}

/* Whether the processor can still begin all its receptions in time: the last one begins o cycles
 * before the end, the others are apart; what is not under way yet arrives L+o cycles from now or
 * later. */
static bool can_end(const struct search *search, const struct processor *processor, int now) {
    const struct logp_machine *machine = search->machine;
    int left = missing(search, processor);
    int first = processor->free > now ? processor->free : now;
    int last = search->time - machine->overhead;
    if (first < processor->received + search->apart)
        first = processor->received + search->apart;
    if (left > 0 && first + (left - 1) * search->apart > last)
        return false;
    for (int j = processor->flights; j < left; j++)
        if (now + machine->overhead + machine->latency > last - (left - 1 - j) * search->apart)
            return false;
    return true;
}

/* Of the messages that have left their senders and are not being received: at the end of a cycle,
 * when all that begins in it has begun. */
static bool state_has_capacity(const struct search *search, const struct state *state, int now) {
    int from[MOST] = {0};
    for (int p = 0; p < search->count; p++) {
        const struct processor *processor = &state->processors[p];
        int to = 0;
        for (int i = 0; i < processor->flights; i++) {
            bool out = processor->flight[i].arrives - search->machine->latency <= now;
            to += out;
            from[processor->flight[i].from] += out;
        }
        if (to > search->capacity)
            return false;
    }
    for (int p = 0; p < search->count; p++)
        if (from[p] > search->capacity)
            return false;
    return true;
}

static bool search_from(struct search *search, const struct state *state, int now, int who);

static bool try_sends(struct search *search, const struct state *state, int now, int who) {
    const struct logp_machine *machine = search->machine;
    const struct processor *sender = &state->processors[who];
    if (now < sender->sent + search->apart)
        return false;
    for (int to = 0; to < search->count; to++) {
        const struct processor *receiver = &state->processors[to];
        for (int item = 0; item < search->item_count && to != who; item++) {
            unsigned bit = 1u << item;
            if (!(sender->has & bit) || ((receiver->has | receiver->promised) & bit))
                continue;
            struct state after = *state;
            struct processor *p = &after.processors[who], *q = &after.processors[to];
            p->sent = now;
            p->free = now + machine->overhead;
            q->promised |= bit;
            q->flight[q->flights++] =
                (struct flight){who, item, now + machine->overhead + machine->latency};
            if (search_from(search, &after, now, who + 1))
                return true;
        }
    }
    return false;
}

static bool try_receptions(struct search *search, const struct state *state, int now, int who) {
    const struct processor *receiver = &state->processors[who];
    if (now < receiver->received + search->apart)
        return false;
    for (int i = 0; i < receiver->flights; i++) {
        if (receiver->flight[i].arrives > now)
            continue;
        struct state after = *state;
        struct processor *p = &after.processors[who];
        p->coming = p->flight[i].item;
        p->received = now;
        p->free = now + search->machine->overhead;
        p->flight[i] = p->flight[--p->flights];
        if (search_from(search, &after, now, who))
            return true;
    }
    return false;
}

/* What was being received is there; for o = 0 at once, so that it can be sent on in the same
 * cycle. */
static void end_reception(struct processor *processor, int now) {
    if (processor->coming < 0 || processor->free > now)
        return;
    processor->has |= 1u << processor->coming;
    processor->coming = -1;
}

static bool all_have_all(const struct search *search, const struct state *state) {
    for (int p = 0; p < search->count; p++)
        if (__builtin_popcount(state->processors[p].has) < search->item_count)
            return false;
    return true;
}

static bool begin_cycle(struct search *search, const struct state *state, int now) {
    struct state after = *state;
    for (int p = 0; p < search->count; p++)
        end_reception(&after.processors[p], now);
    if (all_have_all(search, &after))
        return true;
    if (now > search->time)
        return false;
    for (int p = 0; p < search->count; p++)
        if (!can_end(search, &after.processors[p], now))
            return false;
    return search_from(search, &after, now, 0);
}

/* What processor `who` and those behind it do in this cycle, and all that follows. */
static bool search_from(struct search *search, const struct state *state, int now, int who) {
    search->nodes++;
    if (search->limits && ((search->limits->nodes && search->nodes > search->limits->nodes) ||
                           (search->nodes % 4096 == 0 && limits_stop(search->limits))))
        search->stopped = true;
    if (search->stopped)
        return false;
    if (who == search->count)
        return state_has_capacity(search, state, now) && begin_cycle(search, state, now + 1);
    struct state here = *state;
    end_reception(&here.processors[who], now); /* o = 0 */
    if (here.processors[who].free <= now &&
        (try_receptions(search, &here, now, who) || try_sends(search, &here, now, who)))
        return true;
    return !search->stopped && search_from(search, &here, now, who + 1);
}

enum status allgather_search(const struct logp_machine *machine, int processors, int items,
                             int time, const struct limits *limits, bool *possible,
                             struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    if (processors < 2 || processors > MOST || items < 1 || items > MOST_FLIGHTS ||
        processors * items > MOST_FLIGHTS || time < 0 || time > ALLGATHER_SEARCH_MOST_TIME)
        return failure_set(failure, STATUS_INPUT,
                           "exhaustive search is for 2..%d processors, %d items in all and %d "
                           "cycles at most",
                           MOST, MOST_FLIGHTS, ALLGATHER_SEARCH_MOST_TIME);
    if (logp_machine_transfer(machine) > time) {
        *possible = false;
        return STATUS_OK;
    }
    int apart = logp_machine_apart(machine);
    struct search search = {.machine = machine,
                            .count = processors,
                            .item_count = processors * items,
                            .time = time,
                            .apart = apart < time ? apart : time + 1, /* there is no second then */
                            .capacity = 1 + (machine->latency - 1) / machine->gap,
                            .limits = limits};
    struct state start = {0};
    for (int p = 0; p < processors; p++)
        start.processors[p] = (struct processor){.has = ((1u << items) - 1) << (p * items),
                                                 .sent = LONG_AGO,
                                                 .received = LONG_AGO,
                                                 .coming = -1};
    bool found = begin_cycle(&search, &start, 0);
    if (search.stopped)
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    *possible = found;
    return STATUS_OK;
}
