/* SPDX-License-Identifier: MIT */
#include "tests/collective/single_search.h"

#include <limits.h>

enum { STOP_EVERY = 1 << 20 };

/* In one cycle. Each processor with the item, or about to have it, has a wait until it may send:
 * what is left of the overhead that keeps it busy and of the gap after its last sending, or of the
 * way of the item to it. */
struct moment {
    int time;
    int informed; /* processors that have it or are about to */
    int last;     /* when the last of them has it */
    int sum;      /* of when they have it */
    int wait[SINGLE_SEARCH_MOST_PROCESSORS];
};

struct search {
    struct logp_machine machine;
    int processors;
    bool by_sum; /* else by time */
    int best;
    uint64_t nodes;
    const struct limits *limits;
    bool stopped;
};

static int value(const struct search *search, const struct moment *moment) {
    return search->by_sum ? moment->sum : moment->last;
}

/* Who is informed from now on has it no earlier than this. */
static int bound(const struct search *search, const struct moment *moment) {
    int earliest = moment->time + search->machine.latency + 2 * search->machine.overhead;
    int missing = search->processors - moment->informed;
    if (search->by_sum)
        return moment->sum + missing * earliest;
    return missing > 0 && earliest > moment->last ? earliest : moment->last;
}

static int ready(const struct moment *moment) {
    int count = 0;
    for (int i = 0; i < moment->informed; i++)
        count += moment->wait[i] == 0;
    return count;
}

/* `senders` of those that may send do; then a cycle passes. */
static struct moment after(const struct search *search, const struct moment *moment, int senders) {
    const struct logp_machine *machine = &search->machine;
    int transfer = machine->latency + 2 * machine->overhead;
    struct moment next = *moment;
    for (int i = 0; i < moment->informed && senders > 0; i++) {
        if (moment->wait[i] > 0)
            continue;
        next.wait[i] = machine->overhead > machine->gap ? machine->overhead : machine->gap;
        next.wait[next.informed++] = transfer;
        next.last = moment->time + transfer > next.last ? moment->time + transfer : next.last;
        next.sum += moment->time + transfer;
        senders--;
    }
    next.time++;
    for (int i = 0; i < next.informed; i++)
        next.wait[i] -= next.wait[i] > 0;
    return next;
}

static void try_all(struct search *search, const struct moment *moment) {
    if (++search->nodes % STOP_EVERY == 0 && search->limits && limits_stop(search->limits))
        search->stopped = true;
    if (search->stopped || bound(search, moment) >= search->best)
        return;
    if (moment->informed == search->processors) {
        search->best = value(search, moment);
        return;
    }
    int missing = search->processors - moment->informed, most = ready(moment);
    for (int senders = most < missing ? most : missing; senders >= 0; senders--) {
        struct moment next = after(search, moment, senders);
        try_all(search, &next);
    }
}

static int best_of(struct search *search, bool by_sum) {
    struct moment start = {.informed = 1};
    search->by_sum = by_sum;
    search->best = INT_MAX;
    try_all(search, &start);
    return search->best;
}

enum status single_search(const struct logp_machine *machine, int processors,
                          const struct limits *limits, struct single_best *best,
                          struct failure *failure) {
    struct search search = {*machine, processors, .limits = limits};
    enum status status = logp_machine_check(machine, failure);
    if (status)
        return status;
    if (processors < 1 || processors > SINGLE_SEARCH_MOST_PROCESSORS ||
        machine->latency > SINGLE_SEARCH_MOST_CYCLES ||
        machine->overhead > SINGLE_SEARCH_MOST_CYCLES || machine->gap > SINGLE_SEARCH_MOST_CYCLES)
        return failure_set(failure, STATUS_INPUT,
                           "the search is for 1 to %d processors and L, o, g up to %d",
                           SINGLE_SEARCH_MOST_PROCESSORS, SINGLE_SEARCH_MOST_CYCLES);
    int time = best_of(&search, false), sum = best_of(&search, true);
    if (search.stopped)
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    *best = (struct single_best){time, sum, search.nodes};
    return STATUS_OK;
}
