/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/solve_logp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/question/stream_capacity.h"
#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/logp_option.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/verbs/solve.h"

struct asked {
    struct logp_machine machine;
    enum logp_capacity capacity;
    int depth, period, engines;
    bool all; /* every engine, and they must agree */
    mpz_t processors;
};

/* Options that are about the engines of the postal model. */
static enum status check_options(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"keep-roles", "encoding", "no-ball-rule", "statistics",
                                        "state"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option(arguments, names[i])->given)
            return failure_set(failure, STATUS_INPUT, "--%s is not for --logp", names[i]);
    return STATUS_OK;
}

static enum status read_engine(const char *name, struct asked *asked, struct failure *failure) {
    asked->engines = 0;
    asked->all = name && strcmp(name, "all") == 0;
    for (int i = 0; i < STREAM_ENGINES; i++)
        if (!name || strcmp(name, "all") == 0 || strcmp(name, stream_serve_engines[i]) == 0)
            asked->engines |= 1 << i;
    if (asked->engines)
        return STATUS_OK;
    return failure_set(
        failure, STATUS_INPUT,
        "--engine %s: --logp is answered by construction, search, circulation and sat", name);
}

static enum status read_class(const struct option_value *schedule, struct asked *asked,
                              struct failure *failure) {
    struct serve_question class = {.class = SERVE_ANY};
    enum status status = STATUS_OK;
    if (schedule->given)
        status = solve_parse_class(schedule->text, &class, failure);
    asked->period = class.class == SERVE_PERIODIC ? class.period : 0;
    if (!status && class.class != SERVE_ANY && class.class != SERVE_PERIODIC)
        status = failure_set(failure, STATUS_INPUT, "--schedule %s: --logp takes periodic:T or any",
                             schedule->text);
    return status;
}

static enum status read_processors(const struct option_value *given, struct asked *asked,
                                   struct failure *failure) {
    bool right = given->given && strlen(given->text) <= 100000 &&
                 strspn(given->text, "0123456789") == strlen(given->text) &&
                 mpz_set_str(asked->processors, given->text, 10) == 0 &&
                 mpz_sgn(asked->processors) > 0;
    if (right)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       given->given ? "--processors: '%.40s' is not a whole number from 1 on, of "
                                      "at most 100000 digits"
                                    : "--processors is missing: --logp asks for N%s",
                       given->given ? given->text : "");
}

static enum status read_asked(const struct arguments *arguments, struct asked *asked,
                              struct failure *failure) {
    const struct option_value *engine = option(arguments, "engine");
    long depth = option(arguments, "depth")->number;
    enum status status =
        logp_option_parse(option(arguments, "logp")->text, &asked->machine, failure);
    if (!status)
        status = check_options(arguments, failure);
    if (!status)
        status = read_engine(engine->given ? engine->text : NULL, asked, failure);
    if (!status)
        status = read_class(option(arguments, "schedule"), asked, failure);
    if (!status)
        status = read_processors(option(arguments, "processors"), asked, failure);
    if (!status && depth > LOGP_MAX_DEPTH)
        status = failure_set(failure, STATUS_LIMIT, "--depth: %ld cycles; at most %d", depth,
                             LOGP_MAX_DEPTH);
    asked->depth = (int)depth;
    asked->capacity = logp_option_capacity(arguments);
    return status;
}

static enum status write(const struct arguments *arguments, const struct stream_served *answer,
                         const struct limits *limits, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (!output->given || answer->verdict == VERDICT_UNKNOWN)
        return STATUS_OK;
    return evidence_write(answer->verdict == VERDICT_FEASIBLE
                              ? evidence_of_logp_schedule(&answer->schedule)
                              : evidence_of_prices(&answer->prices),
                          output->text, option(arguments, "force")->given, limits, failure);
}

static enum status print_json(const struct asked *asked, const struct stream_served *answer,
                              double seconds, struct failure *failure) {
    static const enum outcome_verdict verdicts[] = {OUTCOME_UNKNOWN, OUTCOME_FEASIBLE,
                                                    OUTCOME_INFEASIBLE};
    const struct logp_machine *machine = &asked->machine;
    json_t *question =
        json_pack("{s:s, s:i, s:i, s:i, s:i, s:o, s:s}", "subject", "serve", "L", machine->latency,
                  "o", machine->overhead, "g", machine->gap, "t", asked->depth, "N",
                  json_big(asked->processors), "capacity", logp_capacity_names[asked->capacity]);
    const struct json_answer told = {.question = question,
                                     .verdict = verdicts[answer->verdict],
                                     .by = answer->by,
                                     .reason =
                                         answer->verdict ? NULL : "not found, and not excluded",
                                     .seconds = seconds};
    json_int_t depth = answer->verdict == VERDICT_FEASIBLE ? answer->schedule.depth : -1;
    return json_answer_print(&told, depth < 0 ? json_object() : json_pack("{s:I}", "depth", depth),
                             failure);
}

