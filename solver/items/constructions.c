#include "solver/items/constructions.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/build/best.h"
#include "solver/items/bundle.h"
#include "solver/items/items_bound.h"
#include "solver/items/messages_schedule.h"
#include "solver/items/one_item.h"

/* Of one latency and number of processors. */
struct items_plans {
    int latency;
    int processors;
    bool has_stream;
    struct periodic stream;
};

struct items_plans *items_plans_new(void) {
    return memory_new(1, sizeof(struct items_plans));
}

static void forget(struct items_plans *plans) {
    if (plans->has_stream)
        periodic_clear(&plans->stream);
    *plans = (struct items_plans){0};
}

void items_plans_free(struct items_plans *plans) {
    if (!plans)
        return;
    forget(plans);
    free(plans);
}

static void turn_to(struct items_plans *plans, const struct items_question *question) {
    if (plans->latency == question->latency && plans->processors == question->processors)
        return;
    forget(plans);
    plans->latency = question->latency;
    plans->processors = question->processors;
}

/* --- one item --- */

static enum status build_tree(struct items_plans *plans, const struct items_question *question,
                              const struct limits *limits, struct items_schedule *schedule,
                              bool *built, struct failure *failure) {
    (void)plans;
    (void)limits;
    *built = question->items == 1 && !question->single;
    return *built ? one_item(question->latency, question->ports, question->processors, schedule,
                             failure)
                  : STATUS_OK;
}

/* --- a piece of the endless stream --- */

static enum status find_stream(struct items_plans *plans, const struct limits *limits,
                               struct failure *failure) {
    if (plans->has_stream)
        return STATUS_OK;
    mpz_t processors;
    mpz_init_set_si(processors, plans->processors);
    enum status status = best_schedule(&plans->stream, plans->latency, processors, limits, failure);
    mpz_clear(processors);
    plans->has_stream = !status;
    return status;
}

static enum status build_stream(struct items_plans *plans, const struct items_question *question,
                                const struct limits *limits, struct items_schedule *schedule,
                                bool *built, struct failure *failure) {
    *built = false;
    if (question->ports != 1)
        return STATUS_OK;
    turn_to(plans, question);
    enum status status = find_stream(plans, limits, failure);
    if (status)
        return status;
    struct messages messages;
    struct message_run run = message_run_postal(question->latency);
    status = messages_of_periodic(&messages, &plans->stream, &run, question->items, true, failure);
    if (!status)
        status = messages_schedule(&messages, schedule, failure);
    *built = !status;
    return status;
}

/* --- several ports --- */

static enum status build_bundle(struct items_plans *plans, const struct items_question *question,
                                const struct limits *limits, struct items_schedule *schedule,
                                bool *built, struct failure *failure) {
    *built = false;
    if (question->ports == 1)
        return STATUS_OK;
    struct items_question base = *question;
    struct items_schedule one_port;
    const struct items_construction *by;
    int enough;
    base.ports = 1;
    base.items = bundle_count(question->items, question->ports);
    enum status status = items_question_bound(&base, &enough, failure);
    if (!status)
        status = items_construct(plans, &base, enough, limits, &one_port, &by, failure);
    if (status || !by)
        return status;
    status = bundle_schedule(&one_port, question->ports, question->items, schedule, failure);
    *built = !status;
    return status;
}

const struct items_construction items_constructions[] = {
    {"tree", "one item: the least time", true, build_tree},
    {"stream", "one port: L + B(P-1) + K-1 (L = 2: one more where the stream needs it)", true,
     build_stream},
    {"bundle", "several ports, p items at a time: as ceil(K/p) items with one", true, build_bundle},
    {NULL, NULL, false, NULL},
};

const struct items_construction *items_construction_named(const char *name) {
    for (const struct items_construction *c = items_constructions; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

enum status items_construct(struct items_plans *plans, const struct items_question *question,
                            int enough, const struct limits *limits,
                            struct items_schedule *schedule, const struct items_construction **by,
                            struct failure *failure) {
    const struct items_construction *best = NULL;
    struct items_schedule kept = {0};
    enum status status = STATUS_OK;
    for (const struct items_construction *c = items_constructions; c->name && !status; c++) {
        struct items_schedule next;
        bool built = false;
        if (c->least && (!best || kept.list.finish > enough))
            status = c->build(plans, question, limits, &next, &built, failure);
        if (!built)
            continue;
        if (best && kept.list.finish <= next.list.finish) {
            items_schedule_clear(&next);
            continue;
        }
        items_schedule_clear(&kept);
        kept = next;
        best = c;
    }
    if (status) {
        items_schedule_clear(&kept);
        return status;
    }
    *schedule = kept;
    *by = best;
    return STATUS_OK;
}
