/* SPDX-License-Identifier: MIT */
#include "solver/network/network_one_source.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_classes.h"
#include "solver/proof/sat/formula.h"

/* A target whose chunk has to come nearer in this step. */
struct critical {
    int chunk, node;
    bool covered;
};

/* A sending of a chunk of one of the sources, of the first those 0 .. C - 1, in an internal step.
 */
struct hop {
    int chunk, arc, step;
    int arrival; /* 0: it is there */
};

struct hops {
    struct hop *list; /* owned */
    int count;
};

struct run {
    const struct network_classes *classes;
    const struct network_problem *problem;
    const struct limits *limits;
    struct random_numbers random;
    bool even;
    int nodes, chunks;
    int step, steps; /* of `steps` */
    int *arrival;    /* [chunk * nodes + v]: the first step in which v can send it; 0: never */
    int *near;       /* the same: distance from the nearest who can send it */
    int *missing;    /* of each chunk: nodes to which it has not been sent */
    int64_t left;    /* of all */
    struct hops hops;
    int waiting;              /* those from this one on may still be under way */
    struct matching matching; /* of this step */
    struct critical *criticals;
    int critical_count;
    int *seen; /* of each orbit of arcs the last item that has it */
    int stamp;
};

static enum status add_hop(struct hops *hops, struct hop hop, struct failure *failure) {
    return memory_check(APPEND(hops->list, hops->count, hop), failure, "a schedule");
}

static void run_clear(struct run *run) {
    FREE_ALL(run->arrival, run->near, run->missing, run->hops.list);
    matching_clear(&run->matching);
    FREE_ALL(run->criticals, run->seen);
}

static size_t cell(const struct run *run, int chunk, int node) {
    return (size_t)chunk * (size_t)run->nodes + (size_t)node;
}

static int distance(const struct run *run, int from, int to) {
    return run->classes->distance[(size_t)from * (size_t)run->nodes + (size_t)to];
}

/* --- who has what --- */

/* From now on the node can send it. */
static void hold(struct run *run, int chunk, int node) {
    int *near = run->near + cell(run, chunk, 0);
    const int *row = run->classes->distance + (size_t)node * (size_t)run->nodes;
    for (int v = 0; v < run->nodes; v++)
        near[v] = row[v] < near[v] ? row[v] : near[v];
}

static void begin(struct run *run) {
    int copies = run->chunks / run->classes->source_count;
    for (int c = 0; c < run->chunks; c++) {
        int source = run->classes->sources[c / copies];
        for (int v = 0; v < run->nodes; v++)
            run->near[cell(run, c, v)] = INT_MAX;
        run->arrival[cell(run, c, source)] = 1;
        run->missing[c] = run->nodes - 1;
        hold(run, c, source);
    }
    run->left = (int64_t)run->chunks * (run->nodes - 1);
}

/* What has arrived by this step; hops are by the steps in which they are sent. */
static void arrive(struct run *run) {
    for (int i = run->waiting; i < run->hops.count; i++) {
        struct hop *hop = &run->hops.list[i];
        if (hop->arrival <= run->step && hop->arrival > 0) {
            hold(run, hop->chunk, problem_head(run->problem, hop->arc));
            hop->arrival = 0;
        }
        if (i == run->waiting && hop->arrival == 0)
            run->waiting++;
    }
}

/* --- what may be sent --- */

/* Nothing is added where nobody who has it is a neighbour. */
static enum status add_item(struct run *run, int chunk, int node, struct failure *failure) {
    const struct network_problem *problem = run->problem;
    bool added = false;
    run->stamp++;
    for (int i = problem->coming_first[node]; i < problem->coming_first[node + 1]; i++) {
        int arc = problem->coming[i], tail = problem_tail(problem, arc);
        int since = run->arrival[cell(run, chunk, tail)];
        int there = run->step + problem->network->arcs[arc].latency - 1;
        int *seen = &run->seen[run->classes->orbit[arc]];
        if (since == 0 || since > run->step || *seen == run->stamp ||
            (!run->even && there > run->steps))
            continue;
        if (!added)
            TRY(matching_add_item(&run->matching, chunk, node, failure));
        added = true;
        *seen = run->stamp;
        TRY(matching_add_option(&run->matching, arc, failure));
    }
    return STATUS_OK;
}

