/* Questions for a number: each answer has two sides, a schedule and a bound. */
#include <limits.h>
#include <stdlib.h>

#include "solver/certificate/write.h"
#include "solver/question/capacity.h"
#include "solver/question/delay.h"
#include "solver/question/items_time.h"
#include "tools/steadycast/sweep/case_parts.h"

enum { MOST_MESSAGES = 100000000 };

static const char schedule_ending[] = "-schedule.cert", bound_ending[] = "-bound.cert";

static enum status put_prices(const void *context, struct certificate_output *output,
                              const struct limits *limits, struct failure *failure) {
    (void)limits, (void)failure;
    certificate_put_prices(output, context);
    return STATUS_OK;
}

static struct case_text prices_text(const struct prices *prices) {
    return (struct case_text){"prices", put_prices, prices};
}

static bool is_search(const struct campaign_case *asked) {
    return asked->engine[0] == 's';
}

static enum status give_capacity(const struct campaign_case *asked, const struct case_place *place,
                                 const struct capacity *capacity, struct case_result *result,
                                 struct failure *failure) {
    struct case_text schedule = case_answer_text(&capacity->schedule);
    struct case_text bound = prices_text(&capacity->prices);
    enum status status = STATUS_OK;
    if (!capacity->stopped)
        status = case_add_certificate(asked, place, schedule_ending, &schedule, result, failure);
    if (!status)
        status = case_add_certificate(asked, place, bound_ending, &bound, result, failure);
    if (!status)
        status = case_give_bounds(capacity->stopped ? NULL : capacity->lower, capacity->upper,
                                  result, failure);
    if (!status && !capacity->stopped)
        result->nodes = capacity->schedule.nodes;
    if (!status && result->verdict == CASE_INTERVAL)
        status = case_leave_open(place, NULL, "no schedule was found that reaches the bound",
                                 result, failure);
    return status;
}

enum status case_answer_capacity(const struct campaign_case *asked, const struct case_place *place,
                                 struct case_result *result, struct failure *failure) {
    struct capacity capacity;
    enum status status = capacity_find(asked->latency, asked->depth,
                                       is_search(asked) ? CAPACITY_SEARCH : CAPACITY_CONSTRUCTION,
                                       place->limits, &capacity, failure);
    if (status)
        return status;
    status = give_capacity(asked, place, &capacity, result, failure);
    capacity_clear(&capacity);
    return status;
}

/* Delays of L + lower .. L + depth, as numbers of any size. */
static enum status give_range(const struct campaign_case *asked, const struct case_place *place,
                              long lower, long upper, const char *reason,
                              struct case_result *result, struct failure *failure) {
    mpz_t bounds[2];
    mpz_init_set_si(bounds[0], lower);
    mpz_init_set_si(bounds[1], upper);
    enum status status =
        case_give_bounds(bounds[0], upper == LONG_MAX ? NULL : bounds[1], result, failure);
    mpz_clear(bounds[0]);
    mpz_clear(bounds[1]);
    if (!status && result->verdict == CASE_INTERVAL)
        status = case_leave_open(place, asked->engine, reason, result, failure);
    return status;
}

static enum status give_delay(const struct campaign_case *asked, const struct case_place *place,
                              const struct delay *delay, struct case_result *result,
                              struct failure *failure) {
    struct case_text schedule = case_answer_text(&delay->schedule);
    struct case_text bound = prices_text(&delay->prices);
    enum status status =
        case_add_certificate(asked, place, schedule_ending, &schedule, result, failure);
    if (!status && delay->has_prices)
        status = case_add_certificate(asked, place, bound_ending, &bound, result, failure);
    result->nodes = delay->schedule.nodes;
    return status ? status
                  : give_range(asked, place, asked->latency + delay->lower,
                               asked->latency + delay->depth,
                               "no schedule was found that reaches the bound", result, failure);
}

enum status case_answer_delay(const struct campaign_case *asked, const struct case_place *place,
                              struct case_result *result, struct failure *failure) {
    struct delay delay;
    mpz_t served;
    mpz_init_set_si(served, asked->processors - 1);
    enum status status =
        delay_find(asked->latency, served, is_search(asked) ? DELAY_SEARCH : DELAY_CONSTRUCTION,
                   place->limits, &delay, failure);
    mpz_clear(served);
    if (status)
        return status;
    status = give_delay(asked, place, &delay, result, failure);
    delay_clear(&delay);
    return status;
}

/* --- K items --- */

static enum status put_upper(const void *context, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    return items_time_put(context, ITEMS_UPPER, output, limits, failure);
}

static enum status put_lower(const void *context, struct certificate_output *output,
                             const struct limits *limits, struct failure *failure) {
    return items_time_put(context, ITEMS_LOWER, output, limits, failure);
}

static enum status give_items(const struct campaign_case *asked, const struct case_place *place,
                              const struct items_time *time, struct case_result *result,
                              struct failure *failure) {
    bool found = time->upper < INT_MAX;
    struct case_text schedule = {items_time_kind(time, ITEMS_UPPER), put_upper, time};
    struct case_text bound = {items_time_kind(time, ITEMS_LOWER), put_lower, time};
    enum status status = STATUS_OK;
    if (found && time->schedule.list.count > MOST_MESSAGES)
        return failure_set(failure, STATUS_LIMIT, "the schedule has more than %d messages",
                           MOST_MESSAGES);
    if (found)
        status = case_add_certificate(asked, place, schedule_ending, &schedule, result, failure);
    if (!status)
        status = case_add_certificate(asked, place, bound_ending, &bound, result, failure);
    result->nodes = time->nodes;
    if (!status)
        status = give_range(asked, place, time->lower, found ? time->upper : LONG_MAX, time->reason,
                            result, failure);
    return status || !found ? status : case_say(result, time->by, NULL, failure);
}

static enum items_method method_of(const struct campaign_case *asked) {
    switch (asked->engine[0]) {
    case 'c':
        return ITEMS_CONSTRUCTION;
    case 's':
        return ITEMS_SAT;
    case 'b':
        return ITEMS_BACKTRACK;
    default:
        return ITEMS_ANY;
    }
}

enum status case_answer_items(const struct campaign_case *asked, const struct case_place *place,
                              struct case_result *result, struct failure *failure) {
    struct items_question question = {.latency = asked->latency,
                                      .ports = asked->ports,
                                      .processors = (int)asked->processors - 1,
                                      .items = asked->items,
                                      .single = asked->single};
    struct items_time time;
    struct items_plans *plans = items_plans_new();
    if (!plans)
        return failure_memory(failure, "plans");
    enum status status =
        items_time_find(plans, &question, method_of(asked),
                        asked->plain ? ITEMS_PLAIN : ITEMS_ORDERED, place->limits, &time, failure);
    if (!status) {
        status = give_items(asked, place, &time, result, failure);
        items_time_clear(&time);
    }
    items_plans_free(plans);
    return status;
}
