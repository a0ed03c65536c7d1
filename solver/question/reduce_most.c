/* SPDX-License-Identifier: MIT */
#include "solver/question/details.h"

#include "automata/numbers.h"
#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/question/engines.h"

enum { PLAYED_PRODUCTS = 20000000 };

static enum status find_time(struct reduce_most *sum, const struct limits *limits,
                             struct failure *failure) {
    BIG_OF(asked, sum->least);
    return summation_least_time(&sum->machine, sum->processors, asked, limits, &sum->time, failure);
}

static enum status build(struct reduce_most *sum, const struct limits *limits,
                         struct failure *failure) {
    CLEANUP(summation_tree_clear) struct summation_tree tree = {0};
    int most = sum->processors < SUMMATION_MOST_PROCESSORS ? (int)sum->processors
                                                           : SUMMATION_MOST_PROCESSORS;
    TRY(summation_tree_best(&sum->machine, summation_apart(&sum->machine), sum->time, most,
                            sum->machine.overhead + (int64_t)1, &tree, failure));
    if (tree.count == most && most < sum->processors)
        return failure_limit(failure, "sums are listed for up to %d processors",
                             SUMMATION_MOST_PROCESSORS);
    TRY(limits_check(limits, failure));
    return summation_build(&tree, &sum->summation, limits, failure);
}

/* Nothing is said that was not played. */
static enum status play(const struct reduce_most *sum, const struct limits *limits,
                        struct failure *failure) {
    const struct summation *summation = &sum->summation;
    struct summation_played played;
    BIG(most);
    TRY(summation_play(summation, summation->operands <= PLAYED_PRODUCTS, limits, &played,
                       failure));
    if (!played.right)
        return failure_internal(failure, "the sum is wrong: %s", played.why);
    TRY(summation_most(&sum->machine, sum->processors, sum->time, most, failure));
    if (mpz_cmp_si(most, summation->operands) != 0)
        return failure_internal(failure, "the schedule and the bound differ");
    return STATUS_OK;
}

static void reduce_most_clear(void *sum) {
    summation_clear(&((struct reduce_most *)sum)->summation);
}

/* Fills `sum` (not initialised before): for this time; or, if least >= 1, for the least time of
 * that many. STATUS_LIMIT when stopped, and beyond what summation_most.h takes. */
static enum status reduce_most_find(const struct logp_machine *machine, int64_t processors,
                                    int64_t time, int64_t least, const struct limits *limits,
                                    struct reduce_most *sum, struct failure *failure) {
    CLEANUP(reduce_most_clear)
    struct reduce_most found = {
        .machine = *machine, .processors = processors, .time = time, .least = least};
    TRY(least ? find_time(&found, limits, failure) : STATUS_OK);
    TRY(build(&found, limits, failure));
    TRY(play(&found, limits, failure));
    *sum = TAKE(found);
    return STATUS_OK;
}

/* --- as engines --- */

static enum status list_sum(const void *detail, struct items_schedule *schedule,
                            struct failure *failure) {
    CLEANUP(items_schedule_clear) struct items_schedule made = items_schedule_of_array();
    TRY(memory_check(made.owned, failure, "a list of messages"));
    TRY(summation_list(&((const struct reduce_most *)detail)->summation, made.owned, &made.list,
                       failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* No more operands in the time; or not so many in one cycle less. */
static enum status put_bound(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct reduce_most *sum = body;
    (void)limits;
    return certificate_put_summation_bound(output, &sum->machine, sum->processors,
                                           sum->least ? sum->time - 1 : sum->time, failure);
}

static enum status ask_tree(const struct engine_call *call, struct failure *failure) {
    struct outcome *outcome = call->outcome;
    const struct machine machine = question_machine(call->question);
    struct reduce_most found;
    TRY(reduce_most_find(&machine.logp, question_number(call->question, KEY_PROCESSORS),
                         question_number(call->question, KEY_UNTIL),
                         question_number(call->question, KEY_OPERANDS), call->limits, &found,
                         failure));
    TRY(outcome_give_detail(outcome, &found, sizeof found, reduce_most_clear, failure));
    outcome->schedule = evidence_of_summation(&((struct reduce_most *)outcome->detail)->summation);
    outcome->list = list_sum;
    if (!found.least || found.time > 0)
        outcome->bound = outcome_evidence(outcome, "summation-bound", put_bound);
    int64_t number = found.least ? found.time : found.summation.operands;
    TRY(outcome_give_range(outcome, number, number, failure));
    TRY(found.least ? outcome_add_number(outcome, "operands", found.summation.operands, failure)
                    : outcome_add_number(outcome, "time", found.time, failure));
    return outcome_add_number(outcome, "used", found.summation.processors, failure);
}

enum { MACHINES = MACHINE_POSTAL | MACHINE_LOGP };

const struct engine reduce_engines[] = {
    {MACHINES, "tree", ENGINE_DECIDES, 0, ask_tree, 0, NULL, NULL, "the tree of the least labels"},
    {.name = NULL}};
