/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_usual.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/numbers.h"

/* Ways from all nodes; a second or so. What each group carries in each step of a stage. */
#define MOST_WORK 5e8
#define MOST_LOADS 2e7

/* A chunk has as many pieces as nodes take part, the ranks 0 .. p - 1 from the root on. */
struct stages {
    const struct network_problem *problem;
    int p;
    int *node;     /* of each rank; owned */
    int *arc;      /* by which the shortest way from a node comes to another: [from * nodes + to] */
    int *far;      /* its steps */
    int farthest;  /* .. the most of them */
    int64_t *load; /* pieces, [step from 0 on * groups + group] of the stage at hand; owned */
    int64_t *used; /* where these are not 0; owned as the others */
    int64_t used_count;
    int steps; /* of the stage at hand */
    enum status status;
};

static void add_load(struct stages *stages, int step, int group, int64_t pieces) {
    int64_t place = (int64_t)step * stages->problem->network->group_count + group;
    if (stages->load[place] == 0) {
        if (!memory_make_room(&stages->used, (size_t)stages->used_count, sizeof *stages->used)) {
            stages->status = STATUS_MEMORY;
            return;
        }
        stages->used[stages->used_count++] = place;
    }
    stages->load[place] += pieces;
}

/* A message of the stage at hand. */
static void send(struct stages *stages, int from, int to, int64_t pieces) {
    const struct network_problem *problem = stages->problem;
    int n = problem->network->nodes, source = stages->node[from], v = stages->node[to];
    const int *arc = stages->arc + (size_t)source * (size_t)n;
    int far = stages->far[(size_t)source * (size_t)n + (size_t)v];
    stages->steps = far > stages->steps ? far : stages->steps;
    for (int tail; v != source; v = tail) {
        tail = problem->network->arcs[arc[v]].from;
        for (int i = problem->groups_first[arc[v]]; i < problem->groups_first[arc[v] + 1]; i++)
            add_load(stages, stages->far[(size_t)source * (size_t)n + (size_t)tail],
                     problem->groups[i], pieces);
    }
}

static int log_above(int p) {
    int log = 0;
    while (1 << log < p)
        log++;
    return log;
}

/* Stages 0, 1, .. of each; false: there is no such one. */
typedef bool put_stage(struct stages *stages, int stage);

static bool ring(struct stages *stages, int stage) {
    bool all = stages->problem->collective == COLLECTIVE_ALLREDUCE;
    for (int r = 0; r < stages->p && stage < (1 + all) * (stages->p - 1); r++)
        send(stages, r, (r + 1) % stages->p, all ? 1 : stages->p);
    return stage < (1 + all) * (stages->p - 1);
}

static bool doubling(struct stages *stages, int stage) {
    bool all = stages->problem->collective == COLLECTIVE_ALLREDUCE;
    if (1 << stage >= stages->p || 1 << log_above(stages->p) != stages->p)
        return false;
    for (int r = 0; r < stages->p; r++)
        send(stages, r, r ^ 1 << stage, (int64_t)stages->p << (all ? 0 : stage));
    return true;
}

static bool halving(struct stages *stages, int stage) {
    int apart = stages->p >> (stage + 1);
    if (apart == 0 || 1 << log_above(stages->p) != stages->p)
        return false;
    for (int r = 0; r < stages->p; r++)
        send(stages, r, r ^ apart, (int64_t)stages->p * apart);
    return true;
}

/* Rabenseifner: a halving, then a doubling, of pieces. */
static bool halving_doubling(struct stages *stages, int stage) {
    int log = log_above(stages->p),
        apart = stage < log ? stages->p >> (stage + 1) : 1 << (stage - log);
    if (stage >= 2 * log || 1 << log != stages->p)
        return false;
    for (int r = 0; r < stages->p; r++)
        send(stages, r, r ^ apart, apart);
    return true;
}

/* Bruck: blocks of everybody, or those whose distance has this bit. */
static bool bruck(struct stages *stages, int stage) {
    int p = stages->p, apart = 1 << stage, blocks = apart < p - apart ? apart : p - apart;
    if (apart >= p)
        return false;
    if (stages->problem->collective == COLLECTIVE_ALLTOALL)
        for (int d = blocks = 0; d < p; d++)
            blocks += d >> stage & 1;
    for (int r = 0; r < p; r++)
        send(stages, r, (r + apart) % p, (int64_t)blocks * p);
    return true;
}

static bool pairwise(struct stages *stages, int stage) {
    for (int r = 0; r < stages->p && stage + 1 < stages->p; r++)
        send(stages, r, (r + stage + 1) % stages->p, stages->p);
    return stage + 1 < stages->p;
}

