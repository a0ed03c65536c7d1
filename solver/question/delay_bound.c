/* SPDX-License-Identifier: MIT */
#include "solver/question/delay_bound.h"

#include "solver/construction/every.h"
#include "solver/construction/two.h"

enum status delay_bound_depth(int latency, mpz_srcptr processors, int *depth,
                              struct failure *failure) {
    int least;
    enum status status = latency == 2 ? two_depth(processors, &least, failure)
                                      : every_depth(latency, processors, &least, failure);
    if (!status && least > PRICES_MAX_DEPTH)
        status = failure_set(failure, STATUS_LIMIT,
                             "L = %d: t = %d is beyond %d, the largest depth taken", latency, least,
                             PRICES_MAX_DEPTH);
    if (!status)
        *depth = least;
    return status;
}

enum status delay_bound_prices(int latency, mpz_srcptr processors, int depth, struct prices *prices,
                               struct failure *failure) {
    struct prices result;
    mpz_t bound;
    enum status status = prices_best(&result, latency, depth - 1, failure);
    if (status)
        return status;
    mpz_init(bound);
    prices_bound(&result, bound);
    if (mpz_cmp(bound, processors) >= 0)
        status = failure_set(failure, STATUS_INTERNAL, "the prices allow t = %d", depth - 1);
    mpz_clear(bound);
    if (!status)
        status = prices_check(&result, failure);
    if (status)
        prices_clear(&result);
    else
        *prices = result;
    return status;
}
