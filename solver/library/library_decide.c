#include <stdio.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/decide/decide.h"
#include "solver/library/library.h"
#include "solver/model/instance.h"
#include "solver/model/sequence.h"
#include "solver/question/serve.h"

enum { MOST_PERIOD = 1000000 };

static const char *kind_of(const void *owned, steadycast_side side) {
    const struct answer *answer = owned;
    bool feasible = answer->verdict == VERDICT_FEASIBLE;
    return feasible == (side == STEADYCAST_SCHEDULE) ? answer_kind(answer) : NULL;
}

static enum status put(const void *owned, steadycast_side side, struct certificate_output *output,
                       const struct limits *limits, struct failure *failure) {
    (void)side;
    return answer_put(owned, output, limits, failure);
}

static enum status expand(const void *owned, int items, struct items_schedule *schedule,
                          struct failure *failure) {
    return library_expand_answer(owned, items, schedule, failure);
}

static void release(void *owned) {
    answer_clear(owned);
    free(owned);
}

static const struct library_evidence evidence = {kind_of, put, expand, release};

/* Takes over what an engine found. */
static enum status keep(steadycast_answer *answer, struct answer *found, struct failure *failure) {
    static const steadycast_verdict verdicts[] = {[VERDICT_UNKNOWN] = STEADYCAST_UNKNOWN,
                                                  [VERDICT_FEASIBLE] = STEADYCAST_FEASIBLE,
                                                  [VERDICT_INFEASIBLE] = STEADYCAST_INFEASIBLE};
    struct answer *owned = memory_new(1, sizeof *owned);
    if (!owned) {
        answer_clear(found);
        return failure_memory(failure, "an answer");
    }
    *owned = *found;
    answer->verdict = verdicts[found->verdict];
    answer->engine = found->engine;
    answer->nodes += found->nodes;
    snprintf(answer->reason, sizeof answer->reason, "%s",
             found->verdict == VERDICT_UNKNOWN && found->reason ? found->reason : "");
    if (answer->evidence)
        answer->evidence->release(answer->owned);
    answer->evidence = &evidence;
    answer->owned = owned;
    return STATUS_OK;
}

/* Unknown, and why. */
static enum status leave_open(steadycast_answer *answer, const char *engine, const char *reason) {
    answer->engine = engine;
    snprintf(answer->reason, sizeof answer->reason, "%s", reason);
    return STATUS_OK;
}

static enum status ask_engine(int latency, int depth, const struct decide_engine *engine,
                              struct library_run *run, steadycast_answer *answer,
                              struct failure *failure) {
    const struct decide_options options = {.words = false};
    struct answer found;
    enum status status = engine->solve(latency, depth, &options, &run->limits, &found, failure);
    if (!status)
        return keep(answer, &found, failure);
    return status == STATUS_LIMIT && atomic_load(&run->stopped)
               ? leave_open(answer, engine->name, LIMITS_STOPPED)
               : status;
}

static enum status decide(int latency, int depth, const char *name, struct library_run *run,
                          steadycast_answer *answer, struct failure *failure) {
    const struct decide_engine *engine = decide_engine_by_name(name ? name : "arithmetic");
    enum status status = instance_check_range(latency, depth, failure);
    if (status)
        return status;
    if (!engine)
        return failure_set(failure, STATUS_INPUT,
                           "engine: '%.40s' is none of arithmetic, backtrack, sat, paper", name);
    return ask_engine(latency, depth, engine, run, answer, failure);
}

steadycast_status steadycast_decide(int latency, int depth, const char *engine,
                                    const steadycast_limits *limits, steadycast_answer **answer,
                                    steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    enum status status = decide(latency, depth, engine, &run, result, &failure);
    return library_answer_give(result, status, &failure, answer, error);
}

static bool has_engine(const struct serve_engine *list, const char *name) {
    const struct serve_engine *named = serve_engine_by_name(name);
    for (; named && list->name; list++)
        if (list->solve == named->solve)
            return true;
    return false;
}

static enum status check_engine(const struct serve_question *question, const char *name,
                                struct failure *failure) {
    if (!name || has_engine(serve_engines_of(question->class), name))
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "engine: '%.40s' does not answer for this class of schedules", name);
}

