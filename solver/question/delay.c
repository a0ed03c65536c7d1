#include "solver/question/delay.h"

#include "solver/arithmetic/pruned_find.h"
#include "solver/arithmetic/pruned_local.h"
#include "solver/question/delay_bound.h"
#include "solver/question/serve.h"

enum { BLOCK_ATTEMPTS = 1000 };

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

/* Depth after depth, also beyond one where the engines found nothing: what is found then is deeper
 * than `lower`, and not settled. */
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
    enum status status = delay_bound_depth(latency, processors, &result.lower, failure);
    if (!status && result.lower > 0) {
        status = delay_bound_prices(latency, processors, result.lower, &result.prices, failure);
        result.has_prices = !status;
    }
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
