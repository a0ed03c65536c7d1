/* SPDX-License-Identifier: MIT */
/*
 * Refutations of a formula under cubes (cubes.h), composed to one refutation of the formula.
 *
 * A refutation under a cube takes the cube's literals as unit clauses. Lifted, it is a derivation
 * from the formula alone: each clause that rests on such a unit gets the negated literal added, so
 * that the literal is true anyway where the clause is checked, and the hint at the unit is left
 * out. It ends in a clause of negated literals of the cube, not necessarily all. Two sides of a
 * node of the tree give the node's clause by resolution, up to the empty clause at the root; a side
 * whose clause does not speak of the node's variable is the node's clause already, and the other
 * side is not needed.
 */
#ifndef STEADYCAST_SOLVER_SAT_CUBE_PROOF_H
#define STEADYCAST_SOLVER_SAT_CUBE_PROOF_H

#include "solver/sat/cubes.h"
#include "solver/sat/lrat.h"

/*
 * Lifts `lrat`, which refutes a formula of `clauses` clauses and behind them the units literals[i],
 * i < depth, as elaborate gives it. In `lifted` (not initialised before; the caller frees
 * lifted->numbers) new clauses are numbered from clauses + 1 without gaps. STATUS_INTERNAL if a
 * clause holds a literal of the cube (such a clause follows from a unit and is never used).
 */
enum status cube_proof_lift(const struct lrat *lrat, size_t clauses, const int *literals, int depth,
                            struct lrat *lifted, struct failure *failure);

/* A lifted refutation with its cube. */
struct cube_refutation {
    int literals[CUBES_MAX_DEPTH];
    struct lrat lrat; /* its numbers are freed by who asked for it */
};

/* Gives the refutation of cube `index`. */
typedef enum status cube_proof_load(void *context, int index, struct cube_refutation *refutation,
                                    struct failure *failure);

/*
 * Fills `whole` (not initialised before; the caller frees whole->numbers) with a refutation of the
 * formula of `clauses` clauses. Refutations are loaded one by one, in ascending order, and only
 * those that are needed. They have to be as cube_proof_lift gives them (cube_proof_check).
 * STATUS_INPUT if their cubes do not fit together.
 */
enum status cube_proof_compose(size_t clauses, int depth, cube_proof_load *load, void *context,
                               struct lrat *whole, struct failure *failure);

/*
 * Whether a refutation from elsewhere has the shape that cube_proof_compose needs: numbers of
 * clauses without gaps, hints at clauses before, variables 1..variables, and a last clause of
 * negated literals of the cube. Nothing is said about whether it is right.
 */
bool cube_proof_check(const struct cube_refutation *refutation, size_t clauses, int depth,
                      int variables);

#endif