/* Everybody's to everybody at once. */
static bool one_shot(struct stages *stages, int stage) {
    bool small = stages->p <= USUAL_MOST_ONE_SHOT;
    for (int r = 0; r < stages->p && stage == 0 && small; r++)
        for (int to = 0; to < stages->p; to++)
            if (to != r)
                send(stages, r, to, stages->p);
    return stage == 0 && small;
}

/* From the root, or to it, to ranks that are so far apart; of chunks for each rank those below. */
static void put_tree(struct stages *stages, int apart, bool upwards, bool own) {
    int p = stages->p;
    for (int r = 0; r + apart < p; r++) {
        int64_t below = own && apart < p - r - apart ? apart : own ? p - r - apart : 1;
        if (own ? r % (2 * apart) == 0 : r < apart)
            send(stages, upwards ? r + apart : r, upwards ? r : r + apart, below * p);
    }
}

static bool binomial(struct stages *stages, int stage) {
    int log = log_above(stages->p);
    enum collective collective = stages->problem->collective;
    bool all = collective == COLLECTIVE_ALLREDUCE;
    bool own = collective == COLLECTIVE_SCATTER || collective == COLLECTIVE_GATHER;
    bool up =
        collective == COLLECTIVE_GATHER || collective == COLLECTIVE_REDUCE || (all && stage < log);
    int level = stage % log;
    if (stage >= (1 + all) * log)
        return false;
    put_tree(stages, 1 << (own != up ? log - 1 - level : level), up, own);
    return true;
}

/* van de Geijn: pieces are scattered, and go round. */
static bool scatter_ring(struct stages *stages, int stage) {
    int log = log_above(stages->p), p = stages->p, apart = stage < log ? 1 << (log - 1 - stage) : p;
    for (int r = 0; r + apart < p; r += 2 * apart)
        send(stages, r, r + apart, apart < p - r - apart ? apart : p - r - apart);
    for (int r = 0; stage >= log && stage < log + p - 1 && r < p; r++)
        send(stages, r, (r + 1) % p, 1);
    return stage < log + p - 1;
}

static const struct usual {
    enum collective collective;
    const char *name;
    put_stage *put;
} usual[] = {
    {COLLECTIVE_BROADCAST, "binomial tree", binomial},
    {COLLECTIVE_BROADCAST, "scatter and ring", scatter_ring},
    {COLLECTIVE_REDUCE, "binomial tree", binomial},
    {COLLECTIVE_SCATTER, "binomial tree", binomial},
    {COLLECTIVE_GATHER, "binomial tree", binomial},
    {COLLECTIVE_ALLGATHER, "ring", ring},
    {COLLECTIVE_ALLGATHER, "recursive doubling", doubling},
    {COLLECTIVE_ALLGATHER, "Bruck", bruck},
    {COLLECTIVE_REDUCE_SCATTER, "ring", ring},
    {COLLECTIVE_REDUCE_SCATTER, "recursive halving", halving},
    {COLLECTIVE_ALLREDUCE, "ring", ring},
    {COLLECTIVE_ALLREDUCE, "recursive doubling", doubling},
    {COLLECTIVE_ALLREDUCE, "halving and doubling", halving_doubling},
    {COLLECTIVE_ALLREDUCE, "one shot", one_shot},
    {COLLECTIVE_ALLTOALL, "pairwise", pairwise},
    {COLLECTIVE_ALLTOALL, "Bruck", bruck},
};

static void stages_clear(struct stages *stages) {
    FREE_ALL(stages->node, stages->arc, stages->far, stages->load, stages->used);
}

/* Breadth first, in real time. */
static enum status find_ways(struct stages *stages, const struct limits *limits,
                             struct failure *failure) {
    const struct network *net = stages->problem->network;
    int n = net->nodes;
    FREED int *queue = memory_new((size_t)n, sizeof *queue);
    FREED bool *waits = memory_new((size_t)n, sizeof *waits);
    TRY(memory_check(queue && waits, failure, "ways"));
    for (int source = 0; source < n; source++) {
        int *arc = stages->arc + (size_t)source * (size_t)n;
        int *far = stages->far + (size_t)source * (size_t)n;
        TRY(limits_check(limits, failure));
        for (int v = 0; v < n; v++)
            far[v] = v == source ? 0 : INT_MAX;
        queue[0] = source;
        for (int first = 0, count = 1; count > 0;) {
            int v = queue[first];
            first = (first + 1) % n;
            count--;
            waits[v] = false;
            for (int a = net->out[v]; a < net->out[v + 1]; a++) {
                int w = net->arcs[a].to;
                if (far[v] + net->arcs[a].latency >= far[w])
                    continue;
                far[w] = far[v] + net->arcs[a].latency;
                arc[w] = a;
                if (!waits[w])
                    queue[(first + count++) % n] = w;
                waits[w] = true;
            }
        }
    }
    return STATUS_OK;
}

