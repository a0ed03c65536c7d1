/* SPDX-License-Identifier: MIT */
#include "solver/question/delay_scan.h"

#include "solver/certificate/evidence.h"
#include "solver/construction/every.h"
#include "solver/construction/exception.h"
#include "solver/construction/two.h"
#include "solver/decide/answer.h"
#include "solver/question/delay_bound.h"

struct scan {
    int latency;
    FILE *certificates;
    const struct limits *limits;
    struct every *every; /* NULL for L = 2 */
    mpz_t processors;
};

/* Frees the answer as well. */
static enum status write(const struct scan *scan, struct answer *answer, struct failure *failure) {
    enum status status = STATUS_OK;
    if (scan->certificates)
        status = evidence_write_stream(evidence_of_answer(answer), scan->certificates, scan->limits,
                                       failure);
    answer_clear(answer);
    return status;
}

static enum status serve_words(const struct scan *scan, int *depth, struct failure *failure) {
    struct answer answer = {.evidence = EVIDENCE_SCHEDULE};
    enum status status = scan->every ? exception_schedule(&answer.schedule, scan->latency, failure)
                                     : two_schedule(&answer.schedule, scan->processors, failure);
    if (status)
        return status;
    *depth = answer.schedule.depth;
    return write(scan, &answer, failure);
}

static enum status serve(const struct scan *scan, int *depth, struct failure *failure) {
    struct answer answer = {.evidence = EVIDENCE_SCHEDULE};
    if (!scan->every || every_is_exception(scan->latency, scan->processors))
        return serve_words(scan, depth, failure);
    enum status status =
        every_pruned(scan->every, scan->processors, scan->limits, &answer.schedule, failure);
    if (status)
        return status;
    *depth = answer.schedule.depth;
    return write(scan, &answer, failure);
}

/* Why less than depth t is impossible. */
static enum status exclude(const struct scan *scan, int depth, struct failure *failure) {
    struct answer answer = {.evidence = EVIDENCE_PRICES};
    enum status status =
        delay_bound_prices(scan->latency, scan->processors, depth, &answer.prices, failure);
    return status ? status : write(scan, &answer, failure);
}

static enum status step(struct scan *scan, int before, int *depth, struct failure *failure) {
    int found;
    enum status status = limits_check(scan->limits, failure);
    if (!status)
        status = delay_bound_depth(scan->latency, scan->processors, depth, failure);
    if (!status && *depth != before && *depth > 0)
        status = exclude(scan, *depth, failure);
    if (!status)
        status = serve(scan, &found, failure);
    if (!status && found != *depth)
        status = failure_set(failure, STATUS_INTERNAL, "the schedule has depth %d, not %d", found,
                             *depth);
    return status;
}

enum status delay_scan(int latency, long first, long count, FILE *certificates,
                       const struct limits *limits, int *depths, struct failure *failure) {
    struct scan scan = {.latency = latency, .certificates = certificates, .limits = limits};
    enum status status = STATUS_OK;
    if (latency != 2)
        status = every_new(&scan.every, latency, failure);
    if (status)
        return status;
    mpz_init_set_si(scan.processors, first);
    for (long i = 0; i < count && !status; i++) {
        status = step(&scan, i ? depths[i - 1] : -1, &depths[i], failure);
        mpz_add_ui(scan.processors, scan.processors, 1);
    }
    mpz_clear(scan.processors);
    every_free(scan.every);
    return status;
}