static void print(const struct asked *asked, const struct stream_served *answer) {
    if (answer->verdict == VERDICT_FEASIBLE) {
        printf("stream of period %d, delay %" PRId64 ", capacity %s: %s\n", answer->schedule.period,
               logp_schedule_delay(&answer->schedule), logp_capacity_names[asked->capacity],
               answer->by);
    } else if (answer->verdict == VERDICT_INFEASIBLE) {
        mpz_t most;
        mpz_init(most);
        prices_bound(&answer->prices, most);
        gmp_printf("no schedule reaches more than %Zd processors\n", most);
        mpz_clear(most);
    }
}

/* One engine or some in turn. What does not apply is remarked, and no answer. */
static enum status ask(const struct asked *asked, int engines, struct control *control,
                       const struct limits *limits, struct stream_served *answer,
                       struct failure *failure) {
    enum status status =
        stream_serve(&asked->machine, asked->capacity, asked->depth, asked->processors, engines,
                     asked->period, limits, answer, failure);
    control_end_line(control);
    if (status == STATUS_LIMIT && !control->quiet)
        fprintf(stderr, "%s: no answer: %s\n", answer->by, failure->message);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

static enum status ask_all(const struct asked *asked, struct control *control,
                           const struct limits *limits, struct stream_served *answer,
                           struct failure *failure) {
    enum status status = STATUS_OK;
    *answer = (struct stream_served){.verdict = VERDICT_UNKNOWN, .by = "all"};
    for (int i = 0; i < STREAM_ENGINES && !status; i++) {
        struct stream_served other;
        status = ask(asked, 1 << i, control, limits, &other, failure);
        if (status || other.verdict == VERDICT_UNKNOWN)
            continue;
        if (answer->verdict != VERDICT_UNKNOWN && answer->verdict != other.verdict)
            status = failure_set(failure, STATUS_INTERNAL, "the engines %s and %s disagree",
                                 answer->by, other.by);
        if (answer->verdict == VERDICT_UNKNOWN)
            *answer = other;
        else
            stream_served_clear(&other);
    }
    if (status)
        stream_served_clear(answer);
    return status;
}

static int give(const struct arguments *arguments, struct control *control,
                const struct asked *asked, struct failure *failure) {
    struct stream_served answer;
    const struct option_value *output = option(arguments, "output");
    const struct limits limits = control_limits(control, arguments);
    bool json = option(arguments, "json")->given;
    enum status status = asked->all
                             ? ask_all(asked, control, &limits, &answer, failure)
                             : ask(asked, asked->engines, control, &limits, &answer, failure);
    if (status)
        return verb_failed(failure);
    status = write(arguments, &answer, &limits, failure);
    enum verdict verdict = answer.verdict;
    bool silent = output->given && strcmp(output->text, "-") == 0 && verdict != VERDICT_UNKNOWN;
    if (!status && json)
        status = print_json(asked, &answer, control_elapsed(control), failure);
    else if (!status && !silent)
        print(asked, &answer);
    stream_served_clear(&answer);
    if (status)
        return verb_failed(failure);
    if (!json && !silent)
        return verb_verdict(verdict);
    return verdict == VERDICT_FEASIBLE     ? EXIT_FOUND
           : verdict == VERDICT_INFEASIBLE ? EXIT_IMPOSSIBLE
                                           : EXIT_OPEN;
}

int solve_logp(const struct arguments *arguments, struct control *control) {
    struct asked asked;
    struct failure failure = {0};
    mpz_init(asked.processors);
    enum status status = read_asked(arguments, &asked, &failure);
    if (!status)
        status = solve_check_output(arguments, &failure);
    int exit_status = status ? verb_failed(&failure) : give(arguments, control, &asked, &failure);
    mpz_clear(asked.processors);
    return exit_status;
}
