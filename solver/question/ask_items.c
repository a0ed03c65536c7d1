/* K items from one source: the least time, in the postal model and with several ports. */
#include <limits.h>
#include <stdlib.h>

#include "solver/items/items_bound.h"
#include "solver/question/engines.h"
#include "solver/question/items_time.h"

enum { MOST_LISTED = 100000000 }; /* messages of a certificate */

struct found {
    struct items_plans *plans;
    struct items_time time;
};

static void clear_found(void *detail) {
    struct found *found = detail;
    items_time_clear(&found->time);
    items_plans_free(found->plans);
}

static enum status put_upper(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct found *found = body;
    if (found->time.schedule.list.count > MOST_LISTED)
        return failure_set(failure, STATUS_LIMIT, "the schedule has more than %d messages",
                           MOST_LISTED);
    return items_time_put(&found->time, ITEMS_UPPER, output, limits, failure);
}

static enum status put_lower(const void *body, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    const struct found *found = body;
    return items_time_put(&found->time, ITEMS_LOWER, output, limits, failure);
}

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    const struct found *found = detail;
    return outcome_lend(&found->time.schedule.list, items, schedule, failure);
}

static enum status give(struct outcome *outcome, struct failure *failure) {
    const struct found *found = outcome->detail;
    const struct items_time *time = &found->time;
    bool known = time->upper < INT_MAX;
    outcome->list = list;
    if (known) {
        outcome->by = time->by;
        outcome->schedule =
            outcome_evidence(outcome, items_time_kind(time, ITEMS_UPPER), put_upper);
    }
    outcome->bound = outcome_evidence(outcome, items_time_kind(time, ITEMS_LOWER), put_lower);
    outcome->nodes = time->nodes;
    outcome_leave_open(outcome, time->reason);
    return outcome_give_range(outcome, time->lower, known ? time->upper : -1, failure);
}

static enum status ask(const struct question *question, const char *engine,
                       enum items_method method, const struct engine_options *options,
                       const struct limits *limits, struct outcome *outcome,
                       struct failure *failure) {
    struct items_question asked = {.latency = (int)question_number(question, KEY_LATENCY),
                                   .ports = (int)question_number(question, KEY_PORTS),
                                   .processors = (int)question_number(question, KEY_PROCESSORS) - 1,
                                   .items = (int)question_number(question, KEY_ITEMS),
                                   .single = question_number(question, KEY_SENDS) == 1};
    struct found found = {.plans = items_plans_new()};
    if (!found.plans)
        return failure_memory(failure, "plans");
    enum status status =
        items_time_find(found.plans, &asked, method, options->plain ? ITEMS_PLAIN : ITEMS_ORDERED,
                        limits, &found.time, failure);
    if (status) {
        items_plans_free(found.plans);
        return status;
    }
    outcome_init(outcome, engine);
    status = outcome_give_detail(outcome, &found, sizeof found, clear_found, failure);
    if (!status)
        status = give(outcome, failure);
    if (status)
        outcome_clear(outcome);
    return status;
}

static enum status ask_items_any(const struct question *question,
                                 const struct engine_options *options, const struct limits *limits,
                                 struct outcome *outcome, struct failure *failure) {
    return ask(question, "any", ITEMS_ANY, options, limits, outcome, failure);
}

static enum status ask_items_construction(const struct question *question,
                                          const struct engine_options *options,
                                          const struct limits *limits, struct outcome *outcome,
                                          struct failure *failure) {
    return ask(question, "construction", ITEMS_CONSTRUCTION, options, limits, outcome, failure);
}

static enum status ask_items_sat(const struct question *question,
                                 const struct engine_options *options, const struct limits *limits,
                                 struct outcome *outcome, struct failure *failure) {
    return ask(question, "sat", ITEMS_SAT, options, limits, outcome, failure);
}

static enum status ask_items_backtrack(const struct question *question,
                                       const struct engine_options *options,
                                       const struct limits *limits, struct outcome *outcome,
                                       struct failure *failure) {
    return ask(question, "backtrack", ITEMS_BACKTRACK, options, limits, outcome, failure);
}

const struct engine items_engines[] = {
    {SUBJECT_ITEMS, "any", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_MAKES_FORMULA, false, NULL,
     ask_items_any, "constructions, then formulas for what they leave open"},
    {SUBJECT_ITEMS, "construction", ENGINE_DECIDES, 0, true, NULL, ask_items_construction,
     "one item's tree, pieces of the endless stream, endgames"},
    {SUBJECT_ITEMS, "sat", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_MAKES_FORMULA, true, NULL,
     ask_items_sat, "a formula for each time from the counting bound on"},
    {SUBJECT_ITEMS, "backtrack", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_MAKES_FORMULA, true,
     NULL, ask_items_backtrack, "the same by exhaustive search"},
    {.name = NULL}};
