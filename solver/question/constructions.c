/* SPDX-License-Identifier: MIT */
#include "solver/question/constructions.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/items_latency_two.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/items/construction/simple_items.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/items_bound.h"
#include "solver/model/sequence.h"
#include "solver/question/outcome_messages.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/construction/port_stream.h"

/* A family that is found when it is first asked for, or known not to be. */
struct family_plan {
    bool asked, found;
    struct every_items every;
};

/* Of one latency and number of processors. */
struct items_plans {
    int latency;
    mpz_t processors;
    bool has_stream;
    struct schedule stream;
    struct family_plan endgame, single;
};

struct items_plans *items_plans_new(void) {
    struct items_plans *plans = memory_new(1, sizeof *plans);
    if (plans)
        mpz_init(plans->processors);
    return plans;
}

static void forget(struct items_plans *plans) {
    schedule_clear(&plans->stream);
    if (plans->endgame.found)
        every_items_clear(&plans->endgame.every);
    if (plans->single.found)
        every_items_clear(&plans->single.every);
    plans->has_stream = false;
    plans->endgame = plans->single = (struct family_plan){0};
}

void items_plans_free(struct items_plans *plans) {
    if (!plans)
        return;
    forget(plans);
    mpz_clear(plans->processors);
    free(plans);
}

static void turn_to(struct items_plans *plans, int latency, mpz_srcptr processors) {
    if (plans->latency == latency && mpz_cmp(plans->processors, processors) == 0)
        return;
    forget(plans);
    plans->latency = latency;
    mpz_set(plans->processors, processors);
}

static struct items_plans *turned_plans(const struct items_task *task) {
    BIG_OF(processors, task->question->processors);
    turn_to(task->plans, task->question->latency, processors);
    return task->plans;
}

/* --- one item --- */

static enum status build_tree(const struct items_task *task, struct items_schedule *schedule,
                              struct failure *failure) {
    const struct items_question *question = task->question;
    return question->items == 1 && !question->single
               ? one_item(question->latency, question->ports, question->processors, schedule,
                          failure)
               : STATUS_OK;
}

/* --- the source alone --- */

static enum status build_star(const struct items_task *task, struct items_schedule *schedule,
                              struct failure *failure) {
    const struct items_question *question = task->question;
    return !question->single || question->processors == 1
               ? star(question->latency, question->ports, question->processors, question->items,
                      schedule, failure)
               : STATUS_OK;
}

/* --- a piece of the endless stream --- */

static enum status build_port_stream(const struct items_task *task, struct items_schedule *schedule,
                                     struct failure *failure) {
    const struct items_question *question = task->question;
    CLEANUP(schedule_clear) struct schedule stream = {0};
    BIG_OF(processors, question->processors);
    TRY(port_stream(&stream, question->latency, question->ports, processors, task->limits,
                    failure));
    return port_stream_messages(&stream, question->items, task->limits, schedule, failure);
}

static enum status build_stream(const struct items_task *task, struct items_schedule *schedule,
                                struct failure *failure) {
    const struct items_question *question = task->question;
    if (question->ports != 1)
        return build_port_stream(task, schedule, failure);
    struct items_plans *plans = turned_plans(task);
    struct messages messages;
    struct message_run run = message_run_postal(question->latency);
    if (!plans->has_stream)
        TRY(best_schedule(&plans->stream, plans->latency, plans->processors, task->limits,
                          failure));
    plans->has_stream = true;
    TRY(messages_of_schedule(&messages, &plans->stream, &run, question->items, true, failure));
    return messages_schedule(&messages, schedule, failure);
}

/* --- a stream and an endgame --- */

EVIDENCE_CLEAR(release_source, items_message_source_free)

static enum status schedule_of_family(const struct items_task *task, struct family_plan *plan,
                                      struct items_schedule *schedule, struct failure *failure) {
    int items = task->question->items;
    struct items_message_source *source;
    struct message_list list;
    if (!plan->found || items < every_items_time(&plan->every).first)
        return STATUS_OK;
    TRY(every_items_list(&plan->every, items, &source, &list, task->limits, failure));
    *schedule = (struct items_schedule){list, source, release_source};
    return STATUS_OK;
}

/* Whether one of the constructions refused what is too large for it, while time is left. */
static bool is_refusal(enum status status, const struct limits *limits) {
    return status == STATUS_LIMIT && limits_check(limits, NULL) == STATUS_OK;
}

enum status items_plans_endgame(struct items_plans *plans, int latency, mpz_srcptr processors,
                                const struct limits *limits, const struct every_items **every,
                                struct failure *failure) {
    turn_to(plans, latency, processors);
    struct family_plan *plan = &plans->endgame;
    enum status status = STATUS_OK;
    if (!plan->asked)
        status = endgame_find(latency, processors, limits, &plan->every, &plan->found, failure);
    if (is_refusal(status, limits))
        status = STATUS_OK;
    plan->asked = !status;
    *every = plan->found ? &plan->every : NULL;
    return status;
}

static enum status build_endgame(const struct items_task *task, struct items_schedule *schedule,
                                 struct failure *failure) {
    const struct items_question *question = task->question;
    const struct every_items *every;
    if (question->ports != 1 || question->single)
        return STATUS_OK;
    struct items_plans *plans = turned_plans(task);
    TRY(items_plans_endgame(plans, question->latency, plans->processors, task->limits, &every,
                            failure));
    return schedule_of_family(task, &plans->endgame, schedule, failure);
}

