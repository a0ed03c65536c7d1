/* SPDX-License-Identifier: MIT */
/* From a clausal proof (RUP: every clause follows by unit propagation from those before it) to an
 * LRAT proof, which also says through which clauses, so that a checker needs no search.
 *
 * Backward checking (Goldberg, Novikov, DATE 2003; Heule, Hunt, Wetzler, FMCAD 2013): the proof is
 * walked to the first contradiction, then back; only clauses that a later step has used are
 * elaborated, the others are left out. Nothing here is trusted: the checker reads what comes
 * out. */
#pragma once

#include "solver/base/limits.h"
#include "solver/proof/sat/formula.h"
#include "solver/proof/sat/lrat.h"

/* `steps` holds the proof's clauses in their order. Fills `lrat` (the caller frees lrat->numbers):
 * new clauses are numbered from formula->clauses + 1 without gaps, each is deleted behind its last
 * use, the empty clause is the last line.
 *
 * STATUS_INTERNAL, with the number of the step, if one that is needed does not follow by unit
 * propagation, or if there is no contradiction at the end. STATUS_LIMIT when the limits stop it. */
enum status elaborate(const struct formula *formula, const struct formula *steps,
                      const struct limits *limits, struct lrat *lrat, struct failure *failure);
