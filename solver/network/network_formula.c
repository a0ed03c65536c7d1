/* SPDX-License-Identifier: MIT */
#include "solver/network/network_formula.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

struct builder {
    const struct network_task *task;
    const struct network_problem *problem;
    struct formula *formula;
    int64_t chunks;
    int nodes, arcs, last; /* last: D', the internal steps of a chunk */
    int64_t each;          /* variables of a chunk */
    int next;              /* the last variable that is numbered */
    int *literals;         /* room for a group in a step */
};

static struct builder builder_of(const struct network_task *task, struct formula *formula) {
    struct builder b = {.task = task, .problem = task->problem, .formula = formula};
    b.chunks = network_task_chunks(task);
    b.nodes = b.problem->network->nodes;
    b.arcs = b.problem->network->arc_count;
    b.last = task->steps;
    b.each = (int64_t)b.nodes * (b.last + 1) + (int64_t)b.arcs * b.last;
    return b;
}

/* v has the chunk after step j. */
static int h(const struct builder *b, int64_t k, int v, int j) {
    assert(j >= 0 && j <= b->last);
    return (int)(k * b->each + (int64_t)v * (b->last + 1) + j + 1);
}

/* It goes along the arc in step j. */
static int x(const struct builder *b, int64_t k, int arc, int j) {
    assert(j >= 1 && j <= b->last);
    return (int)(k * b->each + (int64_t)b->nodes * (b->last + 1) + (int64_t)arc * b->last + j);
}

/* Step s has j rounds or more. */
static int q(const struct builder *b, int s, int j) {
    return (int)(b->chunks * b->each + (int64_t)(s - 1) * b->task->rounds + j);
}

static int latency(const struct builder *b, int arc) {
    return b->problem->network->arcs[arc].latency;
}

static void arrivals(struct builder *b, int64_t k, int v, int j) {
    const struct network_problem *problem = b->problem;
    int first = problem->coming_first[v], end = problem->coming_first[v + 1];
    formula_add(b->formula, -h(b, k, v, j));
    formula_add(b->formula, h(b, k, v, j - 1));
    for (int i = first; i < end; i++) {
        int arc = problem->coming[i], sent = j - latency(b, arc) + 1;
        if (sent >= 1)
            formula_add(b->formula, x(b, k, arc, sent));
    }
    formula_add(b->formula, 0);
    for (int i = first; i < end; i++)
        for (int other = i + 1; other < end; other++) {
            int arc = problem->coming[i], sent = j - latency(b, arc) + 1;
            int arc2 = problem->coming[other], sent2 = j - latency(b, arc2) + 1;
            if (sent >= 1 && sent2 >= 1)
                formula_clause(b->formula, -x(b, k, arc, sent), -x(b, k, arc2, sent2));
        }
}

static void put_chunk(struct builder *b, int64_t k) {
    const struct network_chunk chunk = network_task_chunk(b->task, k);
    for (int v = 0; v < b->nodes; v++) {
        formula_clause(b->formula, v == chunk.source ? h(b, k, v, 0) : -h(b, k, v, 0));
        for (int j = 1; j <= b->last; j++) {
            formula_clause(b->formula, -h(b, k, v, j - 1), h(b, k, v, j));
            arrivals(b, k, v, j);
        }
        if (v != chunk.source && problem_wants(b->problem, chunk.target, v))
            formula_clause(b->formula, h(b, k, v, b->last));
    }
    for (int arc = 0; arc < b->arcs; arc++)
        for (int j = 1; j <= b->last; j++) {
            int sent = x(b, k, arc, j), there = j + latency(b, arc) - 1;
            bool early = !b->task->stream && problem_step(b->problem, arc, j, b->last) < 1;
            if (there > b->last || early) {
                formula_clause(b->formula, -sent);
                continue;
            }
            formula_clause(b->formula, -sent, h(b, k, problem_tail(b->problem, arc), j - 1));
            formula_clause(b->formula, -sent, h(b, k, problem_head(b->problem, arc), there));
            formula_clause(b->formula, -sent, -h(b, k, problem_head(b->problem, arc), there - 1));
        }
}

