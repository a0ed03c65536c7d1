/* SPDX-License-Identifier: MIT */
#include "solver/question/delay_scan.h"

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/certificates.h"
#include "solver/question/engines.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/latency_two.h"

enum status delay_bound_depth(int latency, mpz_srcptr processors, int *depth,
                              struct failure *failure) {
    int least;
    TRY(latency == 2 ? latency_two_depth(processors, &least, failure)
                     : pruned_union_depth(latency, processors, &least, failure));
    if (least > PRICES_MAX_DEPTH)
        return failure_limit(failure, "L = %d: t = %d is beyond %d, the largest depth taken",
                             latency, least, PRICES_MAX_DEPTH);
    *depth = least;
    return STATUS_OK;
}

enum status delay_bound_prices(int latency, mpz_srcptr processors, int depth, struct prices *prices,
                               struct failure *failure) {
    CLEANUP(prices_clear) struct prices result = {0};
    TRY(prices_best(&result, latency, depth - 1, failure));
    BIG(bound);
    prices_bound(&result, bound);
    if (mpz_cmp(bound, processors) >= 0)
        return failure_internal(failure, "the prices allow t = %d", depth - 1);
    TRY(prices_check(&result, failure));
    *prices = TAKE(result);
    return STATUS_OK;
}

struct scan {
    int latency;
    FILE *certificates;
    const struct limits *limits;
    struct pruned_union *unions; /* NULL for L = 2 */
    mpz_t processors;
};

static void scan_clear(struct scan *scan) {
    pruned_union_free(scan->unions);
    mpz_clear(scan->processors);
}

static enum status write(const struct scan *scan, struct evidence evidence,
                         struct failure *failure) {
    return scan->certificates
               ? evidence_write_stream(evidence, scan->certificates, scan->limits, failure)
               : STATUS_OK;
}

/* Blocks on a pruned tree; or words, for L = 2 and the exceptions. */
static enum status serve(const struct scan *scan, int *depth, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    TRY(best_form_of(scan->unions, scan->latency, scan->processors, scan->limits, &schedule,
                     failure));
    *depth = schedule.depth;
    return write(scan, evidence_of_schedule(&schedule), failure);
}

/* Why less than depth t is impossible. */
static enum status exclude(const struct scan *scan, int depth, struct failure *failure) {
    CLEANUP(prices_clear) struct prices prices = {0};
    TRY(delay_bound_prices(scan->latency, scan->processors, depth, &prices, failure));
    return write(scan, evidence_of_prices(&prices), failure);
}

static enum status step(struct scan *scan, int before, int *depth, struct failure *failure) {
    int found;
    TRY(limits_check(scan->limits, failure));
    TRY(delay_bound_depth(scan->latency, scan->processors, depth, failure));
    if (*depth != before && *depth > 0)
        TRY(exclude(scan, *depth, failure));
    TRY(serve(scan, &found, failure));
    if (found != *depth)
        return failure_internal(failure, "the schedule has depth %d, not %d", found, *depth);
    return STATUS_OK;
}

enum status delay_scan(int latency, long first, long count, FILE *certificates,
                       const struct limits *limits, int *depths, struct failure *failure) {
    CLEANUP(scan_clear)
    struct scan scan = {.latency = latency, .certificates = certificates, .limits = limits};
    if (latency != 2)
        TRY(pruned_union_new(&scan.unions, latency, failure));
    mpz_init_set_si(scan.processors, first);
    for (long i = 0; i < count; i++) {
        TRY(step(&scan, i ? depths[i - 1] : -1, &depths[i], failure));
        mpz_add_ui(scan.processors, scan.processors, 1);
    }
    return STATUS_OK;
}

/* --- as an engine, from the source and one more on --- */

static enum status scan_all(const struct question *question, FILE *stream,
                            const struct limits *limits, int *last, struct failure *failure) {
    long count = question_number(question, KEY_PROCESSORS) - 1;
    FREED int *depths = memory_new((size_t)count, sizeof *depths);
    TRY(memory_check(depths, failure, "the delays"));
    TRY(delay_scan((int)question_number(question, KEY_LATENCY), 1, count, stream, limits, depths,
                   failure));
    *last = depths[count - 1];
    return STATUS_OK;
}

EVIDENCE_CLEAR(clear_question, question_clear)

static enum status write_stream(const void *body, FILE *stream, const struct limits *limits,
                                struct failure *failure) {
    int last = 0;
    return scan_all(body, stream, limits, &last, failure);
}

/* Every schedule is made here as well, and made again when it is written: that takes less time than
 * to keep them takes room. */
static enum status ask(const struct engine_call *call, struct failure *failure) {
    struct question copy;
    int last = 0, latency = (int)question_number(call->question, KEY_LATENCY);
    TRY(scan_all(call->question, NULL, call->limits, &last, failure));
    TRY(question_copy(&copy, call->question, failure));
    call->outcome->schedule =
        (struct evidence){.kind = "stream", .body = &copy, .stream = write_stream};
    TRY(evidence_keep(&call->outcome->schedule, sizeof copy, clear_question, failure));
    return outcome_give_range(call->outcome, latency + last, latency + last, failure);
}

const struct engine delays_engines[] = {{MACHINE_POSTAL, "construction", ENGINE_DECIDES, 0, ask, 0,
                                         NULL, NULL, "unions of known schedules, and prices"},
                                        {.name = NULL}};
