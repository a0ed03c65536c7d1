/* SPDX-License-Identifier: MIT */
/* The remark that any permutations will do, Karp et al. 1992, section 5.1: all of them, for few
 * processors. */
#include <string.h>

#include "solver/collective/exchange/allgather.h"
#include "tools/claims/methods/exchange/exchange_stream.h"
#include "tools/claims/methods/machine_box.h"
#include "tools/claims/methods/methods.h"

enum { MOST_PROCESSORS = 6, MOST_SLOTS = 20, MOST_MESSAGES = MOST_PROCESSORS * MOST_SLOTS };

/* targets[s][i]: to whom processor i sends its message s. */
struct collection {
    int processors;
    int items;
    int slots; /* k(P-1) */
    int targets[MOST_SLOTS][MOST_PROCESSORS];
    int left[MOST_PROCESSORS][MOST_PROCESSORS]; /* how often i has still to name j */
};

struct attempt {
    struct claim_job *job;
    struct exchange_stream stream;
    struct logp_machine machine;
    struct collection collection;
    struct message messages[MOST_MESSAGES];
    long collections;
    long most; /* after which no more are tried at a point */
};

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct attempt *attempt = source;
    enum status status = STATUS_OK;
    (void)limits;
    for (int i = 0; i < attempt->collection.slots * attempt->collection.processors && !status; i++)
        status = take(context, &attempt->messages[i], failure);
    return status;
}

/* Slot s begins at time s*g; the n-th time that i names j it sends its item n. */
static enum status put_collection(struct attempt *attempt, struct failure *failure) {
    const struct collection *collection = &attempt->collection;
    const struct logp_machine *machine = &attempt->machine;
    int processors = collection->processors, count = 0;
    int named[MOST_PROCESSORS][MOST_PROCESSORS] = {{0}};
    for (int slot = 0; slot < collection->slots; slot++)
        for (int i = 0; i < processors; i++) {
            int to = collection->targets[slot][i];
            attempt->messages[count++] = (struct message){
                slot * machine->gap, i, to, i * collection->items + ++named[i][to], 0};
        }
    int finish = (int)logp_machine_transfer(machine) + (collection->slots - 1) * machine->gap;
    struct message_list list = {
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1},
        .processors = processors - 1,
        .items = collection->items,
        .all = true,
        .single = processors == 2,
        .count = count,
        .delay = finish,
        .finish = finish,
        .each = each,
        .source = attempt};
    attempt->collections++;
    return exchange_stream_put(&attempt->stream, &list, failure);
}

/* Fills slot `slot` from processor `who` on: nobody is named twice in a slot. */
static enum status fill(struct attempt *attempt, int slot, int who, unsigned taken,
                        struct failure *failure) {
    enum status status = STATUS_OK;
    struct collection *collection = &attempt->collection;
    if (who == collection->processors)
        return fill(attempt, slot + 1, 0, 0, failure);
    if (slot == collection->slots)
        return put_collection(attempt, failure);
    for (int to = 0; to < collection->processors && !status; to++) {
        if ((taken >> to & 1) || !collection->left[who][to] ||
            attempt->collections == attempt->most)
            continue;
        collection->left[who][to]--;
        collection->targets[slot][who] = to;
        status = fill(attempt, slot, who + 1, taken | 1u << to, failure);
        collection->left[who][to]++;
    }
    return status;
}

static enum status put_all(struct attempt *attempt, struct failure *failure) {
    struct collection *collection = &attempt->collection;
    for (int i = 0; i < collection->processors; i++)
        for (int j = 0; j < collection->processors; j++)
            collection->left[i][j] = i == j ? 0 : collection->items;
    attempt->collections = 0;
    return fill(attempt, 0, 0, 0, failure);
}

/* With these times, that of a processor's sends and receptions, all collections are legal or none
 * is. */
static enum status try_point(struct attempt *attempt, int processors, int items,
                             struct failure *failure) {
    const struct logp_machine *machine = &attempt->machine;
    struct collection *collection = &attempt->collection;
    *collection = (struct collection){
        .processors = processors, .items = items, .slots = items * (processors - 1)};
    struct allgather times = {
        .machine = *machine, .processors = processors, .items = items, .apart = machine->gap};
    bool legal = allgather_is_legal(&times);
    bool free = (machine->overhead <= machine->gap || collection->slots == 1) &&
                !allgather_conflict(machine, processors, items);
    enum status status = legal ? put_all(attempt, failure) : STATUS_OK;
    if (status)
        return status;
    struct claim_finding *finding = &attempt->job->finding;
    enum claim_truth corrected = legal == free ? CLAIM_HOLDS : CLAIM_FAILS;
    if (legal)
        claim_tell(finding,
                   CLAIM_AT("L o g P k", machine->latency, machine->overhead, machine->gap,
                            processors, items),
                   CLAIM_HOLDS, corrected, "%ld orders", attempt->collections);
    else
        claim_tell(finding,
                   CLAIM_AT("L o g P k", machine->latency, machine->overhead, machine->gap,
                            processors, items),
                   CLAIM_FAILS, corrected,
                   "in any order everybody sends while it receives its first message");
    if (machine->latency == 1 && machine->overhead == 0 && machine->gap == 1)
        fprintf(attempt->job->table, "P = %d, k = %d: %ld orders%s\n", processors, items,
                attempt->collections,
                attempt->collections == attempt->most ? ", and more that were not tried" : "");
    return STATUS_OK;
}

struct ranges {
    struct machine_box machines;
    struct claim_range processors, items, orders;
};

static enum status read_ranges(const struct claim_job *job, struct ranges *ranges,
                               struct failure *failure) {
    enum status status = machine_box_read(job, &ranges->machines, failure);
    if (!status)
        status = claim_range(job, "P", 2, MOST_PROCESSORS, &ranges->processors, failure);
    if (!status)
        status =
            claim_range(job, "k", 1, MOST_SLOTS / (MOST_PROCESSORS - 1), &ranges->items, failure);
    if (!status)
        status = claim_range(job, "orders", 1, 1000000, &ranges->orders, failure);
    return status;
}

static enum status try_machine(struct attempt *attempt, const struct ranges *ranges,
                               struct failure *failure) {
    enum status status = exchange_stream_open(&attempt->stream, attempt->job, failure);
    if (status)
        return status;
    for (long p = ranges->processors.first; p <= ranges->processors.last && !status; p++)
        for (long k = ranges->items.first; k <= ranges->items.last && !status; k++)
            status = try_point(attempt, (int)p, (int)k, failure);
    return exchange_stream_end(&attempt->stream, status, failure);
}

enum status try_karp_permutations(struct claim_job *job, struct failure *failure) {
    struct ranges ranges;
    enum status status = read_ranges(job, &ranges, failure);
    if (status)
        return status;
    struct attempt attempt = {.job = job, .most = ranges.orders.last};
    long total = machine_box_count(&ranges.machines);
    for (long i = 0; i < total && !status; i++) {
        attempt.machine = machine_box_at(&ranges.machines, i);
        status = try_machine(&attempt, &ranges, failure);
    }
    return status;
}
