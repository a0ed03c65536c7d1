#include "solver/engine/serve.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solver/build/every.h"
#include "solver/build/exception.h"
#include "solver/build/two.h"
#include "solver/engine/arithmetic.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "solver/stationary/periodic_sat.h"
#include "solver/stationary/search.h"

enum { LARGEST_PERIOD_TRIED = 6 };

/* Infeasible for every schedule if the closed prices say so. */
static enum status try_prices(const struct serve_question *question, struct answer *answer,
                              struct failure *failure) {
    struct prices prices;
    mpz_t bound;
    if (question->depth > PRICES_MAX_DEPTH)
        return STATUS_OK;
    enum status status = prices_best(&prices, question->latency, question->depth, failure);
    if (status)
        return status;
    mpz_init(bound);
    prices_bound(&prices, bound);
    bool too_many = mpz_cmp(question->processors, bound) > 0;
    mpz_clear(bound);
    if (too_many)
        status = prices_check(&prices, failure);
    if (status || !too_many) {
        prices_clear(&prices);
        return status;
    }
    answer->verdict = VERDICT_INFEASIBLE;
    answer->evidence = EVIDENCE_PRICES;
    answer->prices = prices;
    return STATUS_OK;
}

/* Does a schedule of this period answer the question? */
static bool fits(const struct serve_question *question, const struct periodic *periodic) {
    if (question->class == SERVE_ANY)
        return true;
    int period = question->class == SERVE_STATIONARY ? 1 : question->period;
    if (period % periodic->period)
        return false;
    for (size_t i = 0; question->keep && i < periodic->class_count; i++)
        if ((size_t)period % periodic->classes[i].length)
            return false;
    return true;
}

static void give_words(struct answer *answer, const struct periodic *periodic) {
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_WORDS;
    answer->reason = NULL;
    answer->words = *periodic;
}

static enum status try_two(const struct serve_question *question, struct answer *answer,
                           struct failure *failure) {
    struct periodic periodic;
    int depth;
    enum status status = two_depth(question->processors, &depth, failure);
    answer->reason = "no construction of this kind is known";
    if (status || depth > question->depth)
        return status;
    status = two_schedule(&periodic, question->processors, failure);
    if (status)
        return status;
    if (fits(question, &periodic))
        give_words(answer, &periodic);
    else
        periodic_clear(&periodic);
    return STATUS_OK;
}

static enum status is_whole(const struct serve_question *question, int depth, bool *whole,
                            struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    enum status status = sequence_term(processors, question->latency, depth, failure);
    *whole = mpz_cmp(processors, question->processors) == 0;
    mpz_clear(processors);
    return status;
}

static void give_pruned(struct answer *answer, const struct pruned *pruned) {
    answer->verdict = VERDICT_FEASIBLE;
    answer->evidence = EVIDENCE_PRUNED;
    answer->reason = NULL;
    answer->pruned = *pruned;
}

/* A pruned tree, or two nodes in a word. STATUS_LIMIT if it is too large to be written down. */
static enum status try_every(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    struct periodic periodic;
    struct pruned pruned;
    struct every *every;
    if (every_is_exception(question->latency, question->processors)) {
        enum status status = exception_schedule(&periodic, question->latency, failure);
        if (!status)
            status = periodic_finish(&periodic, question->processors, failure);
        if (!status)
            give_words(answer, &periodic);
        return status;
    }
    enum status status = every_new(&every, question->latency, failure);
    if (status)
        return status;
    status = every_pruned(every, question->processors, limits, &pruned, failure);
    every_free(every);
    if (!status)
        give_pruned(answer, &pruned);
    return status;
}

/* One processor receives every item from the source. */
static enum status give_single(struct answer *answer, int depth, struct failure *failure) {
    struct periodic periodic;
    mpz_t once;
    periodic_init(&periodic, answer->latency, depth, 1);
    mpz_init_set_ui(once, 1);
    enum status status = periodic_add(&periodic, once, &depth, NULL, 1, failure);
    mpz_clear(once);
    if (!status)
        give_words(answer, &periodic);
    return status;
}

/* The block-cyclic schedule for the whole tree of this depth. */
static enum status try_whole(int depth, const struct limits *limits, struct answer *answer,
                             struct failure *failure) {
    struct answer found;
    enum status status = arithmetic_solve(answer->latency, depth, limits, &found, failure);
    if (status)
        return status;
    if (found.verdict == VERDICT_FEASIBLE) {
        found.engine = answer->engine;
        *answer = found;
    } else {
        answer->reason = found.reason;
        answer_clear(&found);
    }
    return STATUS_OK;
}

/* L != 2, where the least depth is that of the tree with N nodes. */
static enum status try_tree(const struct serve_question *question, const struct limits *limits,
                            struct answer *answer, struct failure *failure) {
    int depth, latency = question->latency;
    bool whole = false;
    enum status status = every_depth(latency, question->processors, &depth, failure);
    if (!status)
        status = is_whole(question, depth, &whole, failure);
    if (status)
        return status;
    answer->reason = "no construction of this kind is known";
    if (depth > question->depth)
        return STATUS_OK;
    if (question->keep)
        return depth < latency ? give_single(answer, depth, failure) : STATUS_OK;
    if (whole && !(latency % 2 == 0 && depth == 2 * latency)) {
        answer->reason = NULL;
        return try_whole(depth, limits, answer, failure);
    }
    return try_every(question, limits, answer, failure);
}

