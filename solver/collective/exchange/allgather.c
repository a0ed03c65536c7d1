/* SPDX-License-Identifier: MIT */
#include "solver/collective/exchange/allgather.h"

/* n = k(P-1). */
static int64_t receptions(int processors, int items) {
    return (int64_t)items * (processors - 1);
}

/* The least d, 1 <= d < n, with from < d*apart < from + 2o; 0: none. */
static int64_t conflict(const struct logp_machine *machine, int64_t n, int64_t apart,
                        int64_t from) {
    int64_t d = from / apart + 1;
    return d < n && d * apart < from + 2 * (int64_t)machine->overhead ? d : 0;
}

/* No schedule ends before: the paper's lower bound with h in place of g, L + 2o + (n-1)h, which may
 * be beyond 2^31; one more where it can't be reached, and not before 2no,
 * as some processor begins n sends or more beside its n receptions. */
static int64_t allgather_bound(const struct logp_machine *machine, int processors, int items) {
    int64_t apart = logp_machine_apart(machine), n = receptions(processors, items);
    int64_t least = logp_machine_transfer(machine) + (n - 1) * apart;
    int64_t busy = 2 * n * machine->overhead;
    if (conflict(machine, n, apart, machine->latency))
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
    TRY(logp_machine_check(machine, failure));
    if (processors < 2 || items < 1)
        return failure_input(
            failure, "all-to-all broadcast is for two processors or more, with an item each");
    int64_t last = receptions(processors, items) - 1;
    int64_t step = logp_machine_step(machine), room = INT32_MAX;
    if ((int64_t)processors * items > room || last > room / step ||
        logp_machine_transfer(machine) + 2 * (int64_t)machine->overhead + last * step > room)
        return failure_limit(failure,
                             "%d items of each of %d processors: times or items beyond 2147483647",
                             items, processors);
    return STATUS_OK;
}

/* Of the distances below 2o only the least need be tried: messages fit in without a wait only if
 * (n-1) apart <= L, and otherwise after one of (n-1) apart - L, with n-1 messages under way; so the
 * smaller the distance the better, and capacity is the same for all. */
enum status allgather_build(struct allgather *schedule, const struct logp_machine *machine,
                            int processors, int items, struct failure *failure) {
    TRY(check_question(machine, processors, items, failure));
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
    for (int from = 0; from < senders; from++) {
        struct message message = {(int)(number * schedule->apart), from,
                                  (int)(((int64_t)from + distance) % processors),
                                  from * schedule->items + item + 1, schedule->wait};
        if (emitter->emitted++ % PART == 0)
            TRY(limits_check(emitter->limits, failure));
        TRY(emitter->take(emitter->context, &message, failure));
    }
    return STATUS_OK;
}

static enum status emit_all(struct emitter *emitter, int senders, struct failure *failure) {
    int64_t n = receptions(emitter->schedule->processors, emitter->schedule->items);
    for (int64_t number = 0; number < n; number++)
        TRY(emit(emitter, number, senders, failure));
    return STATUS_OK;
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