/* Is it under way to somebody from whom it still comes in time? */
static bool is_under_way(const struct run *run, int chunk, int target) {
    for (int i = run->waiting; i < run->hops.count; i++) {
        const struct hop *hop = &run->hops.list[i];
        if (hop->chunk == chunk && hop->arrival > 0 &&
            hop->arrival + distance(run, problem_head(run->problem, hop->arc), target) <=
                run->steps + 1)
            return true;
    }
    return false;
}

static int by_order(const void *left, const void *right) {
    const struct matching_item *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return a->chunk != b->chunk ? (a->chunk > b->chunk) - (a->chunk < b->chunk)
                                : (a->node > b->node) - (a->node < b->node);
}

/* All items and critical targets of this step. *late, and with even rounds more steps, where a
 * target can't be reached in time. */
static enum status look(struct run *run, int *late, struct failure *failure) {
    struct matching *matching = &run->matching;
    matching_empty(matching);
    run->critical_count = 0;
    *late = 0;
    for (int c = 0; c < run->chunks; c++) {
        for (int v = 0; v < run->nodes && run->missing[c] > 0; v++) {
            int over = run->near[cell(run, c, v)] - (run->steps - run->step);
            if (run->arrival[cell(run, c, v)])
                continue;
            TRY(add_item(run, c, v, failure));
            if (over <= 0 || is_under_way(run, c, v))
                continue;
            TRY(memory_check(
                APPEND(run->criticals, run->critical_count, (struct critical){c, v, false}),
                failure, "a schedule"));
            *late = over - 1 > *late ? over - 1 : *late;
        }
    }
    for (int i = 0; i < matching->item_count; i++)
        matching->items[i].order = random_next(&run->random);
    if (matching->item_count > 0)
        qsort(matching->items, (size_t)matching->item_count, sizeof *matching->items, by_order);
    return STATUS_OK;
}

/* --- critical targets --- */

static bool covers(const struct run *run, const struct matching_item *item,
                   const struct critical *critical) {
    return item->chunk == critical->chunk &&
           item->latency + distance(run, item->node, critical->node) <= run->steps - run->step + 1;
}

static void count_covers(struct run *run, const struct critical *critical, int by) {
    for (int i = 0; i < run->matching.item_count; i++)
        if (covers(run, &run->matching.items[i], critical))
            run->matching.items[i].covers += by;
}

static void cover(struct run *run, const struct matching_item *item) {
    for (int i = 0; i < run->critical_count; i++) {
        struct critical *critical = &run->criticals[i];
        if (!critical->covered && covers(run, item, critical)) {
            critical->covered = true;
            count_covers(run, critical, -1);
        }
    }
}

static bool all_covered(const struct run *run) {
    for (int i = 0; i < run->critical_count; i++)
        if (!run->criticals[i].covered)
            return false;
    return true;
}

static bool is_waiting(const struct matching_item *item) {
    return item->taken == MATCHING_NONE && !item->blocked;
}

static enum status send_one(struct run *run, struct matching_item *item, struct failure *failure) {
    if (matching_place(&run->matching, item))
        cover(run, item);
    return limits_check(run->limits, failure);
}

/* Those that cover most first. */
static enum status send_critical(struct run *run, struct failure *failure) {
    for (;;) {
        struct matching_item *best = NULL;
        for (int i = 0; i < run->matching.item_count; i++) {
            struct matching_item *item = &run->matching.items[i];
            if (item->covers > 0 && is_waiting(item) && (!best || item->covers > best->covers))
                best = item;
        }
        if (!best)
            return STATUS_OK;
        TRY(send_one(run, best, failure));
    }
}

/* --- a step --- */

