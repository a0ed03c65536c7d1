/* SPDX-License-Identifier: MIT */
#include "solver/network/network_schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"

/* --- tasks --- */

int64_t network_task_chunks(const struct network_task *task) {
    return task->stream ? task->window : (int64_t)task->problem->commodity_count * task->chunks;
}

struct network_chunk network_task_chunk(const struct network_task *task, int64_t k) {
    const struct commodity *commodity =
        &task->problem->commodities[task->stream ? 0 : k / task->chunks];
    struct network_chunk chunk = {.source = commodity->source, .target = commodity->target};
    if (task->stream) {
        chunk.number = (int)(task->first + k);
        chunk.birth = (int)(network_stream_birth(task, task->first + k) -
                            network_stream_birth(task, task->first));
    } else {
        chunk.number = (int)((int64_t)commodity->chunk * task->chunks + k % task->chunks + 1);
    }
    return chunk;
}

int64_t network_task_find(const struct network_task *task, int64_t number) {
    int64_t low = 0, high = network_task_chunks(task) - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (network_task_chunk(task, middle).number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return network_task_chunk(task, low).number == number ? low : -1;
}

int network_task_steps(const struct network_task *task) {
    if (!task->stream)
        return task->steps;
    return task->period ? task->period
                        : network_task_chunk(task, task->window - 1).birth + task->steps;
}

int network_task_step(const struct network_task *task, int birth, int group, int arc, int j) {
    int late = network_late(task->problem->network, group, arc);
    if (!task->stream)
        return problem_step(task->problem, arc, j, task->steps) + late;
    return task->period ? (birth + j - 1 + late) % task->period + 1 : birth + j + late;
}

void network_schedule_clear(struct network_schedule *schedule) {
    FREE_ALL(schedule->rounds, schedule->sends);
    *schedule = (struct network_schedule){0};
}

enum status network_schedule_add(struct network_schedule *schedule, struct network_send send,
                                 struct failure *failure) {
    return memory_check(APPEND(schedule->sends, schedule->count, send), failure, "a schedule");
}

/* --- order --- */

enum key { BY_STEP, BY_ARC, BY_CHUNK };

static int key_of(const struct network_send *send, enum key key) {
    require(send->chunk >= 1);
    return key == BY_STEP ? send->step : key == BY_ARC ? send->arc : send->chunk;
}

/* By the key, those with the same one as they stand: counting sort. */
static enum status sort_by(struct network_schedule *schedule, enum key key,
                           struct failure *failure) {
    int64_t last = 0;
    FREED struct network_send *sorted = memory_new((size_t)schedule->count, sizeof *sorted);
    for (int64_t i = 0; i < schedule->count; i++) {
        int own = key_of(&schedule->sends[i], key);
        last = own > last ? own : last;
    }
    FREED int64_t *first = memory_new((size_t)last + 2, sizeof *first);
    TRY(memory_check(first && sorted, failure, "a schedule"));
    for (int64_t i = 0; i < schedule->count; i++)
        first[key_of(&schedule->sends[i], key) + 1]++;
    for (int64_t k = 0; k < last; k++)
        first[k + 1] += first[k];
    for (int64_t i = 0; i < schedule->count; i++)
        sorted[first[key_of(&schedule->sends[i], key)]++] = schedule->sends[i];
    if (schedule->count > 0) /* more may be added to the list itself */
        memcpy(schedule->sends, sorted, (size_t)schedule->count * sizeof *sorted);
    return STATUS_OK;
}

/* --- the player --- */

/* Plays one chunk after the other; what each node has of it is there for one at a time. */
struct player {
    struct network_schedule *schedule;
    const struct network_problem *problem;
    int *since;    /* of each node: the first step in which it can send the chunk; 0: never */
    int *held;     /* of a reduction: operands that it has at the moment */
    int64_t *load; /* [step * groups + g] */
};

static enum status fault(const struct network_send *send, const char *what,
                         struct failure *failure) {
    return failure_internal(failure, "chunk %d in step %d: %s", send->chunk, send->step, what);
}

static void count_load(struct player *player, const struct network_send *send) {
    const struct network_problem *problem = player->problem;
    const struct network_task *task = &player->schedule->task;
    for (int i = problem->groups_first[send->arc]; i < problem->groups_first[send->arc + 1]; i++) {
        int g = problem->groups[i];
        int64_t step = send->step - 1 + network_late(problem->network, g, send->arc);
        step = task->stream ? step % task->period : step;
        player->load[step * problem->network->group_count + g]++;
    }
}

static enum status play_send(struct player *player, struct network_chunk chunk,
                             const struct network_send *send, struct failure *failure) {
    const struct network_arc *arc = &player->problem->network->arcs[send->arc];
    int from = player->since[arc->from], there = send->step + arc->latency;
    if (there - 1 > chunk.birth + player->schedule->task.steps)
        return fault(send, "it comes too late", failure);
    if (from == 0 || from > send->step)
        return fault(send, "the sender does not have it", failure);
    count_load(player, send);
    int *to = &player->since[arc->to];
    if (*to == 0 || *to > there)
        *to = there;
    return STATUS_OK;
}

/* Its sends are sends[0..count-1], by steps. */
static enum status play_chunk(struct player *player, struct network_chunk chunk,
                              const struct network_send *sends, int64_t count,
                              struct failure *failure) {
    int nodes = player->problem->network->nodes;
    bool all = chunk.target == COMMODITY_TO_ALL;
    memset(player->since, 0, (size_t)nodes * sizeof *player->since);
    player->since[chunk.source] = chunk.birth + 1;
    for (int64_t i = 0; i < count; i++)
        TRY(play_send(player, chunk, &sends[i], failure));
    for (int v = all ? 0 : chunk.target; v < (all ? nodes : chunk.target + 1); v++)
        if (player->since[v] == 0 && problem_wants(player->problem, chunk.target, v))
            return failure_internal(failure, "chunk %d does not come to node %d", chunk.number, v);
    return STATUS_OK;
}

/* All that a node has goes along, so operands are never doubled: in the end N are at the root. What
 * is under way is taken in by each node before it sends: sends of a chunk to it that are not there
 * yet would be lost, as a node of an in-tree sends once. */
static enum status play_reduction(struct player *player, struct network_chunk chunk,
                                  const struct network_send *sends, int64_t count,
                                  struct failure *failure) {
    int nodes = player->problem->network->nodes;
    memset(player->since, 0, (size_t)nodes * sizeof *player->since);
    for (int v = 0; v < nodes; v++)
        player->held[v] = network_takes_part(player->problem->network, v);
    for (int64_t i = 0; i < count; i++) {
        const struct network_send *send = &sends[i];
        const struct network_arc *arc = &player->problem->network->arcs[send->arc];
        if (send->step < player->since[arc->from] || player->held[arc->from] == 0)
            return fault(send, "the sender has not all that it is to send", failure);
        if (send->step + arc->latency - 1 > player->schedule->task.steps)
            return fault(send, "it comes too late", failure);
        count_load(player, send);
        player->held[arc->to] += player->held[arc->from];
        player->held[arc->from] = 0;
        if (player->since[arc->to] < send->step + arc->latency)
            player->since[arc->to] = send->step + arc->latency;
    }
    if (player->held[chunk.source] != network_parties(player->problem->network))
        return failure_internal(failure, "the sum of chunk %d is not complete", chunk.number);
    return STATUS_OK;
}

/* The sends are by chunks, and there by steps. */
static enum status play_all(struct player *player, const struct limits *limits,
                            struct failure *failure) {
    const struct network_schedule *schedule = player->schedule;
    int64_t chunks = network_task_chunks(&schedule->task), begin = 0;
    for (int64_t k = 0; k < chunks; k++) {
        struct network_chunk chunk = network_task_chunk(&schedule->task, k);
        int64_t end = begin;
        while (end < schedule->count && schedule->sends[end].chunk == chunk.number)
            end++;
        TRY(limits_check(limits, failure));
        TRY((player->problem->reversed ? play_reduction : play_chunk)(
            player, chunk, schedule->sends + begin, end - begin, failure));
        begin = end;
    }
    require(begin == schedule->count); /* no number is of another task */
    return STATUS_OK;
}

static enum status take_rounds(struct player *player, struct failure *failure) {
    struct network_schedule *schedule = player->schedule;
    const struct network *net = player->problem->network;
    bool even = schedule->task.stream || schedule->task.rounds == NETWORK_EVEN_ROUNDS;
    int steps = network_task_steps(&schedule->task), sum = 0;
    for (int s = 0; s < steps; s++) {
        int64_t rounds = even;
        for (int g = 0; g < net->group_count; g++) {
            int64_t load = player->load[(int64_t)s * net->group_count + g],
                    capacity = net->groups[g].capacity;
            if (rounds < (load + capacity - 1) / capacity)
                rounds = (load + capacity - 1) / capacity;
        }
        if (even && rounds > 1)
            return failure_internal(failure, "step %d has %lld rounds", s + 1, (long long)rounds);
        schedule->rounds[s] = (int)rounds;
        sum += (int)rounds;
    }
    schedule->task.rounds = schedule->task.stream ? NETWORK_EVEN_ROUNDS : sum;
    return STATUS_OK;
}

enum status network_schedule_check_loads(const struct network *network, int64_t steps,
                                         struct failure *failure) {
    enum { MOST_LOADS = 1 << 27 }; /* cells, a gigabyte */
    if (steps * network->group_count <= MOST_LOADS)
        return STATUS_OK;
    return failure_limit(failure, "a schedule of %lld steps in %d groups of arcs is too large",
                         (long long)steps, network->group_count);
}

enum status network_schedule_finish(struct network_schedule *schedule, const struct limits *limits,
                                    struct failure *failure) {
    const struct network_task *task = &schedule->task;
    const struct network *net = task->problem->network;
    require(!task->stream || task->period > 0);
    int64_t steps = network_task_steps(task);
    TRY(network_schedule_check_loads(net, steps, failure));
    FREED int *since = memory_new((size_t)net->nodes, sizeof *since);
    FREED int *held = memory_new((size_t)net->nodes, sizeof *held);
    FREED int64_t *load = memory_new((size_t)(steps * net->group_count), sizeof *load);
    struct player player = {schedule, task->problem, since, held, load};
    TRY(memory_check(since && held && load && NEW(steps, schedule->rounds), failure, "a schedule"));
    TRY(sort_by(schedule, BY_STEP, failure));
    TRY(sort_by(schedule, BY_CHUNK, failure));
    TRY(play_all(&player, limits, failure));
    TRY(sort_by(schedule, BY_ARC, failure));
    TRY(sort_by(schedule, BY_STEP, failure));
    return take_rounds(&player, failure);
}

/* --- certificates --- */

void certificate_put_collective(struct certificate_output *output,
                                const struct network_problem *problem, bool stream) {
    if (stream)
        certificate_print(output, "stream %d\n", problem->root);
    else if (collective_has_root(problem->collective))
        certificate_print(output, "collective %s %d\n", collective_name(problem->collective),
                          problem->root);
    else
        certificate_print(output, "collective %s\n", collective_name(problem->collective));
}

void certificate_put_network_sends(struct certificate_output *output,
                                   const struct network_schedule *schedule) {
    const struct network_task *task = &schedule->task;
    if (task->stream) {
        certificate_print(output, "rate %d %d\ndelay %d\nperiod %d\n", task->items, task->per,
                          task->steps, task->period);
    } else {
        certificate_print(output, "chunks %d\nrounds", task->chunks);
        for (int s = 0; s < task->steps; s++)
            certificate_print(output, " %d", schedule->rounds[s]);
        certificate_print(output, "\n");
    }
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &task->problem->network->arcs[send->arc];
        if (i == 0 || send->step > send[-1].step)
            certificate_print(output, "step %d\n", send->step);
        certificate_print(output, "send %d %d %d\n", arc->from, arc->to, send->chunk);
    }
}

