/* SPDX-License-Identifier: MIT */
#include "solver/network/timed_flow.h"

#include <string.h>

#include "automata/memory.h"

/* Nodes in time: v after step h, 0..steps, has the number v (steps + 1) + h. */
struct timed_flow {
    const struct network_problem *problem;
    const struct limits *limits;
    int steps, count, found;
    const double *load; /* of sendings, borrowed; */
    double *carried;    /* what they carry, */
    double *kept;       /* and what a node keeps from a time on to the next */
    int *before;        /* of nodes in time, from where they were reached, or -1; */
    int *by;            /* by which arc; -1: as it was kept */
    int *queue;
};

enum { MOST_NODES = 1 << 26 };
#define NOTHING 1e-11
#define ENOUGH (1 - 1e-8)

void timed_flow_free(struct timed_flow *flow) {
    if (!flow)
        return;
    FREE_ALL(flow->carried, flow->kept, flow->before, flow->by, flow->queue, flow);
}

enum status timed_flow_new(const struct network_problem *problem, int steps,
                           const struct limits *limits, struct timed_flow **flow,
                           struct failure *failure) {
    double nodes = problem->network->nodes * (steps + 1.0);
    if (nodes > MOST_NODES || (double)problem->network->arc_count * steps > MOST_NODES)
        return failure_limit(failure, "a flow in time has too many sendings");
    struct timed_flow *made = memory_new(1, sizeof *made);
    TRY(memory_check(made, failure, "a flow"));
    size_t count = (size_t)nodes;
    *made = (struct timed_flow){
        .problem = problem, .limits = limits, .steps = steps, .count = (int)count};
    if (!(NEW(timed_sending(problem, 0, steps + 1), made->carried) &&
          NEW(count, made->kept, made->before, made->by, made->queue))) {
        timed_flow_free(made);
        return failure_memory(failure, "a flow");
    }
    *flow = made;
    return STATUS_OK;
}

static void reach(struct timed_flow *flow, int from, int to, int by) {
    if (flow->before[to] >= 0)
        return;
    flow->before[to] = from;
    flow->by[to] = by;
    flow->queue[flow->found++] = to;
}

/* Is there room for more, or if it is not `more`, something that may be less? */
static bool may_change(const struct timed_flow *flow, int arc, int step, bool more) {
    size_t sending = timed_sending(flow->problem, arc, step);
    double carried = flow->carried[sending];
    return (more ? flow->load[sending] - carried : carried) > NOTHING;
}

/* What can be reached from a node in time at once; or, turned, from where it can be. */
static void look_around(struct timed_flow *flow, int at, bool turned) {
    const struct network_problem *problem = flow->problem;
    int v = at / (flow->steps + 1), h = at % (flow->steps + 1);
    for (int i = problem->leaving_first[v]; i < problem->leaving_first[v + 1]; i++) {
        int arc = problem->leaving[i], there = h + problem->network->arcs[arc].latency;
        if (there <= flow->steps && may_change(flow, arc, h + 1, !turned))
            reach(flow, at, problem_head(problem, arc) * (flow->steps + 1) + there, arc);
    }
    for (int i = problem->coming_first[v]; i < problem->coming_first[v + 1]; i++) {
        int arc = problem->coming[i], there = h - problem->network->arcs[arc].latency;
        if (there >= 0 && may_change(flow, arc, there + 1, turned))
            reach(flow, at, problem_tail(problem, arc) * (flow->steps + 1) + there, arc);
    }
    if (h < flow->steps && (!turned || flow->kept[at] > NOTHING))
        reach(flow, at, at + 1, -1);
    if (h > 0 && (turned || flow->kept[at - 1] > NOTHING))
        reach(flow, at, at - 1, -1);
}

/* From a node in time to all that it reaches; ends at `to`, which may be none, -1. */
static bool search(struct timed_flow *flow, int from, int to, bool turned) {
    memset(flow->before, -1, (size_t)flow->count * sizeof *flow->before);
    flow->found = 0;
    reach(flow, from, from, -1);
    for (int i = 0; i < flow->found && (to < 0 || flow->before[to] < 0); i++)
        look_around(flow, flow->queue[i], turned);
    return to >= 0 && flow->before[to] >= 0;
}

/* What a step of the way that was found carries, and how much more or less it may be. */
static double *step_of(const struct timed_flow *flow, int at, bool *more, double *room) {
    int before = flow->before[at], arc = flow->by[at], times = flow->steps + 1;
    *more = at % times > before % times;
    int first = *more ? before : at;
    size_t sending = arc < 0 ? 0 : timed_sending(flow->problem, arc, first % times + 1);
    double *carried = arc < 0 ? &flow->kept[first] : &flow->carried[sending];
    *room = !*more ? *carried : arc < 0 ? 1 : flow->load[sending] - *carried;
    return carried;
}

/* Sends as much as the way can carry. */
static double grow(struct timed_flow *flow, int from, int to) {
    double least = 1, room;
    bool more;
    for (int at = to; at != from; at = flow->before[at]) {
        step_of(flow, at, &more, &room);
        least = room < least ? room : least;
    }
    for (int at = to; at != from; at = flow->before[at]) {
        double *carried = step_of(flow, at, &more, &room);
        *carried += more ? least : -least;
    }
    return least;
}

/* Of each node the first time that was reached; or, turned, the first one behind all of these. */
static void take_times(const struct timed_flow *flow, bool turned, int *times) {
    for (int v = 0; v < flow->problem->network->nodes; v++) {
        const int *before = flow->before + (size_t)v * (size_t)(flow->steps + 1);
        times[v] = 0;
        while (times[v] <= flow->steps && (before[times[v]] >= 0) == turned)
            times[v]++;
    }
}

enum status timed_flow_find(struct timed_flow *flow, int source, int target, const double *load,
                            double *found, int *near, int *far, struct failure *failure) {
    int from = source * (flow->steps + 1), to = target * (flow->steps + 1) + flow->steps;
    *found = 0;
    flow->load = load;
    memset(flow->carried, 0, timed_sending(flow->problem, 0, flow->steps + 1) * sizeof(double));
    memset(flow->kept, 0, (size_t)flow->count * sizeof *flow->kept);
    while (*found < ENOUGH && search(flow, from, to, false)) {
        TRY(limits_check(flow->limits, failure));
        *found += grow(flow, from, to);
    }
    if (*found >= ENOUGH)
        return STATUS_OK;
    take_times(flow, false, near); /* of the last search, which found all that can be reached */
    search(flow, to, -1, true);
    take_times(flow, true, far);
    return STATUS_OK;
}
