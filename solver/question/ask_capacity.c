/* SPDX-License-Identifier: MIT */
/* The most processors that an endless stream serves with a delay. Prices bound all schedules; then
 * schedules are asked for (serve.h), first where the prices end. */
#include "automata/numbers.h"
#include "solver/proof/bound/class_prices.h"
#include "solver/proof/bound/lp.h"
#include "solver/question/engines.h"
#include "solver/question/serve.h"

enum {
    MAX_DEPTH = 2000, /* of prices in closed form */
    MOST_TRIED = 64   /* numbers of processors on a LogP machine beyond what halves find */
};

/* The methods. */
enum {
    CONSTRUCTION, /* words and prices in closed form; streams that are known, and the broadcast tree
                   */
    SEARCH        /* linear programs, and searches */
};

static enum status report_most(struct outcome *outcome, mpz_srcptr lower, mpz_srcptr upper,
                               const struct limits *limits, struct failure *failure) {
    enum status status = outcome_give_bounds(outcome, lower, upper, failure);
    if (outcome->verdict == VERDICT_INTERVAL)
        outcome_leave_open(outcome, limits_check(limits, NULL)
                                        ? LIMITS_STOPPED
                                        : "no schedule was found that reaches the bound");
    return status;
}

/* --- in the postal model --- */

static enum status closed_prices(int latency, int depth, struct prices *prices,
                                 struct failure *failure) {
    CLEANUP(prices_clear) struct prices found = {0};
    TRY(prices_best(&found, latency, depth, failure));
    TRY(prices_check(&found, failure));
    *prices = TAKE(found);
    return STATUS_OK;
}

static enum status solved_prices(int latency, int depth, const struct limits *limits,
                                 struct prices *prices, struct failure *failure) {
    CLEANUP(lp_clear) struct lp_solution solution = {0};
    TRY(lp_solve(latency, depth, limits, &solution, failure));
    lp_take_prices(&solution, prices);
    return STATUS_OK;
}

/* N downwards from what the prices allow; what an engine does not take, it does not serve. N = 1
 * always has a schedule, so nothing is found only when stopped. */
static enum status find_most(struct stream_asked *asked, int method, const struct limits *limits,
                             struct outcome *outcome, bool *reached, struct failure *failure) {
    static serve_engine *const engines[][4] = {{serve_construction, NULL},
                                               {serve_local, serve_search, serve_sat, NULL}};
    *reached = false;
    while (!*reached && mpz_sgn(asked->processors) > 0 && !limits_check(limits, NULL)) {
        CLEANUP(outcome_clear) struct outcome found = {.by = outcome->by};
        enum status status = serve_first(engines[method], asked, limits, &found, failure);
        if (status && status != STATUS_LIMIT)
            return status;
        *reached = !status && found.verdict == VERDICT_FEASIBLE;
        if (*reached)
            outcome_take_schedule(outcome, &found);
        else
            mpz_sub_ui(asked->processors, asked->processors, 1);
    }
    return STATUS_OK;
}

static enum status ask_postal(const struct engine_call *call, struct failure *failure) {
    struct prices prices;
    int latency = (int)question_number(call->question, KEY_LATENCY);
    int depth = (int)question_number(call->question, KEY_DEPTH);
    int method = depth < latency ? CONSTRUCTION : call->engine->method;
    int most = method == SEARCH ? WINDOW_MAX_DEPTH : MAX_DEPTH;
    bool reached = false;
    if (depth > most)
        return failure_limit(failure, "t = %d is beyond %d, the largest depth taken", depth, most);
    TRY(method == SEARCH ? solved_prices(latency, depth, call->limits, &prices, failure)
                         : closed_prices(latency, depth, &prices, failure));
    BIG(upper);
    prices_bound(&prices, upper);
    TRY(outcome_give_prices(call->outcome, &prices, failure));
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    asked.period = 2; /* what the search excludes need not be tried again */
    mpz_set(asked.processors, upper);
    TRY(find_most(&asked, method, method == SEARCH ? call->limits : NULL, call->outcome, &reached,
                  failure));
    return report_most(call->outcome, reached ? asked.processors : NULL, upper, call->limits,
                       failure);
}

/* --- on a LogP machine --- */

/* What is asked, and the answer so far. */
struct logp_capacity_search {
    struct stream_asked *asked;
    const struct limits *limits;
    struct outcome *outcome;
    mpz_ptr lower; /* so many are served by outcome->schedule */
    mpz_ptr upper; /* so many are allowed by outcome->bound */
};

/* Takes the stream to N processors, if there is one by these engines. */
static enum status try_processors(struct logp_capacity_search *search, serve_engine *engine,
                                  mpz_srcptr processors, bool *served, struct failure *failure) {
    CLEANUP(outcome_clear) struct outcome found = {.by = search->outcome->by};
    char known[100];
    struct part_limits part;
    gmp_snprintf(known, sizeof known, "%Zd..%Zd, %Zd served", search->lower, search->upper,
                 processors);
    mpz_set(search->asked->processors, processors);
    enum status status =
        engine(search->asked, limits_part(&part, search->limits, "%s", known), &found, failure);
    *served = !status && found.verdict == VERDICT_FEASIBLE;
    if (*served) {
        outcome_take_schedule(search->outcome, &found);
        mpz_set(search->lower, processors);
    }
    return status;
}

