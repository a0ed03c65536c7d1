/* SPDX-License-Identifier: MIT */
/* For the tests: PicoSAT says about a formula of the checker what the checker itself, which has no
 * solver, cannot. */
#pragma once

#include "core/formula.h"

/* The clauses 1..count on the variables 1..variables. */
struct picosat_formula {
    struct clause_set clauses;
    uint32_t count, variables;
};

/* Builds it, of 2^24 clauses at most; the caller releases the memory. */
void picosat_build(struct picosat_formula *built, const struct formula *formula);

/* Their number, or `most` if there are more; fails the test if that takes too long. */
unsigned long picosat_models(const struct picosat_formula *formula, unsigned long most);

bool picosat_has_model(const struct picosat_formula *formula);