/* As many as there is room for. */
static enum status send_all(struct run *run, int *sent, struct failure *failure) {
    struct matching *matching = &run->matching;
    *sent = 0;
    for (int i = 0; i < matching->item_count; i++)
        matching->items[i].blocked = false;
    TRY(send_critical(run, failure));
    for (int i = 0; i < matching->item_count && !matching_is_full(matching); i++)
        if (is_waiting(&matching->items[i]))
            TRY(send_one(run, &matching->items[i], failure));
    for (int i = 0; i < matching->item_count; i++)
        *sent += matching->items[i].taken != MATCHING_NONE;
    return STATUS_OK;
}

/* As many rounds as can all be full, or the fewest by which all that is critical comes nearer; in
 * the last step all that is left. *done is false where that can't be. */
static enum status choose_rounds(struct run *run, int most, bool *done, struct failure *failure) {
    struct matching *matching = &run->matching;
    bool last = run->step == run->steps;
    *done = !last || matching->item_count == run->left;
    while (*done) {
        bool enough = !last && all_covered(run);
        TRY(matching_save(matching, failure));
        matching->rounds++;
        int sent = 0;
        TRY(send_all(run, &sent, failure));
        bool full = matching_is_full(matching);
        if (enough && !full)
            matching_go_back(matching, matching->rounds - 1);
        if (last ? sent == run->left : !full && (enough || all_covered(run)))
            return STATUS_OK;
        *done = matching->rounds < most;
    }
    return STATUS_OK;
}

static enum status note_sent(struct run *run, struct failure *failure) {
    for (int i = 0; i < run->matching.item_count; i++) {
        const struct matching_item *item = &run->matching.items[i];
        if (item->taken == MATCHING_NONE)
            continue;
        int arrival = run->step + run->problem->network->arcs[item->taken].latency;
        TRY(add_hop(&run->hops, (struct hop){item->chunk, item->taken, run->step, arrival},
                    failure));
        run->arrival[cell(run, item->chunk, item->node)] = arrival;
        run->missing[item->chunk]--;
        run->left--;
    }
    return STATUS_OK;
}

/* *most is of steps where these are even, else what is left of the rounds. */
static enum status make_step(struct run *run, int *most, bool *done, struct failure *failure) {
    int late = 0, sent = 0;
    arrive(run);
    TRY(look(run, &late, failure));
    run->steps += run->even ? late : 0;
    *done = run->even ? run->steps <= *most : late == 0;
    if (!*done)
        return STATUS_OK;
    for (int i = 0; i < run->critical_count; i++)
        count_covers(run, &run->criticals[i], 1);
    if (run->even) {
        run->matching.rounds = 1;
        TRY(send_all(run, &sent, failure));
        return note_sent(run, failure);
    }
    TRY(choose_rounds(run, *most, done, failure));
    *most -= run->matching.rounds;
    *done = *done && *most >= 0;
    return *done ? note_sent(run, failure) : STATUS_OK;
}

/* --- all sources --- */

static enum status turn_hop(const struct network_classes *classes, const struct hop *hop,
                            struct network_schedule *schedule, struct failure *failure) {
    const struct network_task *task = &schedule->task;
    const struct network_problem *problem = classes->problem;
    const struct network_arc *arc = &problem->network->arcs[hop->arc];
    int source = classes->sources[hop->chunk / task->chunks];
    int step = problem_step(problem, hop->arc, hop->step, task->steps);
    for (int i = 0; i < classes->group.order; i++) {
        const int *image = classes->group.images + (size_t)i * (size_t)problem->network->nodes;
        const struct commodity *own = &problem->commodities[image[source]];
        int to = network_arc_number(problem->network, image[arc->from], image[arc->to]);
        int chunk = own->chunk * task->chunks + hop->chunk % task->chunks + 1;
        require(own->source == image[source]); /* of allgathers they are in this order */
        TRY(network_schedule_add(schedule, (struct network_send){step, to, chunk}, failure));
    }
    return STATUS_OK;
}