/* Asks one engine. *next: it does not take the question, or does not know, and nobody has chosen
 * it. */
static enum status ask_one(const struct serve_engine *engine, bool chosen,
                           const struct serve_question *question, struct library_run *run,
                           steadycast_answer *answer, bool *next, struct failure *failure) {
    struct answer found;
    enum status status = engine->solve(question, &run->limits, &found, failure);
    *next = false;
    if (!status) {
        *next = !chosen && found.verdict == VERDICT_UNKNOWN && !atomic_load(&run->stopped);
        return keep(answer, &found, failure);
    }
    if (status != STATUS_LIMIT)
        return status;
    if (atomic_load(&run->stopped))
        return leave_open(answer, engine->name, LIMITS_STOPPED);
    if (chosen)
        return status;
    *next = true;
    return answer->owned ? STATUS_OK : leave_open(answer, engine->name, failure->message);
}

static enum status ask_all(const struct serve_question *question, const char *name,
                           struct library_run *run, steadycast_answer *answer,
                           struct failure *failure) {
    const struct serve_engine *engine = serve_engines_of(question->class);
    enum status status = check_engine(question, name, failure);
    bool next = true;
    for (; engine->name && next && !status; engine++) {
        if (name && engine->solve != serve_engine_by_name(name)->solve)
            continue;
        status = ask_one(engine, name, question, run, answer, &next, failure);
    }
    return status;
}

/* Is it the whole tree that is asked for, and not a pruned one? */
static enum status is_whole(const struct serve_question *question, bool *whole,
                            struct failure *failure) {
    mpz_t tree;
    *whole = false;
    if (question->class != SERVE_BLOCKS)
        return STATUS_OK;
    mpz_init(tree);
    enum status status = sequence_term(tree, question->latency, question->depth, failure);
    *whole = mpz_cmp(tree, question->processors) == 0;
    mpz_clear(tree);
    return status;
}

static enum status check_serve(const struct serve_question *question, steadycast_class schedules,
                               struct failure *failure) {
    enum status status = instance_check_range(question->latency, question->depth, failure);
    if (!status)
        status =
            library_range("schedules", (long)schedules, STEADYCAST_BLOCKS, STEADYCAST_ANY, failure);
    bool periodic = schedules == STEADYCAST_PERIODIC;
    if (!status)
        status = library_range("period", question->period, periodic, periodic ? MOST_PERIOD : 0,
                               failure);
    return status;
}

static enum status serve(struct serve_question *question, steadycast_class schedules,
                         const char *engine, struct library_run *run, steadycast_answer *answer,
                         struct failure *failure) {
    static const enum serve_class classes[] = {[STEADYCAST_BLOCKS] = SERVE_BLOCKS,
                                               [STEADYCAST_STATIONARY] = SERVE_STATIONARY,
                                               [STEADYCAST_PERIODIC] = SERVE_PERIODIC,
                                               [STEADYCAST_ANY] = SERVE_ANY};
    bool whole;
    enum status status = check_serve(question, schedules, failure);
    if (status)
        return status;
    question->class = classes[schedules];
    status = is_whole(question, &whole, failure);
    if (status)
        return status;
    return whole ? decide(question->latency, question->depth, engine, run, answer, failure)
                 : ask_all(question, engine, run, answer, failure);
}

steadycast_status steadycast_serve(int latency, int depth, const char *processors,
                                   steadycast_class schedules, int period, const char *engine,
                                   const steadycast_limits *limits, steadycast_answer **answer,
                                   steadycast_error *error) {
    struct failure failure = {0};
    struct library_run run;
    mpz_t number;
    struct serve_question question = {
        .latency = latency, .depth = depth, .processors = number, .period = period};
    if (!answer)
        return library_refuse(error, "answer: NULL");
    steadycast_answer *result = library_answer_new("", &failure);
    if (!result)
        return library_tell(failure.status, &failure, error);
    library_run_init(&run, limits);
    mpz_init(number);
    enum status status = library_number("processors", processors, number, &failure);
    if (!status)
        status = serve(&question, schedules, engine, &run, result, &failure);
    mpz_clear(number);
    return library_answer_give(result, status, &failure, answer, error);
}
