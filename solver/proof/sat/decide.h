/* SPDX-License-Identifier: MIT */
/* Decides a formula with the solvers that are there, and proves it when it has no model: PicoSAT
 * goes first, for about a second (30000 decisions), then CaDiCaL where the program is installed;
 * where it is not, or fails, PicoSAT goes on to the end.
 *
 * A formula with an order (formula_order) that was refuted is tried once more without it, for as
 * many decisions as PicoSAT has first: the proof is of the plain formula if that succeeds.
 *
 * Deterministic: equal formulas, limits of nodes and programs give equal decisions. */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/proof/sat/formula.h"
#include "solver/proof/sat/lrat.h"

struct sat_decision {
    enum verdict verdict; /* feasible: the formula has a model */
    const char *reason;   /* for unknown: why; static */
    const char *solver;   /* the program asked last, which gave the answer; static */
    uint64_t nodes;       /* the programs' decisions */
    bool *model;          /* if feasible: model[v] for v = 1..variables, checked; owned */
    struct lrat lrat;     /* if infeasible, with proof; owned */
    bool plain;           /* the proof is of formula_plain(), which may be the whole */
};

/* Whether the proof that there is no model is wanted; without it nothing is elaborated. */
enum sat_proof { SAT_WITHOUT_PROOF, SAT_WITH_PROOF };

/* Formulas with more clauses are large; so few decisions are made before CaDiCaL has begun. */
enum { SAT_FEW_CLAUSES = 5000, SAT_FEW_DECISIONS = 10000 };

/* Fills `decision`. limits->nodes bounds the decisions of both programs together. Stopped by the
 * limits, while it searches or while the proof is elaborated, it is unknown. */
enum status sat_decide(const struct formula *formula, enum sat_proof proof,
                       const struct limits *limits, struct sat_decision *decision,
                       struct failure *failure);

/* The same, but large formulas of which more than few decisions are allowed are CaDiCaL's from the
 * start, with its settings for formulas that have a model where no proof is wanted. */
enum status sat_decide_by_size(const struct formula *formula, enum sat_proof proof,
                               const struct limits *limits, struct sat_decision *decision,
                               struct failure *failure);
void sat_decision_clear(struct sat_decision *decision);
