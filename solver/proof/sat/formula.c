/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/formula.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/proof/sat/decide.h"

void formula_init(struct formula *formula, int variables) {
    require(variables >= 0);
    *formula = (struct formula){.variables = variables};
}

void formula_clear(struct formula *formula) {
    free(formula->literals);
    *formula = (struct formula){0};
}

static size_t most_of(const struct formula *formula) {
    return formula->most ? formula->most : FORMULA_MAX_LENGTH;
}

static enum status grow(struct formula *formula) {
    assert(formula->length == formula->room);
    size_t room = formula->room ? 2 * formula->room : 1024;
    if (room > most_of(formula))
        return STATUS_LIMIT;
    int *literals = memory_resize(formula->literals, room, sizeof *literals);
    if (!literals)
        return STATUS_MEMORY;
    formula->literals = literals;
    formula->room = room;
    return STATUS_OK;
}

void formula_add(struct formula *formula, int literal) {
    require(formula->fault || /* then its variables are not counted on */
            (literal <= formula->variables && literal >= -formula->variables));
    if (!formula->fault && formula->length == formula->room)
        formula->fault = grow(formula);
    if (formula->fault)
        return;
    assert(formula->length < formula->room);
    formula->literals[formula->length++] = literal;
    formula->clauses += literal == 0;
}

void formula_add_clause(struct formula *formula, const int *literals) {
    while (*literals)
        formula_add(formula, *literals++);
    formula_add(formula, 0);
}

void formula_at_most_one(struct formula *formula, const int *literals, int count) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            formula_clause(formula, -literals[i], -literals[j]);
}

enum status formula_fault(const struct formula *formula, struct failure *failure) {
    if (formula->fault == STATUS_LIMIT)
        return failure_limit(failure, "the formula has more than %zu literals", most_of(formula));
    if (formula->fault)
        return failure_memory(failure, "a formula");
    return STATUS_OK;
}

void formula_order(struct formula *formula) {
    require(formula_is_closed(formula) || formula->fault);
    formula->plain = (struct formula_size){formula->variables, formula->clauses, formula->length};
}

struct formula formula_plain(const struct formula *formula) {
    struct formula plain = *formula;
    if (formula->plain.clauses) {
        plain.variables = formula->plain.variables;
        plain.clauses = formula->plain.clauses;
        plain.length = formula->plain.length;
    }
    plain.plain = (struct formula_size){0};
    return plain;
}

bool formula_is_closed(const struct formula *formula) {
    return formula->length == 0 || formula->literals[formula->length - 1] == 0;
}

size_t formula_violated(const struct formula *formula, const bool *model) {
    size_t number = 1;
    bool satisfied = false;
    assert(formula_is_closed(formula));
    for (size_t i = 0; i < formula->length; i++) {
        int literal = formula->literals[i];
        if (literal) {
            satisfied |= model[abs(literal)] == (literal > 0);
        } else if (!satisfied) {
            return number;
        } else {
            satisfied = false;
            number++;
        }
    }
    assert(number == formula->clauses + 1);
    return 0;
}

/* The variable "at least k of the first i literals", i = 1..n, k = 1..most. */
struct ladder {
    int before; /* the variables before the first one */
    int most;
};

static int rung(const struct ladder *ladder, int i, int k) {
    assert(i >= 1 && k >= 1 && k <= ladder->most);
    return ladder->before + (i - 1) * ladder->most + k;
}

static struct ladder ladder_new(struct formula *formula, int n, int most) {
    assert(n >= 0 && most >= 0 && most <= n);
    struct ladder ladder = {formula->variables, most};
    if (!formula->fault && (long)n * most > FORMULA_MAX_VARIABLES - formula->variables)
        formula->fault = STATUS_LIMIT;
    if (!formula->fault)
        formula->variables += n * most;
    return ladder;
}

/* Rungs hold if so many literals do; more than `most` do not. */
static void climb(struct formula *formula, const struct ladder *ladder, const int *literals,
                  int n) {
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= ladder->most + 1; k++) {
            int now = k <= ladder->most ? rung(ladder, i, k) : 0;
            if (i > 1 && now)
                formula_clause(formula, -rung(ladder, i - 1, k), now);
            if (k == 1)
                formula_clause(formula, -literals[i - 1], now);
            else if (k <= i)
                formula_clause(formula, -literals[i - 1], -rung(ladder, i - 1, k - 1), now);
        }
}

/* Rungs hold only if so many literals do. */
static void descend(struct formula *formula, const struct ladder *ladder, const int *literals,
                    int n) {
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= ladder->most; k++) {
            int kept = i > 1 ? rung(ladder, i - 1, k) : 0;
            formula_clause(formula, -rung(ladder, i, k), literals[i - 1], kept);
            if (k > 1)
                formula_clause(formula, -rung(ladder, i, k), kept,
                               kept ? rung(ladder, i - 1, k - 1) : 0);
        }
}

void count_at_least(struct formula *formula, const int *literals, int n, int bound) {
    require(n >= 0 && bound >= 0 && (formula_is_closed(formula) || formula->fault));
    if (bound > n)
        formula_add(formula, 0); /* the empty clause */
    if (bound == 0 || bound > n)
        return;
    struct ladder ladder = ladder_new(formula, n, bound);
    descend(formula, &ladder, literals, n);
    formula_clause(formula, rung(&ladder, n, bound));
}

void count_at_most(struct formula *formula, const int *literals, int n, int bound) {
    if (bound >= n)
        return;
    struct ladder ladder = ladder_new(formula, n, bound);
    climb(formula, &ladder, literals, n);
}

void count_no_more(struct formula *formula, const int *literals, int n, const int *others, int m,
                   int bound) {
    require(n >= 0 && m >= 0 && bound >= 0 && (formula_is_closed(formula) || formula->fault));
    int most = bound < m ? bound : m;
    if (most > n)
        most = n;
    struct ladder up = ladder_new(formula, n, most), down = ladder_new(formula, m, most);
    climb(formula, &up, literals, n);
    descend(formula, &down, others, m);
    for (int k = 1; k <= most; k++)
        formula_clause(formula, -rung(&up, n, k), rung(&down, m, k));
}

enum status find_model(const struct formula *formula, const struct limits *limits,
                       enum verdict *end, bool **model, uint64_t *decisions,
                       struct failure *failure) {
    CLEANUP(sat_decision_clear) struct sat_decision decision = {0};
    TRY(sat_decide(formula, SAT_WITHOUT_PROOF, limits, &decision, failure));
    *end = decision.verdict == VERDICT_FEASIBLE     ? VERDICT_FEASIBLE
           : decision.verdict == VERDICT_INFEASIBLE ? VERDICT_INFEASIBLE
                                                    : VERDICT_UNKNOWN;
    *model = TAKE(decision.model);
    *decisions += decision.nodes;
    return STATUS_OK;
}