enum status certificate_put_network_schedule(const void *body, struct certificate_output *output,
                                             const struct limits *limits, struct failure *failure) {
    const struct network_schedule *schedule = body;
    (void)limits;
    (void)failure;
    certificate_put_network(output, schedule->task.problem->network);
    certificate_put_collective(output, schedule->task.problem, schedule->task.stream);
    certificate_put_network_sends(output, schedule);
    return STATUS_OK;
}

/* --- schedules on a clock --- */

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

/* --- loads of the steps that are near --- */

enum status network_loads_init(struct network_loads *loads, const struct network_problem *problem,
                               struct failure *failure) {
    int ring = network_longest_latency(problem->network) + 1;
    size_t groups = (size_t)problem->network->group_count;
    *loads = (struct network_loads){problem, ring,
                                    memory_new((size_t)ring * groups, sizeof *loads->load)};
    return loads->load ? STATUS_OK : failure_memory(failure, "a schedule");
}

void network_loads_clear(struct network_loads *loads) {
    free(loads->load);
    loads->load = NULL;
}

/* Of a group. In reductions a sending is there in internal time when it is sent, and the other way
 * round. */
static int *load_of(const struct network_loads *loads, int group, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    const struct network *net = problem->network;
    int late = network_late(net, group, arc);
    if (problem->reversed)
        late = net->arcs[arc].latency - 1 - late;
    return loads->load + (size_t)((step + late) % loads->ring) * (size_t)net->group_count + group;
}

bool network_loads_have_room(const struct network_loads *loads, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (*load_of(loads, problem->groups[i], arc, step) >=
            problem->network->groups[problem->groups[i]].capacity)
            return false;
    return true;
}

void network_loads_add(struct network_loads *loads, int arc, int step) {
    const struct network_problem *problem = loads->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        ++*load_of(loads, problem->groups[i], arc, step);
}

void network_loads_end(struct network_loads *loads, int step) {
    size_t groups = (size_t)loads->problem->network->group_count;
    memset(loads->load + (size_t)(step % loads->ring) * groups, 0, groups * sizeof *loads->load);
}
