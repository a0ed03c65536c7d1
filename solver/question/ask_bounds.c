/* SPDX-License-Identifier: MIT */
/*
 * Questions for a number about endless streams: the most processors with a delay, the least delay
 * for processors. Prices bound all schedules; then schedules are asked for, first where the prices
 * end.
 */
#include "solver/arithmetic/pruned_find.h"
#include "solver/arithmetic/pruned_local.h"
#include "solver/bound/lp.h"
#include "solver/certificate/write.h"
#include "solver/question/answer_messages.h"
#include "solver/question/delay_bound.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"

enum { CAPACITY_MAX_DEPTH = 2000, BLOCK_ATTEMPTS = 1000 };

/* The methods of both subjects. */
enum {
    CONSTRUCTION, /* words and prices in closed form, which take no time worth stopping */
    SEARCH        /* the linear program, local search for blocks, backtracking and formulas */
};

/* The detail: what both sides rest on. */
struct sides {
    struct answer schedule;
    struct prices prices;
    bool has_prices;
};

static void clear_sides(void *detail) {
    struct sides *sides = detail;
    answer_clear(&sides->schedule);
    if (sides->has_prices)
        prices_clear(&sides->prices);
}

static enum status list(const void *detail, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    return answer_messages(&((const struct sides *)detail)->schedule, items, schedule, failure);
}

/* The outcome takes over what was found; bounds that are NULL are not known. */
static enum status give(struct outcome *outcome, const struct sides *found, mpz_srcptr lower,
                        mpz_srcptr upper, struct failure *failure) {
    enum status status = outcome_give_detail(outcome, found, sizeof *found, clear_sides, failure);
    if (status)
        return status;
    outcome->list = list;
    outcome->nodes = found->schedule.nodes;
    const struct sides *sides = outcome->detail;
    outcome->schedule = evidence_of_answer(&sides->schedule);
    if (sides->has_prices)
        outcome->bound = evidence_of_prices(&sides->prices);
    status = outcome_give_bounds(outcome, lower, upper, failure);
    if (outcome->verdict == OUTCOME_INTERVAL)
        outcome_leave_open(outcome, "no schedule was found that reaches the bound");
    return status;
}

/* One engine after the other until one has a schedule; STATUS_LIMIT if the last one refuses. The
 * formulas need not try what the search has excluded. */
static enum status serve(const struct serve_question *question, int method,
                         const struct limits *limits, struct answer *schedule, bool *found,
                         struct failure *failure) {
    static const char *const engines[][3] = {{"construction", NULL}, {"search", "sat", NULL}};
    enum status status = STATUS_OK;
    *found = false;
    for (int i = 0; engines[method][i] && !*found && (!status || status == STATUS_LIMIT); i++) {
        const struct serve_engine *engine = serve_engine_by_name(engines[method][i]);
        status = engine->solve(question, limits, schedule, failure);
        *found = !status && schedule->verdict == VERDICT_FEASIBLE;
        if (!status && !*found)
            answer_clear(schedule);
    }
    return status;
}

/* --- capacity: the largest number N of processors --- */

static enum status closed_prices(int latency, int depth, struct prices *prices,
                                 struct failure *failure) {
    enum status status = prices_best(prices, latency, depth, failure);
    if (status)
        return status;
    status = prices_check(prices, failure);
    if (status)
        prices_clear(prices);
    return status;
}

static enum status solved_prices(int latency, int depth, const struct limits *limits,
                                 struct prices *prices, struct failure *failure) {
    struct lp_solution solution;
    enum status status = lp_solve(latency, depth, limits, &solution, failure);
    if (status)
        return status;
    lp_take_prices(&solution, prices);
    lp_clear(&solution);
    return STATUS_OK;
}

/* N downwards from what the prices allow; what an engine does not take, it does not serve. N = 1
 * always has a schedule, so nothing is found only when stopped. */
static enum status find_most(const struct serve_question *question, mpz_ptr served, int method,
                             const struct limits *limits, struct answer *schedule, bool *found,
                             struct failure *failure) {
    enum status status = STATUS_OK;
    *found = false;
    while (!status && !*found && mpz_sgn(served) > 0 && !limits_check(limits, NULL)) {
        status = serve(question, method, limits, schedule, found, failure);
        if (status == STATUS_LIMIT)
            status = STATUS_OK;
        if (!*found)
            mpz_sub_ui(served, served, 1);
    }
    return status;
}

static enum status ask_capacity(const struct engine *engine, const struct question *question,
                                const struct engine_options *options, const struct limits *limits,
                                struct outcome *outcome, struct failure *failure) {
    struct sides found = {.has_prices = true};
    mpz_t lower, upper;
    struct serve_question asked = {.latency = (int)question_number(question, KEY_LATENCY),
                                   .depth = (int)question_number(question, KEY_DEPTH),
                                   .processors = lower,
                                   .class = SERVE_ANY,
                                   .period = 2};
    int method = asked.depth < asked.latency ? CONSTRUCTION : engine->method;
    int most = method == SEARCH ? WINDOW_MAX_DEPTH : CAPACITY_MAX_DEPTH;
    bool reached;
    (void)options;
    if (asked.depth > most)
        return failure_set(failure, STATUS_LIMIT, "t = %d is beyond %d, the largest depth taken",
                           asked.depth, most);
    enum status status =
        method == SEARCH ? solved_prices(asked.latency, asked.depth, limits, &found.prices, failure)
                         : closed_prices(asked.latency, asked.depth, &found.prices, failure);
    if (status)
        return status;
    mpz_inits(lower, upper, NULL);
    prices_bound(&found.prices, upper);
    mpz_set(lower, upper);
    status = find_most(&asked, lower, method, method == SEARCH ? limits : NULL, &found.schedule,
                       &reached, failure);
    if (status)
        clear_sides(&found);
    else
        status = give(outcome, &found, reached ? lower : NULL, upper, failure);
    mpz_clears(lower, upper, NULL);
    return status;
}

