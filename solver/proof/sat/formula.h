/* SPDX-License-Identifier: MIT */
/* Formulas in conjunctive normal form: a growing list of clauses, and the two formulas of the
 * instance I(L,t), clause by clause as results/README.md ("Formula") specifies them. The checker
 * builds the same formulas from the same text, so that order and numbering are part of the format
 * of certificates: a change here is a change there. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "automata/status.h"
#include "solver/base/limits.h"
#include "solver/base/verdict.h"
#include "solver/model/instance.h"

/* Variables are 1..variables, a literal is a variable or its negative, clauses are numbered from 1
 * in their order. All clauses stand in one array, each ended by 0. */
struct formula {
    int variables;
    size_t clauses;
    int *literals; /* owned */
    size_t length; /* of `literals`, the zeros included */
    size_t room;
    size_t most;       /* a power of 2 that is the limit of the length; 0: FORMULA_MAX_LENGTH */
    enum status fault; /* of the first addition that failed; the later ones do nothing */
    /* What stood there when formula_order() was called; all 0 if it was not. */
    struct formula_size {
        int variables;
        size_t clauses, length;
    } plain;
};

/* Instances with more letters M are refused: about 15 M^2 literals say how often letters are used.
 * PicoSAT takes 2 GB there, and has hardly ever decided an instance beyond 1000 letters. */
enum { FORMULA_MAX_LETTERS = 2000 };

/* Formulas with more variables, or with more literals (zeros included), are refused: a gigabyte,
 * several in the solver. The checker takes as many variables. */
enum { FORMULA_MAX_VARIABLES = 1 << 28, FORMULA_MAX_LENGTH = 1 << 28 };

void formula_init(struct formula *formula, int variables);
void formula_clear(struct formula *formula);

/* Appends a literal of the variables 1..variables to the clause that is open; 0 ends it. Faults are
 * kept: STATUS_SYSTEM for memory, STATUS_LIMIT beyond FORMULA_MAX_LENGTH. */
void formula_add(struct formula *formula, int literal);

/* The clause of these literals; a 0 among them ends it. */
#define formula_clause(formula, ...) formula_add_clause(formula, (const int[]){__VA_ARGS__, 0})
void formula_add_clause(struct formula *formula, const int *literals);

/* At most one of so many literals, two by two. */
void formula_at_most_one(struct formula *formula, const int *literals, int count);

/* What is added from now on, variables and clauses, puts processors, items or words in an order:
 * that is no loss, but an argument, so a refutation of what stands before, the plain formula, is
 * worth more. See sat_decide(). */
void formula_order(struct formula *formula);

/* The plain formula: the whole one if there is no order. It borrows the literals. */
struct formula formula_plain(const struct formula *formula);

/* Whether no clause is open. O(1). */
bool formula_is_closed(const struct formula *formula);

/* The first fault of the additions, with its message, or STATUS_OK. */
enum status formula_fault(const struct formula *formula, struct failure *failure);

/* The formula of the instance behind `slots` (`formula` is not initialised before): the encoding by
 * words, else the one by sums. STATUS_LIMIT when it would be too large. O(size of the formula). */
enum status formula_build(const struct slots *slots, bool words, struct formula *formula,
                          struct failure *failure);

/* The letters that a model of either formula gives to the slots (letters[s], s < slots->count);
 * model[v] says whether variable v is true. STATUS_INTERNAL if a slot has no letter. */
enum status formula_decode(const struct slots *slots, const bool *model, int *letters,
                           struct failure *failure);

/* The number (from 1) of the first clause that the model does not satisfy, or 0. */
size_t formula_violated(const struct formula *formula, const bool *model);

/* Clauses that say how many of some literals are true, with a ladder of new variables: n m of them,
 * and 2 n m clauses, to count n literals up to m (C. Sinz 2005). Each ladder says one direction
 * only, which is all that is asked of it. */

/* At least, at most `bound` >= 0 of the n literals. */
void count_at_least(struct formula *formula, const int *literals, int n, int bound);
void count_at_most(struct formula *formula, const int *literals, int n, int bound);

/* No more of the n literals than of the m `others`, and no more than `bound` >= 0 of them. */
void count_no_more(struct formula *formula, const int *literals, int n, const int *others, int m,
                   int bound);

/* A model of a formula, by the programs of decide.h: for questions whose proofs nobody wants. */

/* VERDICT_FEASIBLE: *model (model[v], v = 1..variables) has been checked against every clause; the
 * caller frees it. VERDICT_INFEASIBLE: the program says that there is none; no proof was kept.
 * limits->nodes bounds the decisions of both programs together; those made are added to *decisions.
 * Deterministic, for the same programs. */
enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum verdict *end, bool **model, uint64_t *decisions,
                       struct failure *failure);
