/* SPDX-License-Identifier: MIT */
#include "solver/sat/cubes.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/require.h"
#include "solver/sat/propagator.h"

int cubes_depth(int wanted, int core) {
    int depth = 0;
    while (depth < core && depth < CUBES_MAX_DEPTH && 1 << depth < wanted)
        depth++;
    return depth;
}

/* The formula with the literals of the cube so far. */
struct node {
    struct propagator propagator;
    bool refuted;
    int core;
    const int *literals;
    int depth;
};

static enum status node_init(struct node *node, const struct formula *formula, int core,
                             const int *literals, struct failure *failure) {
    struct propagator *p = &node->propagator;
    *node = (struct node){.core = core, .literals = literals};
    propagator_init(p, (uint32_t)formula->variables, formula->clauses);
    for (size_t i = 0; i < formula->length && !node->refuted && !p->out_of_memory;) {
        size_t count = 0;
        while (formula->literals[i + count])
            count++;
        node->refuted = propagator_add(p, formula->literals + i, count) != NO_CLAUSE;
        i += count + 1;
    }
    if (!p->out_of_memory)
        return STATUS_OK;
    propagator_clear(p);
    return failure_memory(failure, "cutting a formula");
}

static bool is_open(const struct node *node, int variable) {
    return node->propagator.value[propagator_code(variable)] == 0;
}

static void assume(struct node *node, int literal) {
    struct propagator *p = &node->propagator;
    assert(literal && (uint32_t)abs(literal) <= p->variables);
    if (node->refuted)
        return;
    int value = p->value[propagator_code(literal)];
    if (value < 0)
        node->refuted = true;
    else if (value == 0)
        node->refuted = propagator_decide(p, literal) != NO_CLAUSE;
}

/* How much the literal fixes; 0: it is refuted. */
static uint64_t look_ahead(struct node *node, int literal) {
    struct propagator *p = &node->propagator;
    uint32_t length = p->trail_length;
    uint32_t conflict = propagator_decide(p, literal);
    uint64_t fixed = p->trail_length - length;
    assert(fixed >= 1); /* the literal itself */
    propagator_retract(p, length);
    return conflict == NO_CLAUSE ? fixed : 0;
}

/* The lowest variable that the cube does not hold: where everything is refuted or fixed. */
static int any_variable(const struct node *node) {
    for (int variable = 1;; variable++) {
        bool held = false;
        for (int i = 0; i < node->depth; i++)
            held |= abs(node->literals[i]) == variable;
        if (!held)
            return variable;
    }
}

static int count_open(const struct node *node) {
    int open = 0;
    for (int variable = 1; variable <= node->core; variable++)
        open += is_open(node, variable);
    return open;
}

/* One side that is refuted fixes the other for good: better than to split there. False when that
 * refutes the node. */
static bool weigh(struct node *node, int variable, uint64_t *weight) {
    uint64_t left = look_ahead(node, variable), right = look_ahead(node, -variable);
    *weight = left && right ? (left * right << 10) + left + right : 0;
    if (!left)
        assume(node, -variable);
    else if (!right)
        assume(node, variable);
    return !node->refuted;
}

/* The best of the candidates, or 0. */
static int best_variable(struct node *node) {
    int best = 0, open = count_open(node), met = 0;
    uint64_t most = 0, weight;
    for (int variable = 1; variable <= node->core && !node->refuted; variable++) {
        if (!is_open(node, variable))
            continue;
        /* Every so many open variables one is a candidate. */
        int64_t before = (int64_t)met * CUBES_CANDIDATES / open;
        int64_t now = (int64_t)(met + 1) * CUBES_CANDIDATES / open;
        met++;
        assert(met <= open);
        if (open > CUBES_CANDIDATES && now == before)
            continue;
        if (weigh(node, variable, &weight) && weight > most) {
            most = weight;
            best = variable;
        }
    }
    return best;
}

/* A variable that was fixed after it had been weighed is no choice. */
static int choose(struct node *node) {
    int best = 0;
    if (!node->refuted)
        best = best_variable(node);
    while (best && !node->refuted && !is_open(node, best))
        best = best_variable(node);
    return best && !node->refuted ? best : any_variable(node);
}

enum status cubes_literals(const struct formula *formula, int core, int depth, int index,
                           int *literals, struct failure *failure) {
    struct node node;
    require(depth >= 0 && depth <= CUBES_MAX_DEPTH && depth <= core && core <= formula->variables);
    require(index >= 0 && index >> depth == 0);
    enum status status = node_init(&node, formula, core, literals, failure);
    if (status)
        return status;
    for (; node.depth < depth; node.depth++) {
        int variable = choose(&node);
        int literal = index >> (depth - 1 - node.depth) & 1 ? -variable : variable;
        assume(&node, literal);
        literals[node.depth] = literal;
    }
    bool refused = node.propagator.out_of_memory;
    propagator_clear(&node.propagator);
    return refused ? failure_memory(failure, "cutting a formula") : STATUS_OK;
}
