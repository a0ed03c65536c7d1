#include "solver/engine/delay.h"

#include "solver/build/every.h"
#include "solver/build/two.h"
#include "solver/engine/serve.h"

/* The least depth at which the closed prices allow N. */
static enum status least_depth(int latency, mpz_srcptr processors, int *depth,
                               struct failure *failure) {
    enum status status = latency == 2 ? two_depth(processors, depth, failure)
                                      : every_depth(latency, processors, depth, failure);
    if (!status && *depth > PRICES_MAX_DEPTH)
        status = failure_set(failure, STATUS_LIMIT, "t = %d is beyond %d, the largest depth taken",
                             *depth, PRICES_MAX_DEPTH);
    return status;
}

/* The prices at depth lower - 1, which must exclude N. */
static enum status exclude(int latency, mpz_srcptr processors, struct delay *delay,
                           struct failure *failure) {
    mpz_t bound;
    if (delay->lower == 0)
        return STATUS_OK;
    enum status status = prices_best(&delay->prices, latency, delay->lower - 1, failure);
    if (status)
        return status;
    delay->has_prices = true;
    mpz_init(bound);
    prices_bound(&delay->prices, bound);
    if (mpz_cmp(bound, processors) >= 0)
        status = failure_set(failure, STATUS_INTERNAL, "the prices allow t = %d", delay->lower - 1);
    mpz_clear(bound);
    return status ? status : prices_check(&delay->prices, failure);
}

/* The depth of what was found: it may be smaller than was asked for. */
static int depth_found(const struct answer *answer) {
    return answer->evidence == EVIDENCE_WORDS      ? answer->words.depth
           : answer->evidence == EVIDENCE_PRUNED   ? answer->pruned.depth
           : answer->evidence == EVIDENCE_SCHEDULE ? answer->schedule.depth
                                                   : answer->depth;
}

/* Asks the engines of the method, depth after depth. */
static enum status find_schedule(struct serve_question *question, const char *const *engines,
                                 const struct limits *limits, struct delay *delay,
                                 struct failure *failure) {
    for (question->depth = delay->lower; question->depth <= PRICES_MAX_DEPTH; question->depth++) {
        for (int i = 0; engines[i]; i++) {
            struct answer answer;
            enum status status =
                serve_engine_by_name(engines[i])->solve(question, limits, &answer, failure);
            if (status && (status != STATUS_LIMIT || !engines[i + 1]))
                return status;
            if (!status && answer.verdict == VERDICT_FEASIBLE) {
                delay->schedule = answer;
                delay->depth = depth_found(&answer);
                return STATUS_OK;
            }
            if (!status)
                answer_clear(&answer);
        }
        enum status status = limits_check(limits, failure);
        if (status)
            return status;
    }
    return failure_set(failure, STATUS_LIMIT, "no schedule was found up to t = %d",
                       PRICES_MAX_DEPTH);
}

enum status delay_find(int latency, mpz_srcptr processors, enum delay_method method,
                       const struct limits *limits, struct delay *delay, struct failure *failure) {
    static const char *const constructions[] = {"construction", NULL};
    static const char *const searches[] = {"search", "sat", NULL};
    struct serve_question question = {
        .latency = latency, .processors = processors, .class = SERVE_ANY, .period = 2};
    struct delay result = {.has_prices = false};
    answer_init(&result.schedule, "none", latency, 0);
    enum status status = least_depth(latency, processors, &result.lower, failure);
    if (!status)
        status = exclude(latency, processors, &result, failure);
    bool construct = method == DELAY_CONSTRUCTION || result.lower < latency;
    if (!status)
        status = find_schedule(&question, construct ? constructions : searches, limits, &result,
                               failure);
    if (status)
        delay_clear(&result);
    else
        *delay = result;
    return status;
}

void delay_clear(struct delay *delay) {
    answer_clear(&delay->schedule);
    if (delay->has_prices)
        prices_clear(&delay->prices);
}
