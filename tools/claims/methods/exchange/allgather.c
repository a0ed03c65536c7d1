/* SPDX-License-Identifier: MIT */
/* All-to-all broadcast, Karp et al. 1992, section 5.1, and 1993, section 4. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/collective/exchange/allgather.h"
#include "solver/collective/exchange/allgather_search.h"
#include "tools/claims/methods/exchange/exchange_stream.h"
#include "tools/claims/methods/methods.h"

enum {
    EVERY = 64,          /* certificates for each number of processors up to this, then for some */
    EXPANDED = 12,       /* up to this all messages are written too */
    EXPANDED_FIRST = 60, /* for the first latency */
    SEARCHED_TIME = 14,
    SEARCHED_NODES = 300000
};

struct ranges {
    struct claim_range latency, overhead, gap, processors, items;
};

struct attempt {
    struct claim_job *job;
    struct ranges ranges;
    struct exchange_stream stream;
    struct logp_machine machine;
    long reached, missed, searched; /* points */
};

static enum status read_ranges(const struct claim_job *job, bool items, struct ranges *ranges,
                               struct failure *failure) {
    enum status status = claim_range(job, "L", 1, 1000, &ranges->latency, failure);
    if (!status)
        status = claim_range(job, "o", 0, 1000, &ranges->overhead, failure);
    if (!status)
        status = claim_range(job, "g", 1, 1000, &ranges->gap, failure);
    if (!status)
        status = claim_range(job, "P", 2, 10000, &ranges->processors, failure);
    ranges->items = (struct claim_range){.first = 1, .last = 1};
    if (!status && items)
        status = claim_range(job, "k", 1, 1000, &ranges->items, failure);
    return status;
}

/* Every number for small ones, then each a quarter larger. */
static long after(long processors) {
    return processors < EVERY ? processors + 1 : processors + processors / 4;
}

static long paper_time(const struct allgather *schedule) {
    const struct logp_machine *machine = &schedule->machine;
    return (long)logp_machine_transfer(machine) +
           ((long)schedule->items * (schedule->processors - 1) - 1) * machine->gap;
}

/* Sends at 0, apart, 2*apart, .. without a wait are legal, interval by interval. */
static bool is_legal_without_wait(const struct allgather *schedule, int apart) {
    struct allgather printed = *schedule;
    printed.apart = apart;
    printed.wait = 0;
    return allgather_is_legal(&printed);
}

/* By search over all schedules, for the least questions: whether this time is possible. Where that
 * takes too long, it is not known. */
static enum status search(struct attempt *attempt, const struct allgather *schedule, int time,
                          bool *known, bool *possible, struct failure *failure) {
    struct limits limits = attempt->job->limits;
    limits.nodes = SEARCHED_NODES;
    *known = false;
    if (schedule->processors * schedule->items > 4 || time > SEARCHED_TIME)
        return STATUS_OK;
    enum status status = allgather_search(&attempt->machine, schedule->processors, schedule->items,
                                          time, &limits, possible, failure);
    if (status == STATUS_LIMIT)
        return STATUS_OK;
    *known = status == STATUS_OK;
    attempt->searched += *known;
    return status;
}

/* The corrected statement: the bound is reached where no reception is in the way, by the schedule
 * that steadycheck verifies, and by no schedule elsewhere. */
static enum status judge(struct attempt *attempt, const struct allgather *schedule,
                         enum claim_truth *corrected, struct failure *failure) {
    int apart = logp_machine_apart(&attempt->machine);
    int least = (int)allgather_least(&attempt->machine, schedule->processors, schedule->items);
    bool free = !allgather_conflict(&attempt->machine, schedule->processors, schedule->items);
    bool known, possible, before;
    bool right =
        free == is_legal_without_wait(schedule, apart) && free == (schedule->finish == least);
    enum status status = search(attempt, schedule, least, &known, &possible, failure);
    if (!status && known)
        right = right && possible == free;
    if (!status)
        status = search(attempt, schedule, least - 1, &known, &before, failure);
    if (!status && known)
        right = right && !before;
    *corrected = right ? CLAIM_HOLDS : CLAIM_FAILS;
    return status;
}

