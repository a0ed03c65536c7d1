/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/capacity_logp.h"

#include <stdlib.h>
#include <string.h>

#include "solver/bound/class_prices.h"
#include "solver/certificate/write.h"
#include "solver/logp/logp_stream.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"

enum { CONSTRUCTION, SEARCH };
static const char *const engines[] = {"construction", "search"};

struct logp_bound {
    struct logp_machine machine;
    int latency; /* l */
    int depth;
    int engine;
    struct prices prices;
    struct logp_schedule schedule; /* for most processors that was found */
};

static enum status read_engine(const struct arguments *arguments, int *engine,
                               struct failure *failure) {
    const struct option_value *chosen = option(arguments, "engine");
    *engine = chosen->given && strcmp(chosen->text, "construction") != 0 ? SEARCH : CONSTRUCTION;
    if (chosen->given && strcmp(chosen->text, "all") == 0)
        return failure_set(failure, STATUS_INPUT, "--logp is answered by one engine, not by all");
    return STATUS_OK;
}

static enum status read_asked(const struct arguments *arguments, long depth,
                              struct logp_bound *asked, struct failure *failure) {
    const struct logp_machine *machine = &asked->machine;
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &asked->machine, failure);
    if (!status)
        status = read_engine(arguments, &asked->engine, failure);
    if (status)
        return status;
    if (logp_machine_step(machine) > machine->gap)
        return failure_set(failure, STATUS_INPUT, "--logp: capacity takes machines with g >= 2o");
    if (logp_machine_transfer(machine) > SEQUENCE_MAX_LATENCY ||
        machine->gap > SEQUENCE_MAX_LATENCY || depth > PRICES_MAX_DEPTH)
        return failure_set(failure, STATUS_LIMIT, "L+2o and g are at most %d, the depth %d",
                           SEQUENCE_MAX_LATENCY, PRICES_MAX_DEPTH);
    asked->latency = (int)logp_machine_transfer(machine);
    asked->depth = (int)depth;
    return STATUS_OK;
}

/* Of the prices by search, which are much longer in coming, only those that allow less are taken;
 * they may be beyond a limit. */
static enum status improve(struct logp_bound *asked, const struct limits *limits,
                           struct failure *failure) {
    struct prices searched;
    enum status status = class_prices_search(asked->latency, asked->machine.gap, asked->depth,
                                             limits, &searched, failure);
    if (status)
        return status == STATUS_LIMIT ? STATUS_OK : status;
    mpz_t closed, bound;
    mpz_inits(closed, bound, NULL);
    prices_bound(&asked->prices, closed);
    prices_bound(&searched, bound);
    struct prices *worse = mpz_cmp(bound, closed) < 0 ? &asked->prices : &searched;
    prices_clear(worse);
    if (worse == &asked->prices)
        asked->prices = searched;
    mpz_clears(closed, bound, NULL);
    return STATUS_OK;
}

static enum status find(struct logp_bound *asked, const struct limits *limits,
                        struct failure *failure) {
    int gap = asked->machine.gap;
    if (asked->engine == CONSTRUCTION)
        return class_prices_tree(asked->latency, gap, asked->depth, &asked->prices, failure);
    enum status status =
        class_prices_find(asked->latency, gap, asked->depth, limits, &asked->prices, failure);
    if (status)
        return status;
    status = improve(asked, limits, failure);
    if (status)
        prices_clear(&asked->prices);
    return status;
}

/* Takes the stream to N processors if its depth is not larger than asked. */
static enum status try_processors(struct logp_bound *asked, enum logp_capacity capacity,
                                  mpz_srcptr processors, const struct limits *limits, bool *served,
                                  struct failure *failure) {
    struct logp_schedule schedule;
    enum status status =
        logp_stream(&schedule, &asked->machine, capacity, processors, limits, failure);
    *served = !status && schedule.depth <= asked->depth;
    if (status)
        return status;
    if (*served) {
        logp_schedule_clear(&asked->schedule);
        asked->schedule = schedule;
    } else {
        logp_schedule_clear(&schedule);
    }
    return STATUS_OK;
}

/* By halves between 1 and the upper bound, as if who can be served so soon were all up to some
 * number. */
