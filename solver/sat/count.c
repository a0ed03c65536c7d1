/* SPDX-License-Identifier: MIT */
#include "solver/sat/count.h"

#include <assert.h>

#include "automata/require.h"

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
            if (i > 1 && k <= ladder->most) {
                formula_add(formula, -rung(ladder, i - 1, k));
                formula_add(formula, rung(ladder, i, k));
                formula_add(formula, 0);
            }
            if (k > i)
                continue;
            formula_add(formula, -literals[i - 1]);
            if (k > 1)
                formula_add(formula, -rung(ladder, i - 1, k - 1));
            if (k <= ladder->most)
                formula_add(formula, rung(ladder, i, k));
            formula_add(formula, 0);
        }
}

/* Rungs hold only if so many literals do. */
static void descend(struct formula *formula, const struct ladder *ladder, const int *literals,
                    int n) {
    for (int i = 1; i <= n; i++)
        for (int k = 1; k <= ladder->most; k++) {
            int kept = i > 1 ? rung(ladder, i - 1, k) : 0;
            formula_add(formula, -rung(ladder, i, k));
            formula_add(formula, literals[i - 1]);
            if (kept)
                formula_add(formula, kept);
            formula_add(formula, 0);
            if (k == 1)
                continue;
            formula_add(formula, -rung(ladder, i, k));
            if (kept) {
                formula_add(formula, kept);
                formula_add(formula, rung(ladder, i - 1, k - 1));
            }
            formula_add(formula, 0);
        }
}

void count_at_least(struct formula *formula, const int *literals, int n, int bound) {
    require(n >= 0 && bound >= 0 && formula_is_closed(formula));
    if (bound > n)
        formula_add(formula, 0); /* the empty clause */
    if (bound == 0 || bound > n)
        return;
    struct ladder ladder = ladder_new(formula, n, bound);
    descend(formula, &ladder, literals, n);
    formula_add(formula, rung(&ladder, n, bound));
    formula_add(formula, 0);
}

void count_at_most(struct formula *formula, const int *literals, int n, int bound) {
    if (bound >= n)
        return;
    struct ladder ladder = ladder_new(formula, n, bound);
    climb(formula, &ladder, literals, n);
}

void count_no_more(struct formula *formula, const int *literals, int n, const int *others, int m,
                   int bound) {
    require(n >= 0 && m >= 0 && bound >= 0 && formula_is_closed(formula));
    int most = bound < m ? bound : m;
    if (most > n)
        most = n;
    struct ladder up = ladder_new(formula, n, most), down = ladder_new(formula, m, most);
    climb(formula, &up, literals, n);
    descend(formula, &down, others, m);
    for (int k = 1; k <= most; k++) {
        formula_add(formula, -rung(&up, n, k));
        formula_add(formula, rung(&down, m, k));
        formula_add(formula, 0);
    }
}
