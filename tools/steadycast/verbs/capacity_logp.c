/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/capacity_logp.h"

#include <stdlib.h>
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/question/stream_capacity.h"
#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"

enum { CONSTRUCTION, SEARCH };
static const char *const engines[] = {"construction", "search"};

struct logp_bound {
    struct logp_machine machine;
    int depth;
    int engine;
    struct stream_capacity answer;
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
    struct logp_machine *machine = &asked->machine;
    enum status status = logp_option_parse(option(arguments, "logp")->text, machine, failure);
    if (!status)
        status = read_engine(arguments, &asked->engine, failure);
    if (status)
        return status;
    status = stream_capacity_check(machine, depth, failure);
    if (status)
        return status;
    asked->depth = (int)depth;
    return STATUS_OK;
}

static enum status write(const struct arguments *arguments, const struct logp_bound *asked,
                         struct failure *failure) {
    char lower[100], upper[100];
    const char *const names[] = {lower, upper};
    const struct answer_folder folder = answer_folder(arguments, names, 2);
    const struct evidence evidence[] = {evidence_of_logp_schedule(&asked->answer.schedule),
                                        evidence_of_prices(&asked->answer.prices)};
    const struct logp_machine *machine = &asked->machine;
    snprintf(lower, sizeof lower, "L%d-o%d-g%d-t%d-%s-%s-lower.cert", machine->latency,
             machine->overhead, machine->gap, asked->depth, engines[asked->engine],
             logp_capacity_names[asked->answer.schedule.capacity]);
    snprintf(upper, sizeof upper, "L%d-o%d-g%d-t%d-%s-upper.cert", machine->latency,
             machine->overhead, machine->gap, asked->depth, engines[asked->engine]);
    return answer_folder_write_evidence(&folder, evidence, NULL, failure);
}

static enum status print_json(const struct logp_bound *asked, const char *lower, const char *upper,
                              double seconds, struct failure *failure) {
    bool settled = strcmp(lower, upper) == 0;
    const struct logp_machine *machine = &asked->machine;
    const struct json_answer told = {
        .question = json_pack("{s:s, s:i, s:i, s:i, s:i, s:s}", "subject", "capacity", "L",
                              machine->latency, "o", machine->overhead, "g", machine->gap, "t",
                              asked->depth, "capacity",
                              logp_capacity_names[asked->answer.schedule.capacity]),
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
    prices_bound(&asked->answer.prices, bound);
    char *upper = mpz_get_str(NULL, 10, bound);
    logp_schedule_processors(&asked->answer.schedule, bound);
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
    struct logp_bound asked;
    struct limits limits = control_limits(control, arguments);
    enum status status = read_asked(arguments, depth, &asked, failure);
    if (!status)
        status = stream_capacity(&asked.machine, logp_option_capacity(arguments), asked.depth,
                                 asked.engine == SEARCH, &limits, &asked.answer, failure);
    if (status)
        return status;
    status = write(arguments, &asked, failure);
    if (!status)
        status = print(arguments, &asked, control_elapsed(control), settled, failure);
    stream_capacity_clear(&asked.answer);
    return status;
}
