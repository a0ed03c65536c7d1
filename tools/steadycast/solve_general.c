#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/model/sequence.h"
#include "tools/steadycast/solve.h"

enum { MOST_DIGITS = 100000, MOST_PERIOD = 1000000 };

enum status solve_parse_class(const char *text, struct serve_question *question,
                              struct failure *failure) {
    static const char prefix[] = "periodic:";
    size_t length = sizeof prefix - 1;
    if (strcmp(text, "stationary") == 0) {
        question->class = SERVE_STATIONARY;
    } else if (strcmp(text, "any") == 0) {
        question->class = SERVE_ANY;
    } else {
        char *end = NULL;
        long period = 0;
        if (strncmp(text, prefix, length) == 0 && text[length] >= '0' && text[length] <= '9')
            period = strtol(text + length, &end, 10);
        if (!end || *end || period < 1 || period > MOST_PERIOD)
            return failure_set(failure, STATUS_INPUT,
                               "--schedule: '%s' is none of block-cyclic, stationary, periodic:T "
                               "(T = 1..%d), any",
                               text, MOST_PERIOD);
        question->class = SERVE_PERIODIC;
        question->period = (int)period;
    }
    return STATUS_OK;
}

enum status solve_parse_processors(const struct arguments *arguments, mpz_ptr processors,
                                   struct failure *failure) {
    const struct option_value *given = option(arguments, "processors");
    if (!given->given)
        return sequence_term(processors, (int)option(arguments, "latency")->number,
                             option(arguments, "depth")->number, failure);
    size_t digits = strspn(given->text, "0123456789");
    if (digits == 0 || given->text[digits] || digits > MOST_DIGITS ||
        mpz_set_str(processors, given->text, 10) != 0 || mpz_sgn(processors) == 0)
        return failure_set(failure, STATUS_INPUT,
                           "--processors: '%.40s' is no number from 1 on, of at most %d digits",
                           given->text, MOST_DIGITS);
    return STATUS_OK;
}

/* The block-cyclic question is about P(t) processors. */
static enum status check_block_cyclic(const struct arguments *arguments, struct failure *failure) {
    mpz_t processors, tree;
    enum status status = STATUS_OK;
    mpz_inits(processors, tree, NULL);
    if (option(arguments, "keep-roles")->given)
        status = failure_set(failure, STATUS_INPUT, "--keep-roles is for --schedule periodic:T");
    if (!status && option(arguments, "processors")->given) {
        status = solve_parse_processors(arguments, processors, failure);
        if (!status)
            status = sequence_term(tree, (int)option(arguments, "latency")->number,
                                   option(arguments, "depth")->number, failure);
        if (!status && mpz_cmp(processors, tree) != 0)
            status = failure_set(failure, STATUS_INPUT,
                                 "--processors: a block-cyclic schedule is for P(t) processors "
                                 "(another --schedule takes any number)");
    }
    mpz_clears(processors, tree, NULL);
    return status;
}

/* What only the engines for blocks read. */
static enum status check_general(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"encoding", "no-ball-rule", "state"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option(arguments, names[i])->given)
            return failure_set(failure, STATUS_INPUT, "--%s is for --schedule block-cyclic",
                               names[i]);
    return STATUS_OK;
}

enum status solve_is_general(const struct arguments *arguments, bool *general,
                             struct failure *failure) {
    const struct option_value *class = option(arguments, "schedule");
    const struct option_value *engine = option(arguments, "engine");
    struct serve_question question = {0};
    *general = class->given && strcmp(class->text, "block-cyclic") != 0;
    enum status status = *general ? solve_parse_class(class->text, &question, failure)
                                  : check_block_cyclic(arguments, failure);
    if (!status && *general)
        status = check_general(arguments, failure);
    if (status)
        return status;
    if (option(arguments, "keep-roles")->given && question.class != SERVE_PERIODIC)
        return failure_set(failure, STATUS_INPUT, "--keep-roles is for --schedule periodic:T");
    bool serves = engine->given && serve_engine_by_name(engine->text);
    bool both =
        !engine->given || strcmp(engine->text, "sat") == 0 || strcmp(engine->text, "all") == 0;
    if (!both && serves != *general)
        return failure_set(failure, STATUS_INPUT, "--engine %s does not answer for --schedule %s",
                           engine->text, class->given ? class->text : "block-cyclic");
    return STATUS_OK;
}

static enum status ask(const struct serve_engine *engine, const struct serve_question *question,
                       const struct arguments *arguments, struct control *control,
                       struct answers *answers, struct failure *failure) {
    struct limits limits = control_limits(control, arguments);
    struct answer *answer = &answers->list[answers->count];
    double before = control_elapsed(control);
    enum status status = engine->solve(question, &limits, answer, failure);
    control_end_line(control);
    if (status == STATUS_LIMIT && control_stopped(control))
        answer_init(answer, engine->name, question->latency, question->depth);
    else if (status == STATUS_LIMIT)
        return solve_does_not_apply(engine->name, failure);
    if (status == STATUS_LIMIT) {
        answer->reason = LIMITS_STOPPED;
        status = STATUS_OK;
    }
    if (status == STATUS_OK) {
        answers->count++;
        solve_remark(control, engine->name, answer, control_elapsed(control) - before);
    }
    return status;
}

static enum status ask_engines(const struct serve_question *question,
                               const struct arguments *arguments, struct control *control,
                               struct answers *answers, struct failure *failure) {
    const struct option_value *choice = option(arguments, "engine");
    bool all = choice->given && strcmp(choice->text, "all") == 0;
    for (const struct serve_engine *engine = serve_engines; engine->name; engine++) {
        if (choice->given && !all && strcmp(choice->text, engine->name) != 0)
            continue;
        enum status status = ask(engine, question, arguments, control, answers, failure);
        if (status)
            return status;
        bool answered =
            answers->count && answers->list[answers->count - 1].verdict != VERDICT_UNKNOWN;
        if (answered && !all)
            break;
    }
    return STATUS_OK;
}

enum status solve_ask_general(const struct arguments *arguments, struct control *control,
                              struct answers *answers, struct failure *failure) {
    mpz_t processors;
    struct serve_question question = {.latency = (int)option(arguments, "latency")->number,
                                      .depth = (int)option(arguments, "depth")->number,
                                      .keep = option(arguments, "keep-roles")->given};
    mpz_init(processors);
    enum status status = solve_parse_class(option(arguments, "schedule")->text, &question, failure);
    if (!status)
        status = solve_parse_processors(arguments, processors, failure);
    question.processors = processors;
    if (!status)
        status = ask_engines(&question, arguments, control, answers, failure);
    mpz_clear(processors);
    return status;
}
