/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/network_usual.h"

#include <limits.h>
#include <string.h>

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
    if (stages->load[place] == 0 && !APPEND(stages->used, stages->used_count, place))
        stages->status = STATUS_MEMORY;
    else
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

/* Each to the one so many ranks ahead, round and round; or to that with another bit. */
static void shift(struct stages *stages, int ahead, int64_t pieces) {
    for (int r = 0; r < stages->p; r++)
        send(stages, r, (r + ahead) % stages->p, pieces);
}

static void exchange(struct stages *stages, int bit, int64_t pieces) {
    for (int r = 0; r < stages->p; r++)
        send(stages, r, r ^ bit, pieces);
}

static bool is_power(int p) {
    return 1 << log_above(p) == p;
}

/* Stages 0, 1, .. of each; false: there is no such one. */
typedef bool put_stage(struct stages *stages, int stage);

static bool ring(struct stages *stages, int stage) {
    bool all = stages->problem->collective == COLLECTIVE_ALLREDUCE;
    if (stage >= (1 + all) * (stages->p - 1))
        return false;
    shift(stages, 1, all ? 1 : stages->p);
    return true;
}

static bool doubling(struct stages *stages, int stage) {
    bool all = stages->problem->collective == COLLECTIVE_ALLREDUCE;
    if (1 << stage >= stages->p || !is_power(stages->p))
        return false;
    exchange(stages, 1 << stage, (int64_t)stages->p << (all ? 0 : stage));
    return true;
}

static bool halving(struct stages *stages, int stage) {
    int apart = stages->p >> (stage + 1);
    if (apart == 0 || !is_power(stages->p))
        return false;
    exchange(stages, apart, (int64_t)stages->p * apart);
    return true;
}

/* Rabenseifner: a halving, then a doubling, of pieces. */
static bool halving_doubling(struct stages *stages, int stage) {
    int log = log_above(stages->p);
    if (stage >= 2 * log || !is_power(stages->p))
        return false;
    int apart = stage < log ? stages->p >> (stage + 1) : 1 << (stage - log);
    exchange(stages, apart, apart);
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
    shift(stages, apart, (int64_t)blocks * p);
    return true;
}

static bool pairwise(struct stages *stages, int stage) {
    if (stage + 1 >= stages->p)
        return false;
    shift(stages, stage + 1, stages->p);
    return true;
}

/* Everybody's to everybody at once. */
static bool one_shot(struct stages *stages, int stage) {
    if (stage > 0 || stages->p > USUAL_MOST_ONE_SHOT)
        return false;
    for (int ahead = 1; ahead < stages->p; ahead++)
        shift(stages, ahead, stages->p);
    return true;
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

/* Of all nodes, in real time. */
static enum status find_ways(struct stages *stages, const struct limits *limits,
                             struct failure *failure) {
    const struct network_problem *problem = stages->problem;
    size_t n = (size_t)problem->network->nodes;
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    TRY(network_ways_init(&ways, problem, failure));
    for (size_t v = 0; v < n; v++) {
        TRY(limits_check(limits, failure));
        network_ways_without(&ways, problem, (int)v, problem->reversed, -1);
        memcpy(stages->arc + v * n, ways.came, n * sizeof *ways.came);
        memcpy(stages->far + v * n, ways.steps, n * sizeof *ways.steps);
    }
    return STATUS_OK;
}

static enum status stages_init(struct stages *stages, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = stages->problem;
    size_t n = (size_t)problem->network->nodes;
    int before = 0;
    TRY(memory_check(NEW(n, stages->node) && NEW(n * n, stages->arc, stages->far), failure,
                     "ways"));
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
    return memory_check(NEW((size_t)loads + 1, stages->load), failure, "ways");
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
        if (status) {
            network_usual_clear(list, *count);
            return status;
        }
        if (made->steps == 0)
            mpq_clear(made->rounds);
    }
    return STATUS_OK;
}

void network_usual_clear(struct network_usual *list, int count) {
    for (int i = 0; i < count; i++)
        mpq_clear(list[i].rounds);
}