/* The whole schedule, played. STATUS_INTERNAL where it is none. */
static enum status turn_all(const struct network_classes *classes, const struct network_task *task,
                            const struct hops *hops, const struct limits *limits,
                            struct network_schedule *schedule, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    int last = 0;
    for (int i = 0; i < hops->count; i++) {
        const struct network_arc *arc = &task->problem->network->arcs[hops->list[i].arc];
        int there = hops->list[i].step + arc->latency - 1;
        last = there > last ? there : last;
    }
    if (task->rounds == NETWORK_EVEN_ROUNDS)
        made.task.steps = last;
    for (int i = 0; i < hops->count; i++) {
        TRY(limits_check(limits, failure));
        TRY(turn_hop(classes, &hops->list[i], &made, failure));
    }
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

static enum status run_open(struct run *run, struct failure *failure) {
    size_t chunks = (size_t)run->chunks, cells = chunks * (size_t)run->nodes;
    const struct network_classes *classes = run->classes;
    TRY(memory_check(NEW(cells, run->arrival, run->near) && NEW(chunks, run->missing) &&
                         NEW(classes->orbit_count, run->seen),
                     failure, "a schedule"));
    return matching_init(&run->matching, classes, failure);
}

double network_one_source_work(const struct network_classes *classes, int chunks, int64_t steps) {
    const struct network *net = classes->problem->network;
    double all = (double)classes->source_count * chunks;
    return all * net->nodes * net->nodes + all * net->arc_count * (double)steps;
}

enum status network_one_source(const struct network_classes *classes,
                               const struct network_task *task, uint64_t seed, int most,
                               const struct limits *limits, struct network_schedule *schedule,
                               bool *found, struct failure *failure) {
    CLEANUP(run_clear)
    struct run run = {.classes = classes,
                      .even = task->rounds == NETWORK_EVEN_ROUNDS,
                      .problem = task->problem,
                      .limits = limits,
                      .random = random_start(seed),
                      .nodes = task->problem->network->nodes,
                      .chunks = classes->source_count * task->chunks,
                      .steps = task->steps};
    *found = false;
    TRY(run_open(&run, failure));
    begin(&run);
    bool done = true;
    for (run.step = 1; run.left > 0 && done; run.step++) {
        TRY(limits_check(limits, failure));
        done = run.even || run.step <= run.steps;
        if (done)
            TRY(make_step(&run, &most, &done, failure));
    }
    *found = run.left == 0;
    return *found ? turn_all(classes, task, &run.hops, limits, schedule, failure) : STATUS_OK;
}

/* --- by a formula --- */

/* For each decision that may be made: to build a formula takes time, too. */
#define MOST_LITERALS 300.

struct builder {
    const struct network_classes *classes;
    const struct network_problem *problem;
    const struct network_task *task;
    struct formula formula;
    int chunks, nodes, arcs, steps, rounds;
    int *literals;
    struct hops hops; /* of a model */
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
    TRY(memory_check(NEW((size_t)b->chunks * (size_t)b->arcs + (size_t)b->steps * (size_t)b->rounds,
                         b->literals),
                     failure, "a formula"));
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
static enum status take_chunk(struct builder *b, const bool *model, int k, bool *taken,
                              struct failure *failure) {
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
                return failure_internal(failure, "nobody sends to node %d", u);
            TRY(add_hop(&b->hops, (struct hop){k, arc, step, 0}, failure));
            u = problem_tail(problem, arc);
        }
    return STATUS_OK;
}

static enum status decode(struct builder *b, const bool *model, const struct limits *limits,
                          struct network_schedule *schedule, struct failure *failure) {
    FREED bool *taken = memory_new((size_t)b->nodes, sizeof *taken);
    TRY(memory_check(taken, failure, "a schedule"));
    for (int k = 0; k < b->chunks; k++)
        TRY(take_chunk(b, model, k, taken, failure));
    return turn_all(b->classes, b->task, &b->hops, limits, schedule, failure);
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
    FREE_ALL(model, b.literals, b.hops.list);
    formula_clear(&b.formula);
    return but_limits(status);
}
