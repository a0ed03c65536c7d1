/* SPDX-License-Identifier: MIT */
#include "solver/question/logp_items_lists.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/collective/single/single_tree.h"
#include "solver/items/items_bound.h"
#include "solver/logp/logp_messages.h"
#include "solver/logp/whole_steps.h"
#include "solver/model/message_array.h"
#include "solver/model/sequence.h"
#include "solver/question/constructions.h"

/* N; 0 where it is more than a list may have. */
static int receivers_of(const struct logp_items_question *question) {
    bool fits = mpz_cmp_ui(question->processors, MESSAGES_MOST_PROCESSORS) <= 0;
    return fits ? (int)mpz_get_si(question->processors) : 0;
}

static int64_t messages_of(const struct logp_items_question *question) {
    int receivers = receivers_of(question);
    return receivers ? (int64_t)receivers * question->items : INT64_MAX;
}

/* --- lists that are kept --- */

static void release_array(void *owned) {
    message_array_clear(owned);
    free(owned);
}

static struct message_array *new_array(struct failure *failure) {
    struct message_array *array = memory_new(1, sizeof *array);
    if (array)
        message_array_init(array);
    else
        failure_memory(failure, "messages");
    return array;
}

/* Puts the messages in order, plays them, and takes the array over, also when it fails. */
static enum status finish(const struct logp_items_question *question, struct message_array *array,
                          struct items_schedule *schedule, struct failure *failure) {
    const struct logp_machine *machine = &question->machine;
    struct message_list list = {.machine = {MESSAGE_LOGP, machine->latency, machine->overhead,
                                            machine->gap, 1, question->capacity},
                                .processors = receivers_of(question),
                                .items = question->items};
    enum status status = message_array_finish(array, &list, failure);
    if (status)
        release_array(array);
    else
        *schedule = (struct items_schedule){list, array, release_array};
    return status;
}

/* --- one item --- */

static enum status add(void *array, const struct message *message, struct failure *failure) {
    (void)failure;
    message_array_add(array, message);
    return STATUS_OK;
}

enum status logp_items_by_tree(const struct logp_items_question *question, int64_t before,
                               const struct limits *limits, struct items_schedule *schedule,
                               bool *made, struct failure *failure) {
    struct single_tree tree;
    (void)before;
    if (question->items > 1)
        return STATUS_OK;
    int receivers = receivers_of(question);
    if (!receivers)
        return failure_set(failure, STATUS_LIMIT,
                           "a list has at most %d processors; the tree of the least labels meets "
                           "the bound",
                           MESSAGES_MOST_PROCESSORS);
    enum status status = single_tree_build(&question->machine, receivers + 1, &tree, failure);
    if (status)
        return status;
    struct message_list list = single_tree_list(&tree);
    struct message_array *array = new_array(failure);
    status = array ? message_list_each(&list, add, array, limits, failure) : STATUS_MEMORY;
    single_tree_clear(&tree);
    if (array && status)
        release_array(array);
    if (status)
        return status;
    status = finish(question, array, schedule, failure);
    *made = !status;
    return status;
}

/* --- the source alone --- */

enum status logp_items_by_source(const struct logp_items_question *question, int64_t before,
                                 const struct limits *limits, struct items_schedule *schedule,
                                 bool *made, struct failure *failure) {
    int64_t apart = logp_machine_apart(&question->machine), count = messages_of(question);
    int64_t end = logp_machine_transfer(&question->machine);
    int receivers = receivers_of(question);
    (void)limits;
    if (count > LOGP_MOST_MESSAGES || end + apart * (count - 1) >= before ||
        end + apart * (count - 1) > INT_MAX)
        return STATUS_OK;
    struct message_array *array = new_array(failure);
    if (!array)
        return STATUS_MEMORY;
    for (int64_t i = 0; i < count; i++) {
        const struct message message = {.time = (int)(apart * i),
                                        .to = 1 + (int)(i % receivers),
                                        .item = 1 + (int)(i / receivers)};
        message_array_add(array, &message);
    }
    enum status status = finish(question, array, schedule, failure);
    *made = !status;
    return status;
}

/* --- whole steps --- */

struct steps_taker {
    struct message_array *array;
    const struct logp_steps *steps;
};

static enum status take_step(void *context, const struct message *message,
                             struct failure *failure) {
    const struct steps_taker *taker = context;
    struct message played = *message;
    played.time *= taker->steps->length;
    played.wait = taker->steps->wait;
    (void)failure;
    message_array_add(taker->array, &played);
    return STATUS_OK;
}

enum status logp_items_steps_play(const struct logp_items_question *question,
                                  const struct logp_items_steps *steps, const struct limits *limits,
                                  struct items_schedule *schedule, struct failure *failure) {
    struct message_array *array = new_array(failure);
    if (!array)
        return STATUS_MEMORY;
    struct steps_taker taker = {array, &steps->steps};
    enum status status = message_list_each(&steps->postal.list, take_step, &taker, limits, failure);
    if (!status)
        return finish(question, array, schedule, failure);
    release_array(array);
    return status;
}

/* The constructions need not go below the bound. */
static enum status construct(const struct items_question *postal, const struct limits *limits,
                             struct logp_items_steps *steps, bool *found, struct failure *failure) {
    const struct items_construction *by = NULL;
    int enough = 0;
    enum status status = items_question_bound(postal, &enough, failure);
    if (!status)
        status =
            items_construct(steps->plans, postal, enough, limits, &steps->postal, &by, failure);
    *found = !status && by;
    return status;
}

enum status logp_items_steps_find(const struct logp_items_question *question,
                                  const struct limits *limits, struct logp_items_steps *steps,
                                  struct failure *failure) {
    bool found = false;
    *steps = (struct logp_items_steps){.end = INT64_MAX};
    enum status status = logp_reduce(&question->machine, &steps->steps, failure);
    if (status || steps->steps.latency > SEQUENCE_MAX_LATENCY ||
        messages_of(question) > LOGP_MOST_MESSAGES)
        return status;
    const struct items_question postal = {steps->steps.latency, 1, receivers_of(question),
                                          question->items, question->single};
    steps->plans = items_plans_new();
    if (!steps->plans)
        return failure_memory(failure, "plans");
    status = construct(&postal, limits, steps, &found, failure);
    if (found)
        steps->end = logp_delay(&question->machine, &steps->steps,
                                steps->postal.list.finish - steps->steps.latency);
    if (steps->end <= INT_MAX)
        return STATUS_OK;
    logp_items_steps_clear(steps);
    return status;
}

void logp_items_steps_clear(struct logp_items_steps *steps) {
    items_schedule_clear(&steps->postal);
    if (steps->plans)
        items_plans_free(steps->plans);
    *steps = (struct logp_items_steps){.end = INT64_MAX};
}
