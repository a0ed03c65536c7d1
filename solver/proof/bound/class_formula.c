/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/class_formula.h"

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/proof/sat/decide.h"

/* Processors stand in ascending order of their classes. A level x of class e is the value e + gx.
 */
struct builder {
    struct formula *formula;
    int latency, gap, depth, items, levels; /* levels 0..levels-1 of class 0 */
    int processors;
    int *classes;           /* of the processors */
    int *receptions, *sent; /* literals that are counted */
};

/* Processor p receives the item i with level x or more. */
static int received(const struct builder *q, int p, int i, int x) {
    return (p * q->items + i) * (q->levels + 1) + x + 1;
}

/* Processor p sends the item i when that has the level u. */
static int sends(const struct builder *q, int p, int i, int u) {
    int before = q->processors * q->items * (q->levels + 1);
    return before + (p * q->items + i) * q->levels + u + 1;
}

/* With a value up to s, and held before it is sent. */
static void one_item(struct builder *q, int p, int i) {
    formula_clause(q->formula, received(q, p, i, 0));
    for (int x = 1; x <= q->levels; x++) {
        formula_clause(q->formula, -received(q, p, i, x), received(q, p, i, x - 1));
        if (q->classes[p] + q->gap * x > q->depth)
            formula_clause(q->formula, -received(q, p, i, x));
    }
    for (int u = 0; u < q->levels; u++)
        formula_clause(q->formula, -sends(q, p, i, u), received(q, p, i, u));
}

/* The items i < j are not received, nor sent, in the same step. */
static void two_items(struct builder *q, int p, int i, int j) {
    for (int x = 0, y = j - i; y < q->levels; x++, y++) {
        formula_clause(q->formula, -received(q, p, i, x), received(q, p, i, x + 1),
                       -received(q, p, j, y), received(q, p, j, y + 1));
        formula_clause(q->formula, -sends(q, p, i, x), -sends(q, p, j, y));
    }
}

/* The receptions of an item with `value` or more have messages: the source's, which is always
 * there, and those sent with l more. */
static void balance(struct builder *q, int i, int value) {
    int n = 0, m = 0;
    q->sent[m++] = received(q, 0, i, 0);
    for (int p = 0; p < q->processors; p++)
        for (int x = 0; x < q->levels && q->classes[p] + q->gap * x <= q->depth; x++) {
            int now = q->classes[p] + q->gap * x;
            if (now >= value && now - q->gap < value)
                q->receptions[n++] = received(q, p, i, x);
            if (now >= value + q->latency)
                q->sent[m++] = sends(q, p, i, x);
        }
    count_no_more(q->formula, q->receptions, n, q->sent, m, n);
}

static void add_clauses(struct builder *q, const int *processors) {
    for (int p = 0; p < q->processors; p++) {
        for (int i = 0; i < q->items; i++)
            one_item(q, p, i);
        for (int i = 0; i < q->items; i++)
            for (int j = i + 1; j < q->items; j++)
                two_items(q, p, i, j);
    }
    for (int i = 0; i < q->items; i++)
        for (int value = 0; value <= q->depth && !q->formula->fault; value++)
            if (processors[value % q->gap] > 0)
                balance(q, i, value);
}

enum { MOST_PROCESSORS = 16, MOST_ITEMS = 12, MOST_LEVELS = 1000, MOST_DECISIONS = 300000 };

enum status class_formula_build(int latency, int gap, int depth, const int *processors, int items,
                                struct formula *formula, struct failure *failure) {
    struct builder q = {.formula = formula,
                        .latency = latency,
                        .gap = gap,
                        .depth = depth,
                        .items = items,
                        .levels = depth / gap + 1};
    require(latency >= 1 && gap >= 1 && depth >= latency && depth >= gap && items >= 1);
    for (int e = 0; e < gap; e++)
        q.processors += processors[e];
    require(q.processors >= 1);
    if (q.processors > MOST_PROCESSORS || q.levels > MOST_LEVELS || items > MOST_ITEMS)
        return failure_limit(failure, "formulas of classes are for N <= %d", MOST_PROCESSORS);
    size_t room = (size_t)q.processors * (size_t)q.levels + 1;
    q.classes = memory_new((size_t)q.processors, sizeof(int));
    q.receptions = memory_new(room, sizeof(int));
    q.sent = memory_new(room, sizeof(int));
    formula_init(formula, q.processors * items * (2 * q.levels + 1));
    if (q.classes && q.receptions && q.sent) {
        for (int e = 0, p = 0; e < gap; e++)
            for (int k = 0; k < processors[e]; k++)
                q.classes[p++] = e;
        add_clauses(&q, processors);
    } else {
        formula->fault = STATUS_SYSTEM;
    }
    FREE_ALL(q.classes, q.receptions, q.sent);
    enum status status = formula_fault(formula, failure);
    if (status)
        formula_clear(formula);
    return status;
}

/* Moves the refutation to `prices`. */
static enum status copy_formula(int latency, int gap, int depth, int items,
                                const struct formula *formula, struct sat_decision *decision,
                                struct prices *prices, struct failure *failure) {
    struct prices result;
    TRY(prices_init(&result, latency, depth, false, failure));
    result.gap = gap;
    result.formula = memory_new(1, sizeof *result.formula);
    if (!result.formula) {
        prices_clear(&result);
        return failure_memory(failure, "prices");
    }
    *result.formula =
        (struct prices_formula){items, formula->variables, formula->clauses, decision->lrat};
    decision->lrat = (struct lrat){0};
    *prices = result;
    return STATUS_OK;
}

/* *open: there is a model, and more items may have none. */
static enum status refute(int latency, int gap, int depth, const int *processors, int items,
                          const struct limits *limits, bool *found, bool *open,
                          struct prices *prices, struct failure *failure) {
    struct limits few = *limits;
    CLEANUP(formula_clear) struct formula formula = {0};
    CLEANUP(sat_decision_clear) struct sat_decision decision = {0};
    few.nodes = MOST_DECISIONS;
    TRY(class_formula_build(latency, gap, depth, processors, items, &formula, failure));
    TRY(sat_decide(&formula, SAT_WITH_PROOF, &few, &decision, failure));
    *open = decision.verdict == VERDICT_FEASIBLE;
    *found = decision.verdict == VERDICT_INFEASIBLE;
    return *found ? copy_formula(latency, gap, depth, items, &formula, &decision, prices, failure)
                  : STATUS_OK;
}

enum status class_formula_refute(int latency, int gap, int depth, const int *processors,
                                 const struct limits *limits, bool *found, struct prices *prices,
                                 struct failure *failure) {
    struct limits none = {.threads = 1};
    bool open = depth >= latency && depth >= gap;
    *found = false;
    for (int items = 4; items <= MOST_ITEMS && open; items += 4)
        TRY(refute(latency, gap, depth, processors, items, limits ? limits : &none, found, &open,
                   prices, failure));
    return limits_check(limits, failure);
}
