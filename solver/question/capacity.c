#include "solver/question/capacity.h"

#include "solver/bound/lp.h"
#include "solver/question/serve.h"

enum status capacity_check_range(int latency, int depth, enum capacity_method method,
                                 struct failure *failure) {
    int most =
        method == CAPACITY_SEARCH && depth >= latency ? WINDOW_MAX_DEPTH : CAPACITY_MAX_DEPTH;
    return depth <= most ? STATUS_OK
                         : failure_set(failure, STATUS_LIMIT,
                                       "t = %d is beyond %d, the largest depth taken", depth, most);
}

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

/* Asks one engine for N processors; *found if it has a schedule. */
static enum status ask(const char *engine, const struct serve_question *question,
                       const struct limits *limits, struct answer *answer, bool *found,
                       struct failure *failure) {
    struct failure beyond = {0};
    *found = false;
    enum status status = serve_engine_by_name(engine)->solve(question, limits, answer, &beyond);
    if (status == STATUS_LIMIT)
        return STATUS_OK;
    if (status)
        return failure_set(failure, status, "%s", beyond.message);
    *found = answer->verdict == VERDICT_FEASIBLE;
    if (!*found)
        answer_clear(answer);
    return STATUS_OK;
}

/* The largest N <= upper that one of the engines serves. N = 1 always has a schedule. */
static enum status find_schedule(struct capacity *capacity, struct serve_question *question,
                                 const char *const *engines, const struct limits *limits,
                                 struct failure *failure) {
    bool found = false;
    enum status status = STATUS_OK;
    mpz_set(capacity->lower, capacity->upper);
    question->processors = capacity->lower;
    while (!status && !found && !limits_check(limits, NULL)) {
        for (int i = 0; engines[i] && !status && !found; i++)
            status = ask(engines[i], question, limits, &capacity->schedule, &found, failure);
        if (!found && mpz_cmp_ui(capacity->lower, 1) == 0)
            break;
        if (!found)
            mpz_sub_ui(capacity->lower, capacity->lower, 1);
    }
    if (status || found)
        return status;
    capacity->stopped = true;
    mpz_set_ui(capacity->lower, 1);
    status = ask("construction", question, NULL, &capacity->schedule, &found, failure);
    return status || found ? status
                           : failure_set(failure, STATUS_INTERNAL, "one processor is not served");
}

enum status capacity_find(int latency, int depth, enum capacity_method method,
                          const struct limits *limits, struct capacity *capacity,
                          struct failure *failure) {
    static const char *const constructions[] = {"construction", NULL};
    static const char *const searches[] = {"search", "sat", NULL};
    bool construct = method == CAPACITY_CONSTRUCTION || depth < latency;
    struct capacity result = {.stopped = false};
    /* the formulas need not try what the search has excluded */
    struct serve_question question = {
        .latency = latency, .depth = depth, .class = SERVE_ANY, .period = 2};
    enum status status = capacity_check_range(latency, depth, method, failure);
    if (!status)
        status = construct ? closed_prices(latency, depth, &result.prices, failure)
                           : solved_prices(latency, depth, limits, &result.prices, failure);
    if (status)
        return status;
    mpz_inits(result.lower, result.upper, NULL);
    prices_bound(&result.prices, result.upper);
    answer_init(&result.schedule, "none", latency, depth);
    status = construct ? find_schedule(&result, &question, constructions, NULL, failure)
                       : find_schedule(&result, &question, searches, limits, failure);
    if (status)
        capacity_clear(&result);
    else
        *capacity = result;
    return status;
}

void capacity_clear(struct capacity *capacity) {
    answer_clear(&capacity->schedule);
    prices_clear(&capacity->prices);
    mpz_clears(capacity->lower, capacity->upper, NULL);
}