static enum status find_lower(struct logp_bound *asked, enum logp_capacity capacity,
                              const struct limits *limits, struct failure *failure) {
    mpz_t low, high, middle;
    bool served;
    mpz_inits(low, high, middle, NULL);
    mpz_set_ui(low, 1);
    prices_bound(&asked->prices, high);
    enum status status = try_processors(asked, capacity, low, limits, &served, failure);
    while (!status && mpz_cmp(low, high) < 0) {
        mpz_add(middle, low, high);
        mpz_cdiv_q_2exp(middle, middle, 1);
        status = try_processors(asked, capacity, middle, limits, &served, failure);
        if (served)
            mpz_set(low, middle);
        else
            mpz_sub_ui(high, middle, 1);
    }
    mpz_clears(low, high, middle, NULL);
    return status == STATUS_LIMIT && asked->schedule.parts ? STATUS_OK : status;
}

static enum status write(const struct arguments *arguments, const struct logp_bound *asked,
                         struct failure *failure) {
    char lower[100], upper[100];
    const char *const names[] = {lower, upper};
    const struct answer_folder folder = answer_folder(arguments, names, 2);
    const struct evidence evidence[] = {evidence_of_logp_schedule(&asked->schedule),
                                        evidence_of_prices(&asked->prices)};
    const struct logp_machine *machine = &asked->machine;
    snprintf(lower, sizeof lower, "L%d-o%d-g%d-t%d-%s-%s-lower.cert", machine->latency,
             machine->overhead, machine->gap, asked->depth, engines[asked->engine],
             logp_capacity_names[asked->schedule.capacity]);
    snprintf(upper, sizeof upper, "L%d-o%d-g%d-t%d-%s-upper.cert", machine->latency,
             machine->overhead, machine->gap, asked->depth, engines[asked->engine]);
    return answer_folder_write_evidence(&folder, evidence, NULL, failure);
}

static enum status print_json(const struct logp_bound *asked, const char *lower, const char *upper,
                              double seconds, struct failure *failure) {
    bool settled = strcmp(lower, upper) == 0;
    const struct logp_machine *machine = &asked->machine;
    const struct json_answer told = {
        .question =
            json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "subject", "capacity", "L",
                      machine->latency, "o", machine->overhead, "g", machine->gap, "t",
                      asked->depth, "capacity", logp_capacity_names[asked->schedule.capacity]),
        .verdict = settled ? OUTCOME_SETTLED : OUTCOME_INTERVAL,
        .lower = lower,
        .upper = upper,
        .by = engines[asked->engine],
        .seconds = seconds};
    return json_answer_print(
        &told, json_pack("{s:o}", "capacity", json_number(settled ? upper : NULL)), failure);
}

static enum status print(const struct arguments *arguments, const struct logp_bound *asked,
                         double seconds, bool *settled, struct failure *failure) {
    const struct option_value *depths = option(arguments, "depth");
    mpz_t bound;
    mpz_init(bound);
    prices_bound(&asked->prices, bound);
    char *upper = mpz_get_str(NULL, 10, bound);
    logp_schedule_processors(&asked->schedule, bound);
    char *lower = mpz_get_str(NULL, 10, bound);
    bool meet = strcmp(lower, upper) == 0;
    enum status status = STATUS_OK;
    if (option(arguments, "json")->given) {
        status = print_json(asked, lower, upper, seconds, failure);
    } else {
        if (depths->number != depths->last)
            printf("depth %d\n", asked->depth);
        printf("lower %s\nupper %s\n", lower, upper);
        if (meet)
            printf("capacity %s\n", upper);
    }
    fflush(stdout);
    *settled = *settled && meet;
    free(lower);
    free(upper);
    mpz_clear(bound);
    return status;
}

enum status capacity_logp(const struct arguments *arguments, struct control *control, long depth,
                          bool *settled, struct failure *failure) {
    struct logp_bound asked = {.schedule = {.count = 0}};
    struct limits limits = control_limits(control, arguments);
    enum status status = read_asked(arguments, depth, &asked, failure);
    if (!status)
        status = find(&asked, &limits, failure);
    if (status)
        return status;
    status = find_lower(&asked, logp_option_capacity(arguments), &limits, failure);
    if (!status)
        status = write(arguments, &asked, failure);
    if (!status)
        status = print(arguments, &asked, control_elapsed(control), settled, failure);
    prices_clear(&asked.prices);
    if (asked.schedule.parts)
        logp_schedule_clear(&asked.schedule);
    return status;
}