/* --- delay: the least L+t --- */

/* The depth of what was found: it may be smaller than was asked for. */
static int depth_found(const struct answer *answer) {
    return answer->evidence == EVIDENCE_SCHEDULE ? answer->schedule.depth : answer->depth;
}

/* Blocks on a pruned tree, by local search: *found = false proves nothing. */
static enum status search_blocks(const struct serve_question *question, const struct limits *limits,
                                 struct answer *schedule, bool *found, struct failure *failure) {
    struct schedule pruned;
    struct pruned_local_question blocks = {
        .latency = question->latency, .depth = question->depth, .attempts = BLOCK_ATTEMPTS};
    *found = false;
    if (question->depth < question->latency ||
        mpz_cmp_ui(question->processors, PRUNED_FIND_MAX_PROCESSORS) > 0)
        return STATUS_OK;
    blocks.processors = (int)mpz_get_si(question->processors);
    enum status status = pruned_local_find(&blocks, limits, found, &pruned, failure);
    if (!status && *found)
        status = schedule_finish(&pruned, question->processors, failure);
    if (status || !*found)
        return status;
    answer_init(schedule, "local search", question->latency, question->depth);
    schedule->verdict = VERDICT_FEASIBLE;
    schedule->evidence = EVIDENCE_SCHEDULE;
    schedule->schedule = pruned;
    return STATUS_OK;
}

/* Depth after depth, also beyond one where the engines found nothing: what is found then is deeper
 * than the prices say, and not settled. */
static enum status find_least(struct serve_question *question, int method,
                              const struct limits *limits, struct answer *schedule,
                              struct failure *failure) {
    for (; question->depth <= PRICES_MAX_DEPTH; question->depth++) {
        bool found = false;
        enum status status = STATUS_OK;
        if (method == SEARCH)
            status = search_blocks(question, limits, schedule, &found, failure);
        if (!status && !found)
            status = serve(question, method, limits, schedule, &found, failure);
        if (!status && !found)
            status = limits_check(limits, failure);
        if (status || found)
            return status;
    }
    return failure_set(failure, STATUS_LIMIT, "no schedule was found up to t = %d",
                       PRICES_MAX_DEPTH);
}

static enum status find_delay(struct serve_question *question, int method,
                              const struct limits *limits, struct outcome *outcome,
                              struct failure *failure) {
    struct sides found = {.has_prices = false};
    mpz_t lower, upper;
    int least = 0;
    enum status status =
        delay_bound_depth(question->latency, question->processors, &least, failure);
    if (!status && least > 0) { /* else there is nothing to prove */
        status = delay_bound_prices(question->latency, question->processors, least, &found.prices,
                                    failure);
        found.has_prices = !status;
    }
    question->depth = least;
    if (!status)
        status = find_least(question, least < question->latency ? CONSTRUCTION : method, limits,
                            &found.schedule, failure);
    if (status) {
        clear_sides(&found);
        return status;
    }
    mpz_init_set_si(lower, (long)question->latency + least);
    mpz_init_set_si(upper, (long)question->latency + depth_found(&found.schedule));
    status = give(outcome, &found, lower, upper, failure);
    mpz_clears(lower, upper, NULL);
    return status;
}

static enum status ask_delay(const struct engine *engine, const struct question *question,
                             const struct engine_options *options, const struct limits *limits,
                             struct outcome *outcome, struct failure *failure) {
    mpz_t served;
    (void)options;
    mpz_init(served);
    question_big(question, KEY_PROCESSORS, served);
    mpz_sub_ui(served, served, 1);
    struct serve_question asked = {.latency = (int)question_number(question, KEY_LATENCY),
                                   .processors = served,
                                   .class = SERVE_ANY,
                                   .period = 2};
    enum status status = find_delay(&asked, engine->method, limits, outcome, failure);
    mpz_clear(served);
    return status;
}

const struct engine bound_engines[] = {
    {SUBJECT_CAPACITY, "construction", ENGINE_DECIDES, 0, true, NULL, ask_capacity,
     "words and prices in closed form", CONSTRUCTION},
    {SUBJECT_CAPACITY, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS, true,
     NULL, ask_capacity, "the linear program over the window automaton, backtracking and formulas",
     SEARCH},
    {SUBJECT_DELAY, "construction", ENGINE_DECIDES, 0, true, NULL, ask_delay,
     "unions of known schedules, and prices", CONSTRUCTION},
    {SUBJECT_DELAY, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS, true, NULL,
     ask_delay, "local search for blocks, backtracking and formulas, and prices", SEARCH},
    {.name = NULL}};
