/* SPDX-License-Identifier: MIT */
#include "solver/collective/single/spmd_broadcast.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

/* One processor at work: what it knows, and where its messages go. */
struct worker {
    struct spmd_broadcast *run;
    const struct reach_numbers *f;
    struct failure *failure;
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static enum status send(const struct worker *worker, int from, int64_t begins, int64_t to,
                        struct spmd_part part) {
    struct spmd_broadcast *run = worker->run;
    if (begins > INT_MAX)
        return failure_set(worker->failure, STATUS_LIMIT, "a message is sent after time %d",
                           INT_MAX);
    if (run->message.count >= 2 * (size_t)run->processors)
        return failure_set(worker->failure, STATUS_LIMIT, "%d processors send more than %zu times",
                           run->processors, run->message.count);
    message_array_add(&run->message, &(struct message){.time = (int)begins,
                                                       .from = from,
                                                       .to = (int)(to % run->processors),
                                                       .item = 1});
    if (run->message.lost)
        return failure_memory(worker->failure, "the messages of a broadcast");
    struct spmd_part *known = &run->parts[to % run->processors];
    if (known->effective < 0)
        *known = part;
    return STATUS_OK;
}

/* Steps (2.2) and (3.2), which are the same. */
static enum status send_on(const struct worker *worker, int number, int64_t time) {
    const struct reach_numbers *f = worker->f;
    struct spmd_part own = worker->run->parts[number];
    int64_t apart = logp_machine_apart(&worker->run->machine);
    enum status status = STATUS_OK;
    for (int64_t k = 0; !status && k * f->apart <= own.effective - f->transfer; k++) {
        int64_t before = reach_number(f, own.effective) -
                         reach_number(f, own.effective - k * f->apart); /* in elder subtrees */
        int64_t effective = own.effective - f->transfer - k * f->apart;
        int64_t left = own.size - 1 - before;
        if (left > 0)
            status = send(worker, number, time + k * apart, number + 1 + before,
                          (struct spmd_part){effective, least(left, reach_number(f, effective))});
    }
    return status;
}

/* The program of the receiver of each message that is the first one for it, in the order in which
 * they were written down; the order does not matter, as nobody knows what others do. */
static enum status run_all(const struct worker *worker) {
    struct spmd_broadcast *run = worker->run;
    int64_t flight = logp_machine_transfer(&run->machine);
    bool *awake = memory_new((size_t)run->processors, sizeof *awake);
    if (!awake)
        return failure_memory(worker->failure, "the processors of a broadcast");
    awake[run->root] = true;
    enum status status = send_on(worker, run->root, 0);
    for (size_t i = 0; !status && i < run->message.count; i++) {
        struct message heard = run->message.messages[i];
        if (awake[heard.to])
            continue;
        awake[heard.to] = true;
        status = send_on(worker, heard.to, heard.time + flight);
    }
    free(awake);
    return status;
}

static enum status check(const struct logp_machine *machine, const struct reach_numbers *numbers,
                         int processors, int root, struct failure *failure) {
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    bool fits = numbers->transfer == logp_machine_transfer(machine) &&
                reach_number(numbers, numbers->time) >= processors &&
                reach_number(numbers, numbers->time - 1) < processors;
    if (root < 0 || root >= processors || processors > 1000000000 || !fits)
        return failure_set(failure, STATUS_INPUT,
                           "the recurrence is not that of %d processors with root %d", processors,
                           root);
    return STATUS_OK;
}

enum status spmd_broadcast_run(const struct logp_machine *machine,
                               const struct reach_numbers *numbers, int processors, int root,
                               struct spmd_broadcast *run, struct failure *failure) {
    enum status status = check(machine, numbers, processors, root, failure);
    if (status)
        return status;
    struct spmd_broadcast made = {.machine = *machine, .processors = processors, .root = root};
    struct worker worker = {&made, numbers, failure};
    made.parts = memory_new((size_t)processors, sizeof *made.parts);
    message_array_init(&made.message);
    if (!made.parts)
        return failure_memory(failure, "the processors of a broadcast");
    for (int i = 0; i < processors; i++)
        made.parts[i].effective = -1;
    made.parts[root] = (struct spmd_part){numbers->time, processors}; /* step (2.1) */
    status = run_all(&worker);
    if (status) {
        spmd_broadcast_clear(&made);
        return status;
    }
    message_array_sort(&made.message);
    *run = made;
    return STATUS_OK;
}

void spmd_broadcast_clear(struct spmd_broadcast *run) {
    free(run->parts);
    message_array_clear(&run->message);
    *run = (struct spmd_broadcast){0};
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    enum { PART = 1 << 16 };
    const struct spmd_broadcast *run = source;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < run->message.count && !status; i++) {
        if (i % PART == PART - 1)
            status = limits_check(limits, failure);
        if (!status)
            status = take(context, &run->message.messages[i], failure);
    }
    return status;
}

struct message_list spmd_broadcast_list(const struct spmd_broadcast *run, int finish) {
    const struct logp_machine *machine = &run->machine;
    int by_root = 0;
    for (size_t i = 0; i < run->message.count; i++)
        by_root += run->message.messages[i].from == run->root;
    return (struct message_list){
        .machine = {MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1,
                    CAPACITY_FULL},
        .processors = run->processors - 1,
        .items = 1,
        .single = by_root == 1,
        .count = (long)run->message.count,
        .delay = finish,
        .finish = finish,
        .each = each,
        .source = run,
    };
}
