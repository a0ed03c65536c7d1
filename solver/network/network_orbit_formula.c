/* SPDX-License-Identifier: MIT */
#include "solver/network/network_orbit_formula.h"

#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_one_source.h"
#include "solver/proof/sat/formula.h"

/* For each decision that may be made: to build a formula takes time, too. */
#define MOST_LITERALS 300.

struct builder {
    const struct network_classes *classes;
    const struct network_problem *problem;
    const struct network_task *task;
    struct formula formula;
    int chunks, nodes, arcs, steps, rounds;
    int *literals;
};

/* v has chunk k after internal step j. */
static int has(const struct builder *b, int k, int v, int j) {
    return (k * (b->steps + 1) + j) * (b->nodes + b->arcs) + v + 1;
}

/* Chunk k goes along the arc in internal step j. */
static int sent(const struct builder *b, int k, int arc, int j) {
    return has(b, k, b->nodes + arc, j);
}

/* Step s has r rounds or more. */
static int has_rounds(const struct builder *b, int s, int r) {
    return has(b, b->chunks, 0, 0) + (s - 1) * b->rounds + r - 1;
}

static int source_of(const struct builder *b, int k) {
    return b->classes->sources[k / b->task->chunks];
}

/* What v has it had before, or it comes. */
static void put_possession(struct builder *b, int k, int v, int j) {
    const struct network_problem *problem = b->problem;
    formula_add(&b->formula, -has(b, k, v, j));
    formula_add(&b->formula, has(b, k, v, j - 1));
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++) {
        int begins = j - problem->network->arcs[problem->coming[i]].latency + 1;
        if (begins >= 1)
            formula_add(&b->formula, sent(b, k, problem->coming[i], begins));
    }
    formula_add(&b->formula, 0);
    formula_clause(&b->formula, -has(b, k, v, j - 1), has(b, k, v, j));
}

static void put_chunk(struct builder *b, int k) {
    for (int v = 0; v < b->nodes; v++) {
        bool source = v == source_of(b, k);
        formula_clause(&b->formula, source ? has(b, k, v, 0) : -has(b, k, v, 0));
        for (int j = 1; j <= b->steps; j++)
            put_possession(b, k, v, j);
        formula_clause(&b->formula, has(b, k, v, b->steps));
    }
    for (int a = 0; a < b->arcs; a++)
        for (int j = 1; j <= b->steps; j++) {
            int there = j + b->problem->network->arcs[a].latency - 1;
            if (there > b->steps) {
                formula_clause(&b->formula, -sent(b, k, a, j));
                continue;
            }
            formula_clause(&b->formula, -sent(b, k, a, j),
                           has(b, k, problem_tail(b->problem, a), j - 1));
            formula_clause(&b->formula, -sent(b, k, a, j),
                           -has(b, k, problem_head(b->problem, a), there - 1));
        }
}

/* Those that count in the class in step s; how many. */
static int list_sendings(struct builder *b, int class, int s) {
    int count = 0;
    for (int a = 0; a < b->arcs; a++) {
        int j = b->problem->reversed ? b->steps + 2 - s - b->problem->network->arcs[a].latency : s;
        if (j >= 1 && j <= b->steps && network_class_has(b->classes, class, a))
            for (int k = 0; k < b->chunks; k++)
                b->literals[count++] = sent(b, k, a, j);
    }
    return count;
}

/* More than fit into r rounds are in a step of more: a ladder counts them. */
static void put_class(struct builder *b, int class, int s) {
    int n = list_sendings(b, class, s);
    int64_t all = network_class_room(b->classes, class, b->rounds);
    int bound = all < n ? (int)all + 1 : n, base = b->formula.variables;
    b->formula.variables += n * bound;
    for (int i = 1; i <= n; i++) {
        int now = base + (i - 1) * bound, before = now - bound;
        for (int m = 1; m <= (i < bound ? i : bound); m++) {
            if (m < i)
                formula_clause(&b->formula, -(before + m), now + m);
            if (m > 1)
                formula_clause(&b->formula, -b->literals[i - 1], -(before + m - 1), now + m);
            else
                formula_clause(&b->formula, -b->literals[i - 1], now + 1);
        }
    }
    for (int r = 0; r <= b->rounds && n > 0; r++) {
        int64_t room = network_class_room(b->classes, class, r);
        if (room >= bound)
            break;
        int full = base + (n - 1) * bound + (int)room + 1;
        formula_clause(&b->formula, -full, r < b->rounds ? has_rounds(b, s, r + 1) : 0);
    }
}