/* 1 < K < k1: from scratch. */
static enum status build_few(const struct items_task *task, struct items_schedule *schedule,
                             struct failure *failure) {
    const struct items_question *question = task->question;
    int finish;
    bool built = false;
    if (question->ports != 1 || question->single || question->latency < 3 || question->items < 2)
        return STATUS_OK;
    CLEANUP(items_colours_clear) struct items_colours few = {0};
    TRY(items_question_bound(question, &finish, failure));
    TRY(few_items(question->latency, question->processors, question->items, finish, task->limits,
                  &few, &built, failure));
    return built ? few_items_schedule(&few, schedule, failure) : STATUS_OK;
}

static enum status find_single(struct family_plan *plan, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure) {
    struct items_colours colours;
    TRY(two_single_colours(&colours, processors, limits, failure));
    every_items_of_colours(&plan->every, &colours);
    plan->found = true;
    return STATUS_OK;
}

/* L = 2, where the stream is a step too slow. */
static enum status build_single(const struct items_task *task, struct items_schedule *schedule,
                                struct failure *failure) {
    const struct items_question *question = task->question;
    bool needed = false;
    if (question->ports != 1 || question->latency != 2)
        return STATUS_OK;
    struct items_plans *plans = turned_plans(task);
    struct family_plan *plan = &plans->single;
    if (!plan->asked)
        TRY(two_single_needed(plans->processors, &needed, failure));
    if (needed)
        TRY(find_single(plan, plans->processors, task->limits, failure));
    plan->asked = true;
    return schedule_of_family(task, plan, schedule, failure);
}

/* --- several ports --- */

static enum status build_bundle(const struct items_task *task, struct items_schedule *schedule,
                                struct failure *failure) {
    const struct items_question *question = task->question;
    if (question->ports == 1)
        return STATUS_OK;
    struct items_question base = *question;
    struct items_schedule one_port;
    const struct items_construction *by;
    int enough;
    base.ports = 1;
    base.items = bundle_count(question->items, question->ports);
    TRY(items_question_bound(&base, &enough, failure));
    TRY(items_construct(task->plans, &base, enough, task->limits, &one_port, &by, failure));
    return by ? bundle_schedule(&one_port, question->ports, question->items, schedule, failure)
              : STATUS_OK;
}

/* Rounds of a chain of boxes, as Bar-Noy and Ho have them: a round less than the stream where this
 * needs one more (Theorem Q) and the last batch is not full, as only some trees of the last box are
 * high; never less elsewhere. */
static enum status build_boxes(const struct items_task *task, struct items_schedule *schedule,
                               struct failure *failure) {
    const struct items_question *question = task->question;
    struct multiport_chain chain;
    if (question->ports == 1 || question->latency != 1)
        return STATUS_OK;
    TRY(multiport_chain_make(MULTIPORT_BY_ROTATION, question->ports, question->processors + 1,
                             &chain, failure));
    return multiport_schedule_chain(&chain, question->items, MULTIPORT_IN_ORDER, schedule, failure);
}

/* --- the paper's own --- */

/* f_t = N if and only if one processor more takes longer. */
int items_full_depth(int latency, int processors) {
    int depth, beyond;
    if (sequence_depth(latency, processors, &depth, NULL) ||
        sequence_depth(latency, processors + 1L, &beyond, NULL))
        return -1;
    return beyond > depth ? depth : -1;
}

static enum status build_paper(const struct items_task *task, struct items_schedule *schedule,
                               struct failure *failure) {
    const struct items_question *question = task->question;
    int depth =
        question->ports == 1 ? items_full_depth(question->latency, question->processors) : -1;
    return depth < 0 ? STATUS_OK
                     : paper_items(question->latency, depth, question->items, schedule, failure);
}

static const struct items_construction constructions[] = {
    {"tree", true, build_tree},       {"star", true, build_star},
    {"stream", true, build_stream},   {"single", true, build_single},
    {"endgame", true, build_endgame}, {"few", true, build_few},
    {"bundle", true, build_bundle},   {"boxes", true, build_boxes},
    {"paper", false, build_paper},    {.name = NULL}};

const struct items_construction *items_construction_named(const char *name) {
    const struct items_construction *c = constructions;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    require(c->name);
    return c;
}

/* Takes over `next` if it is better than what is kept. */
static void keep_better(struct items_schedule *kept, const struct items_construction **best,
                        struct items_schedule *next, const struct items_construction *by) {
    if (*best && kept->list.finish <= next->list.finish) {
        items_schedule_clear(next);
        return;
    }
    items_schedule_clear(kept);
    *kept = *next;
    *best = by;
}

enum status items_construct(struct items_plans *plans, const struct items_question *question,
                            int enough, const struct limits *limits,
                            struct items_schedule *schedule, const struct items_construction **by,
                            struct failure *failure) {
    const struct items_task task = {plans, question, limits};
    const struct items_construction *best = NULL;
    CLEANUP(items_schedule_clear) struct items_schedule kept = {0};
    struct failure refusal = {0}, fault = {0};
    enum status status = STATUS_OK;
    for (const struct items_construction *c = constructions; c->name && !status; c++) {
        struct items_schedule next = {0};
        if (c->least && (!best || kept.list.finish > enough))
            status = c->build(&task, &next, &fault);
        if (is_refusal(status, limits)) { /* the others may take it */
            refusal = refusal.status ? refusal : fault;
            status = STATUS_OK;
        } else if (!status && items_schedule_is_built(&next)) {
            keep_better(&kept, &best, &next, c);
        }
    }
    if (!best && !status && refusal.status)
        return failure_limit(failure, "%s", refusal.message);
    if (status && (!best || status != STATUS_LIMIT))
        return failure_set(failure, status, "%s", fault.message);
    *schedule = TAKE(kept);
    *by = best;
    return STATUS_OK;
}
