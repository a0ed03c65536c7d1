/* SPDX-License-Identifier: MIT */
#include "solver/network/network_formula.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/network/network_automorphisms.h"

/* --- turns --- */

enum { NOWHERE = -1 };

struct search {
    const struct network_problem *problem;
    int cycle;   /* k */
    int *image;  /* NOWHERE: not decided */
    int *order;  /* the nodes, each behind a neighbour */
    bool *taken; /* is an image */
    int alone;   /* nodes that may be their own images */
    long choices;
    const struct limits *limits;
};

/* By levels from node 0, and from what is not reached from there; `image` marks who is there. */
static void put_in_order(struct search *search) {
    const struct network_problem *problem = search->problem;
    int reached = 0;
    for (int v = 0; v < problem->network->nodes; v++)
        search->image[v] = NOWHERE;
    for (int next = 0, from = 0; next < problem->network->nodes; next++) {
        while (next == reached && search->image[from] != NOWHERE)
            from++;
        if (next == reached) {
            search->image[from] = 0;
            search->order[reached++] = from;
        }
        for (int v = search->order[next], i = 0; i < problem_degree(problem, v); i++) {
            int u = problem_neighbour(problem, v, i);
            if (search->image[u] == NOWHERE) {
                search->image[u] = 0;
                search->order[reached++] = u;
            }
        }
    }
    for (int v = 0; v < problem->network->nodes; v++)
        search->image[v] = NOWHERE;
}

/* The arcs between v and nodes whose images are decided have images of the same sort. */
static bool can_go(const struct search *search, int v, int u) {
    const struct network_problem *problem = search->problem;
    bool rooted = collective_has_root(problem->collective);
    if (search->taken[u] || problem_degree(problem, v) != problem_degree(problem, u) ||
        (rooted && (v == problem->root) != (u == problem->root)) ||
        network_takes_part(problem->network, v) != network_takes_part(problem->network, u) ||
        network_node_size(problem->network, v) != network_node_size(problem->network, u))
        return false;
    for (int i = 0; i < problem_degree(problem, v); i++) {
        int arc = problem_arc_at(problem, v, i);
        int image = search->image[problem_neighbour(problem, v, i)];
        if (image == NOWHERE)
            continue;
        bool leaves = problem->network->arcs[arc].from == v;
        int other = network_arc_number(problem->network, leaves ? u : image, leaves ? image : u);
        if (other < 0 || network_arc_sort(problem, other) != network_arc_sort(problem, arc))
            return false;
    }
    return true;
}

static bool complete(struct search *search, int place);

/* Whether v can go to u, and the rest be completed; `left` nodes of the cycle, which began at
 * `start`, are still to be found. */
static bool go(struct search *search, int place, int start, int v, int u, int left) {
    int nodes = search->problem->network->nodes;
    if (!can_go(search, v, u) || ++search->choices > TURN_CHOICES || limits_stop(search->limits))
        return false;
    search->image[v] = u;
    search->taken[u] = true;
    bool found = left == 0 && complete(search, place + 1);
    for (int i = 1; i <= nodes && left > 0 && !found; i++) {
        int next = left == 1 ? start : (u + i) % nodes;
        if (left == 1 ? i == 1 : next != start && search->image[next] == NOWHERE)
            found = go(search, place, start, u, next, left - 1);
    }
    if (!found) {
        search->image[v] = NOWHERE;
        search->taken[u] = false;
    }
    return found;
}

/* Whether the nodes order[place..] can be turned; v itself is the last one that is tried. */
static bool complete(struct search *search, int place) {
    int nodes = search->problem->network->nodes;
    while (place < nodes && search->image[search->order[place]] != NOWHERE)
        place++;
    if (place == nodes)
        return true;
    int v = search->order[place];
    for (int i = 1; i < nodes; i++) {
        int u = (v + i) % nodes;
        if (search->image[u] == NOWHERE && go(search, place, v, v, u, search->cycle - 1))
            return true;
    }
    if (search->alone == 0)
        return false;
    search->alone--;
    bool found = go(search, place, v, v, v, 0);
    search->alone += !found;
    return found;
}

/* Of arcs and commodities; *found is false where a group has no image. */
static enum status extend(const struct network_problem *problem, struct network_turn *turn,
                          bool *found, struct failure *failure) {
    const struct network *net = problem->network;
    int *nodes = turn->image, *arcs = nodes + net->nodes, *commodities = arcs + net->arc_count;
    CLEANUP(network_images_clear) struct network_images images;
    TRY(network_images_init(&images, problem, failure));
    *found = network_images_set(&images, nodes);
    if (*found)
        memcpy(arcs, images.arc, (size_t)net->arc_count * sizeof *arcs);
    for (int k = 0; k < problem->commodity_count && *found; k++)
        commodities[k] = network_problem_image(problem, k, nodes);
    turn->nodes = nodes;
    turn->arcs = arcs;
    turn->commodities = commodities;
    return STATUS_OK;
}

static void search_clear(struct search *search) {
    FREE_ALL(search->order, search->taken);
}

enum status network_turn_find(const struct network_problem *problem, int order,
                              const struct limits *limits, struct network_turn *turn, bool *found,
                              struct failure *failure) {
    const struct network *net = problem->network;
    CLEANUP(search_clear)
    struct search search = {
        .problem = problem, .cycle = order, .alone = net->nodes % order, .limits = limits};
    CLEANUP(network_turn_clear) struct network_turn made = {.order = order};
    size_t images = (size_t)net->nodes + (size_t)net->arc_count + (size_t)problem->commodity_count;
    *found = false;
    if (search.alone == 0 && collective_has_root(problem->collective))
        search.alone = order;
    TRY(memory_check(NEW(images, made.image) && NEW(net->nodes, search.order, search.taken),
                     failure, "a turn"));
    search.image = made.image;
    put_in_order(&search);
    if (complete(&search, 0))
        TRY(extend(problem, &made, found, failure));
    if (*found)
        *turn = TAKE(made);
    return STATUS_OK;
}

void network_turn_clear(struct network_turn *turn) {
    free(turn->image);
    *turn = (struct network_turn){.order = 0};
}

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
        return failure_limit(failure,
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
                return failure_internal(failure, "nobody sends chunk %d to node %d", chunk.number,
                                        v);
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