static double literals_about(const struct builder *b) {
    double sendings = (double)b->chunks * b->arcs * b->steps, all = 8 * sendings;
    for (int class = 0; class < b->classes->class_count; class ++) {
        double room = (double)network_class_room(b->classes, class, b->rounds) + 1;
        double most = (double)b->chunks * b->arcs;
        all += 7 * sendings * (room < most ? room : most);
    }
    return all;
}

static enum status build(struct builder *b, struct failure *failure) {
    formula_init(&b->formula, has_rounds(b, b->steps + 1, 1) - 1);
    b->literals =
        memory_new((size_t)b->chunks * (size_t)b->arcs + (size_t)b->steps * (size_t)b->rounds,
                   sizeof *b->literals);
    TRY(memory_check(b->literals, failure, "a formula"));
    for (int k = 0; k < b->chunks; k++)
        put_chunk(b, k);
    for (int s = 1; s <= b->steps; s++)
        for (int class = 0; class < b->classes->class_count; class ++)
            put_class(b, class, s);
    for (int s = 1; s <= b->steps; s++)
        for (int r = 1; r <= b->rounds; r++) {
            b->literals[(s - 1) * b->rounds + r - 1] = has_rounds(b, s, r);
            if (r > 1)
                formula_clause(&b->formula, -has_rounds(b, s, r), has_rounds(b, s, r - 1));
        }
    count_at_most(&b->formula, b->literals, b->steps * b->rounds, b->rounds);
    return formula_fault(&b->formula, failure);
}

/* From each node back to the source. */
static enum status take_chunk(const struct builder *b, const bool *model, int k, bool *taken,
                              struct one_source_hops *hops, struct failure *failure) {
    const struct network_problem *problem = b->problem;
    memset(taken, 0, (size_t)b->nodes * sizeof *taken);
    for (int v = 0; v < b->nodes; v++)
        for (int u = v; u != source_of(b, k) && !taken[u];) {
            int arc = -1, step = 0;
            taken[u] = true;
            for (int i = problem->coming_first[u]; i < problem->coming_first[u + 1] && !step; i++)
                for (int j = 1; j <= b->steps && !step; j++)
                    if (model[sent(b, k, problem->coming[i], j)])
                        arc = problem->coming[i], step = j;
            if (!step)
                return failure_set(failure, STATUS_INTERNAL, "nobody sends to node %d", u);
            TRY(one_source_add(hops, (struct one_hop){k, arc, step}, failure));
            u = problem_tail(problem, arc);
        }
    return STATUS_OK;
}

static enum status decode(const struct builder *b, const bool *model, const struct limits *limits,
                          struct network_schedule *schedule, struct failure *failure) {
    CLEANUP(one_source_clear) struct one_source_hops hops = {NULL, 0};
    FREED bool *taken = memory_new((size_t)b->nodes, sizeof *taken);
    TRY(memory_check(taken, failure, "a schedule"));
    for (int k = 0; k < b->chunks; k++)
        TRY(take_chunk(b, model, k, taken, &hops, failure));
    return one_source_turn(b->classes, b->task, &hops, limits, schedule, failure);
}

enum status network_orbit_formula(const struct network_classes *classes,
                                  const struct network_task *task, int most, uint64_t decisions,
                                  const struct limits *limits, uint64_t *made,
                                  struct network_schedule *schedule, bool *found,
                                  struct failure *failure) {
    struct builder b = {.classes = classes,
                        .problem = task->problem,
                        .task = task,
                        .chunks = classes->source_count * task->chunks,
                        .nodes = task->problem->network->nodes,
                        .arcs = task->problem->network->arc_count,
                        .steps = task->steps,
                        .rounds = most};
    struct limits few = *limits;
    bool *model = NULL;
    enum verdict verdict = VERDICT_UNKNOWN;
    *found = false;
    if (most < 1 || literals_about(&b) > MOST_LITERALS * (double)decisions)
        return STATUS_OK;
    few.nodes = decisions;
    enum status status = build(&b, failure);
    if (!status)
        status = find_model(&b.formula, &few, &verdict, &model, made, failure);
    if (!status && verdict == VERDICT_FEASIBLE)
        status = decode(&b, model, limits, schedule, failure);
    *found = !status && verdict == VERDICT_FEASIBLE;
    FREE_ALL(model, b.literals);
    formula_clear(&b.formula);
    return status == STATUS_LIMIT ? STATUS_OK : status;
}
