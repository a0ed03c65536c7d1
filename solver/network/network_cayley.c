/* SPDX-License-Identifier: MIT */
#include "solver/network/network_cayley.h"

#include <limits.h>

#include "automata/memory.h"
#include "automata/require.h"

enum { NOTHING = -1 };

/* Places of operations by steps, and messages of the schedule. */
#define MOST_PLACES 5e7
#define MOST_MESSAGES 2e7

/* A chunk of node 0 goes along a shift. */
struct operation {
    int job, shift;
    int machine; /* a shift of capacity b is b machines */
    int step;
};

struct cayley {
    const struct network_task *task;
    const struct network *network;
    const int *sizes;
    int count;
    int nodes, shifts;
    int *shift;               /* each as the node to which it takes node 0 */
    int *arc;                 /* [node * shifts + shift] */
    int *capacity;            /* of each shift */
    int ports;                /* what a node sends, and receives, in a step; 0: there is no limit */
    struct network_ways ways; /* of node 0 */
    int64_t *load;            /* of each shift: operations */
    struct operation *operations;
    int total, jobs, machines, steps;
    int *job_at, *machine_at; /* [job or machine * steps + step]: operation, or NOTHING */
    int *size;                /* of each step: operations */
    int *path;                /* operations */
};

static void cayley_clear(struct cayley *cayley) {
    FREE_ALL(cayley->shift, cayley->arc, cayley->capacity, cayley->load, cayley->operations,
             cayley->job_at, cayley->machine_at, cayley->size, cayley->path);
    network_ways_clear(&cayley->ways);
}

/* --- the group --- */

/* v + w, or v - w. */
static int add_nodes(const struct cayley *cayley, int v, int w, bool minus) {
    int sum = 0;
    for (int i = cayley->count, weight = 1; i-- > 0; weight *= cayley->sizes[i]) {
        int n = cayley->sizes[i], a = v / weight % n, b = w / weight % n;
        sum += (minus ? (a + n - b) % n : (a + b) % n) * weight;
    }
    return sum;
}

/* Is each group an arc alone, or all arcs that leave a node, or come to it? */
static bool see_ports(const struct network *net, int shifts) {
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        const struct network_arc *first = &net->arcs[net->members[group->first]];
        bool tail = group->count == shifts, head = tail;
        for (int j = group->first; j < group->first + group->count; j++) {
            tail = tail && net->arcs[net->members[j]].from == first->from;
            head = head && net->arcs[net->members[j]].to == first->to;
        }
        if (group->count > 1 && !tail && !head)
            return false;
    }
    return true;
}

/* What limits an arc alone, 0: nothing does; and the ports at its ends. */
static void see_groups(const struct cayley *cayley, int arc, int *own, int *ports) {
    const struct network_problem *problem = cayley->task->problem;
    *own = *ports = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++) {
        const struct network_group *group = &cayley->network->groups[problem->groups[i]];
        int *least = group->count == 1 ? own : ports;
        *least = *least == 0 || group->capacity < *least ? group->capacity : *least;
    }
}

static bool see_arc(struct cayley *cayley, int v, int shift) {
    int to = add_nodes(cayley, v, cayley->shift[shift], false), own = 0, ports = 0;
    int arc = network_arc_number(cayley->network, v, to);
    if (arc < 0 || cayley->network->arcs[arc].latency > 1)
        return false;
    see_groups(cayley, arc, &own, &ports);
    if (v == 0)
        cayley->capacity[shift] = own;
    if (v == 0 && shift == 0)
        cayley->ports = ports;
    cayley->arc[v * cayley->shifts + shift] = arc;
    return cayley->capacity[shift] == own && cayley->ports == ports;
}

