/* SPDX-License-Identifier: MIT */
/* Well-known small formulas, as input for the tests. */
#pragma once

#include "solver/proof/sat/formula.h"
#include "tests/automata/random.h"

static inline void cnf_clause(struct formula *formula, const int *literals, int count) {
    for (int i = 0; i < count; i++) {
        int variable = abs(literals[i]);
        if (variable > formula->variables)
            formula->variables = variable;
        formula_add(formula, literals[i]);
    }
    formula_add(formula, 0);
}

static inline void cnf_pair(struct formula *formula, int first, int second) {
    cnf_clause(formula, (int[]){first, second}, 2);
}

/* holes + 1 pigeons do not fit into the holes (Cook). */
static inline void cnf_pigeonhole(struct formula *formula, int holes) {
    formula_init(formula, (holes + 1) * holes);
    for (int pigeon = 0; pigeon <= holes; pigeon++) {
        for (int hole = 1; hole <= holes; hole++)
            formula_add(formula, pigeon * holes + hole);
        formula_add(formula, 0);
    }
    for (int hole = 1; hole <= holes; hole++)
        for (int i = 0; i <= holes; i++)
            for (int j = i + 1; j <= holes; j++)
                cnf_pair(formula, -(i * holes + hole), -(j * holes + hole));
}

/* The sum of three variables is `parity` modulo 2. */
static inline void cnf_parity(struct formula *formula, const int *variables, int parity) {
    for (int signs = 0; signs < 8; signs++) {
        int literals[3], negative = 0;
        for (int i = 0; i < 3; i++) {
            bool minus = signs >> i & 1;
            literals[i] = minus ? -variables[i] : variables[i];
            negative += minus;
        }
        if (negative % 2 != parity) /* excludes an assignment of the other parity */
            cnf_clause(formula, literals, 3);
    }
}

/* Tseitin's formula of the circular ladder with 2 * rungs vertices, of odd charge in all: one
 * variable for each edge, the parity of the edges at a vertex given. */
static inline void cnf_ladder(struct formula *formula, int rungs) {
    formula_init(formula, 0);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < rungs; i++) {
            int before = (i + rungs - 1) % rungs;
            int edges[3] = {i + 1, rungs * (side + 1) + i + 1, rungs * (side + 1) + before + 1};
            cnf_parity(formula, edges, side == 0 && i == 0);
        }
}

/* Dominoes that share a cell exclude each other, and each cell is covered. */
static inline void cnf_cell(struct formula *formula, const int *dominoes, int count) {
    cnf_clause(formula, dominoes, count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            cnf_pair(formula, -dominoes[i], -dominoes[j]);
}

/* A board of n x n cells, n even, without two opposite corners, can't be covered by dominoes. */
static inline void cnf_chessboard(struct formula *formula, int n) {
    formula_init(formula, 2 * n * n);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int dominoes[4], count = 0, cell = row * n + column;
            bool corner = cell == 0 || cell == n * n - 1;
            for (int step = 0; step < 4 && !corner; step++) { /* right, down, left, up */
                int r = row + (step == 1) - (step == 3), c = column + (step == 0) - (step == 2);
                int other = r * n + c, first = step < 2 ? cell : other;
                if (r < 0 || c < 0 || r >= n || c >= n || other == 0 || other == n * n - 1)
                    continue;
                dominoes[count++] = 2 * first + step % 2 + 1;
            }
            if (!corner)
                cnf_cell(formula, dominoes, count);
        }
}

/* Clauses of three literals in different variables. */
static inline void cnf_random(struct formula *formula, int variables, int clauses,
                              uint64_t *random) {
    formula_init(formula, variables);
    for (int i = 0; i < clauses; i++) {
        int first = random_below(random, variables), second, third;
        do
            second = random_below(random, variables);
        while (second == first);
        do
            third = random_below(random, variables);
        while (third == first || third == second);
        int literals[3] = {first + 1, second + 1, third + 1};
        for (int j = 0; j < 3; j++)
            literals[j] *= random_below(random, 2) ? 1 : -1;
        cnf_clause(formula, literals, 3);
    }
}