/* As if who can be served so soon were all up to some number. */
static enum status find_by_halves(struct logp_capacity_search *search, struct failure *failure) {
    BIG(low, high, middle);
    bool served;
    mpz_set_ui(low, 1);
    mpz_set(high, search->upper);
    enum status status = try_processors(search, serve_logp_stream, low, &served, failure);
    while (!status && mpz_cmp(low, high) < 0) {
        mpz_add(middle, low, high);
        mpz_cdiv_q_2exp(middle, middle, 1);
        status = try_processors(search, serve_logp_stream, middle, &served, failure);
        if (served)
            mpz_set(low, middle);
        else
            mpz_sub_ui(high, middle, 1);
    }
    return status == STATUS_LIMIT && mpz_sgn(search->lower) > 0 ? STATUS_OK : status;
}

/* By splits, as long as no schedule was found that reaches the bound: searches for what they
 * exclude would take longer. */
static enum status lower_bound(struct logp_capacity_search *search, struct failure *failure) {
    const struct logp_machine *machine = &search->asked->machine.logp;
    bool found = true;
    while (mpz_cmp(search->lower, search->upper) < 0 && found) {
        struct prices split;
        TRY(class_prices_split((int)logp_machine_transfer(machine), machine->gap,
                               search->asked->depth, search->upper, search->limits, &found, &split,
                               failure));
        if (found) {
            prices_bound(&split, search->upper);
            TRY(outcome_give_prices(search->outcome, &split, failure));
        }
    }
    return STATUS_OK;
}

/* From the bound down to more than were found before: by what is known, as the numbers that are
 * served need not follow each other; then by search. */
static enum status add_processors(struct logp_capacity_search *search, serve_engine *engine,
                                  struct failure *failure) {
    enum status status = STATUS_OK;
    bool found = false;
    CLEANUP(big_clear) mpz_t next, before;
    mpz_init_set(next, search->upper);
    mpz_init_set(before, search->lower);
    for (int i = 0; i < MOST_TRIED && mpz_cmp(next, before) > 0 && !found && !status; i++) {
        status = try_processors(search, engine, next, &found, failure);
        if (status == STATUS_LIMIT)
            status = STATUS_OK;
        mpz_sub_ui(next, next, 1);
    }
    return status;
}

static enum status find_logp(struct logp_capacity_search *search, int method,
                             struct failure *failure) {
    const struct logp_machine *machine = &search->asked->machine.logp;
    int latency = (int)logp_machine_transfer(machine), depth = search->asked->depth;
    struct prices prices;
    TRY(method == SEARCH
            ? class_prices_best(latency, machine->gap, depth, search->limits, &prices, failure)
            : class_prices_tree(latency, machine->gap, depth, &prices, failure));
    prices_bound(&prices, search->upper);
    TRY(outcome_give_prices(search->outcome, &prices, failure));
    TRY(find_by_halves(search, failure));
    if (method == SEARCH)
        TRY(lower_bound(search, failure));
    TRY(add_processors(search, serve_logp_stream, failure));
    return method == SEARCH ? add_processors(search, serve_logp_words, failure) : STATUS_OK;
}

static enum status ask_logp(const struct engine_call *call, struct failure *failure) {
    CLEANUP(stream_asked_clear) struct stream_asked asked = stream_asked(call->question);
    BIG(lower, upper);
    struct logp_capacity_search search = {&asked, call->limits, call->outcome, lower, upper};
    TRY(serve_check_prices(&asked.machine.logp, asked.depth, failure));
    TRY(find_logp(&search, call->engine->method, failure));
    return report_most(call->outcome, lower, upper, call->limits, failure);
}

const struct engine capacity_engines[] = {
    {MACHINE_POSTAL, "construction", ENGINE_DECIDES, 0, ask_postal, CONSTRUCTION, NULL, NULL,
     "words and prices in closed form"},
    {MACHINE_POSTAL, "search", ENGINE_DECIDES,
     ENGINE_HEEDS_NODES | ENGINE_HEEDS_THREADS | ENGINE_SEARCHES, ask_postal, SEARCH, NULL, NULL,
     "the linear program over the window automaton, backtracking and formulas"},
    {MACHINE_LOGP, "construction", ENGINE_DECIDES, 0, ask_logp, CONSTRUCTION, NULL, NULL,
     "the best streams that are known, and how many can know an item, for g >= 2o"},
    {MACHINE_LOGP, "search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_logp, SEARCH,
     NULL, NULL, "the same, the best prices, and words of any kind for more processors"},
    {MACHINE_POSTAL, "logp-construction", ENGINE_DECIDES, 0, ask_logp, CONSTRUCTION, NULL, NULL,
     "what is asked of any LogP machine, with o = 0, g = 1"},
    {MACHINE_POSTAL, "logp-search", ENGINE_DECIDES, ENGINE_HEEDS_NODES | ENGINE_SEARCHES, ask_logp,
     SEARCH, NULL, NULL, "the same, the best prices, and words of any kind"},
    {.name = NULL}};