static enum status stages_init(struct stages *stages, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = stages->problem;
    size_t n = (size_t)problem->network->nodes;
    int before = 0;
    stages->node = memory_new(n, sizeof *stages->node);
    stages->arc = memory_new(n * n, sizeof *stages->arc);
    stages->far = memory_new(n * n, sizeof *stages->far);
    TRY(memory_check(stages->node && stages->arc && stages->far, failure, "ways"));
    for (int v = 0; v < problem->root; v++)
        before += network_takes_part(problem->network, v);
    for (int v = 0, rank = 0; v < problem->network->nodes; v++)
        if (network_takes_part(problem->network, v))
            stages->node[(rank++ + stages->p - before) % stages->p] = v;
    TRY(find_ways(stages, limits, failure));
    for (size_t i = 0; i < n * n; i++)
        if (stages->far[i] != INT_MAX && stages->far[i] > stages->farthest)
            stages->farthest = stages->far[i];
    double loads = (double)stages->farthest * stages->problem->network->group_count;
    if (loads > MOST_LOADS)
        return STATUS_OK;
    stages->load = memory_new((size_t)loads + 1, sizeof *stages->load);
    return stages->load ? STATUS_OK : failure_memory(failure, "ways");
}

/* The busiest groups of the steps of the stage at hand, and what they carry. */
struct busy {
    int64_t pieces, capacity;
};

/* Adds what the steps take; the loads are 0 after it. */
static void add_steps(struct stages *stages, struct busy *busy, mpq_t rounds) {
    const struct network *net = stages->problem->network;
    RATIONAL(step);
    for (int s = 0; s < stages->steps; s++)
        busy[s] = (struct busy){0, 1};
    for (int64_t i = 0; i < stages->used_count; i++) {
        int64_t *load = &stages->load[stages->used[i]];
        struct busy *most = &busy[stages->used[i] / net->group_count];
        int64_t capacity = net->groups[stages->used[i] % net->group_count].capacity;
        if (*load * most->capacity > most->pieces * capacity)
            *most = (struct busy){*load, capacity};
        *load = 0;
    }
    stages->used_count = 0;
    for (int s = 0; s < stages->steps; s++) {
        if (s + 1 < stages->steps && busy[s].capacity == busy[s + 1].capacity) {
            busy[s + 1].pieces += busy[s].pieces;
            continue;
        }
        mpq_set_si(step, busy[s].pieces, (unsigned long)(busy[s].capacity * stages->p));
        mpq_canonicalize(step);
        mpq_add(rounds, rounds, step);
    }
}

static enum status add_stages(struct stages *stages, put_stage *put, struct network_usual *made,
                              const struct limits *limits, struct failure *failure) {
    FREED struct busy *busy = memory_new((size_t)stages->farthest + 1, sizeof *busy);
    TRY(memory_check(busy, failure, "ways"));
    for (int stage = 0;; stage++) {
        TRY(limits_check(limits, failure));
        stages->steps = 0;
        if (!put(stages, stage))
            return STATUS_OK;
        if (stages->status)
            return failure_memory(failure, "ways");
        add_steps(stages, busy, made->rounds);
        made->steps += stages->steps;
    }
}

enum status network_usual_find(const struct network_problem *problem, const struct limits *limits,
                               struct network_usual list[NETWORK_MOST_USUAL], int *count,
                               struct failure *failure) {
    CLEANUP(stages_clear)
    struct stages stages = {.problem = problem, .p = network_parties(problem->network)};
    *count = 0;
    if (problem->network->sizes || problem->network->nodes > USUAL_MOST_NODES ||
        (double)problem->network->nodes * problem->network->arc_count > MOST_WORK)
        return STATUS_OK;
    TRY(stages_init(&stages, limits, failure));
    for (size_t i = 0; stages.load && i < sizeof usual / sizeof *usual; i++) {
        if (usual[i].collective != problem->collective)
            continue;
        struct network_usual *made = &list[*count];
        *made = (struct network_usual){.name = usual[i].name};
        mpq_init(made->rounds);
        enum status status = add_stages(&stages, usual[i].put, made, limits, failure);
        *count += status || made->steps > 0;
        if (status)
            network_usual_clear(list, *count);
        if (status)
            return status;
        if (made->steps == 0)
            mpq_clear(made->rounds);
    }
    return STATUS_OK;
}

void network_usual_clear(struct network_usual *list, int count) {
    for (int i = 0; i < count; i++)
        mpq_clear(list[i].rounds);
}
