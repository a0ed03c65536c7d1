/* SPDX-License-Identifier: MIT */
/*
 * Refutations in the formats of SAT solvers and of their checkers: the formula that a certificate
 * refutes as DIMACS, and the proof as LRAT, or as DRAT, with the same numbers of clauses.
 */
#ifndef STEADYCAST_TOOLS_FORMULA_SOURCE_H
#define STEADYCAST_TOOLS_FORMULA_SOURCE_H

#include <stdbool.h>
#include <stdio.h>

#include "solver/certificate/read.h"
#include "solver/sat/formula.h"

struct formula_source {
    struct certificate_input *input; /* borrowed; its next line is the first of the proof */
    struct formula formula;
};

/* Kinds cnf, impossible-cnf, impossible-periodic, impossible-items and impossible-gossip. */
bool formula_source_takes(const char *kind);

/* Reads the question, or the clauses, of `input`, which stands at its kind, and builds the formula.
 * STATUS_INPUT if the file says another size of it. On success the caller ends with
 * formula_source_clear. */
enum status formula_source_read(struct formula_source *source, struct certificate_input *input,
                                struct failure *failure);
void formula_source_clear(struct formula_source *source);

/* Once for each source. STATUS_INPUT for lines that are none of a proof. */
typedef enum status formula_writer(FILE *file, const struct formula_source *source,
                                   struct failure *failure);
formula_writer formula_cnf, formula_lrat, formula_drat;

#endif
