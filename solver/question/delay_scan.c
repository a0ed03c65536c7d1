#include "solver/question/delay_scan.h"

#include "solver/certificate/write.h"
#include "solver/construction/every.h"
#include "solver/construction/exception.h"
#include "solver/construction/two.h"
#include "solver/question/delay_bound.h"

struct scan {
    int latency;
    FILE *certificates;
    const struct limits *limits;
    struct every *every; /* NULL for L = 2 */
    mpz_t processors;
};

static enum status write(const struct scan *scan, struct evidence evidence,
                         struct failure *failure) {
    return scan->certificates
               ? evidence_write_stream(evidence, scan->certificates, scan->limits, failure)
               : STATUS_OK;
}

static enum status serve_words(struct scan *scan, int *depth, struct failure *failure) {
    struct periodic periodic;
    enum status status = scan->every ? exception_schedule(&periodic, scan->latency, failure)
                                     : two_schedule(&periodic, scan->processors, failure);
    if (status)
        return status;
    *depth = periodic.depth;
    status = write(scan, evidence_of_periodic(&periodic), failure);
    periodic_clear(&periodic);
    return status;
}

static enum status serve(struct scan *scan, int *depth, struct failure *failure) {
    struct pruned pruned;
    if (!scan->every || every_is_exception(scan->latency, scan->processors))
        return serve_words(scan, depth, failure);
    enum status status =
        every_pruned(scan->every, scan->processors, scan->limits, &pruned, failure);
    if (status)
        return status;
    *depth = pruned.depth;
    status = write(scan, evidence_of_pruned(&pruned), failure);
    pruned_clear(&pruned);
    return status;
}

/* Why less than depth t is impossible. */
static enum status exclude(const struct scan *scan, int depth, struct failure *failure) {
    struct prices prices;
    enum status status =
        delay_bound_prices(scan->latency, scan->processors, depth, &prices, failure);
    if (status)
        return status;
    status = write(scan, evidence_of_prices(&prices), failure);
    prices_clear(&prices);
    return status;
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
