/* SPDX-License-Identifier: MIT */
/* k items: bounds by counting, and what the source has to send. */

#include "automata/memory.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_formula.h"
#include "solver/model/certificates.h"
#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/refutation.h"
#include "solver/question/constructions.h"
#include "tools/claims/functions/functions.h"

static enum status bound(struct claim_call *call, struct failure *failure) {
    struct items_question question = {.latency = (int)call->a[0],
                                      .ports = (int)call->a[1],
                                      .processors = (int)call->a[2],
                                      .items = (int)call->a[3],
                                      .single = call->a[4] != 0};
    int finish = 0;
    enum status status = items_question_bound(&question, &finish, failure);
    call->give[0] = finish;
    return status ? status : claim_call_put(call, evidence_of_items_bound(&question), failure);
}

/* --- Theorem 3.2: for each (L,P,k) the plain formula of K items (solver/items/search) for this
 * time, which has a model for each schedule, also with messages of the source in vain, gets one
 * clause more: at some of the first steps the source sends nothing, or an item that it has sent
 * before --- */

struct distinct {
    struct items_question question;
    int time;  /* the bound */
    int steps; /* k-k* */
};

/* The variable of: the source sends item c at time s; as results/README.md numbers the formula: all
 * h(q,c,u) and all r(q,c,u) come first. */
static int source_sends(const struct distinct *d, int c, int s) {
    int times = d->time - d->question.latency + 1;
    return 2 * d->question.processors * d->question.items * times + (c - 1) * times + s + 1;
}

/* `lazy` implies: what is sent at s was sent before. */
static void add_repeats(struct formula *formula, const struct distinct *d, int s, int lazy) {
    for (int c = 1; c <= d->question.items; c++) {
        formula_add(formula, -lazy);
        for (int before = s; before >= 0; before--)
            formula_add(formula, source_sends(d, c, before) * (before == s ? -1 : 1));
        formula_add(formula, 0);
    }
}

static void add_claim(struct formula *formula, const struct distinct *d) {
    int first = formula->variables + 1;
    formula->variables += d->steps;
    for (int s = 0; s < d->steps; s++)
        add_repeats(formula, d, s, first + s);
    for (int s = 0; s < d->steps; s++)
        formula_add(formula, first + s);
    formula_add(formula, 0);
}

/* The bytes of the certificate, which is written. */
static enum status put_proof(struct claim_call *call, const struct formula *formula,
                             const struct lrat *lrat, struct failure *failure) {
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length,
                                  .lrat = *lrat};
    FREED char *bytes = NULL;
    size_t count = 0;
    FILE *memory = open_memstream(&bytes, &count);
    TRY(memory_check(memory, failure, "a proof"));
    enum status status = evidence_write_stream(evidence_of_formula(&proof), memory, NULL, failure);
    if (fclose(memory) != 0 && !status)
        status = failure_memory(failure, "a proof");
    call->give[2] = (long)count;
    if (!status && call->stream) {
        call->certificates++;
        fwrite(bytes, 1, count, call->stream);
    }
    return status;
}

static enum status lazy_source(struct claim_call *call, struct failure *failure) {
    enum { YES, NO };
    struct distinct d = {.question = {.ports = 1,
                                      .latency = (int)call->a[0],
                                      .processors = (int)call->a[1] - 1,
                                      .items = (int)call->a[2]},
                         .time = (int)call->a[3],
                         .steps = (int)call->a[4]};
    CLEANUP(formula_clear) struct formula formula = {0};
    struct sat_decision decision;
    TRY(items_formula_build(&d.question, d.time, ITEMS_PLAIN, &formula, failure));
    add_claim(&formula, &d);
    enum status status = formula_fault(&formula, failure);
    if (!status)
        status = sat_decide(&formula, SAT_WITH_PROOF, &call->job->limits, &decision, failure);
    if (!status) {
        call->give[YES] = decision.verdict == VERDICT_FEASIBLE;
        call->give[NO] = decision.verdict == VERDICT_INFEASIBLE;
        if (call->give[NO])
            status = put_proof(call, &formula, &decision.lrat, failure);
        sat_decision_clear(&decision);
    }
    return status;
}

const struct claim_function items_functions[] = {
    {"bound", "L=1..1000000 p=1..1000 N=1..1000000000 k=1..1000000000 single=0..1", "",
     "no schedule of k items to N processors ends before, by counting", bound, 0},
    {"lazy_source", "L=1..100 P=3..100 k=1..100 time=1..10000 steps=1..10000", "yes no bytes",
     "do k items end at this time if the source sends nothing, or an item again, in one of so many "
     "steps? By formula",
     lazy_source, 0},
    {.name = NULL}};
