/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/decide.h"

#include <limits.h>

#include "automata/memory.h"
#include "solver/proof/sat/cadical_run.h"
#include "solver/proof/sat/elaborate.h"
#include "solver/proof/sat/picosat_run.h"

/* What PicoSAT may take before CaDiCaL is asked: about a second. */
enum { PICOSAT_DECISIONS = 30000 };

/* A formula on its way to a decision. */
struct task {
    const struct formula *formula;
    enum sat_proof proof;
    const struct limits *limits;
    struct sat_decision *decision;
    bool large; /* and CaDiCaL's from the start */
};

/* The model goes from who found it to the decision. */
static void give_model(struct task *task, bool **model) {
    task->decision->verdict = VERDICT_FEASIBLE;
    task->decision->model = *model;
    *model = NULL;
}

static enum status give_proof(struct task *task, const struct formula *steps,
                              struct failure *failure) {
    struct sat_decision *decision = task->decision;
    enum status status = STATUS_OK;
    if (task->proof == SAT_WITH_PROOF)
        status = elaborate(task->formula, steps, task->limits, &decision->lrat, failure);
    if (!status) {
        decision->verdict = VERDICT_INFEASIBLE;
    } else if (status == STATUS_LIMIT) {
        decision->reason = "stopped while the proof was elaborated";
        status = STATUS_OK;
    }
    return status;
}

static void give_up(struct task *task) {
    task->decision->reason = "a limit was reached";
}

/* The limits for one program that may take `nodes` decisions (0: as many as are left). False, and
 * the decision stays unknown, when it is time to stop. */
static bool limits_left(struct task *task, uint64_t nodes, struct limits *left) {
    const struct limits *limits = task->limits;
    uint64_t used = task->decision->nodes;
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
    struct limits limits;
    if (!limits_left(task, nodes, &limits))
        return STATUS_OK;
    CLEANUP(picosat_answer_clear) struct picosat_answer found = {0};
    TRY(picosat_run(task->formula, &limits, &found, failure));
    task->decision->nodes += found.decisions;
    task->decision->solver = "PicoSAT";
    if (found.verdict == PICOSAT_RUN_MODEL)
        give_model(task, &found.model);
    else if (found.verdict == PICOSAT_RUN_REFUTED)
        TRY(give_proof(task, &found.steps, failure));
    else if (!nodes)
        give_up(task);
    return STATUS_OK;
}

/* Without an answer and without a reason CaDiCaL has failed. */
static enum status ask_cadical(struct task *task, const char *program, struct failure *failure) {
    struct limits limits;
    enum cadical_aim aim =
        task->large && task->proof == SAT_WITHOUT_PROOF ? CADICAL_MODEL : CADICAL_PROOF;
    if (!limits_left(task, 0, &limits))
        return STATUS_OK;
    CLEANUP(cadical_answer_clear) struct cadical_answer found = {0};
    TRY(cadical_run(program, task->formula, aim, &limits, &found, failure));
    task->decision->nodes += found.decisions;
    task->decision->solver = "CaDiCaL";
    enum status status = STATUS_OK;
    if (found.verdict == CADICAL_RUN_MODEL)
        give_model(task, &found.model);
    else if (found.verdict == CADICAL_RUN_REFUTED)
        status = give_proof(task, &found.steps, failure);
    else if (found.verdict == CADICAL_RUN_UNKNOWN)
        give_up(task);
    return status == STATUS_INTERNAL ? STATUS_OK : status; /* a wrong proof is a failure too */
}

static bool is_open(const struct task *task) {
    return task->decision->verdict == VERDICT_UNKNOWN && !task->decision->reason;
}

static enum status decide(struct task *task, struct failure *failure) {
    char program[PATH_MAX];
    bool both = cadical_find(program, sizeof program);
    if (!both || !task->large)
        TRY(ask_picosat(task, both ? PICOSAT_DECISIONS : 0, failure));
    if (both && is_open(task))
        TRY(ask_cadical(task, program, failure));
    return is_open(task) ? ask_picosat(task, 0, failure) : STATUS_OK;
}

/* Puts a proof of the plain formula in the place of the other one, if there is one in short. */
static enum status try_plain(const struct formula *formula, const struct limits *limits,
                             struct sat_decision *decision, struct failure *failure) {
    struct formula plain = formula_plain(formula);
    CLEANUP(sat_decision_clear) struct sat_decision found = {0};
    struct task task = {&plain, SAT_WITH_PROOF, limits, &found, false};
    TRY(ask_picosat(&task, PICOSAT_DECISIONS, failure));
    if (found.verdict == VERDICT_FEASIBLE)
        return failure_internal(failure, "a formula and its plain part disagree");
    if (found.verdict == VERDICT_INFEASIBLE) {
        struct lrat ordered = decision->lrat;
        decision->lrat = found.lrat;
        found.lrat = ordered;
        decision->plain = true;
    }
    return STATUS_OK;
}

static enum status decide_and_shorten(struct task *task, struct failure *failure) {
    struct sat_decision *decision = task->decision;
    const struct formula *formula = task->formula;
    *decision = (struct sat_decision){0};
    enum status status = decide(task, failure);
    decision->plain = formula->plain.clauses == 0;
    if (!status && decision->verdict == VERDICT_INFEASIBLE && task->proof == SAT_WITH_PROOF &&
        !decision->plain)
        status = try_plain(formula, task->limits, decision, failure);
    if (status)
        sat_decision_clear(decision);
    return status;
}

enum status sat_decide(const struct formula *formula, enum sat_proof proof,
                       const struct limits *limits, struct sat_decision *decision,
                       struct failure *failure) {
    struct task task = {formula, proof, limits, decision, false};
    return decide_and_shorten(&task, failure);
}

enum status sat_decide_by_size(const struct formula *formula, enum sat_proof proof,
                               const struct limits *limits, struct sat_decision *decision,
                               struct failure *failure) {
    bool few = limits->nodes && limits->nodes <= SAT_FEW_DECISIONS;
    struct task task = {formula, proof, limits, decision,
                        formula->clauses > SAT_FEW_CLAUSES && !few};
    return decide_and_shorten(&task, failure);
}

void sat_decision_clear(struct sat_decision *decision) {
    FREE_ALL(decision->model, decision->lrat.numbers);
    *decision = (struct sat_decision){0};
}
