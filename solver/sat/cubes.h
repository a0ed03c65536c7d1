/* SPDX-License-Identifier: MIT */
/*
 * A formula cut into cubes: conjunctions of literals, one for each leaf of a complete binary tree
 * in whose nodes a variable is true to the left and false to the right. Each cube with the formula
 * is a smaller formula, and the cubes cover everything.
 *
 * The variable of a node is chosen by looking ahead (Heule, Kullmann, Wieringa, Biere, HVC 2011):
 * of the candidates the one for which unit propagation fixes most on both sides, measured by the
 * product. The path to one leaf needs one choice a level, so no process has to know the whole tree.
 */
#ifndef STEADYCAST_SOLVER_SAT_CUBES_H
#define STEADYCAST_SOLVER_SAT_CUBES_H

#include "solver/sat/formula.h"

/* 2^20 cubes at most. */
enum { CUBES_MAX_DEPTH = 20 };

/* The least d with 2^d >= wanted, or as many as there are variables 1..core. */
int cubes_depth(int wanted, int core);

/*
 * Cube `index` (0..2^depth-1, its highest bit says the side at the root) of the tree whose nodes
 * split on the variables 1..core: literals[i], i < depth <= core. The candidates of a node are the
 * variables that have no value there, CUBES_CANDIDATES of them at most, evenly spread over 1..core.
 * Where propagation refutes the node, any variable will do.
 * Deterministic. Cost: 2 * CUBES_CANDIDATES propagations a level.
 */
enum { CUBES_CANDIDATES = 256 };
enum status cubes_literals(const struct formula *formula, int core, int depth, int index,
                           int *literals, struct failure *failure);

#endif
