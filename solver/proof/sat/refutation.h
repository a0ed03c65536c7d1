/* SPDX-License-Identifier: MIT */
/* Formulas that were refuted, as they are kept in memory and written. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/base/digest.h"
#include "solver/base/evidence.h"
#include "solver/model/schedule.h"
#include "solver/proof/sat/lrat.h"

/* The formula of I(L,t) in one of the two encodings, refuted. */
struct cnf_proof {
    int latency, depth;
    bool sums; /* encoding sums, else words */
    int variables;
    size_t clauses;
    struct lrat lrat;
};

/* The formula of the periodic question, refuted. */
struct periodic_proof {
    int latency, depth, processors, period;
    enum schedule_roles roles;
    bool plain; /* else an order of words stands behind the plain formula */
    int variables;
    size_t clauses;
    struct lrat lrat;
};

/* A formula of any origin, refuted: `literals` holds the clauses, each ended by 0. */
struct formula_proof {
    int variables;
    size_t clauses;
    const int *literals; /* borrowed */
    size_t length;
    struct lrat lrat;
};

/* They are borrowed. */
struct evidence evidence_of_cnf(const struct cnf_proof *proof);
struct evidence evidence_of_impossible_periodic(const struct periodic_proof *proof);
struct evidence evidence_of_formula(const struct formula_proof *proof);

/* SHA-256 of the lines `clause` of its certificate, which the verdict has as a field. */
void formula_proof_digest(const struct formula_proof *proof, char hex[DIGEST_ROOM]);

/* The lines `lrat` and `delete` alone, into a certificate that is open. */
void certificate_print_lrat(struct certificate_output *output, const struct lrat *lrat);
