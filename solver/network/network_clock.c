/* SPDX-License-Identifier: MIT */
#include "solver/network/network_clock.h"

#include <math.h>

#include "automata/memory.h"
#include "automata/require.h"

struct playing {
    struct network_clock *clock;
    const struct network_schedule *schedule;
    const struct network_problem *problem;
    double *since; /* [chunk * nodes + node]: when it has the chunk, or all operands so far */
    double *free;  /* of each group */
};

/* What it takes through a group. */
static double span_of(const struct playing *playing, int group) {
    return playing->clock->chunk * playing->clock->beta /
           playing->problem->network->groups[group].capacity;
}

static void play(struct playing *playing, int64_t i) {
    struct network_clock *clock = playing->clock;
    const struct network_send *send = &playing->schedule->sends[i];
    const struct network_problem *problem = playing->problem;
    const struct network_arc *arc = &problem->network->arcs[send->arc];
    size_t nodes = (size_t)problem->network->nodes;
    double *since =
        playing->since + (size_t)network_task_find(&playing->schedule->task, send->chunk) * nodes;
    double start = since[arc->from], longest = 0;
    for (int j = problem->groups_first[send->arc]; j < problem->groups_first[send->arc + 1]; j++) {
        start = fmax(start, playing->free[problem->groups[j]]);
        longest = fmax(longest, span_of(playing, problem->groups[j]));
    }
    for (int j = problem->groups_first[send->arc]; j < problem->groups_first[send->arc + 1]; j++) {
        int g = problem->groups[j];
        playing->free[g] = start + span_of(playing, g);
        clock->busy[g] += span_of(playing, g);
        clock->messages[g]++;
    }
    double there = start + longest + clock->alpha * arc->latency;
    clock->spans[i] = (struct network_span){i, start, start + longest};
    since[arc->to] = problem->reversed ? fmax(since[arc->to], there) : fmin(since[arc->to], there);
    clock->flowing = fmax(clock->flowing, there);
}

enum status network_clock_run(struct network_clock *clock, const struct network_schedule *schedule,
                              const struct limits *limits, struct failure *failure) {
    const struct network_task *task = &schedule->task;
    const struct network *net = task->problem->network;
    size_t nodes = (size_t)net->nodes, groups = (size_t)net->group_count;
    size_t chunks = (size_t)network_task_chunks(task), cells = chunks * nodes;
    require(!task->stream);
    FREED double *since = NULL, *free_from = NULL;
    TRY(memory_check(NEW(cells, since) && NEW(groups, free_from) &&
                         NEW(groups, clock->busy, clock->messages) &&
                         NEW(schedule->count, clock->spans),
                     failure, "times"));
    struct playing playing = {clock, schedule, task->problem, since, free_from};
    for (size_t i = 0; i < cells && !task->problem->reversed; i++)
        since[i] = INFINITY;
    for (size_t k = 0; k < chunks && !task->problem->reversed; k++)
        since[k * nodes + (size_t)network_task_chunk(task, (int64_t)k).source] = 0;
    for (int64_t i = 0; i < schedule->count; i++) {
        if (i % 4096 == 0)
            TRY(limits_check(limits, failure));
        play(&playing, i);
    }
    for (int s = 0; s < task->steps; s++)
        clock->stepped += clock->alpha + schedule->rounds[s] * clock->chunk * clock->beta;
    return STATUS_OK;
}

void network_clock_clear(struct network_clock *clock) {
    FREE_ALL(clock->busy, clock->messages, clock->spans);
    *clock = (struct network_clock){.alpha = 0};
}
