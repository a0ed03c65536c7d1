/* SPDX-License-Identifier: MIT */
/* Is there a block-cyclic schedule on a pruned tree (solver/model/schedule.h)? The first three ask
 * the prices before anything else, which may exclude every schedule; any other no ends in the
 * refuted formula with `roles blocks`. */
#include "solver/question/serve.h"

#include <string.h>

#include "solver/stream/arithmetic/pruned_find.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/union_pieces.h"
#include "solver/stream/stationary/search.h"

/* L even, N = L+3, t > 2L: one level more than in the tree without block form. */
static enum status star(const struct stream_asked *asked, struct outcome *outcome,
                        struct failure *failure) {
    struct schedule pruned;
    int latency = asked->machine.logp.latency;
    TRY(union_star(&pruned, latency, 2 * latency + 1, failure));
    TRY(schedule_finish(&pruned, asked->processors, failure));
    return outcome_give_schedule(outcome, &pruned, failure);
}

static enum status construct(const struct stream_asked *asked, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    struct schedule pruned;
    int depth = 0, latency = asked->machine.logp.latency;
    outcome_leave_open(outcome, "no construction of this kind is known");
    if (latency == 2)
        return STATUS_OK;
    TRY(pruned_union_depth(latency, asked->processors, &depth, failure));
    if (depth > asked->depth)
        return STATUS_OK;
    if (pruned_union_is_exception(latency, asked->processors))
        return depth < asked->depth ? star(asked, outcome, failure) : STATUS_OK;
    TRY(best_form(&pruned, latency, asked->processors, limits, failure));
    return outcome_give_schedule(outcome, &pruned, failure);
}

static enum status deal(const struct stream_asked *asked, const struct limits *limits,
                        struct outcome *outcome, struct failure *failure) {
    struct schedule pruned;
    enum verdict end = VERDICT_UNKNOWN;
    TRY(pruned_find(asked->machine.logp.latency, asked->depth, mpz_get_si(asked->processors),
                    limits, &end, &pruned, &outcome->nodes, failure));
    if (end == VERDICT_FEASIBLE)
        return outcome_give_schedule(outcome, &pruned, failure);
    if (end == VERDICT_INFEASIBLE)
        return serve_confirm_none(asked, ROLES_BLOCKS, limits, outcome, failure);
    outcome_leave_open(outcome, "a limit was reached");
    return STATUS_OK;
}

/* Words as the blocks that they are. */
static enum status give_blocks(struct outcome *outcome, const struct schedule *periodic,
                               struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule pruned = {0};
    bool blocks = false;
    TRY(schedule_blocks(periodic, &blocks, &pruned, failure));
    if (!blocks)
        return failure_internal(failure, "a schedule that was found has other words than blocks");
    TRY(schedule_check(&pruned, failure));
    return outcome_give_schedule(outcome, &pruned, failure);
}

static enum status search_words(const struct stream_asked *asked, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule periodic = {0};
    enum verdict end = VERDICT_UNKNOWN;
    TRY(stationary_search(asked->machine.logp.latency, asked->depth, mpz_get_si(asked->processors),
                          true, limits, &end, &periodic, &outcome->nodes, failure));
    if (end == VERDICT_FEASIBLE)
        return give_blocks(outcome, &periodic, failure);
    if (end == VERDICT_INFEASIBLE)
        return serve_confirm_none(asked, ROLES_BLOCKS, limits, outcome, failure);
    outcome_leave_open(outcome, "a limit was reached");
    return STATUS_OK;
}

enum status serve_blocks_construction(const struct stream_asked *asked, const struct limits *limits,
                                      struct outcome *outcome, struct failure *failure) {
    return serve_after_prices(construct, asked, limits, outcome, failure);
}

enum status serve_blocks_deal(const struct stream_asked *asked, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    if (!mpz_fits_slong_p(asked->processors))
        return failure_limit(failure, "too many processors for this engine");
    return serve_after_prices(deal, asked, limits, outcome, failure);
}

enum status serve_blocks_search(const struct stream_asked *asked, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    TRY(serve_check_small(asked, failure));
    return serve_after_prices(search_words, asked, limits, outcome, failure);
}

enum status serve_blocks_sat(const struct stream_asked *asked, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    CLEANUP(outcome_clear) struct outcome found = {.by = outcome->by};
    TRY(serve_check_small(asked, failure));
    enum status status = serve_ask_formula(asked, 1, ROLES_BLOCKS, limits, &found, failure);
    if (status || found.verdict != VERDICT_FEASIBLE) {
        *outcome = TAKE(found);
        return status;
    }
    outcome->nodes = found.nodes;
    memcpy(outcome->note, found.note, sizeof outcome->note);
    return give_blocks(outcome, outcome_schedule(&found), failure);
}