/* *fits: everything is the same from each node. */
static enum status see_network(struct cayley *cayley, const struct limits *limits, bool *fits,
                               struct failure *failure) {
    const struct network *net = cayley->network;
    cayley->shifts = net->out[1];
    TRY(network_ways_init(&cayley->ways, cayley->task->problem, failure));
    TRY(memory_check(NEW(cayley->shifts, cayley->shift, cayley->capacity, cayley->load) &&
                         NEW(net->arc_count, cayley->arc),
                     failure, "a schedule"));
    for (int i = 0; i < cayley->shifts; i++)
        cayley->shift[i] = net->arcs[i].to;
    *fits = see_ports(net, cayley->shifts);
    for (int v = 0; v < net->nodes && *fits; v++) {
        TRY(limits_check(limits, failure));
        *fits = net->out[v + 1] - net->out[v] == cayley->shifts;
        for (int i = 0; i < cayley->shifts && *fits; i++)
            *fits = see_arc(cayley, v, i);
    }
    for (int i = 0; i < cayley->shifts; i++)
        if (cayley->capacity[i] == 0 || (cayley->ports > 0 && cayley->capacity[i] > cayley->ports))
            cayley->capacity[i] = cayley->ports;
    return STATUS_OK;
}

/* --- ways --- */

/* Of the shifts that a shortest way may have the one that is least loaded for its capacity. */
static int find_shift(const struct cayley *cayley, int left) {
    int best = NOTHING;
    for (int i = 0; i < cayley->shifts; i++) {
        int w = add_nodes(cayley, left, cayley->shift[i], true);
        if (cayley->ways.steps[w] == cayley->ways.steps[left] - 1 &&
            (best < 0 || (cayley->load[i] + 1) * cayley->capacity[best] <
                             (cayley->load[best] + 1) * cayley->capacity[i]))
            best = i;
    }
    return best;
}

/* The ways of all chunks; again, each time with what the others have, so that loads come closer. */
static enum status find_ways(struct cayley *cayley, const struct limits *limits,
                             struct failure *failure) {
    enum { TURNS = 4 };
    int chunks = cayley->task->chunks;
    for (int turn = 0; turn < TURNS; turn++) {
        struct operation *next = cayley->operations;
        for (int job = 0; job < cayley->jobs; job++) {
            int target = job / chunks + 1, length = cayley->ways.steps[target];
            TRY(limits_check(limits, failure));
            for (int i = 0; i < length && turn > 0; i++)
                cayley->load[next[i].shift]--;
            for (int left = target; left != 0; next++) {
                int shift = find_shift(cayley, left);
                *next = (struct operation){.job = job, .shift = shift};
                cayley->load[shift]++;
                left = add_nodes(cayley, left, cayley->shift[shift], true);
            }
        }
    }
    return STATUS_OK;
}

/* --- steps --- */

/* A shift's operations go to its machines in turn. */
static void assign_machines(struct cayley *cayley) {
    int *next =
        cayley->ways.queue; /* of each shift its first machine; shifts are fewer than nodes */
    int64_t *done = cayley->load;
    for (int i = 0; i < cayley->shifts; i++) {
        int64_t steps = (cayley->load[i] + cayley->capacity[i] - 1) / cayley->capacity[i];
        cayley->steps = steps > cayley->steps ? (int)steps : cayley->steps;
        next[i] = cayley->machines;
        cayley->machines += cayley->capacity[i];
        done[i] = 0;
    }
    for (int e = 0; e < cayley->total; e++) {
        struct operation *op = &cayley->operations[e];
        op->machine = next[op->shift] + (int)(done[op->shift]++ % cayley->capacity[op->shift]);
    }
}

static int *place_of(const struct cayley *cayley, bool machine, int number, int step) {
    return &(machine ? cayley->machine_at
                     : cayley->job_at)[(size_t)number * (size_t)cayley->steps + (size_t)step];
}

static void put_operation(struct cayley *cayley, int e, int step) {
    struct operation *op = &cayley->operations[e];
    op->step = step;
    *place_of(cayley, false, op->job, step) = e;
    *place_of(cayley, true, op->machine, step) = e;
    cayley->size[step]++;
}

/* The operations of two steps, first one of step a, that hang together from a machine or job on
 * which has none of step b; how many. */
