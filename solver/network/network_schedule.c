/* SPDX-License-Identifier: MIT */
#include "solver/network/network_schedule.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"

void network_schedule_init(struct network_schedule *schedule, const struct network_task *task) {
    *schedule = (struct network_schedule){.task = *task};
}

void network_schedule_clear(struct network_schedule *schedule) {
    free(schedule->rounds);
    free(schedule->sends);
    *schedule = (struct network_schedule){0};
}

enum status network_schedule_add(struct network_schedule *schedule, struct network_send send,
                                 struct failure *failure) {
    if (!memory_make_room(&schedule->sends, (size_t)schedule->count, sizeof *schedule->sends))
        return failure_memory(failure, "a schedule");
    schedule->sends[schedule->count++] = send;
    return STATUS_OK;
}

static int in_order(const void *a, const void *b) {
    const struct network_send *one = a, *other = b;
    if (one->step != other->step)
        return one->step < other->step ? -1 : 1;
    if (one->arc != other->arc)
        return one->arc < other->arc ? -1 : 1;
    return (one->chunk > other->chunk) - (one->chunk < other->chunk);
}

/* --- the player --- */

struct player {
    struct network_schedule *schedule;
    const struct network_problem *problem;
    int64_t chunks;
    int *since;    /* [chunk * nodes + v]: the first step in which v can send it; 0: never */
    int *held;     /* of a reduction: operands that v has at the moment */
    int64_t *load; /* [step * groups + g] */
};

static enum status fault(const struct network_send *send, const char *what,
                         struct failure *failure) {
    return failure_set(failure, STATUS_INTERNAL, "chunk %d in step %d: %s", send->chunk, send->step,
                       what);
}

static void count_load(struct player *player, const struct network_send *send) {
    const struct network_problem *problem = player->problem;
    const struct network_task *task = &player->schedule->task;
    int64_t step = task->stream ? (send->step - 1) % task->period : send->step - 1;
    for (int i = problem->groups_first[send->arc]; i < problem->groups_first[send->arc + 1]; i++)
        player->load[step * problem->network->group_count + problem->groups[i]]++;
}

static enum status play_send(struct player *player, const struct network_send *send,
                             struct failure *failure) {
    const struct network_arc *arc = &player->problem->network->arcs[send->arc];
    const struct network_task *task = &player->schedule->task;
    int64_t k = network_task_find(task, send->chunk), nodes = player->problem->network->nodes;
    require(k >= 0);
    struct network_chunk chunk = network_task_chunk(task, k);
    int from = player->since[k * nodes + arc->from], there = send->step + arc->latency;
    if (there - 1 > chunk.birth + task->steps)
        return fault(send, "it comes too late", failure);
    if (from == 0 || from > send->step)
        return fault(send, "the sender does not have it", failure);
    count_load(player, send);
    int *to = &player->since[k * nodes + arc->to];
    if (*to == 0 || *to > there)
        *to = there;
    return STATUS_OK;
}

static enum status check_targets(const struct player *player, struct failure *failure) {
    int nodes = player->problem->network->nodes;
    for (int64_t k = 0; k < player->chunks; k++) {
        struct network_chunk chunk = network_task_chunk(&player->schedule->task, k);
        for (int v = 0; v < nodes; v++)
            if ((chunk.target == COMMODITY_TO_ALL || chunk.target == v) &&
                player->since[k * nodes + v] == 0)
                return failure_set(failure, STATUS_INTERNAL, "chunk %d does not come to node %d",
                                   chunk.number, v);
    }
    return STATUS_OK;
}

static enum status play_forward(struct player *player, struct failure *failure) {
    const struct network_schedule *schedule = player->schedule;
    for (int64_t k = 0; k < player->chunks; k++) {
        struct network_chunk chunk = network_task_chunk(&schedule->task, k);
        player->since[k * player->problem->network->nodes + chunk.source] = chunk.birth + 1;
    }
    for (int64_t i = 0; i < schedule->count; i++)
        TRY(play_send(player, &schedule->sends[i], failure));
    return check_targets(player, failure);
}

/* All that a node has goes along, so operands are never doubled: in the end N are at the root. What
 * is under way is taken in by each node before it sends: sends of a chunk to it that are not there
 * yet would be lost, as a node of an in-tree sends once. */
static enum status play_reduction(struct player *player, struct failure *failure) {
    const struct network_schedule *schedule = player->schedule;
    int nodes = player->problem->network->nodes;
    for (int64_t i = 0; i < player->chunks * nodes; i++)
        player->held[i] = 1;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &player->problem->network->arcs[send->arc];
        int64_t k = network_task_find(&schedule->task, send->chunk) * nodes;
        require(k >= 0);
        if (send->step < player->since[k + arc->from] || player->held[k + arc->from] == 0)
            return fault(send, "the sender has not all that it is to send", failure);
        if (send->step + arc->latency - 1 > schedule->task.steps)
            return fault(send, "it comes too late", failure);
        count_load(player, send);
        player->held[k + arc->to] += player->held[k + arc->from];
        player->held[k + arc->from] = 0;
        if (player->since[k + arc->to] < send->step + arc->latency)
            player->since[k + arc->to] = send->step + arc->latency;
    }
    for (int64_t k = 0; k < player->chunks; k++) {
        struct network_chunk chunk = network_task_chunk(&schedule->task, k);
        if (player->held[k * nodes + chunk.source] != nodes)
            return failure_set(failure, STATUS_INTERNAL, "the sum of chunk %d is not complete",
                               chunk.number);
    }
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
            return failure_set(failure, STATUS_INTERNAL, "step %d has %lld rounds", s + 1,
                               (long long)rounds);
        schedule->rounds[s] = (int)rounds;
        sum += (int)rounds;
    }
    schedule->task.rounds = schedule->task.stream ? NETWORK_EVEN_ROUNDS : sum;
    return STATUS_OK;
}

enum status network_schedule_finish(struct network_schedule *schedule, struct failure *failure) {
    const struct network_task *task = &schedule->task;
    struct player player = {schedule, task->problem, network_task_chunks(task), NULL, NULL, NULL};
    require(!task->stream || task->period > 0);
    size_t steps = (size_t)network_task_steps(task);
    size_t cells = (size_t)player.chunks * (size_t)task->problem->network->nodes;
    player.since = memory_new(cells, sizeof *player.since);
    player.held = memory_new(task->problem->reversed ? cells : 0, sizeof *player.held);
    player.load =
        memory_new(steps * (size_t)task->problem->network->group_count, sizeof *player.load);
    schedule->rounds = memory_new(steps, sizeof *schedule->rounds);
    enum status status = STATUS_OK;
    if (player.since && player.held && player.load && schedule->rounds) {
        if (schedule->count > 0)
            qsort(schedule->sends, (size_t)schedule->count, sizeof *schedule->sends, in_order);
        status = task->problem->reversed ? play_reduction(&player, failure)
                                         : play_forward(&player, failure);
        if (!status)
            status = take_rounds(&player, failure);
    } else {
        status = failure_memory(failure, "a schedule");
    }
    free(player.since);
    free(player.held);
    free(player.load);
    return status;
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
