#include "solver/engine/delay.h"

#include "solver/build/every.h"
#include "solver/build/two.h"
#include "solver/engine/serve.h"
#include "solver/search/pruned_find.h"
#include "solver/search/pruned_local.h"

enum { BLOCK_ATTEMPTS = 1000 };

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

/* Blocks on a pruned tree, by local search: *found = false proves nothing. */
static enum status search_blocks(const struct serve_question *question, const struct limits *limits,
                                 bool *found, struct delay *delay, struct failure *failure) {
    struct pruned pruned;
    struct pruned_local_question blocks = {
        .latency = question->latency, .depth = question->depth, .attempts = BLOCK_ATTEMPTS};
    *found = false;
    if (question->depth < question->latency ||
        mpz_cmp_ui(question->processors, PRUNED_FIND_MAX_PROCESSORS) > 0)
        return STATUS_OK;
    blocks.processors = (int)mpz_get_si(question->processors);
    enum status status = pruned_local_find(&blocks, limits, found, &pruned, failure);
    if (!status && *found)
        status = pruned_finish(&pruned, question->processors, failure);
    if (status || !*found)
        return status;
    answer_init(&delay->schedule, "local search", question->latency, question->depth);
    delay->schedule.verdict = VERDICT_FEASIBLE;
    delay->schedule.evidence = EVIDENCE_PRUNED;
    delay->schedule.pruned = pruned;
    delay->depth = question->depth;
    return STATUS_OK;
}

/* Asks the engines for this depth. */
static enum status ask_engines(const struct serve_question *question, const char *const *engines,
                               const struct limits *limits, bool *found, struct delay *delay,
                               struct failure *failure) {
    *found = false;
    for (int i = 0; engines[i] && !*found; i++) {
        struct answer answer;
        enum status status =
            serve_engine_by_name(engines[i])->solve(question, limits, &answer, failure);
        if (status && (status != STATUS_LIMIT || !engines[i + 1]))
            return status;
        *found = !status && answer.verdict == VERDICT_FEASIBLE;
        if (*found) {
            delay->schedule = answer;
            delay->depth = depth_found(&answer);
        } else if (!status) {
            answer_clear(&answer);
        }
    }
    return STATUS_OK;
}

/* Depth after depth. */
static enum status find_schedule(struct serve_question *question, bool construct,
                                 const struct limits *limits, struct delay *delay,
                                 struct failure *failure) {
    static const char *const constructions[] = {"construction", NULL};
    static const char *const searches[] = {"search", "sat", NULL};
    for (question->depth = delay->lower; question->depth <= PRICES_MAX_DEPTH; question->depth++) {
        bool found = false;
        enum status status = STATUS_OK;
        if (!construct)
            status = search_blocks(question, limits, &found, delay, failure);
        if (!status && !found)
            status = ask_engines(question, construct ? constructions : searches, limits, &found,
                                 delay, failure);
        if (!status && !found)
            status = limits_check(limits, failure);
        if (status || found)
            return status;
    }
    return failure_set(failure, STATUS_LIMIT, "no schedule was found up to t = %d",
                       PRICES_MAX_DEPTH);
}

enum status delay_find(int latency, mpz_srcptr processors, enum delay_method method,
                       const struct limits *limits, struct delay *delay, struct failure *failure) {
    struct serve_question question = {
        .latency = latency, .processors = processors, .class = SERVE_ANY, .period = 2};
    struct delay result = {.has_prices = false};
    answer_init(&result.schedule, "none", latency, 0);
    enum status status = least_depth(latency, processors, &result.lower, failure);
    if (!status)
        status = exclude(latency, processors, &result, failure);
    bool construct = method == DELAY_CONSTRUCTION || result.lower < latency;
    if (!status)
        status = find_schedule(&question, construct, limits, &result, failure);
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
