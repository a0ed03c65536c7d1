/* SPDX-License-Identifier: MIT */
#include "solver/question/reduce_most.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write_summation.h"
#include "solver/collective/summation/summation_list.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/collective/summation/summation_search.h"
#include "solver/question/engines.h"

enum { PLAYED_PRODUCTS = 20000000 };

static enum status find_time(struct reduce_most *sum, const struct limits *limits,
                             struct failure *failure) {
    mpz_t asked;
    mpz_init_set_si(asked, sum->least);
    enum status status =
        summation_least_time(&sum->machine, sum->processors, asked, limits, &sum->time, failure);
    mpz_clear(asked);
    return status;
}

static enum status build(struct reduce_most *sum, const struct limits *limits,
                         struct failure *failure) {
    struct summation_tree tree;
    int most = sum->processors < SUMMATION_MOST_PROCESSORS ? (int)sum->processors
                                                           : SUMMATION_MOST_PROCESSORS;
    enum status status =
        summation_tree_best(&sum->machine, summation_apart(&sum->machine), sum->time, most,
                            sum->machine.overhead + (int64_t)1, &tree, failure);
    if (status)
        return status;
    if (tree.count == most && most < sum->processors)
        status = failure_set(failure, STATUS_LIMIT, "sums are listed for up to %d processors",
                             SUMMATION_MOST_PROCESSORS);
    if (!status)
        status = limits_check(limits, failure);
    if (!status)
        status = summation_build(&tree, &sum->summation, limits, failure);
    summation_tree_clear(&tree);
    return status;
}

/* Nothing is said that was not played. */
static enum status play(const struct reduce_most *sum, const struct limits *limits,
                        struct failure *failure) {
    const struct summation *summation = &sum->summation;
    struct summation_played played;
    mpz_t most;
    mpz_init(most);
    enum status status =
        summation_play(summation, summation->operands <= PLAYED_PRODUCTS, limits, &played, failure);
    if (!status && !played.right)
        status = failure_set(failure, STATUS_INTERNAL, "the sum is wrong: %s", played.why);
    if (!status)
        status = summation_most(&sum->machine, sum->processors, sum->time, most, failure);
    if (!status && mpz_cmp_si(most, summation->operands) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "the schedule and the bound differ");
    mpz_clear(most);
    return status;
}

enum status reduce_most_find(const struct logp_machine *machine, int64_t processors, int64_t time,
                             int64_t least, const struct limits *limits, struct reduce_most *sum,
                             struct failure *failure) {
    struct reduce_most found = {
        .machine = *machine, .processors = processors, .time = time, .least = least};
    enum status status = least ? find_time(&found, limits, failure) : STATUS_OK;
    if (!status)
        status = build(&found, limits, failure);
    if (status)
        return status;
    status = play(&found, limits, failure);
    if (status)
        reduce_most_clear(&found);
    else
        *sum = found;
    return status;
}

void reduce_most_clear(struct reduce_most *sum) {
    summation_clear(&sum->summation);
}

/* --- as engines --- */

static void clear_sum(void *detail) {
    reduce_most_clear(detail);
}

static void release_array(void *array) {
    message_array_clear(array);
    free(array);
}

static enum status list_sum(const void *detail, int items, struct items_schedule *schedule,
                            struct failure *failure) {
    struct message_array *array = memory_new(1, sizeof *array);
    struct message_list list;
    if (!array)
        return failure_memory(failure, "a list of messages");
    message_array_init(array);
    enum status status =
        summation_list(&((const struct reduce_most *)detail)->summation, array, &list, failure);
    if (!status)
        status = outcome_lend(&list, items, schedule, failure);
    if (status) {
        release_array(array);
        return status;
    }
    schedule->owned = array;
    schedule->release = release_array;
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

static enum status ask_tree(const struct engine *engine, const struct question *question,
                            const struct engine_options *options, const struct limits *limits,
                            struct outcome *outcome, struct failure *failure) {
    struct logp_machine machine = question_machine(question);
    struct reduce_most found;
    (void)engine, (void)options;
    enum status status = reduce_most_find(
        &machine, question_number(question, KEY_PROCESSORS), question_number(question, KEY_UNTIL),
        question_number(question, KEY_OPERANDS), limits, &found, failure);
    if (status)
        return status;
    status = outcome_give_detail(outcome, &found, sizeof found, clear_sum, failure);
    if (status)
        return status;
    outcome->schedule = evidence_of_summation(&((struct reduce_most *)outcome->detail)->summation);
    outcome->list = list_sum;
    if (!found.least || found.time > 0)
        outcome->bound = outcome_evidence(outcome, "summation-bound", put_bound);
    int64_t number = found.least ? found.time : found.summation.operands;
    return outcome_give_range(outcome, number, number, failure);
}

/* One operand after the other, until so many are not possible; without a certificate. */
static enum status ask_search(const struct engine *engine, const struct question *question,
                              const struct engine_options *options, const struct limits *limits,
                              struct outcome *outcome, struct failure *failure) {
    struct logp_machine machine = question_machine(question);
    long processors = question_number(question, KEY_PROCESSORS);
    long time = question_number(question, KEY_UNTIL);
    bool possible = true;
    int operands = 0;
    (void)engine, (void)options;
    if (processors > SUMMATION_SEARCH_PROCESSORS || time > SUMMATION_SEARCH_TIME ||
        machine.latency > SUMMATION_SEARCH_LATENCY ||
        machine.overhead > SUMMATION_SEARCH_OVERHEAD || machine.gap > SUMMATION_SEARCH_GAP)
        return failure_set(failure, STATUS_LIMIT,
                           "the machine or the time is too large to try all");
    enum status status = STATUS_OK;
    while (possible && !status)
        status = summation_search(&machine, (int)processors, (int)time, ++operands, &possible,
                                  limits, failure);
    return status ? status : outcome_give_range(outcome, operands - 1, operands - 1, failure);
}

const struct engine reduce_engines[] = {{SUBJECT_REDUCE, "tree", ENGINE_DECIDES, 0, true, NULL,
                                         ask_tree, "the tree of the least labels", 0},
                                        {SUBJECT_REDUCE, "search", ENGINE_DECIDES,
                                         ENGINE_HEEDS_NODES | ENGINE_UNCERTIFIED, true, NULL,
                                         ask_search, "all schedules, up to 5 processors", 0},
                                        {SUBJECT_REDUCE_TIME, "tree", ENGINE_DECIDES, 0, true, NULL,
                                         ask_tree, "the tree of the least labels", 0},
                                        {.name = NULL}};
