/* SPDX-License-Identifier: MIT */
#include "solver/collective/exchange/allgather.h"

/* n = k(P-1). */
static int64_t receptions(int processors, int items) {
    return (int64_t)items * (processors - 1);
}

int64_t allgather_least(const struct logp_machine *machine, int processors, int items) {
    return logp_machine_transfer(machine) +
           (receptions(processors, items) - 1) * logp_machine_apart(machine);
}

/* The least d, 1 <= d < n, with from < d*apart < from + 2o; 0: none. */
static int64_t conflict(const struct logp_machine *machine, int64_t n, int64_t apart,
                        int64_t from) {
    int64_t d = from / apart + 1;
    return d < n && d * apart < from + 2 * (int64_t)machine->overhead ? d : 0;
}

int64_t allgather_conflict(const struct logp_machine *machine, int processors, int items) {
    return conflict(machine, receptions(processors, items), logp_machine_apart(machine),
                    machine->latency);
}

/* No schedule ends before: the bound above, one more where it can't be reached, and not before 2no,
 * as some processor begins n sends or more beside its n receptions. */
static int64_t allgather_bound(const struct logp_machine *machine, int processors, int items) {
    int64_t least = allgather_least(machine, processors, items);
    int64_t busy = 2 * receptions(processors, items) * machine->overhead;
    if (allgather_conflict(machine, processors, items))
        least++;
    return least > busy ? least : busy;
}

static int64_t ceiling(int64_t number, int64_t part) {
    return (number + part - 1) / part;
}

/* Messages from one processor, and to one, are between the end of their sending and the beginning
 * of their reception for L + wait cycles. */
static bool has_capacity(const struct logp_machine *machine, int64_t n, int64_t apart,
                         int64_t wait) {
    int64_t under_way = ceiling(machine->latency + wait, apart);
    return (under_way < n ? under_way : n) <= ceiling(machine->latency, machine->gap);
}

/* The least wait with which messages `apart` cycles apart are legal; -1: none. If waiting helps,
 * the multiples of `apart` must leave room behind L + wait, so that is one of them, the least
 * possible if there is room between two, and else the last one, n-1. */
static int64_t wait_for(const struct logp_machine *machine, int64_t n, int64_t apart) {
    int64_t wait = 0, d = conflict(machine, n, apart, machine->latency);
    if (d > 0)
        wait = (apart >= 2 * (int64_t)machine->overhead ? d : n - 1) * apart - machine->latency;
    return has_capacity(machine, n, apart, wait) ? wait : -1;
}

static enum status check_question(const struct logp_machine *machine, int processors, int items,
                                  struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    if (processors < 2 || items < 1)
        return failure_set(failure, STATUS_INPUT,
                           "all-to-all broadcast is for two processors or more, with an item each");
    int64_t last = receptions(processors, items) - 1;
    int64_t step = logp_machine_step(machine), room = INT32_MAX;
    if ((int64_t)processors * items > room || last > room / step ||
        logp_machine_transfer(machine) + 2 * (int64_t)machine->overhead + last * step > room)
        return failure_set(failure, STATUS_LIMIT,
                           "%d items of each of %d processors: times or items beyond 2147483647",
                           items, processors);
    return STATUS_OK;
}

/* Of the distances below 2o only the least need be tried: messages fit in without a wait only if
 * (n-1) apart <= L, and otherwise after one of (n-1) apart - L, with n-1 messages under way; so the
 * smaller the distance the better, and capacity is the same for all. */
enum status allgather_build(struct allgather *schedule, const struct logp_machine *machine,
                            int processors, int items, struct failure *failure) {
    enum status status = check_question(machine, processors, items, failure);
    if (status)
        return status;
    int64_t n = receptions(processors, items), best = INT64_MAX;
    int64_t least = logp_machine_apart(machine), step = logp_machine_step(machine);
    struct allgather made = {.machine = *machine, .processors = processors, .items = items};
    for (int64_t apart = least; best > (n - 1) * apart; apart = apart < step ? step : apart + 1) {
        int64_t wait = wait_for(machine, n, apart), last = wait + (n - 1) * apart;
        if (wait < 0 || last >= best)
            continue;
        best = last;
        made.apart = (int)apart;
        made.wait = (int)wait;
    }
    made.finish = (int)(logp_machine_transfer(machine) + best);
    made.bound = (int)allgather_bound(machine, processors, items);
    *schedule = made;
    return STATUS_OK;
}

