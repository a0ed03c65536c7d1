/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_stream.h"

#include <stdlib.h>

#include "solver/sat/formula.h"
#include "solver/sat/periodic_formula.h"

/* What a row holds before its step, t literals, behind the receptions in the formula's numbering.
 */
static void literals_of_row(const struct periodic_question *question, int row, int *literals) {
    int t = question->depth, values = t - question->latency + 2;
    for (int u = 0; u < t; u++)
        literals[u] = question->processors * values + 2 * row * t + u + 1;
}

static void count_held(const struct stream_question *question, const struct periodic_question *rows,
                       struct formula *formula) {
    int literals[PERIODIC_MAX_DEPTH];
    for (int row = 0; row < rows->processors; row++) {
        literals_of_row(rows, row, literals);
        count_at_least(formula, literals, rows->depth, question->fewest);
        if (question->most >= 0)
            count_at_most(formula, literals, rows->depth, question->most);
    }
}

/*
 * At most n_d items have the label d, the value t-d, at their reception, so all processors together
 * hold no more than the sum of (t-d) n_d = f_0 + .. + f_(t-1), less v for each item of value v that
 * is missing. What this is above `fewest` N bounds how many are. It follows from the rest, but no
 * solver sees it.
 */
static void count_received(const struct stream_question *question,
                           const struct periodic_question *rows, struct formula *formula) {
    long reached[PERIODIC_MAX_DEPTH + 1], slack = -(long)question->fewest * rows->processors;
    int literals[PERIODIC_MAX_PROCESSORS], L = rows->latency, t = rows->depth;
    for (int i = 0; i < t; i++) {
        reached[i] = i < L ? 1 : reached[i - 1] + reached[i - L];
        slack += reached[i];
        if (slack > (long)t * rows->processors)
            return;
    }
    for (int v = 1; v <= t - L; v++) {
        long fewest = reached[t - v - L] - (slack < 0 ? 0 : slack / v);
        for (int row = 0; row < rows->processors; row++)
            literals[row] = row * (t - L + 2) + v + 1;
        if (fewest > 0)
            count_at_least(formula, literals, rows->processors, (int)fewest);
    }
}

enum status stream_find(const struct stream_question *question, const struct limits *limits,
                        enum verdict *end, struct schedule *words, uint64_t *decisions,
                        struct failure *failure) {
    const struct periodic_question rows = {question->latency, question->depth, question->processors,
                                           1, ROLES_PERMUTE};
    struct formula formula;
    bool *model = NULL;
    enum verdict found = VERDICT_UNKNOWN;
    enum status status = periodic_formula_build(&rows, COUNTERS_WIDE, &formula, failure);
    if (status)
        return status;
    count_held(question, &rows, &formula);
    count_received(question, &rows, &formula);
    status = formula_fault(&formula, failure);
    if (!status)
        status = find_model(&formula, limits, &found, &model, decisions, failure);
    if (!status && found == VERDICT_FEASIBLE)
        status = periodic_formula_decode(&rows, model, words, failure);
    free(model);
    formula_clear(&formula);
    if (!status)
        *end = found;
    return status;
}
