#include "solver/build/best.h"

#include "solver/build/every.h"
#include "solver/build/exception.h"
#include "solver/build/two.h"

static enum status pruned_schedule(struct periodic *periodic, int latency, mpz_srcptr processors,
                                   const struct limits *limits, struct failure *failure) {
    struct every *every;
    struct pruned pruned;
    enum status status = every_new(&every, latency, failure);
    if (status)
        return status;
    status = every_pruned(every, processors, limits, &pruned, failure);
    every_free(every);
    if (status)
        return status;
    status = pruned_words(&pruned, periodic, failure);
    pruned_clear(&pruned);
    return status;
}

enum status best_schedule(struct periodic *periodic, int latency, mpz_srcptr processors,
                          const struct limits *limits, struct failure *failure) {
    if (latency == 2)
        return two_schedule(periodic, processors, failure);
    if (!every_is_exception(latency, processors))
        return pruned_schedule(periodic, latency, processors, limits, failure);
    struct periodic words;
    enum status status = exception_schedule(&words, latency, failure);
    if (!status)
        status = periodic_finish(&words, processors, failure);
    if (!status)
        *periodic = words;
    return status;
}