static void tell(struct attempt *attempt, const struct allgather *schedule,
                 enum claim_truth corrected) {
    const struct logp_machine *machine = &schedule->machine;
    struct claim_finding *finding = &attempt->job->finding;
    long paper = paper_time(schedule);
    int64_t d = allgather_conflict(machine, schedule->processors, schedule->items);
    bool holds = schedule->finish == paper && is_legal_without_wait(schedule, machine->gap);
    const struct claim_point *point =
        CLAIM_AT(attempt->ranges.items.key ? "L o g P k" : "L o g P", machine->latency,
                 machine->overhead, machine->gap, schedule->processors, schedule->items);
    holds ? attempt->reached++ : attempt->missed++;
    if (holds)
        claim_tell(finding, point, CLAIM_HOLDS, corrected, "as printed");
    else if (machine->overhead > machine->gap)
        claim_tell(finding, point, CLAIM_FAILS, corrected,
                   "receptions are o cycles apart, so it takes %ld cycles or more, not %ld",
                   (long)allgather_least(machine, schedule->processors, schedule->items), paper);
    else
        claim_tell(finding, point, CLAIM_FAILS, corrected,
                   "to end after %ld cycles everybody would begin to send at %ld and to receive at "
                   "%d, each for o cycles",
                   paper, (long)d * machine->gap, machine->latency + machine->overhead);
}

/* The schedule by rotation, and for few processors with all its messages. */
static enum status certify(struct attempt *attempt, const struct allgather *schedule,
                           struct failure *failure) {
    struct message_list list = allgather_list(schedule);
    bool first = attempt->machine.latency == attempt->ranges.latency.first;
    enum status status = exchange_stream_put(&attempt->stream, &list, failure);
    list = allgather_expanded(schedule);
    if (!status && schedule->items == 1 &&
        schedule->processors <= (first ? EXPANDED_FIRST : EXPANDED))
        status = exchange_stream_put(&attempt->stream, &list, failure);
    return status;
}

static enum status try_point(struct attempt *attempt, int processors, int items, bool certified,
                             struct failure *failure) {
    struct allgather schedule;
    enum claim_truth corrected;
    enum status status = allgather_build(&schedule, &attempt->machine, processors, items, failure);
    if (!status && certified)
        status = certify(attempt, &schedule, failure);
    if (!status)
        status = judge(attempt, &schedule, &corrected, failure);
    if (!status)
        tell(attempt, &schedule, corrected);
    return status;
}

static enum status try_machine(struct attempt *attempt, struct failure *failure) {
    const struct ranges *ranges = &attempt->ranges;
    enum status status = STATUS_OK;
    long certified = ranges->processors.first;
    for (long p = ranges->processors.first; p <= ranges->processors.last && !status; p++) {
        for (long k = ranges->items.first; k <= ranges->items.last && !status; k++)
            status = try_point(attempt, (int)p, (int)k, p == certified, failure);
        if (p == certified)
            certified = after(p);
    }
    return status;
}

/* All machines of one latency, with the certificates of their schedules. */
static enum status try_latency(struct attempt *attempt, struct failure *failure) {
    const struct ranges *ranges = &attempt->ranges;
    enum status status = exchange_stream_open(&attempt->stream, attempt->job, failure);
    if (status)
        return status;
    for (long o = ranges->overhead.first; o <= ranges->overhead.last && !status; o++)
        for (long g = ranges->gap.first; g <= ranges->gap.last && !status; g++) {
            attempt->machine.overhead = (int)o;
            attempt->machine.gap = (int)g;
            status = try_machine(attempt, failure);
        }
    return exchange_stream_end(&attempt->stream, status, failure);
}

static enum status try_all(struct claim_job *job, bool items, struct failure *failure) {
    struct attempt attempt = {.job = job};
    struct ranges *ranges = &attempt.ranges;
    enum status status = read_ranges(job, items, ranges, failure);
    if (status)
        return status;
    fprintf(job->table, "%4s %10s %10s %18s %14s\n", "L", "reached", "not", "by all schedules",
            "certificates");
    for (long latency = ranges->latency.first; latency <= ranges->latency.last && !status;
         latency++) {
        attempt.machine.latency = (int)latency;
        attempt.reached = attempt.missed = attempt.searched = 0;
        long certificates = job->finding.certificates;
        status = try_latency(&attempt, failure);
        fprintf(job->table, "%4ld %10ld %10ld %18ld %14ld\n", latency, attempt.reached,
                attempt.missed, attempt.searched, job->finding.certificates - certificates);
    }
    return status;
}

enum status try_karp_allgather(struct claim_job *job, struct failure *failure) {
    return try_all(job, false, failure);
}

enum status try_karp_allgather_k(struct claim_job *job, struct failure *failure) {
    return try_all(job, true, failure);
}
