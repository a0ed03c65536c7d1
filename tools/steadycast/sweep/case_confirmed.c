#include <limits.h>
#include <stdlib.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/frame/confirmed.h"
#include "tools/steadycast/sweep/case_answer.h"

/* The schedule comes first, if there is one: for capacities it is the lower side. */
static bool is_schedule(const struct campaign_case *asked, const struct case_result *result,
                        int i) {
    if (asked->subject == CAMPAIGN_DECIDE || asked->subject == CAMPAIGN_SERVE)
        return result->verdict == CASE_FEASIBLE;
    if (asked->subject == CAMPAIGN_CAPACITY)
        return i == 0 && (result->certificate_count > 1 || !result->upper);
    return i == 0 && result->upper;
}

/* A time, or -1 for what is none. */
static int time_of(const char *text) {
    char *end = NULL;
    long time = text && decimal_of(text).count ? strtol(text, &end, 10) : -1;
    return time >= 0 && time < INT_MAX ? (int)time : -1;
}

static bool confirms_decision(const struct campaign_case *asked, const struct confirmed *said,
                              bool schedule, mpz_ptr processors) {
    struct serve_question question = {.latency = asked->latency,
                                      .depth = asked->depth,
                                      .processors = processors,
                                      .class = SERVE_BLOCKS};
    if (sequence_term(processors, asked->latency, asked->depth, NULL))
        return false;
    if (schedule)
        return said->kind != CONFIRMED_PRUNED && confirmed_serves(said, &question);
    /* the whole tree, or prices that allow no schedule at all */
    return (said->kind == CONFIRMED_NO_BLOCKS && decimal_is(said->latency, asked->latency) &&
            decimal_is(said->depth, asked->depth)) ||
           (said->kind == CONFIRMED_PRICES && confirmed_excludes(said, &question));
}

static bool confirms_service(const struct campaign_case *asked, const struct confirmed *said,
                             bool schedule, mpz_ptr processors) {
    struct serve_question question = {.latency = asked->latency,
                                      .depth = asked->depth,
                                      .processors = processors,
                                      .class = asked->class,
                                      .period = asked->period};
    mpz_set_si(processors, asked->served);
    return schedule ? confirmed_serves(said, &question) : confirmed_excludes(said, &question);
}

/* Sets the number to what a text holds; false if that is no number from 1 on. */
static bool read_number(mpz_ptr number, const char *text) {
    return text && decimal_of(text).count && mpz_set_str(number, text, 10) == 0 &&
           mpz_sgn(number) > 0;
}

static bool confirms_capacity(const struct campaign_case *asked, const struct case_result *result,
                              const struct confirmed *said, bool schedule, mpz_ptr processors) {
    struct serve_question question = {.latency = asked->latency,
                                      .depth = asked->depth,
                                      .processors = processors,
                                      .class = SERVE_ANY};
    if (schedule)
        return read_number(processors, result->lower) && confirmed_serves(said, &question);
    return result->upper && decimal_of(result->upper).count &&
           confirmed_bounds(said, asked->latency, asked->depth) &&
           decimal_compare(said->bound, decimal_of(result->upper)) == 0;
}

/* The schedule has the delay `upper`; the bound excludes all below `lower`. */
static bool confirms_delay(const struct campaign_case *asked, const struct case_result *result,
                           const struct confirmed *said, bool schedule, mpz_ptr processors) {
    int delay = time_of(schedule ? result->upper : result->lower);
    struct serve_question question = {.latency = asked->latency,
                                      .depth = delay - asked->latency - !schedule,
                                      .processors = processors,
                                      .class = SERVE_ANY};
    mpz_set_si(processors, asked->processors - 1);
    if (question.depth < 0)
        return false;
    if (schedule)
        return decimal_is(said->depth, question.depth) && confirmed_serves(said, &question);
    return said->kind == CONFIRMED_PRICES && confirmed_excludes(said, &question);
}

static bool confirms_items(const struct campaign_case *asked, const struct case_result *result,
                           const struct confirmed *said, bool schedule) {
    int time = time_of(schedule ? result->upper : result->lower);
    struct items_question question = {.latency = asked->latency,
                                      .ports = asked->ports,
                                      .processors = (int)(asked->processors - 1),
                                      .items = asked->items,
                                      .single = asked->single};
    if (time < 0)
        return false;
    return schedule ? confirmed_items_end(said, &question, time)
                    : confirmed_items_need(said, &question, time);
}

static bool confirms(const struct campaign_case *asked, const struct case_result *result, int i,
                     const struct confirmed *said, mpz_ptr number) {
    bool schedule = is_schedule(asked, result, i);
    switch (asked->subject) {
    case CAMPAIGN_DECIDE:
        return confirms_decision(asked, said, schedule, number);
    case CAMPAIGN_SERVE:
        return confirms_service(asked, said, schedule, number);
    case CAMPAIGN_CAPACITY:
        return confirms_capacity(asked, result, said, schedule, number);
    case CAMPAIGN_DELAY:
        return confirms_delay(asked, result, said, schedule, number);
    case CAMPAIGN_ITEMS:
        return confirms_items(asked, result, said, schedule);
    case CAMPAIGN_SUBJECTS:
        break;
    }
    return false;
}

/* What is only unknown has nothing to be confirmed. */
static bool has_answer(const struct campaign_case *asked, const struct case_result *result) {
    bool decision = asked->subject == CAMPAIGN_DECIDE || asked->subject == CAMPAIGN_SERVE;
    if (decision)
        return result->verdict == CASE_FEASIBLE || result->verdict == CASE_INFEASIBLE;
    return result->verdict == CASE_SETTLED || result->verdict == CASE_INTERVAL;
}

bool case_confirmed(const struct campaign_case *asked, const struct case_result *result, int i,
                    const char *line) {
    struct confirmed said;
    mpz_t number;
    if (i < 0 || i >= result->certificate_count || !has_answer(asked, result) ||
        !confirmed_read(&said, line))
        return false;
    mpz_init(number);
    bool right = confirms(asked, result, i, &said, number);
    mpz_clear(number);
    return right;
}
