/* SPDX-License-Identifier: MIT */
/* PicoSAT (A. Biere, JSAT 4, 2008), and the only place that knows of it: decides a formula and, if
 * it has no model, collects the clausal proof.
 *
 * Deterministic: equal formulas and limits of nodes give equal models and proofs. */
#pragma once

#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/proof/sat/formula.h"

enum picosat_verdict { PICOSAT_RUN_UNKNOWN, PICOSAT_RUN_MODEL, PICOSAT_RUN_REFUTED };

struct picosat_answer {
    enum picosat_verdict verdict;
    bool *model;          /* if there is one: model[v] for v = 1..variables; owned */
    struct formula steps; /* if refuted: the clauses learnt, each RUP from those before; owned */
    uint64_t decisions;
};

/* Fills `answer`. A model has been checked against every clause. limits->nodes bounds the number of
 * decisions (at most INT_MAX - 1 of them). A run that was stopped is unknown; PicoSAT looks only at
 * every 1024th decision, which is some seconds late for formulas of a million variables. Memory
 * that PicoSAT can't get is STATUS_MEMORY. The proof goes through a temporary file. */
enum status picosat_run(const struct formula *formula, const struct limits *limits,
                        struct picosat_answer *answer, struct failure *failure);
void picosat_answer_clear(struct picosat_answer *answer);
