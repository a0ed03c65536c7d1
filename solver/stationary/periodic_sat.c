#include "solver/stationary/periodic_sat.h"

#include <limits.h>
#include <stdlib.h>

#include "solver/sat/cadical_run.h"
#include "solver/sat/elaborate.h"
#include "solver/sat/periodic_formula.h"
#include "solver/sat/picosat_run.h"

/* What PicoSAT may take before CaDiCaL is asked: about a second. */
enum { PICOSAT_DECISIONS = 30000 };

static enum status give_schedule(const struct periodic_question *question, const bool *model,
                                 struct periodic_answer *answer, struct failure *failure) {
    enum status status = periodic_formula_decode(question, model, &answer->schedule, failure);
    if (!status)
        answer->verdict = VERDICT_FEASIBLE;
    return status;
}

static enum status give_proof(const struct periodic_question *question,
                              const struct formula *formula, const struct formula *steps,
                              const struct limits *limits, struct periodic_answer *answer,
                              struct failure *failure) {
    struct periodic_proof proof = {.latency = question->latency,
                                   .depth = question->depth,
                                   .processors = question->processors,
                                   .period = question->period,
                                   .roles = question->roles,
                                   .variables = formula->variables,
                                   .clauses = formula->clauses};
    enum status status = elaborate(formula, steps, limits, &proof.lrat, failure);
    if (!status) {
        answer->verdict = VERDICT_INFEASIBLE;
        answer->proof = proof;
    } else if (status == STATUS_LIMIT) {
        answer->reason = "stopped while the proof was elaborated";
        status = STATUS_OK;
    }
    return status;
}

/* A question on its way to an answer. */
struct task {
    const struct periodic_question *question;
    const struct formula *formula;
    const struct limits *limits;
    struct periodic_answer *answer;
};

static void give_up(struct task *task) {
    task->answer->reason = "a limit was reached";
}

/*
 * The limits for one program that may take `nodes` decisions (0: as many as are left). False, and
 * the answer stays unknown, when it is time to stop.
 */
static bool limits_left(struct task *task, uint64_t nodes, struct limits *left) {
    const struct limits *limits = task->limits;
    uint64_t used = task->answer->nodes;
    if (limits_stop(limits) || (limits->nodes && used >= limits->nodes)) {
        give_up(task);
        return false;
    }
    *left = *limits;
    left->nodes = limits->nodes ? limits->nodes - used : 0;
    if (nodes && (!left->nodes || nodes < left->nodes))
        left->nodes = nodes;
    return true;
}

static enum status ask_picosat(struct task *task, uint64_t nodes, struct failure *failure) {
    struct periodic_answer *answer = task->answer;
    struct picosat_answer found;
    struct limits limits;
    if (!limits_left(task, nodes, &limits))
        return STATUS_OK;
    enum status status = picosat_run(task->formula, &limits, &found, failure);
    if (status)
        return status;
    answer->nodes += found.decisions;
    answer->solver = "PicoSAT";
    if (found.verdict == PICOSAT_RUN_MODEL)
        status = give_schedule(task->question, found.model, answer, failure);
    else if (found.verdict == PICOSAT_RUN_REFUTED)
        status =
            give_proof(task->question, task->formula, &found.steps, task->limits, answer, failure);
    else if (!nodes)
        give_up(task);
    picosat_answer_clear(&found);
    return status;
}

/* Without an answer and without a reason CaDiCaL has failed. */
static enum status ask_cadical(struct task *task, const char *program, struct failure *failure) {
    struct periodic_answer *answer = task->answer;
    struct cadical_answer found;
    struct limits limits;
    if (!limits_left(task, 0, &limits))
        return STATUS_OK;
    enum status status = cadical_run(program, task->formula, &limits, &found, failure);
    if (status)
        return status;
    answer->nodes += found.decisions;
    answer->solver = "CaDiCaL";
    if (found.verdict == CADICAL_RUN_MODEL)
        status = give_schedule(task->question, found.model, answer, failure);
    else if (found.verdict == CADICAL_RUN_REFUTED)
        status =
            give_proof(task->question, task->formula, &found.steps, task->limits, answer, failure);
    else if (found.verdict == CADICAL_RUN_UNKNOWN)
        give_up(task);
    bool wrong_proof = found.verdict == CADICAL_RUN_REFUTED && status == STATUS_INTERNAL;
    cadical_answer_clear(&found);
    return wrong_proof ? STATUS_OK : status;
}

static bool is_open(const struct task *task) {
    return task->answer->verdict == VERDICT_UNKNOWN && !task->answer->reason;
}

static enum status decide(struct task *task, struct failure *failure) {
    char program[PATH_MAX];
    bool both = cadical_find(program, sizeof program);
    enum status status = ask_picosat(task, both ? PICOSAT_DECISIONS : 0, failure);
    if (!status && is_open(task))
        status = ask_cadical(task, program, failure);
    if (!status && is_open(task))
        status = ask_picosat(task, 0, failure);
    return status;
}

enum status periodic_sat_solve(int latency, int depth, int processors, int period,
                               enum periodic_roles roles, const struct limits *limits,
                               struct periodic_answer *answer, struct failure *failure) {
    const struct periodic_question question = {latency, depth, processors, period, roles};
    struct periodic_answer result = {0};
    struct formula formula;
    enum status status = periodic_formula_build(&question, &formula, failure);
    if (status)
        return status;
    struct task task = {&question, &formula, limits, &result};
    status = decide(&task, failure);
    formula_clear(&formula);
    if (!status)
        *answer = result;
    return status;
}

void periodic_answer_clear(struct periodic_answer *answer) {
    if (answer->verdict == VERDICT_FEASIBLE)
        periodic_clear(&answer->schedule);
    free(answer->proof.lrat.numbers);
    *answer = (struct periodic_answer){0};
}