/* At most `most` of the literals; the numbers of the variables "at least m of the first i" begin
 * behind what is returned: (i - 1) most + m. */
static int ladder(struct builder *b, const int *literals, int count, int most) {
    int base = b->next;
    b->next += count * most;
    for (int i = 1; i <= count; i++) {
        int now = base + (i - 1) * most, before = now - most, literal = literals[i - 1];
        for (int m = 1; m <= (i < most ? i : most); m++) {
            if (m < i)
                formula_clause(b->formula, -(before + m), now + m);
            if (m == 1)
                formula_clause(b->formula, -literal, now + 1);
            else
                formula_clause(b->formula, -literal, -(before + m - 1), now + m);
        }
        if (i > most)
            formula_clause(b->formula, -literal, -(before + most));
    }
    return base;
}

/* The sendings that count in a step along the arcs of a group; how many. */
static int literals_of(struct builder *b, int g, int s) {
    const struct network_group *group = &b->problem->network->groups[g];
    int count = 0;
    const int *members = b->problem->network->members + group->first;
    for (int64_t k = 0; k < b->chunks; k++) {
        int birth = network_task_chunk(b->task, k).birth;
        for (int i = 0; i < group->count; i++)
            for (int j = 1; j <= b->last; j++)
                if (network_task_step(b->task, birth, g, members[i], j) == s)
                    b->literals[count++] = x(b, k, members[i], j);
    }
    return count;
}

static void put_group(struct builder *b, int g, int s) {
    const struct network_group *group = &b->problem->network->groups[g];
    int count = literals_of(b, g, s), rounds = b->task->stream ? 0 : b->task->rounds;
    if (rounds == NETWORK_EVEN_ROUNDS) {
        if (count > group->capacity)
            ladder(b, b->literals, count, group->capacity);
        return;
    }
    if (count == 0)
        return;
    int64_t most = (int64_t)group->capacity * rounds;
    int bound = most < count ? (int)most : count;
    int last = ladder(b, b->literals, count, bound) + (count - 1) * bound;
    for (int j = 1; j <= rounds && (int64_t)group->capacity * (j - 1) + 1 <= bound; j++)
        formula_clause(b->formula, -(last + group->capacity * (j - 1) + 1), q(b, s, j));
}

static enum status put_rounds(struct builder *b, struct failure *failure) {
    int steps = b->task->steps, rounds = b->task->rounds;
    FREED int *all = memory_new((size_t)steps * (size_t)rounds, sizeof *all);
    TRY(memory_check(all, failure, "a formula"));
    for (int s = 1; s <= steps; s++)
        for (int j = 1; j <= rounds; j++) {
            all[(s - 1) * rounds + j - 1] = q(b, s, j);
            if (j > 1)
                formula_clause(b->formula, -q(b, s, j), q(b, s, j - 1));
        }
    ladder(b, all, steps * rounds, rounds);
    return STATUS_OK;
}

/* More than there are. */
static double literals_about(const struct builder *b) {
    const struct network *net = b->problem->network;
    double sent = (double)b->chunks * b->last, all = 0;
    double rounds = b->task->stream || !b->task->rounds ? 1 : b->task->rounds;
    for (int v = 0; v < b->nodes; v++) {
        double in = b->problem->coming_first[v + 1] - b->problem->coming_first[v];
        all += sent * (5 + in + 1.5 * in * in);
    }
    for (int g = 0; g < net->group_count; g++) {
        double literals = sent * net->groups[g].count;
        double most = net->groups[g].capacity * rounds;
        double each = literals / network_task_steps(b->task) + 1;
        all += literals * 7 * (most < each ? most : each);
    }
    return all + 9 * sent * b->arcs + 7 * rounds * rounds * b->last;
}

static enum status build(struct builder *b, struct failure *failure) {
    const struct network *net = b->problem->network;
    for (int64_t k = 0; k < b->chunks; k++)
        put_chunk(b, k);
    if (!b->task->stream && b->task->rounds != NETWORK_EVEN_ROUNDS)
        TRY(put_rounds(b, failure));
    for (int s = 1; s <= network_task_steps(b->task); s++)
        for (int g = 0; g < net->group_count; g++)
            put_group(b, g, s);
    return STATUS_OK;
}

