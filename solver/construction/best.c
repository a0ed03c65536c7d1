/* SPDX-License-Identifier: MIT */
#include "solver/construction/best.h"

#include "solver/construction/exception.h"
#include "solver/construction/two.h"

enum status best_schedule_of(struct every *every, int latency, mpz_srcptr processors,
                             const struct limits *limits, struct schedule *periodic,
                             struct failure *failure) {
    struct schedule pruned;
    if (latency == 2)
        return two_schedule(periodic, processors, failure);
    if (every_is_exception(latency, processors))
        return exception_schedule(periodic, latency, failure);
    enum status status = every_pruned(every, processors, limits, &pruned, failure);
    if (status)
        return status;
    status = schedule_words(&pruned, periodic, failure);
    schedule_clear(&pruned);
    return status;
}

enum status best_schedule(struct schedule *periodic, int latency, mpz_srcptr processors,
                          const struct limits *limits, struct failure *failure) {
    struct every *every = NULL;
    enum status status = latency == 2 ? STATUS_OK : every_new(&every, latency, failure);
    if (status)
        return status;
    status = best_schedule_of(every, latency, processors, limits, periodic, failure);
    every_free(every);
    return status;
}