static int find_path(const struct cayley *cayley, bool machine, int number, int a, int b) {
    int count = 0;
    for (int step = a, e; (e = *place_of(cayley, machine, number, step)) >= 0;
         step = step == a ? b : a) {
        cayley->path[count++] = e;
        machine = !machine;
        number = machine ? cayley->operations[e].machine : cayley->operations[e].job;
    }
    return count;
}

/* Each of them goes to the other step. */
static void exchange_path(struct cayley *cayley, int count, int a, int b) {
    for (int i = 0; i < count; i++) {
        const struct operation *op = &cayley->operations[cayley->path[i]];
        *place_of(cayley, false, op->job, op->step) = NOTHING;
        *place_of(cayley, true, op->machine, op->step) = NOTHING;
        cayley->size[op->step]--;
    }
    for (int i = 0; i < count; i++)
        put_operation(cayley, cayley->path[i],
                      cayley->operations[cayley->path[i]].step == a ? b : a);
}

static int find_free(const struct cayley *cayley, bool machine, int number) {
    int step = 0;
    while (*place_of(cayley, machine, number, step) >= 0)
        step++;
    return step;
}

/* Where no step is free at both ends, one that is free at the job becomes so at the machine. */
static void colour(struct cayley *cayley, int e) {
    const struct operation *op = &cayley->operations[e];
    for (int step = 0; step < cayley->steps; step++)
        if (*place_of(cayley, false, op->job, step) < 0 &&
            *place_of(cayley, true, op->machine, step) < 0 &&
            (cayley->ports == 0 || cayley->size[step] < cayley->ports)) {
            put_operation(cayley, e, step);
            return;
        }
    int a = find_free(cayley, false, op->job), b = find_free(cayley, true, op->machine);
    if (a != b)
        exchange_path(cayley, find_path(cayley, true, op->machine, a, b), a, b);
    put_operation(cayley, e, a);
}

/* One operation more moves from a step of too many to one of too few: of what hangs together in
 * both there is a path with one more of the first. */
static void move_one(struct cayley *cayley, int from, int to) {
    for (int i = 0; i < cayley->machines + cayley->jobs; i++) {
        bool machine = i < cayley->machines;
        int number = machine ? i : i - cayley->machines;
        if (*place_of(cayley, machine, number, from) < 0 ||
            *place_of(cayley, machine, number, to) >= 0)
            continue;
        int count = find_path(cayley, machine, number, from, to);
        if (count % 2 == 0)
            continue;
        exchange_path(cayley, count, from, to);
        return;
    }
}

static enum status keep_ports(struct cayley *cayley, const struct limits *limits,
                              struct failure *failure) {
    int to = 0;
    for (int from = 0; from < cayley->steps && cayley->ports > 0; from++)
        while (cayley->size[from] > cayley->ports) {
            TRY(limits_check(limits, failure));
            while (cayley->size[to] >= cayley->ports)
                to++;
            move_one(cayley, from, to);
        }
    return STATUS_OK;
}

static enum status colour_all(struct cayley *cayley, const struct limits *limits,
                              struct failure *failure) {
    size_t jobs = (size_t)cayley->jobs * (size_t)cayley->steps;
    size_t machines = (size_t)cayley->machines * (size_t)cayley->steps;
    TRY(memory_check(NEW(jobs, cayley->job_at) && NEW(machines, cayley->machine_at) &&
                         NEW(cayley->steps, cayley->size) && NEW(cayley->total, cayley->path),
                     failure, "a schedule"));
    for (size_t i = 0; i < jobs; i++)
        cayley->job_at[i] = NOTHING;
    for (size_t i = 0; i < machines; i++)
        cayley->machine_at[i] = NOTHING;
    for (int e = 0; e < cayley->total; e++) {
        TRY(limits_check(limits, failure));
        colour(cayley, e);
    }
    return keep_ports(cayley, limits, failure);
}

/* --- from all nodes --- */