enum status network_formula_build(const struct network_task *task, struct formula *formula,
                                  struct failure *failure) {
    struct builder b = builder_of(task, formula);
    int rounds = task->stream ? 0 : task->rounds;
    require(task->steps >= 1 && b.chunks >= 1 && rounds >= 0);
    if (literals_about(&b) > NETWORK_FORMULA_MOST_LITERALS)
        return failure_set(failure, STATUS_LIMIT,
                           "the formula of %lld chunks and %d steps has more than %d literals",
                           (long long)b.chunks, task->steps, NETWORK_FORMULA_MOST_LITERALS);
    TRY(memory_check(NEW((size_t)(b.chunks * b.arcs * b.last), b.literals), failure, "a formula"));
    b.next = (int)(b.chunks * b.each) + task->steps * rounds;
    formula_init(formula, INT_MAX);
    enum status status = build(&b, failure);
    formula->variables = b.next;
    free(b.literals);
    if (!status)
        status = formula_fault(formula, failure);
    if (status)
        formula_clear(formula);
    return status;
}

/* Both or none. */
static void equal(struct builder *b, int one, int other) {
    formula_clause(b->formula, -one, other);
    formula_clause(b->formula, one, -other);
}

enum status network_formula_add_turns(const struct network_task *task,
                                      const struct network_turn *turn, struct formula *formula,
                                      struct failure *failure) {
    struct builder b = builder_of(task, formula);
    require(!task->stream && turn->order >= 2);
    for (int64_t k = 0; k < b.chunks; k++) {
        int64_t image = (int64_t)turn->commodities[k / task->chunks] * task->chunks;
        for (int a = 0; a < b.arcs; a++)
            for (int j = 1; j < b.last; j++)
                if (j % turn->order)
                    equal(&b, x(&b, k, a, j + 1),
                          x(&b, image + k % task->chunks, turn->arcs[a], j));
    }
    return formula_fault(formula, failure);
}

/* --- models --- */

/* The sending by which v gets the chunk; false for its source. */
static bool arrival_of(const struct builder *b, const bool *model, int64_t k, int v, int *arc,
                       int *j) {
    const struct network_problem *problem = b->problem;
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++)
        for (*arc = problem->coming[i], *j = 1; *j <= b->last; ++*j)
            if (model[x(b, k, *arc, *j)])
                return true;
    return false;
}

/* From the targets back to the source. */
static enum status take_chunk(const struct builder *b, const bool *model, int64_t k, bool *taken,
                              struct network_schedule *schedule, struct failure *failure) {
    const struct network_chunk chunk = network_task_chunk(b->task, k);
    memset(taken, 0, (size_t)b->nodes * sizeof *taken);
    for (int target = 0; target < b->nodes; target++) {
        if (!problem_wants(b->problem, chunk.target, target))
            continue;
        for (int v = target, arc, j; v != chunk.source && !taken[v];
             v = problem_tail(b->problem, arc)) {
            taken[v] = true;
            if (!arrival_of(b, model, k, v, &arc, &j))
                return failure_set(failure, STATUS_INTERNAL, "nobody sends chunk %d to node %d",
                                   chunk.number, v);
            int step =
                b->task->stream ? chunk.birth + j : problem_step(b->problem, arc, j, b->last);
            TRY(network_schedule_add(schedule, (struct network_send){step, arc, chunk.number},
                                     failure));
        }
    }
    return STATUS_OK;
}

enum status network_formula_decode(const struct network_task *task, const bool *model,
                                   struct network_schedule *schedule, struct failure *failure) {
    struct builder b = builder_of(task, NULL);
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    FREED bool *taken = memory_new((size_t)b.nodes, sizeof *taken);
    TRY(memory_check(taken, failure, "a schedule"));
    for (int64_t k = 0; k < b.chunks; k++)
        TRY(take_chunk(&b, model, k, taken, &made, failure));
    TRY(network_schedule_finish(&made, NULL, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
