/* SPDX-License-Identifier: MIT */
/* The block-cyclic question for (L,t), and the periodic one, in the formats of other solvers. Each
 * file starts with comments that say what is asked and what the variables mean. */
#pragma once

#include <stdio.h>

#include "solver/model/instance.h"
#include "solver/proof/sat/periodic_formula.h"

/* The formula of results/README.md in the DIMACS format, by words or by sums. STATUS_LIMIT when it
 * would be too large. The caller checks `out` for errors, here and below. */
enum status export_dimacs(FILE *out, const struct slots *slots, bool words,
                          struct failure *failure);

/* Words of letters as a program in the variables x(s,j) "slot s holds letter j" alone, numbered as
 * in the formula, without objective:
 *  - one letter in each slot;
 *  - as many copies of each letter as the instance has;
 *  - in a block of size r each residue p + w_p (mod r) once, but that of its head not at all;
 *  - of two consecutive blocks of equal size the first letter of the second is not the smaller one.
 * OPB is the format of pseudo-Boolean solvers, LP that of CPLEX, which mixed-integer solvers
 * read. */
void export_opb(FILE *out, const struct slots *slots);
void export_lp(FILE *out, const struct slots *slots);

/* The formula of a periodic question in the DIMACS format, with narrow counters, and the order of
 * words behind it. Errors as of periodic_formula_build. */
enum status export_periodic_dimacs(FILE *out, const struct periodic_question *question,
                                   struct failure *failure);