/* The same chunk of node v, of which the operations are in the order of their steps. */
static enum status send_chunk(const struct cayley *cayley, int job, int count, int v,
                              struct network_schedule *made, struct failure *failure) {
    const struct network_task *task = cayley->task;
    int at = v, to = add_nodes(cayley, v, job / task->chunks + 1, false);
    int commodity = v * (cayley->nodes - 1) + to - (to > v);
    require(task->problem->commodities[commodity].source == v &&
            task->problem->commodities[commodity].target == to);
    int64_t k = (int64_t)commodity * task->chunks + job % task->chunks;
    for (int i = 0; i < count; i++) {
        const struct operation *op = &cayley->operations[cayley->path[i]];
        int arc = cayley->arc[at * cayley->shifts + op->shift];
        TRY(network_schedule_add(
            made, (struct network_send){op->step + 1, arc, network_task_chunk(task, k).number},
            failure));
        at = cayley->network->arcs[arc].to;
    }
    return STATUS_OK;
}

static enum status send_all(const struct cayley *cayley, const struct limits *limits,
                            struct network_schedule *made, struct failure *failure) {
    for (int job = 0; job < cayley->jobs; job++) {
        int count = 0;
        for (int step = 0; step < cayley->steps; step++)
            if (*place_of(cayley, false, job, step) >= 0)
                cayley->path[count++] = *place_of(cayley, false, job, step);
        TRY(limits_check(limits, failure));
        for (int v = 0; v < cayley->nodes; v++)
            TRY(send_chunk(cayley, job, count, v, made, failure));
    }
    made->task.steps = cayley->steps;
    return network_schedule_finish(made, limits, failure);
}

/* *fits: of these ways the steps are not more than `most`, and there is room. */
static enum status find_operations(struct cayley *cayley, int most, const struct limits *limits,
                                   bool *fits, struct failure *failure) {
    double total = 0;
    *fits = false;
    network_ways_find(&cayley->ways, cayley->task->problem, 0);
    for (int v = 0; v < cayley->nodes; v++) {
        if (cayley->ways.steps[v] == INT_MAX)
            return STATUS_OK;
        total += (double)cayley->ways.steps[v] * cayley->task->chunks;
        cayley->steps =
            cayley->ways.steps[v] > cayley->steps ? cayley->ways.steps[v] : cayley->steps;
    }
    if (total * cayley->nodes > MOST_MESSAGES)
        return STATUS_OK;
    cayley->total = (int)total;
    cayley->jobs = (cayley->nodes - 1) * cayley->task->chunks;
    TRY(memory_check(NEW(cayley->total, cayley->operations), failure, "a schedule"));
    TRY(find_ways(cayley, limits, failure));
    assign_machines(cayley);
    if (cayley->ports > 0 && (cayley->total + cayley->ports - 1) / cayley->ports > cayley->steps)
        cayley->steps = (cayley->total + cayley->ports - 1) / cayley->ports;
    *fits = cayley->steps <= most &&
            ((double)cayley->jobs + cayley->machines) * cayley->steps <= MOST_PLACES;
    return STATUS_OK;
}

enum status network_cayley(const struct network_task *task, const int *sizes, int count, int most,
                           const struct limits *limits, struct network_schedule *schedule,
                           bool *found, struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = *task};
    const struct network *net = task->problem->network;
    CLEANUP(cayley_clear)
    struct cayley cayley = {
        .task = task, .network = net, .sizes = sizes, .count = count, .nodes = net->nodes};
    require(task->problem->collective == COLLECTIVE_ALLTOALL &&
            task->rounds == NETWORK_EVEN_ROUNDS);
    *found = false;
    if ((int64_t)net->nodes * net->out[1] != net->arc_count)
        return STATUS_OK;
    TRY(see_network(&cayley, limits, found, failure));
    if (*found)
        TRY(find_operations(&cayley, most, limits, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(colour_all(&cayley, limits, failure));
    TRY(send_all(&cayley, limits, &made, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}
