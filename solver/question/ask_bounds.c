/* Questions for a number about block-cyclic schedules and streams: capacity, delay, count. */
#include <stdlib.h>

#include "solver/certificate/write.h"
#include "solver/count/count.h"
#include "solver/decide/backtrack.h"
#include "solver/question/answer_messages.h"
#include "solver/question/capacity.h"
#include "solver/question/delay.h"
#include "solver/question/engines.h"

static const char not_reached[] = "no schedule was found that reaches the bound";

static int number(const struct question *question, enum key key) {
    return (int)question_number(question, key);
}

/* --- capacity --- */

static void clear_capacity(void *detail) {
    capacity_clear(detail);
}

static enum status list_capacity(const void *detail, int items, struct items_schedule *schedule,
                                 struct failure *failure) {
    return answer_messages(&((const struct capacity *)detail)->schedule, items, schedule, failure);
}

static enum status ask_capacity(const struct question *question, const char *engine,
                                enum capacity_method method, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    struct capacity found;
    enum status status = capacity_find(number(question, KEY_LATENCY), number(question, KEY_DEPTH),
                                       method, limits, &found, failure);
    if (status)
        return status;
    outcome_init(outcome, engine);
    status = outcome_give_detail(outcome, &found, sizeof found, clear_capacity, failure);
    if (status)
        return status;
    struct capacity *capacity = outcome->detail;
    outcome->bound = evidence_of_prices(&capacity->prices);
    outcome->list = list_capacity;
    if (!capacity->stopped) {
        outcome->schedule = evidence_of_answer(&capacity->schedule);
        outcome->nodes = capacity->schedule.nodes;
    }
    status = outcome_give_bounds(outcome, capacity->stopped ? NULL : capacity->lower,
                                 capacity->upper, failure);
    if (outcome->verdict == OUTCOME_INTERVAL)
        outcome_leave_open(outcome, not_reached);
    if (status)
        outcome_clear(outcome);
    return status;
}

static enum status ask_capacity_construction(const struct question *question,
                                             const struct engine_options *options,
                                             const struct limits *limits, struct outcome *outcome,
                                             struct failure *failure) {
    (void)options;
    return ask_capacity(question, "construction", CAPACITY_CONSTRUCTION, limits, outcome, failure);
}

static enum status ask_capacity_search(const struct question *question,
                                       const struct engine_options *options,
                                       const struct limits *limits, struct outcome *outcome,
                                       struct failure *failure) {
    (void)options;
    return ask_capacity(question, "search", CAPACITY_SEARCH, limits, outcome, failure);
}

/* --- delay --- */

static void clear_delay(void *detail) {
    delay_clear(detail);
}

static enum status list_delay(const void *detail, int items, struct items_schedule *schedule,
                              struct failure *failure) {
    return answer_messages(&((const struct delay *)detail)->schedule, items, schedule, failure);
}

static enum status ask_delay(const struct question *question, const char *engine,
                             enum delay_method method, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    int latency = number(question, KEY_LATENCY);
    struct delay found;
    mpz_t served;
    mpz_init(served);
    question_big(question, KEY_PROCESSORS, served);
    mpz_sub_ui(served, served, 1);
    enum status status = delay_find(latency, served, method, limits, &found, failure);
    mpz_clear(served);
    if (status)
        return status;
    outcome_init(outcome, engine);
    status = outcome_give_detail(outcome, &found, sizeof found, clear_delay, failure);
    if (status)
        return status;
    struct delay *delay = outcome->detail;
    outcome->schedule = evidence_of_answer(&delay->schedule);
    outcome->list = list_delay;
    outcome->nodes = delay->schedule.nodes;
    if (delay->has_prices)
        outcome->bound = evidence_of_prices(&delay->prices);
    status = outcome_give_range(outcome, (int64_t)latency + delay->lower,
                                (int64_t)latency + delay->depth, failure);
    if (outcome->verdict == OUTCOME_INTERVAL)
        outcome_leave_open(outcome, not_reached);
    if (status)
        outcome_clear(outcome);
    return status;
}