/* Sends that begin at i*apart, receptions at begin + j*apart: no two of them touch, and few enough
 * messages are under way whenever one sets out. */
bool allgather_is_legal(const struct allgather *schedule) {
    const struct logp_machine *machine = &schedule->machine;
    int64_t n = receptions(schedule->processors, schedule->items);
    int64_t apart = schedule->apart, busy = machine->overhead;
    int64_t begin = (int64_t)machine->latency + busy + schedule->wait;
    int64_t most = ceiling(machine->latency, machine->gap), left = 0, met = 0;
    if (n > 1 && (apart < machine->gap || apart < busy))
        return false;
    for (int64_t i = 0; i < n; i++) {
        int64_t sending = i * apart, out = sending + busy;
        while (met < n && begin + met * apart + busy <= sending)
            met++; /* receptions that are over */
        if (met < n && busy > 0 && begin + met * apart < sending + busy)
            return false;
        while (left < i && begin + left * apart <= out)
            left++; /* messages that are no longer under way when this one is */
        if (i - left + 1 > most)
            return false;
    }
    return true;
}

struct emitter {
    const struct allgather *schedule;
    message_take *take;
    void *context;
    const struct limits *limits;
    uint64_t emitted; /* messages */
};

/* Message `number` of each of the first `senders` processors. */
static enum status emit(struct emitter *emitter, int64_t number, int senders,
                        struct failure *failure) {
    enum { PART = 1 << 16 };
    const struct allgather *schedule = emitter->schedule;
    int processors = schedule->processors;
    int distance = (int)(number % (processors - 1)) + 1, item = (int)(number / (processors - 1));
    enum status status = STATUS_OK;
    for (int from = 0; from < senders && !status; from++) {
        struct message message = {(int)(number * schedule->apart), from,
                                  (int)(((int64_t)from + distance) % processors),
                                  from * schedule->items + item + 1, schedule->wait};
        if (emitter->emitted++ % PART == 0)
            status = limits_check(emitter->limits, failure);
        if (!status)
            status = emitter->take(emitter->context, &message, failure);
    }
    return status;
}

static enum status emit_all(struct emitter *emitter, int senders, struct failure *failure) {
    int64_t n = receptions(emitter->schedule->processors, emitter->schedule->items);
    enum status status = STATUS_OK;
    for (int64_t number = 0; number < n && !status; number++)
        status = emit(emitter, number, senders, failure);
    return status;
}

static enum status each_turned(const void *source, message_take *take, void *context,
                               const struct limits *limits, struct failure *failure) {
    struct emitter emitter = {source, take, context, limits, 0};
    return emit_all(&emitter, 1, failure);
}

static enum status each_of_all_senders(const void *source, message_take *take, void *context,
                                       const struct limits *limits, struct failure *failure) {
    struct emitter emitter = {source, take, context, limits, 0};
    return emit_all(&emitter, emitter.schedule->processors, failure);
}

struct message_list allgather_list(const struct allgather *schedule) {
    const struct logp_machine *machine = &schedule->machine;
    return (struct message_list){.machine = {MESSAGE_LOGP, machine->latency, machine->overhead,
                                             machine->gap, 1, CAPACITY_FULL},
                                 .processors = schedule->processors - 1,
                                 .items = schedule->items,
                                 .all = true,
                                 .rotation = true,
                                 .single = schedule->processors == 2,
                                 .count = (long)receptions(schedule->processors, schedule->items),
                                 .delay = schedule->finish,
                                 .finish = schedule->finish,
                                 .each = each_turned,
                                 .source = schedule};
}

struct message_list allgather_expanded(const struct allgather *schedule) {
    struct message_list list = allgather_list(schedule);
    list.rotation = false;
    list.count *= schedule->processors;
    list.each = each_of_all_senders;
    return list;
}

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
