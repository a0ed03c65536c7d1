/* SPDX-License-Identifier: MIT */
#include "solver/question/serve.h"

#include <string.h>

#include "solver/construction/every.h"
#include "solver/construction/exception.h"
#include "solver/construction/two.h"
#include "solver/decide/arithmetic.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "solver/question/serve_blocks.h"
#include "solver/question/serve_parts.h"
#include "solver/stationary/search.h"

enum { LARGEST_PERIOD_TRIED = 6 };

/* Does a schedule of this period answer the question? */
static bool fits(const struct serve_question *question, const struct schedule *periodic) {
    if (question->class == SERVE_ANY)
        return true;
    int period = question->class == SERVE_STATIONARY ? 1 : question->period;
    if (period % periodic->period)
        return false;
    for (size_t i = 0; question->keep && i < periodic->word_count; i++)
        if ((size_t)period % periodic->words[i].length)
            return false;
    return true;
}

static enum status try_two(const struct serve_question *question, struct answer *answer,
                           struct failure *failure) {
    struct schedule periodic;
    int depth;
    enum status status = two_depth(question->processors, &depth, failure);
    answer->reason = "no construction of this kind is known";
    if (status || depth > question->depth)
        return status;
    status = two_schedule(&periodic, question->processors, failure);
    if (status)
        return status;
    if (fits(question, &periodic))
        serve_give(answer, &periodic);
    else
        schedule_clear(&periodic);
    return STATUS_OK;
}

static enum status is_whole(const struct serve_question *question, int depth, bool *whole,
                            struct failure *failure) {
    mpz_t processors;
    mpz_init(processors);
    enum status status = sequence_term(processors, question->latency, depth, NULL, failure);
    *whole = mpz_cmp(processors, question->processors) == 0;
    mpz_clear(processors);
    return status;
}

/* A pruned tree, or two nodes in a word. STATUS_LIMIT if it is too large to be written down. */
static enum status try_every(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    struct schedule periodic;
    struct schedule pruned;
    struct every *every;
    if (every_is_exception(question->latency, question->processors)) {
        enum status status = exception_schedule(&periodic, question->latency, failure);
        if (!status)
            serve_give(answer, &periodic);
        return status;
    }
    enum status status = every_new(&every, question->latency, failure);
    if (status)
        return status;
    status = every_pruned(every, question->processors, limits, &pruned, failure);
    every_free(every);
    if (!status)
        serve_give(answer, &pruned);
    return status;
}

/* One processor receives every item from the source. */
static enum status give_single(struct answer *answer, int depth, struct failure *failure) {
    struct schedule periodic;
    mpz_t once;
    schedule_init(&periodic, answer->latency, depth, 1);
    mpz_init_set_ui(once, 1);
    enum status status = schedule_add_word(&periodic, once, &depth, NULL, 1, failure);
    mpz_clear(once);
    if (!status)
        serve_give(answer, &periodic);
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

static enum status construct(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    return question->latency == 2 ? try_two(question, answer, failure)
                                  : try_tree(question, limits, answer, failure);
}

static enum status construction(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure) {
    if (question->class == SERVE_BLOCKS)
        return serve_blocks_construction(question, limits, answer, failure);
    return serve_after_prices("construction", construct, question, limits, answer, failure);
}

static enum status search_stationary(const struct serve_question *question,
                                     const struct limits *limits, struct answer *answer,
                                     struct failure *failure) {
    struct schedule periodic;
    enum stationary_end end = STATIONARY_STOPPED;
    enum status status =
        stationary_search(question->latency, question->depth, mpz_get_si(question->processors),
                          limits, &end, &periodic, &answer->nodes, failure);
    if (status)
        return status;
    if (end == STATIONARY_FOUND)
        serve_give(answer, &periodic);
    else if (end == STATIONARY_NONE && question->class == SERVE_STATIONARY)
        return serve_confirm_none(question, ROLES_PERMUTE, limits, answer, failure);
    else
        answer->reason =
            end == STATIONARY_NONE ? "there is no stationary schedule" : "a limit was reached";
    return STATUS_OK;
}

static enum status search(const struct serve_question *question, const struct limits *limits,
                          struct answer *answer, struct failure *failure) {
    if (question->class == SERVE_BLOCKS)
        return serve_blocks_search(question, limits, answer, failure);
    enum status status = serve_check_small(question, failure);
    if (status)
        return status;
    if (question->class == SERVE_PERIODIC && question->keep)
        return failure_set(failure, STATUS_LIMIT, "the search is for stationary schedules");
    return serve_after_prices("search", search_stationary, question, limits, answer, failure);
}

/* Period after period; that none of them serves proves nothing about all. */
static enum status try_periods(const struct serve_question *question, const struct limits *limits,
                               struct answer *answer, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int period = question->period > 1 ? question->period : 1;
         period <= LARGEST_PERIOD_TRIED && !status; period++) {
        status = serve_ask_formula(question, period, ROLES_PERMUTE, limits, answer, failure);
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
    if (question->class == SERVE_BLOCKS)
        return serve_blocks_sat(question, limits, answer, failure);
    struct answer result;
    enum status status = serve_check_small(question, failure);
    if (status)
        return status;
    answer_init(&result, "sat", question->latency, question->depth);
    if (question->class == SERVE_ANY)
        status = try_periods(question, limits, &result, failure);
    else if (question->class == SERVE_STATIONARY)
        status = serve_ask_formula(question, 1, ROLES_PERMUTE, limits, &result, failure);
    else
        status = serve_ask_formula(question, question->period,
                                   question->keep ? ROLES_KEEP : ROLES_PERMUTE, limits, &result,
                                   failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}

static enum status deal(const struct serve_question *question, const struct limits *limits,
                        struct answer *answer, struct failure *failure) {
    return question->class == SERVE_BLOCKS
               ? serve_blocks_arithmetic(question, limits, answer, failure)
               : failure_set(failure, STATUS_LIMIT, "leaves are dealt on trees of blocks only");
}

const struct serve_engine serve_engines[] = {
    {"construction", construction},
    {"search", search},
    {"sat", sat},
    {NULL, NULL},
};

const struct serve_engine serve_block_engines[] = {
    {"construction", construction}, {"deal", deal}, {"search", search}, {"sat", sat}, {NULL, NULL},
};

const struct serve_engine *serve_engines_of(enum serve_class class) {
    return class == SERVE_BLOCKS ? serve_block_engines : serve_engines;
}

const struct serve_engine *serve_engine_by_name(const char *name) {
    for (const struct serve_engine *engine = serve_block_engines; engine->name; engine++)
        if (strcmp(engine->name, name) == 0)
            return engine;
    return NULL;
}
