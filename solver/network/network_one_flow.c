/* SPDX-License-Identifier: MIT */
#include "solver/network/network_one_flow.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_classes.h"
#include "solver/network/network_whole.h"

/* In all; a list of so many takes some seconds. */
#define MOST_MESSAGES 8e6

struct one_flow {
    const struct network_problem *problem;
    struct network_problem all; /* an allgather, whose sources have the same symmetries */
    struct network_classes classes;
    struct network network; /* a group for each class */
    struct network_problem scatter;
    int times; /* its capacities are so many times the part of one source */
};

static void one_flow_clear(struct one_flow *flow) {
    network_problem_clear(&flow->scatter);
    network_clear(&flow->network);
    network_classes_clear(&flow->classes);
    network_problem_clear(&flow->all);
}

/* The least common multiple of the shares; false: it is too large. */
static bool find_times(struct one_flow *flow) {
    int64_t times = 1;
    for (int c = 0; c < flow->classes.class_count && times <= NETWORK_MOST_CAPACITY; c++) {
        int share = flow->classes.share[c];
        times *= share / greatest_divisor(share, (int)times);
    }
    for (int c = 0; c < flow->classes.class_count; c++)
        if (flow->classes.capacity[c] * (times / flow->classes.share[c]) > NETWORK_MOST_CAPACITY)
            return false;
    flow->times = (int)times;
    return times <= NETWORK_MOST_CAPACITY;
}

static enum status add_class(struct one_flow *flow, int class, int *arcs, struct failure *failure) {
    int count = 0;
    for (int a = 0; a < flow->network.arc_count; a++)
        if (network_class_has(&flow->classes, class, a))
            arcs[count++] = a;
    int capacity = flow->classes.capacity[class] * (flow->times / flow->classes.share[class]);
    return network_add_group(&flow->network, capacity, arcs, count, failure);
}

static enum status make_network(struct one_flow *flow, struct failure *failure) {
    const struct network *from = flow->problem->network;
    FREED struct network_link *links = memory_new((size_t)from->arc_count, sizeof *links);
    FREED int *arcs = memory_new((size_t)from->arc_count, sizeof *arcs);
    TRY(memory_check(links && arcs, failure, "a flow"));
    for (int a = 0; a < from->arc_count; a++)
        links[a] =
            (struct network_link){from->arcs[a].from, from->arcs[a].to, from->arcs[a].latency, 0};
    TRY(network_make(from->nodes, links, from->arc_count, &flow->network, failure));
    for (int c = 0; c < flow->classes.class_count; c++)
        TRY(add_class(flow, c, arcs, failure));
    return network_problem_init(&flow->scatter, &flow->network, COLLECTIVE_SCATTER,
                                flow->classes.sources[0], failure);
}

/* A sending of the source, at all others. */
static enum status turn(const struct one_flow *flow, const struct network_schedule *scatter,
                        const struct network_send *send, struct network_schedule *schedule,
                        struct failure *failure) {
    const struct network *network = flow->problem->network;
    const struct network_arc *arc = &network->arcs[send->arc];
    int64_t k = network_task_find(&scatter->task, send->chunk);
    struct network_chunk chunk = network_task_chunk(&scatter->task, k);
    int n = network->nodes, chunks = scatter->task.chunks;
    for (int i = 0; i < flow->classes.group.order; i++) {
        const int *image = flow->classes.group.images + (size_t)i * (size_t)n;
        int from = image[chunk.source], to = image[chunk.target];
        int commodity = from * (n - 1) + to - (to > from);
        int number = flow->problem->commodities[commodity].chunk * chunks + (int)(k % chunks) + 1;
        int along = network_arc_number(network, image[arc->from], image[arc->to]);
        TRY(network_schedule_add(schedule, (struct network_send){send->step, along, number},
                                 failure));
    }
    return STATUS_OK;
}

static enum status turn_all(const struct one_flow *flow, const struct network_schedule *scatter,
                            const struct limits *limits, struct network_schedule *schedule,
                            bool *found, struct failure *failure) {
    CLEANUP(network_schedule_clear)
    struct network_schedule made = {.task = {.problem = flow->problem,
                                             .steps = scatter->task.steps,
                                             .chunks = scatter->task.chunks,
                                             .rounds = 1}};
    *found = (double)scatter->count * flow->classes.group.order <= MOST_MESSAGES;
    for (int64_t i = 0; i < scatter->count && *found; i++) {
        TRY(limits_check(limits, failure));
        TRY(turn(flow, scatter, &scatter->sends[i], &made, failure));
    }
    if (!*found)
        return STATUS_OK;
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* Of the trees that a linear program has chosen. */
static enum status find_scatter(const struct one_flow *flow, int steps, mpq_srcptr wanted,
                                const struct limits *limits, struct network_schedule *scatter,
                                bool *found, struct failure *failure) {
    const struct rate_question question = {.problem = &flow->scatter,
                                           .axis = {steps, 0},
                                           .symmetries = WHOLE_MOST_SYMMETRIES,
                                           .items = 1};
    struct network_rate rate;
    bool feasible = false;
    TRY(network_rate_solve(&question, limits, &rate, &feasible, failure));
    if (!feasible)
        return STATUS_OK;
    RATIONAL(whole);
    mpq_set_si(whole, flow->times, 1);
    mpq_mul(whole, whole, rate.value);
    enum status status = mpq_equal(whole, wanted)
                             ? network_whole_find(&rate, limits, scatter, found, failure)
                             : STATUS_OK;
    network_rate_clear(&rate);
    return status;
}

enum status network_one_flow(const struct network_problem *problem, int steps, mpq_srcptr rate,
                             const struct limits *limits, struct network_schedule *schedule,
                             bool *found, struct failure *failure) {
    CLEANUP(one_flow_clear) struct one_flow flow = {.problem = problem};
    CLEANUP(network_schedule_clear) struct network_schedule scatter = {.count = 0};
    bool usable = false, there = false;
    require(problem->collective == COLLECTIVE_ALLTOALL);
    *found = false;
    if (!network_is_even(problem->network))
        return STATUS_OK;
    TRY(network_problem_init(&flow.all, problem->network, COLLECTIVE_ALLGATHER, 0, failure));
    TRY(network_classes_find(&flow.all, limits, &flow.classes, &usable, failure));
    if (!usable || flow.classes.source_count > 1 || !find_times(&flow))
        return STATUS_OK;
    TRY(make_network(&flow, failure));
    TRY(find_scatter(&flow, steps, rate, limits, &scatter, &there, failure));
    return there ? turn_all(&flow, &scatter, limits, schedule, found, failure) : STATUS_OK;
}
