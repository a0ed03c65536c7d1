/* SPDX-License-Identifier: MIT */
#include "solver/question/serve_blocks.h"

#include "solver/arithmetic/pruned_find.h"
#include "solver/construction/every.h"
#include "solver/construction/every_base.h"
#include "solver/question/serve_parts.h"
#include "solver/stationary/search.h"

/* L even, N = L+3, t > 2L: one level more than in the tree without block form. */
static enum status star(struct answer *answer, mpz_srcptr processors, struct failure *failure) {
    struct schedule pruned;
    enum status status =
        every_base_star(&pruned, answer->latency, 2 * answer->latency + 1, failure);
    if (!status)
        status = schedule_finish(&pruned, processors, failure);
    if (!status)
        serve_give(answer, &pruned);
    return status;
}

static enum status construct(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    struct schedule pruned;
    struct every *every;
    int depth = 0;
    answer->reason = "no construction of this kind is known";
    if (question->latency == 2)
        return STATUS_OK;
    enum status status = every_depth(question->latency, question->processors, &depth, failure);
    if (status || depth > question->depth)
        return status;
    if (every_is_exception(question->latency, question->processors))
        return depth < question->depth ? star(answer, question->processors, failure) : STATUS_OK;
    status = every_new(&every, question->latency, failure);
    if (status)
        return status;
    status = every_pruned(every, question->processors, limits, &pruned, failure);
    every_free(every);
    if (!status)
        serve_give(answer, &pruned);
    return status;
}

static enum status calculate(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    struct schedule pruned;
    enum pruned_end end = PRUNED_LIMITED;
    enum status status =
        pruned_find(question->latency, question->depth, mpz_get_si(question->processors), limits,
                    &end, &pruned, &answer->nodes, failure);
    if (status)
        return status;
    if (end == PRUNED_FOUND)
        serve_give(answer, &pruned);
    else if (end == PRUNED_NONE)
        return serve_confirm_none(question, ROLES_BLOCKS, limits, answer, failure);
    else
        answer->reason = "a limit was reached";
    return STATUS_OK;
}

/* Words as the blocks that they are. */
static enum status convert(struct answer *answer, struct schedule *periodic,
                           struct failure *failure) {
    struct schedule pruned;
    bool blocks = false;
    enum status status = schedule_blocks(periodic, &blocks, &pruned, failure);
    if (!status && !blocks)
        status = failure_set(failure, STATUS_INTERNAL,
                             "a schedule that was found has other words "
                             "than blocks");
    else if (!status)
        status = schedule_check(&pruned, failure);
    if (status && blocks)
        schedule_clear(&pruned);
    schedule_clear(periodic);
    if (!status)
        serve_give(answer, &pruned);
    return status;
}

static enum status search_words(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure) {
    struct schedule periodic;
    enum stationary_end end = STATIONARY_STOPPED;
    enum status status = stationary_search_blocks(question->latency, question->depth,
                                                  mpz_get_si(question->processors), limits, &end,
                                                  &periodic, &answer->nodes, failure);
    if (status)
        return status;
    if (end == STATIONARY_FOUND)
        return convert(answer, &periodic, failure);
    if (end == STATIONARY_NONE)
        return serve_confirm_none(question, ROLES_BLOCKS, limits, answer, failure);
    answer->reason = "a limit was reached";
    return STATUS_OK;
}

static enum status ask_formula(const struct serve_question *question, const struct limits *limits,
                               struct answer *answer, struct failure *failure) {
    enum status status = serve_ask_formula(question, 1, ROLES_BLOCKS, limits, answer, failure);
    if (status || answer->verdict != VERDICT_FEASIBLE)
        return status;
    struct schedule periodic = answer->schedule;
    answer->evidence = EVIDENCE_NONE; /* until it is converted */
    return convert(answer, &periodic, failure);
}

enum status serve_blocks_construction(const struct serve_question *question,
                                      const struct limits *limits, struct answer *answer,
                                      struct failure *failure) {
    return serve_after_prices("construction", construct, question, limits, answer, failure);
}

enum status serve_blocks_arithmetic(const struct serve_question *question,
                                    const struct limits *limits, struct answer *answer,
                                    struct failure *failure) {
    if (!mpz_fits_slong_p(question->processors))
        return failure_set(failure, STATUS_LIMIT, "too many processors for this engine");
    return serve_after_prices("deal", calculate, question, limits, answer, failure);
}

enum status serve_blocks_search(const struct serve_question *question, const struct limits *limits,
                                struct answer *answer, struct failure *failure) {
    enum status status = serve_check_small(question, failure);
    return status ? status
                  : serve_after_prices("search", search_words, question, limits, answer, failure);
}

enum status serve_blocks_sat(const struct serve_question *question, const struct limits *limits,
                             struct answer *answer, struct failure *failure) {
    struct answer result;
    enum status status = serve_check_small(question, failure);
    if (status)
        return status;
    answer_init(&result, "sat", question->latency, question->depth);
    status = ask_formula(question, limits, &result, failure);
    if (status)
        answer_clear(&result);
    else
        *answer = result;
    return status;
}