static enum status ask_delay_construction(const struct question *question,
                                          const struct engine_options *options,
                                          const struct limits *limits, struct outcome *outcome,
                                          struct failure *failure) {
    (void)options;
    return ask_delay(question, "construction", DELAY_CONSTRUCTION, limits, outcome, failure);
}

static enum status ask_delay_search(const struct question *question,
                                    const struct engine_options *options,
                                    const struct limits *limits, struct outcome *outcome,
                                    struct failure *failure) {
    (void)options;
    return ask_delay(question, "search", DELAY_SEARCH, limits, outcome, failure);
}

/* --- count: no kind of certificate says how many there are; engines are compared --- */

static bool asks_for_words(const struct question *question) {
    return question_number(question, KEY_OF) == 0;
}

static enum status give_count(struct outcome *outcome, bool finished, mpz_srcptr count,
                              struct failure *failure) {
    if (finished)
        return outcome_give_bounds(outcome, count, count, failure);
    outcome_leave_open(outcome, "a limit was reached");
    return STATUS_OK;
}

static enum status ask_count_dynamic(const struct question *question,
                                     const struct engine_options *options,
                                     const struct limits *limits, struct outcome *outcome,
                                     struct failure *failure) {
    bool finished;
    mpz_t parikh, words;
    (void)options;
    mpz_inits(parikh, words, NULL);
    enum status status = count_schedules(number(question, KEY_LATENCY), number(question, KEY_DEPTH),
                                         limits, parikh, words, &finished, failure);
    if (!status) {
        outcome_init(outcome, "dynamic");
        status = give_count(outcome, finished, asks_for_words(question) ? words : parikh, failure);
    }
    mpz_clears(parikh, words, NULL);
    return status;
}

static enum status ask_count_backtrack(const struct question *question,
                                       const struct engine_options *options,
                                       const struct limits *limits, struct outcome *outcome,
                                       struct failure *failure) {
    struct backtrack_result result = {.finished = true, .solutions = 1};
    struct backtrack_question asked = {.latency = number(question, KEY_LATENCY),
                                       .depth = number(question, KEY_DEPTH),
                                       .mode =
                                           asks_for_words(question) ? WALK_WORDS : WALK_MULTISETS,
                                       .count = true,
                                       .ball_rule = true,
                                       .state = options->state};
    enum status status = STATUS_OK;
    if (asked.depth >= asked.latency) /* below there is one processor and no block */
        status = backtrack_run(&asked, limits, &result, failure);
    if (status)
        return status;
    free(result.letters);
    outcome_init(outcome, "backtrack");
    outcome->nodes = result.nodes;
    outcome->state = result.kept ? options->state : NULL;
    mpz_t count;
    mpz_init_set_ui(count, result.solutions);
    status = give_count(outcome, result.finished, count, failure);
    mpz_clear(count);
    return status;
}

const struct engine bound_engines[] = {
    {SUBJECT_CAPACITY, "construction", ENGINE_DECIDES, 0, true, NULL, ask_capacity_construction,
     "words and prices in closed form"},
    {SUBJECT_CAPACITY, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS, true,
     NULL, ask_capacity_search,
     "the linear program over the window automaton, backtracking and formulas"},
    {SUBJECT_DELAY, "construction", ENGINE_DECIDES, 0, true, NULL, ask_delay_construction,
     "unions of known schedules, and prices"},
    {SUBJECT_DELAY, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS, true, NULL,
     ask_delay_search, "local search for blocks, backtracking and formulas, and prices"},
    {SUBJECT_COUNT, "dynamic", ENGINE_DECIDES, ENGINE_HEEDS_THREADS | ENGINE_UNCERTIFIED, true,
     NULL, ask_count_dynamic, "generating functions over letter counts; needs memory"},
    {SUBJECT_COUNT, "backtrack", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_RESUMES | ENGINE_UNCERTIFIED, true, NULL,
     ask_count_backtrack, "exhaustive search, one by one"},
    {.name = NULL}};
