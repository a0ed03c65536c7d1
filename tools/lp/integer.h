/* SPDX-License-Identifier: MIT */
/* A linear program with whole numbers, by branch and bound: GLPK (A. Makhorin), and the only place
 * that knows of it. It computes in floating point, so its solutions are to be checked, and that
 * there is none is no proof. */
#pragma once

/* Reads a program in the LP format of CPLEX from the standard input and prints what --help of
 * steadycast-lp says. At most `nodes` nodes of the search tree, 0: any number. The exit status: 0,
 * or 1 behind a line `fault MESSAGE`. */
int integer_solve(int nodes);
