/* SPDX-License-Identifier: MIT */
/* For the tests: the program picosat says about a formula of the checker what the checker itself,
 * which has no solver, cannot. */
#pragma once

#include "core/formula.h"

/* The clauses 1..count on the variables 1..variables. */
struct picosat_formula {
    struct clause_set clauses;
    uint32_t count, variables;
};

/* Builds it, of 2^24 clauses at most; the caller releases the memory. */
void picosat_build(struct picosat_formula *built, const struct formula *formula);

/* The last line that the program prints; a formula with far too many models ends it. */
void picosat_ask(const struct picosat_formula *formula, const char *options, char line[80]);

/* Fails the test if there is no answer. */
bool picosat_has_model(const struct picosat_formula *formula);
