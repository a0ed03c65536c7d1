/* SPDX-License-Identifier: MIT */
/* Section 10 of results/THEOREMS.md: every number of processors, L = 1 and L >= 3. */
#include "solver/model/sequence.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/theorems/theorem.h"

enum {
    LATENCY = 10, /* all L up to this one but 2: */
    ALL = 200,    /* all N up to this one, P(3L) < 200 among them; */
    DEPTHS = 60,  /* samples at every twelfth depth up to this one */
    STEP = 12,
    SAMPLES = 4,
    BASE_LATENCY = 30 /* L = 11 to this one: all N with 2L <= B(N) <= 3L */
};

/* t = B(N): P(t-1) < N <= P(t). */
static enum status is_least(int latency, mpz_srcptr processors, int depth, bool *least,
                            struct failure *failure) {
    mpz_t tree;
    mpz_init(tree);
    enum status status = sequence_term(tree, latency, depth, NULL, failure);
    *least = mpz_cmp(processors, tree) <= 0;
    if (!status && depth > 0) {
        status = sequence_term(tree, latency, depth - 1, NULL, failure);
        *least = *least && mpz_cmp(tree, processors) < 0;
    }
    mpz_clear(tree);
    return status;
}

/* The words by the definition of stationary schedules, once more. */
static enum status check_number(struct pruned_union *unions, int latency, mpz_srcptr processors,
                                struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule made = {0};
    struct schedule periodic;
    bool right = false;
    TRY(best_form_of(unions, latency, processors, NULL, &made, failure));
    TRY(schedule_words(&made, &periodic, failure));
    enum status status = schedule_finish(&periodic, processors, failure);
    if (status)
        return status;
    status = is_least(latency, processors, periodic.depth, &right, failure);
    if (!status && !right)
        status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d, N = ..%lu", latency,
                             periodic.depth, mpz_fdiv_ui(processors, 1000000000));
    schedule_clear(&periodic);
    return status;
}

/* All N from first to last. */
static enum status check_range(struct pruned_union *unions, int latency, mpz_srcptr first,
                               mpz_srcptr last, struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t processors;
    mpz_init_set(processors, first);
    for (; mpz_cmp(processors, last) <= 0 && !status; mpz_add_ui(processors, processors, 1))
        status = check_number(unions, latency, processors, failure);
    mpz_clear(processors);
    return status;
}

/* All N with 2L <= B(N) <= 3L. */
static enum status check_base(struct pruned_union *unions, int latency, struct failure *failure) {
    mpz_t first, last;
    mpz_inits(first, last, NULL);
    enum status status = sequence_term(first, latency, 2 * latency - 1, NULL, failure);
    mpz_add_ui(first, first, 1);
    if (!status)
        status = sequence_term(last, latency, 3 * latency, NULL, failure);
    if (!status)
        status = check_range(unions, latency, first, last, failure);
    mpz_clears(first, last, NULL);
    return status;
}

/* N = P(t-1) + 1 and P(t), and some between. */
static enum status check_some(struct pruned_union *unions, int latency, int depth,
                              struct failure *failure) {
    mpz_t before, range, processors;
    mpz_inits(before, range, processors, NULL);
    enum status status = sequence_term(before, latency, depth - 1, NULL, failure);
    if (!status)
        status = sequence_term(range, latency, depth, NULL, failure);
    mpz_sub(range, range, before);
    for (unsigned long i = 0; i <= SAMPLES && !status; i++) {
        mpz_sub_ui(processors, range, 1); /* N = P(t-1) + 1 + i/SAMPLES of the range */
        mpz_mul_ui(processors, processors, i);
        mpz_fdiv_q_ui(processors, processors, SAMPLES);
        mpz_add(processors, processors, before);
        mpz_add_ui(processors, processors, 1);
        status = check_number(unions, latency, processors, failure);
    }
    mpz_clears(before, range, processors, NULL);
    return status;
}

static enum status check_small_latency(struct pruned_union *unions, int latency,
                                       struct failure *failure) {
    mpz_t first, last;
    mpz_init_set_ui(first, 1);
    mpz_init_set_ui(last, ALL);
    enum status status = check_range(unions, latency, first, last, failure);
    mpz_clears(first, last, NULL);
    for (int depth = 3 * latency + 1; depth <= DEPTHS && !status; depth += STEP)
        status = check_some(unions, latency, depth, failure);
    return status;
}

static enum status check_latency(int latency, struct failure *failure) {
    struct pruned_union *unions;
    enum status status = pruned_union_new(&unions, latency, failure);
    if (status)
        return status;
    if (latency <= LATENCY)
        status = check_small_latency(unions, latency, failure);
    else if (latency <= BASE_LATENCY)
        status = check_base(unions, latency, failure);
    else
        for (int t = 1; t <= 4 && !status; t++)
            status = check_some(unions, latency, t * latency + 1, failure);
    pruned_union_free(unions);
    return status;
}

static enum status try_every(struct failure *failure) {
    static const int far_latencies[] = {33, 34, 50, 64};
    enum status status = STATUS_OK;
    int far_count = sizeof far_latencies / sizeof *far_latencies;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 1; i <= BASE_LATENCY + far_count; i++) {
        struct failure found = {0};
        int latency = i <= BASE_LATENCY ? i : far_latencies[i - BASE_LATENCY - 1];
        enum status result = latency == 2 ? STATUS_OK : check_latency(latency, &found);
        if (result)
#pragma omp critical
        {
            status = result;
            *failure = found;
        }
    }
    return status;
}

static const struct theorem theorems[] = {
    {"every",
     "L + B(N) for every N: L = 1, 3..10, N <= 200, depths 2L..3L for L <= 30, some to t = 60",
     try_every},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
