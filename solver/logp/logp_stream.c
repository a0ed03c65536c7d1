/* SPDX-License-Identifier: MIT */
#include "solver/logp/logp_stream.h"

#include "solver/logp/annealed_stream.h"
#include "solver/logp/breakout_stream.h"
#include "solver/logp/heads.h"
#include "solver/logp/waiting_stream.h"
#include "solver/logp/whole_steps.h"

struct search {
    const struct logp_machine *machine;
    mpz_srcptr processors;
    const struct limits *limits;
    int64_t least; /* no schedule of this form has a smaller depth */
};

/* Keeps the better one in `best`, which is empty if there was none. */
static void keep_better(struct logp_schedule *best, struct logp_schedule *other) {
    if (best->count == 0 || other->depth < best->depth) {
        struct logp_schedule worse = *best;
        *best = *other;
        *other = worse;
    }
    logp_schedule_clear(other);
}

/* The tree of one item; -1 beyond the limits of heads.h. */
static enum status find_least(struct search *search, struct failure *failure) {
    int64_t unit = logp_machine_unit(search->machine);
    int64_t latency = logp_machine_transfer(search->machine) / unit;
    int64_t gap = logp_machine_step(search->machine) / unit;
    int least;
    search->least = -1;
    if (latency > HEADS_MAX_DEPTH || gap > HEADS_MAX_DEPTH)
        return STATUS_OK;
    enum status status =
        heads_least_depth((int)latency, (int)gap, search->processors, &least, failure);
    if (!status)
        search->least = least * unit;
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Each capacity allows all that those before it do. Where there is no limit at the receiver, what
 * waits for B at least and what does not are alike. */
static enum status relax(const struct search *search, struct logp_schedule *schedule,
                         enum logp_capacity capacity, struct failure *failure) {
    schedule->capacity = capacity;
    for (size_t i = 0; i < schedule->count && capacity == CAPACITY_NONE; i++)
        schedule->parts[i].wait = 0;
    return logp_schedule_finish(schedule, search->processors, failure);
}

/* Flight differs from full by blocks that wait, which breakout does not know. */
static enum status improve(const struct search *search, struct logp_schedule *best,
                           struct failure *failure) {
    enum status status = STATUS_OK;
    if (best->depth > search->least && best->capacity != CAPACITY_FLIGHT)
        status = breakout_improve(best, search->limits, failure);
    if (!status && best->depth > search->least)
        status = annealed_improve(best, search->limits, failure);
    return status;
}

/* From whole steps on, under one capacity after the other up to `last`. */
static enum status improve_in_turn(const struct search *search, enum logp_capacity last,
                                   struct logp_schedule *best, struct logp_schedule *waiting,
                                   struct failure *failure) {
    enum status status = improve(search, best, failure);
    for (int capacity = CAPACITY_FULL + 1; capacity <= (int)last && !status; capacity++) {
        status = relax(search, best, (enum logp_capacity)capacity, failure);
        if (!status && capacity == CAPACITY_NONE && waiting->count > 0)
            keep_better(best, waiting);
        if (!status)
            status = improve(search, best, failure);
    }
    return status;
}

/* `waiting` is empty, or a stream without a limit at the receiver. */
static enum status find(const struct search *search, enum logp_capacity capacity,
                        struct logp_schedule *best, struct logp_schedule *waiting,
                        struct failure *failure) {
    if (waiting->count > 0 && waiting->depth <= search->least) {
        keep_better(best, waiting);
        return STATUS_OK;
    }
    enum status status = whole_steps_stream(best, search->machine, CAPACITY_FULL,
                                            search->processors, search->limits, failure);
    if (!status)
        return improve_in_turn(search, capacity, best, waiting, failure);
    if (status != STATUS_LIMIT || waiting->count == 0)
        return status;
    keep_better(best, waiting);
    return improve(search, best, failure);
}

enum status logp_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure) {
    struct search search = {machine, processors, limits, -1};
    struct logp_schedule best = {.count = 0}, waiting = {.count = 0};
    enum status status = logp_machine_check(machine, failure);
    if (!status)
        status = find_least(&search, failure);
    if (!status && capacity == CAPACITY_NONE)
        status = waiting_stream(&waiting, machine, processors, limits, failure);
    if (!status || status == STATUS_LIMIT)
        status = find(&search, capacity, &best, &waiting, failure);
    logp_schedule_clear(&waiting);
    if (status)
        logp_schedule_clear(&best);
    else
        *schedule = best;
    return status;
}
