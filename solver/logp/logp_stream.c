/* SPDX-License-Identifier: MIT */
#include "solver/logp/logp_stream.h"

#include "solver/logp/annealed_stream.h"
#include "solver/logp/breakout_stream.h"
#include "solver/logp/waiting_stream.h"
#include "solver/logp/whole_steps.h"

/* Keeps the better one in `best`, which is empty if there was none. */
static void keep_better(struct logp_schedule *best, struct logp_schedule *other) {
    if (best->count == 0 || other->depth < best->depth) {
        struct logp_schedule worse = *best;
        *best = *other;
        *other = worse;
    }
    logp_schedule_clear(other);
}

enum status logp_stream(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, mpz_srcptr processors,
                        const struct limits *limits, struct failure *failure) {
    struct logp_schedule best = {.count = 0}, other;
    enum status status = whole_steps_stream(&best, machine, capacity, processors, limits, failure);
    if (capacity == CAPACITY_NONE && (!status || status == STATUS_LIMIT)) {
        enum status waiting = waiting_stream(&other, machine, processors, limits, failure);
        if (!waiting)
            keep_better(&best, &other);
        status = !waiting || waiting != STATUS_LIMIT ? waiting : status;
    }
    if (!status)
        status = breakout_improve(&best, limits, failure);
    if (!status)
        status = annealed_improve(&best, limits, failure);
    if (status)
        logp_schedule_clear(&best);
    else
        *schedule = best;
    return status;
}
