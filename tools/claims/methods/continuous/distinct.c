/* SPDX-License-Identifier: MIT */
/*
 * Theorem 3.2 of Karp et al. 1993: who meets the bound of Theorem 3.1 has the source send distinct
 * items in the first k-k* steps. For each (L,P,k) the plain formula of K items
 * (solver/items/search) for this time, which has a model for each schedule, also with messages of
 * the source in vain, gets one clause more: at some step before k-k* the source sends nothing, or
 * an item that it has sent before.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "solver/certificate/proof.h"
#include "solver/items/items_bound.h"
#include "solver/items/search/items_formula.h"
#include "solver/items/search/items_sat.h"
#include "solver/model/sequence.h"
#include "solver/sat/decide.h"
#include "tools/claims/methods/methods.h"

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

/* Verified proofs that are larger are not kept: all of them would take tens of megabytes. */
enum { MOST_KEPT = 100000 };

static bool is_large(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && file.st_size > MOST_KEPT;
}

static enum status keep_proof(struct claim_job *job, const struct distinct *d,
                              const struct formula *formula, struct lrat *lrat,
                              struct failure *failure) {
    char name[80], path[CLAIM_PATH_ROOM];
    struct formula_proof proof = {.variables = formula->variables,
                                  .clauses = formula->clauses,
                                  .literals = formula->literals,
                                  .length = formula->length,
                                  .lrat = *lrat};
    snprintf(name, sizeof name, "L%d-P%d-k%d.cert", d->question.latency, d->question.processors + 1,
             d->question.items);
    enum status status = campaign_folder_path(job->folder, name, path, failure);
    if (!status)
        status = evidence_write(evidence_of_formula(&proof), path, true, NULL, failure);
    if (!status)
        status = claim_verify(job, path, "kind=cnf", failure);
    if (!status && is_large(path))
        unlink(path);
    return status;
}

static void tell(struct claim_job *job, const struct distinct *d, enum claim_truth truth,
                 const char *what) {
    claim_tell(
        &job->finding,
        CLAIM_AT("L P k", d->question.latency, d->question.processors + 1, d->question.items),
        truth, CLAIM_MUTE, "%s", what);
}

/* Whether some schedule meets the bound, so that the theorem says something. */
static enum status see_met(struct claim_job *job, const struct distinct *d,
                           struct failure *failure) {
    struct items_answer answer;
    enum status status =
        items_sat(&d->question, d->time, ITEMS_ORDERED, &job->limits, &answer, failure);
    if (status)
        return status;
    fprintf(job->table, "L=%d, P=%d, k=%d: %d steps, %s\n", d->question.latency,
            d->question.processors + 1, d->question.items, d->time,
            answer.verdict == VERDICT_FEASIBLE ? "met" : "not met by any schedule");
    items_answer_clear(&answer);
    return STATUS_OK;
}

static enum status refute(struct claim_job *job, const struct distinct *d,
                          struct failure *failure) {
    struct formula formula;
    struct sat_decision decision;
    enum status status = items_formula_build(&d->question, d->time, ITEMS_PLAIN, &formula, failure);
    if (status)
        return status;
    add_claim(&formula, d);
    status = formula_fault(&formula, failure);
    if (!status)
        status = sat_decide(&formula, SAT_WITH_PROOF, &job->limits, &decision, failure);
    if (!status) {
        if (decision.verdict == VERDICT_INFEASIBLE)
            status = keep_proof(job, d, &formula, &decision.lrat, failure);
        if (!status)
            tell(job, d,
                 decision.verdict == VERDICT_INFEASIBLE ? CLAIM_HOLDS
                 : decision.verdict == VERDICT_FEASIBLE ? CLAIM_FAILS
                                                        : CLAIM_OPEN,
                 decision.verdict == VERDICT_FEASIBLE ? "the source may send an item again" : "");
        sat_decision_clear(&decision);
    }
    formula_clear(&formula);
    return status;
}

/* The bound as it is printed, and k-k*, which is the bound less L + B(P-1) - 1. */
static enum status see(struct claim_job *job, struct distinct *d, struct failure *failure) {
    int depth = 0;
    mpz_t processors, items, printed;
    mpz_init_set_si(processors, d->question.processors);
    mpz_init_set_si(items, d->question.items);
    mpz_init(printed);
    enum status status =
        items_paper_bound(d->question.latency, processors, items, printed, failure);
    if (!status)
        status = sequence_depth(d->question.latency, d->question.processors, &depth, failure);
    d->time = (int)mpz_get_si(printed);
    mpz_clears(processors, items, printed, (mpz_ptr)NULL);
    d->steps = d->time - d->question.latency - depth + 1;
    if (status || d->steps < 1)
        return status; /* k <= k*: nothing is said */
    status = see_met(job, d, failure);
    return status ? status : refute(job, d, failure);
}

enum status try_distinct(struct claim_job *job, struct failure *failure) {
    struct claim_range latency, all, items;
    struct distinct d = {.question = {.ports = 1}};
    enum status status = claim_range(job, "L", 1, 100, &latency, failure);
    if (!status)
        status = claim_range(job, "P", 3, 100, &all, failure);
    if (!status)
        status = claim_range(job, "k", 1, 100, &items, failure);
    for (long L = latency.first; !status && L <= latency.last; L++)
        for (long P = all.first; !status && P <= all.last; P++)
            for (long k = items.first; !status && k <= items.last; k++) {
                d.question.latency = (int)L;
                d.question.processors = (int)P - 1;
                d.question.items = (int)k;
                status = see(job, &d, failure);
            }
    return status;
}