static enum status construction(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure) {
    struct answer result;
    answer_init(&result, "construction", question->latency, question->depth);
    enum status status = try_prices(question, &result, failure);
    if (!status && result.verdict == VERDICT_UNKNOWN)
        status = question->latency == 2 ? try_two(question, &result, failure)
                                        : try_tree(question, limits, &result, failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}

static enum status check_small(const struct serve_question *question, struct failure *failure) {
    if (question->depth < question->latency)
        return failure_set(failure, STATUS_LIMIT, "t < L is left to the construction");
    return mpz_cmp_si(question->processors, INT_MAX) > 0
               ? failure_set(failure, STATUS_LIMIT, "too many processors for this engine")
               : STATUS_OK;
}

/* The formula for one period; the reason of an unknown answer stays. */
static enum status ask_formula(const struct serve_question *question, int period, bool keep,
                               const struct limits *limits, struct answer *answer,
                               struct failure *failure) {
    struct periodic_answer found;
    enum status status = periodic_sat_solve(question->latency, question->depth,
                                            (int)mpz_get_si(question->processors), period, !keep,
                                            limits, &found, failure);
    if (status)
        return status;
    answer->nodes += found.nodes;
    if (found.verdict != VERDICT_UNKNOWN)
        snprintf(answer->note, sizeof answer->note, "the formula of period %d was decided by %s",
                 period, found.solver);
    if (found.verdict == VERDICT_FEASIBLE) {
        give_words(answer, &found.schedule);
        return STATUS_OK;
    }
    if (found.verdict == VERDICT_INFEASIBLE) {
        answer->verdict = VERDICT_INFEASIBLE;
        answer->evidence = EVIDENCE_PERIODIC;
        answer->periodic = found.proof;
        return STATUS_OK;
    }
    answer->reason = found.reason;
    periodic_answer_clear(&found);
    return STATUS_OK;
}

/* The search was exhausted, which is no certificate: the formula has to be refuted as well. */
static enum status confirm_none(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure) {
    struct failure beyond = {0};
    enum status status = ask_formula(question, 1, false, limits, answer, &beyond);
    if (status == STATUS_LIMIT || (!status && answer->verdict == VERDICT_UNKNOWN)) {
        answer->reason = "the search is exhausted, but the formula, which would be the "
                         "certificate, was not refuted within the limits";
        return STATUS_OK;
    }
    if (status)
        return failure_set(failure, status, "%s", beyond.message);
    return answer->verdict == VERDICT_FEASIBLE
               ? failure_set(failure, STATUS_INTERNAL,
                             "the search found no stationary schedule, but the formula has one")
               : STATUS_OK;
}

static enum status search_stationary(const struct serve_question *question,
                                     const struct limits *limits, struct answer *answer,
                                     struct failure *failure) {
    struct periodic periodic;
    enum stationary_end end = STATIONARY_STOPPED;
    enum status status =
        stationary_search(question->latency, question->depth, mpz_get_si(question->processors),
                          limits, &end, &periodic, &answer->nodes, failure);
    if (status)
        return status;
    if (end == STATIONARY_FOUND)
        give_words(answer, &periodic);
    else if (end == STATIONARY_NONE && question->class == SERVE_STATIONARY)
        return confirm_none(question, limits, answer, failure);
    else
        answer->reason =
            end == STATIONARY_NONE ? "there is no stationary schedule" : "a limit was reached";
    return STATUS_OK;
}

static enum status search(const struct serve_question *question, const struct limits *limits,
                          struct answer *answer, struct failure *failure) {
    struct answer result;
    enum status status = check_small(question, failure);
    if (status)
        return status;
    if (question->class == SERVE_PERIODIC && question->keep)
        return failure_set(failure, STATUS_LIMIT, "the search is for stationary schedules");
    answer_init(&result, "search", question->latency, question->depth);
    status = try_prices(question, &result, failure);
    if (!status && result.verdict == VERDICT_UNKNOWN)
        status = search_stationary(question, limits, &result, failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}

/* Period after period; that none of them serves proves nothing about all. */
static enum status try_periods(const struct serve_question *question, const struct limits *limits,
                               struct answer *answer, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int period = question->period > 1 ? question->period : 1;
         period <= LARGEST_PERIOD_TRIED && !status; period++) {
        status = ask_formula(question, period, false, limits, answer, failure);
        if (!status && answer->verdict != VERDICT_INFEASIBLE)
            return STATUS_OK;
        if (!status) {
            uint64_t nodes = answer->nodes;
            answer_clear(answer);
            answer_init(answer, "sat", question->latency, question->depth);
            answer->nodes = nodes;
        }
    }
    answer->reason = "there is no schedule of a small period";
    return status;
}

static enum status sat(const struct serve_question *question, const struct limits *limits,
                       struct answer *answer, struct failure *failure) {
    struct answer result;
    enum status status = check_small(question, failure);
    if (status)
        return status;
    answer_init(&result, "sat", question->latency, question->depth);
    if (question->class == SERVE_ANY)
        status = try_periods(question, limits, &result, failure);
    else if (question->class == SERVE_STATIONARY)
        status = ask_formula(question, 1, false, limits, &result, failure);
    else
        status = ask_formula(question, question->period, question->keep, limits, &result, failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}

const struct serve_engine serve_engines[] = {
    {"construction", construction},
    {"search", search},
    {"sat", sat},
    {NULL, NULL},
};

const struct serve_engine *serve_engine_by_name(const char *name) {
    for (const struct serve_engine *engine = serve_engines; engine->name; engine++)
        if (strcmp(engine->name, name) == 0)
            return engine;
    return NULL;
}
