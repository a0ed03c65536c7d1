/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_sat.h"

#include "solver/items/search/items_formula.h"
#include "solver/proof/sat/decide.h"

/* A question on its way to an answer. */
struct task {
    const struct items_question *question;
    int time;
    const struct limits *limits;
    struct items_answer *answer;
};

/* The proof of a formula that was refuted goes over to the answer. */
static void give_proof(struct task *task, const struct formula *formula,
                       struct sat_decision *decision) {
    struct formula refuted = decision->plain ? formula_plain(formula) : *formula;
    task->answer->has_proof = true;
    task->answer->proof =
        (struct items_proof){.question = *task->question,
                             .time = task->time,
                             .encoding = decision->plain ? ITEMS_PLAIN : ITEMS_ORDERED,
                             .variables = refuted.variables,
                             .clauses = refuted.clauses,
                             .lrat = decision->lrat};
    decision->lrat = (struct lrat){0};
}

static enum status decide(struct task *task, const struct formula *formula,
                          struct failure *failure) {
    struct items_answer *answer = task->answer;
    CLEANUP(sat_decision_clear) struct sat_decision decision = {0};
    TRY(sat_decide(formula, SAT_WITH_PROOF, task->limits, &decision, failure));
    answer->reason = decision.reason;
    answer->nodes = decision.nodes;
    if (decision.verdict == VERDICT_FEASIBLE)
        TRY(items_formula_decode(task->question, task->time, decision.model, &answer->messages,
                                 &answer->list, failure));
    else if (decision.verdict == VERDICT_INFEASIBLE)
        give_proof(task, formula, &decision);
    answer->verdict = decision.verdict;
    return STATUS_OK;
}

static bool is_too_early(const struct items_question *question, int time) {
    return time >= 0 && time < question->latency && question->ports >= 1 &&
           question->processors >= 1 && question->items >= 1;
}

enum status items_sat(const struct items_question *question, int time, enum items_encoding encoding,
                      const struct limits *limits, struct items_answer *answer,
                      struct failure *failure) {
    struct task task = {question, time, limits, answer};
    if (is_too_early(question, time)) {
        items_answer_init(answer);
        answer->verdict = VERDICT_INFEASIBLE;
        return STATUS_OK;
    }
    CLEANUP(formula_clear) struct formula formula = {0};
    TRY(items_formula_build(question, time, encoding, &formula, failure));
    items_answer_init(answer);
    enum status status = decide(&task, &formula, failure);
    if (status)
        items_answer_clear(answer);
    return status;
}
