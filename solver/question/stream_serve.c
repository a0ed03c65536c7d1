/* SPDX-License-Identifier: MIT */
#include "automata/require.h"
#include "solver/bound/class_prices.h"
#include "solver/logp/logp_stream.h"
#include "solver/logp/searched_stream.h"
#include "solver/question/stream_capacity.h"

const char *const stream_serve_engines[STREAM_ENGINES] = {"construction", "search", "circulation",
                                                          "sat"};

struct serve {
    const struct logp_machine *machine;
    enum logp_capacity capacity;
    int depth;
    mpz_srcptr processors;
    int period;
    const struct limits *limits;
    struct stream_served *answer;
};

static enum status construct(const struct serve *serve, struct failure *failure) {
    struct stream_served *answer = serve->answer;
    enum status status = logp_stream(&answer->schedule, serve->machine, serve->capacity,
                                     serve->processors, serve->limits, failure);
    if (status)
        return status;
    if (answer->schedule.depth <= serve->depth)
        answer->verdict = VERDICT_FEASIBLE;
    else
        logp_schedule_clear(&answer->schedule);
    return STATUS_OK;
}

static enum status exclude(const struct serve *serve, struct failure *failure) {
    struct stream_served *answer = serve->answer;
    bool excluded;
    if (stream_capacity_check(serve->machine, serve->depth, NULL))
        return STATUS_OK;
    enum status status = class_prices_below((int)logp_machine_transfer(serve->machine),
                                            serve->machine->gap, serve->depth, serve->processors,
                                            serve->limits, &excluded, &answer->prices, failure);
    if (!status && excluded)
        answer->verdict = VERDICT_INFEASIBLE;
    return status;
}

static enum status find(stream_search *search, const struct serve *serve, struct failure *failure) {
    struct stream_served *answer = serve->answer;
    enum status status;
    bool found = false;
    if (serve->period == 0) {
        status = searched_stream_periods(search, serve->machine, serve->capacity, serve->depth,
                                         serve->processors, serve->limits, &found,
                                         &answer->schedule, failure);
    } else {
        const struct stream_question question = {
            *serve->machine, serve->capacity, serve->depth,
            mpz_fits_sint_p(serve->processors) ? (int)mpz_get_si(serve->processors) : INT_MAX,
            serve->period};
        status = search(&question, serve->limits, &found, &answer->schedule, failure);
    }
    if (found)
        answer->verdict = VERDICT_FEASIBLE;
    return status;
}

static enum status circulate(const struct serve *serve, struct failure *failure) {
    return find(program_stream, serve, failure);
}

static enum status satisfy(const struct serve *serve, struct failure *failure) {
    return find(formula_stream, serve, failure);
}

enum status stream_serve(const struct logp_machine *machine, enum logp_capacity capacity, int depth,
                         mpz_srcptr processors, int engines, int period,
                         const struct limits *limits, struct stream_served *answer,
                         struct failure *failure) {
    typedef enum status engine(const struct serve *, struct failure *);
    static engine *const list[STREAM_ENGINES] = {construct, exclude, circulate, satisfy};
    const struct serve serve = {machine, capacity, depth, processors, period, limits, answer};
    enum status status = STATUS_OK;
    require(mpz_sgn(processors) > 0 && depth >= 0 && period >= 0);
    *answer = (struct stream_served){.verdict = VERDICT_UNKNOWN};
    for (int i = 0; i < STREAM_ENGINES && (!status || status == STATUS_LIMIT); i++) {
        if (!(engines & 1 << i) || limits_check(limits, NULL))
            continue;
        answer->by = stream_serve_engines[i];
        enum status asked = list[i](&serve, failure);
        if (answer->verdict != VERDICT_UNKNOWN)
            return STATUS_OK;
        status = asked ? asked : status;
    }
    return status ? status : limits_check(limits, failure);
}

void stream_served_clear(struct stream_served *answer) {
    if (answer->verdict == VERDICT_INFEASIBLE)
        prices_clear(&answer->prices);
    if (answer->verdict == VERDICT_FEASIBLE)
        logp_schedule_clear(&answer->schedule);
    answer->verdict = VERDICT_UNKNOWN;
}
