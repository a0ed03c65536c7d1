/* SPDX-License-Identifier: MIT */
/* Sections 9.3 to 9.5 of results/THEOREMS.md: schedules for L = 2. */
#include "solver/model/sequence.h"
#include "solver/stream/construction/latency_two.h"
#include "tests/theorems/theorem.h"

enum { ALL_DEPTH = 20, SAMPLES = 5 };

static const int far_depths[] = {80, 100, 150, 200, 300};
enum { FAR_DEPTHS = sizeof far_depths / sizeof *far_depths };

static bool serves(const struct schedule *periodic, mpz_srcptr processors,
                   struct failure *failure) {
    mpz_t found;
    mpz_init(found);
    schedule_processors(periodic, found);
    bool right = mpz_cmp(found, processors) == 0 && !schedule_check(periodic, failure);
    mpz_clear(found);
    return right;
}

/* N processors, Q(t-1) < N <= Q(t): delay 2 + t, stationary but for N = 5 and 8. */
static enum status check_number(mpz_srcptr processors, int depth, struct failure *failure) {
    struct schedule periodic;
    enum status status = latency_two_schedule(&periodic, processors, failure);
    if (status)
        return status;
    bool stationary = mpz_cmp_ui(processors, 5) != 0 && mpz_cmp_ui(processors, 8) != 0;
    if (periodic.latency != 2 || periodic.depth != depth || stationary != (periodic.period == 1) ||
        !serves(&periodic, processors, failure))
        status = failure_set(failure, STATUS_INTERNAL, "L = 2, t = %d, N = ..%lu", depth,
                             mpz_fdiv_ui(processors, 1000000000));
    schedule_clear(&periodic);
    return status;
}

/* Every N of this depth. */
static enum status check_all(int depth, struct failure *failure) {
    mpz_t processors, capacity;
    mpz_inits(processors, capacity, NULL);
    enum status status =
        depth > 0 ? latency_two_capacity(processors, depth - 1, failure) : STATUS_OK;
    if (!status)
        status = latency_two_capacity(capacity, depth, failure);
    while (!status && mpz_cmp(processors, capacity) < 0) {
        mpz_add_ui(processors, processors, 1);
        status = check_number(processors, depth, failure);
    }
    mpz_clears(processors, capacity, NULL);
    return status;
}

/* The least N, the greatest, and some between. */
static enum status check_some(int depth, struct failure *failure) {
    mpz_t before, capacity, range, processors;
    mpz_inits(before, capacity, range, processors, NULL);
    enum status status = latency_two_capacity(before, depth - 1, failure);
    if (!status)
        status = latency_two_capacity(capacity, depth, failure);
    mpz_sub(range, capacity, before);
    mpz_sub_ui(range, range, 1);
    for (unsigned long i = 0; i <= SAMPLES && !status; i++) {
        mpz_mul_ui(processors, range, i); /* N = Q(t-1) + 1 + i/SAMPLES of the range */
        mpz_fdiv_q_ui(processors, processors, SAMPLES);
        mpz_add(processors, processors, before);
        mpz_add_ui(processors, processors, 1);
        status = check_number(processors, depth, failure);
    }
    mpz_clears(before, capacity, range, processors, NULL);
    return status;
}

static enum status try_two(struct failure *failure) {
    enum status status = STATUS_OK;
    for (int depth = 0; depth <= ALL_DEPTH && !status; depth++)
        status = check_all(depth, failure);
    for (int depth = ALL_DEPTH + 1; depth <= 60 && !status; depth++)
        status = check_some(depth, failure);
    for (int i = 0; i < FAR_DEPTHS && !status; i++)
        status = check_some(far_depths[i], failure);
    return status;
}

static const struct theorem theorems[] = {
    {"two", "schedules for L = 2: every N <= Q(20) = 8865, some N for t <= 60 and up to t = 300",
     try_two},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
