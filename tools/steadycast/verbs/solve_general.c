#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/decide/decide.h"
#include "solver/model/sequence.h"
#include "tools/steadycast/verbs/solve.h"

enum { MOST_DIGITS = 100000, MOST_PERIOD = 1000000 };

enum status solve_parse_class(const char *text, struct serve_question *question,
                              struct failure *failure) {
    static const char prefix[] = "periodic:";
    size_t length = sizeof prefix - 1;
    if (strcmp(text, "block-cyclic") == 0) {
        question->class = SERVE_BLOCKS;
    } else if (strcmp(text, "stationary") == 0) {
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

/* Is the block-cyclic question about another number than P(t), that is, about a pruned tree? */
static enum status is_pruned(const struct arguments *arguments, bool *pruned,
                             struct failure *failure) {
    mpz_t processors, tree;
    *pruned = false;
    if (!option(arguments, "processors")->given)
        return STATUS_OK;
    mpz_inits(processors, tree, NULL);
    enum status status = solve_parse_processors(arguments, processors, failure);
    if (!status)
        status = sequence_term(tree, (int)option(arguments, "latency")->number,
                               option(arguments, "depth")->number, failure);
    *pruned = mpz_cmp(processors, tree) != 0;
    mpz_clears(processors, tree, NULL);
    return status;
}

/* What only the engines for whole trees read. */
static enum status check_general(const struct arguments *arguments, struct failure *failure) {
    static const char *const names[] = {"encoding", "no-ball-rule", "state", "statistics"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (option(arguments, names[i])->given)
            return failure_set(failure, STATUS_INPUT,
                               "--%s is for block-cyclic schedules on P(T) processors", names[i]);
    return STATUS_OK;
}

/* Whether the engine that is chosen answers such questions. */
static enum status check_engine(const struct arguments *arguments, bool general,
                                enum serve_class class, struct failure *failure) {
    const struct option_value *engine = option(arguments, "engine");
    const struct option_value *schedule = option(arguments, "schedule");
    if (!engine->given || strcmp(engine->text, "all") == 0)
        return STATUS_OK;
    bool answers = !general && decide_engine_by_name(engine->text);
    const struct serve_engine *other = serve_engines_of(class);
    for (; general && other->name; other++)
        answers = answers || strcmp(other->name, engine->text) == 0;
    if (answers)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "--engine %s does not answer for --schedule %s%s",
                       engine->text, schedule->given ? schedule->text : "block-cyclic",
                       class != SERVE_BLOCKS ? ""
                       : general             ? " on other than P(T) processors"
                                             : " on P(T) processors");
}

enum status solve_is_general(const struct arguments *arguments, bool *general,
                             struct failure *failure) {
    const struct option_value *schedule = option(arguments, "schedule");
    bool blocks = !schedule->given || strcmp(schedule->text, "block-cyclic") == 0;
    struct serve_question question = {.class = SERVE_BLOCKS};
    *general = !blocks;
    enum status status = blocks ? is_pruned(arguments, general, failure)
                                : solve_parse_class(schedule->text, &question, failure);
    if (!status && *general)
        status = check_general(arguments, failure);
    if (!status && option(arguments, "keep-roles")->given && question.class != SERVE_PERIODIC)
        status = failure_set(failure, STATUS_INPUT, "--keep-roles is for --schedule periodic:T");
    return status ? status : check_engine(arguments, *general, question.class, failure);
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
    for (const struct serve_engine *engine = serve_engines_of(question->class); engine->name;
         engine++) {
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
    const struct option_value *schedule = option(arguments, "schedule");
    enum status status =
        solve_parse_class(schedule->given ? schedule->text : "block-cyclic", &question, failure);
    if (!status)
        status = solve_parse_processors(arguments, processors, failure);
    question.processors = processors;
    if (!status)
        status = ask_engines(&question, arguments, control, answers, failure);
    mpz_clear(processors);
    return status;
}
