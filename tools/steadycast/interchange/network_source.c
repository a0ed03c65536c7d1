/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/network_source.h"

#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"

/* What nobody can look at is not drawn. */
enum { MOST_DRAWN = 20000 };

/* Of a schedule that was multiplied. */
enum { MOST_SENDS = 10000000 };

void network_source_clear(struct network_source *source) {
    for (int i = 0; i < source->parts; i++)
        network_read_clear(&source->part[i]);
}

static const struct network_schedule *only(const struct network_source *source) {
    return &source->part[0].schedule;
}

static const struct network_arc *arc_of(const struct network_schedule *schedule, int64_t i) {
    return &schedule->task.problem->network->arcs[schedule->sends[i].arc];
}

/* Becomes a schedule of so many times as many chunks, each send that of `times` chunks. */
static enum status multiply(struct network_schedule *schedule, int64_t times,
                            struct failure *failure) {
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = schedule->task};
    int64_t chunks = made.task.chunks, last = schedule->task.problem->commodity_count - 1;
    last = schedule->task.problem->commodities[last].chunk + 1;
    if (last * chunks * times > INT_MAX || schedule->count * times > MOST_SENDS)
        return failure_limit(failure,
                             "%d chunks, to have as many in both halves, are too many times %lld",
                             made.task.chunks, (long long)times);
    made.task.chunks = (int)(chunks * times);
    for (int64_t i = 0; i < schedule->count; i++)
        for (int64_t copy = 1; copy <= times; copy++) {
            struct network_send send = schedule->sends[i];
            send.chunk = (int)((send.chunk - 1) * times + copy);
            TRY(network_schedule_add(&made, send, failure));
        }
    TRY(network_schedule_finish(&made, NULL, failure));
    network_schedule_clear(schedule);
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status network_schedule_judge(struct network_schedule *schedule, const char *name,
                                   const struct limits *limits, struct failure *failure) {
    struct failure why = {0};
    enum status status = network_schedule_finish(schedule, limits, &why);
    if (!status)
        return status;
    return status == STATUS_INTERNAL ? failure_input(failure, "%s: %s", name, why.message)
                                     : failure_set(failure, status, "%s", why.message);
}

enum status network_source_compose(struct network_source *source, struct failure *failure) {
    struct network_task *first = &source->part[0].schedule.task;
    struct network_task *second = &source->part[1].schedule.task;
    char digests[NETWORK_PARTS][NETWORK_DIGEST_ROOM];
    enum collective a = first->problem->collective, b = second->problem->collective;
    bool rooted = a == COLLECTIVE_REDUCE && b == COLLECTIVE_BROADCAST &&
                  first->problem->root == second->problem->root;
    if (first->stream || second->stream ||
        !(rooted || (a == COLLECTIVE_REDUCE_SCATTER && b == COLLECTIVE_ALLGATHER)))
        return failure_input(failure,
                             "an allreduce is composed of reduce-scatter and allgather, or of "
                             "reduce and broadcast with one root: here %s and %s",
                             collective_name(a), collective_name(b));
    for (int i = 0; i < NETWORK_PARTS; i++)
        TRY(network_digest(&source->part[i].network, digests[i], failure));
    if (strcmp(digests[0], digests[1]) != 0)
        return failure_input(failure, "the two schedules are on different networks");
    int64_t divisor = greatest_divisor(first->chunks, second->chunks);
    int64_t times[] = {second->chunks / divisor, first->chunks / divisor};
    for (int i = 0; i < NETWORK_PARTS; i++)
        if (times[i] > 1)
            TRY(multiply(&source->part[i].schedule, times[i], failure));
    return STATUS_OK;
}

enum status network_csv(FILE *file, const struct network_source *source,
                        const struct interchange_options *options, struct failure *failure) {
    const struct network_schedule *schedule = only(source);
    (void)options;
    (void)failure;
    fprintf(file, "step,from,to,%s\n", schedule->task.stream ? "item" : "chunk");
    for (int64_t i = 0; i < schedule->count && !ferror(file); i++)
        fprintf(file, "%d,%d,%d,%d\n", schedule->sends[i].step, arc_of(schedule, i)->from,
                arc_of(schedule, i)->to, schedule->sends[i].chunk);
    return STATUS_OK;
}

static void json_numbers(FILE *file, const int *numbers, int count, int more) {
    putc('[', file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%d", i ? ", " : "", numbers[i] + more);
    putc(']', file);
}

static void json_network(FILE *file, const struct network *network) {
    fprintf(file, "  \"nodes\": %d,\n  \"arcs\": [", network->nodes);
    for (int a = 0; a < network->arc_count; a++)
        fprintf(file, "%s[%d, %d, %d]", a ? ", " : "", network->arcs[a].from, network->arcs[a].to,
                network->arcs[a].latency);
    fprintf(file, "],\n  \"groups\": [");
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        fprintf(file, "%s\n    {\"capacity\": %d, ", g ? "," : "", group->capacity);
        if (group->port)
            fprintf(file, "\"port\": %d, ", group->port - 1);
        fprintf(file, "\"arcs\": ");
        json_numbers(file, network->members + group->first, group->count, 1);
        putc('}', file);
    }
    fprintf(file, "\n  ],\n");
    for (int v = 0, some = 0; v < network->nodes; v++)
        if (!network_takes_part(network, v))
            fprintf(file, "%s%d", some++ ? ", " : "  \"forward\": [", v);
    fprintf(file, network->forwards ? "],\n" : "%s", "");
    if (network->sizes) {
        fprintf(file, "  \"sizes\": ");
        json_numbers(file, network->sizes, network->nodes, 0);
        fprintf(file, ",\n");
    }
}

enum status network_one_size(const struct network *network, const char *name,
                             struct failure *failure) {
    return network->sizes ? failure_input(failure,
                                          "%s: here each node has as many chunks as every other "
                                          "one, and this network has sizes of its nodes",
                                          name)
                          : STATUS_OK;
}

enum status network_ranks(const struct network_source *source, const char *format,
                          struct failure *failure) {
    const struct network *network = &source->part[0].network;
    TRY(network_one_size(network, format, failure));
    if (!network->forwards)
        return STATUS_OK;
    return failure_input(failure, "%s: nodes that only forward, as switches, are no ranks", format);
}

enum status network_json(FILE *file, const struct network_source *source,
                         const struct interchange_options *options, struct failure *failure) {
    const struct network_schedule *schedule = only(source);
    const struct network_task *task = &schedule->task;
    (void)options;
    (void)failure;
    fprintf(file, "{\n  \"format\": \"steadycast network-schedule 1\",\n");
    json_network(file, task->problem->network);
    if (task->stream) {
        fprintf(file, "  \"stream\": %d,\n  \"rate\": [%d, %d],\n  \"delay\": %d,\n",
                task->problem->root, task->items, task->per, task->steps);
        fprintf(file, "  \"period\": %d,\n", task->period);
    } else {
        fprintf(file, "  \"collective\": \"%s\",\n", collective_name(task->problem->collective));
        if (collective_has_root(task->problem->collective))
            fprintf(file, "  \"root\": %d,\n", task->problem->root);
        fprintf(file, "  \"chunks\": %d,\n  \"rounds\": ", task->chunks);
        json_numbers(file, schedule->rounds, task->steps, 0);
        fprintf(file, ",\n");
    }
    fprintf(file, "  \"sends\": [");
    for (int64_t i = 0; i < schedule->count && !ferror(file); i++)
        fprintf(file, "%s\n    {\"step\": %d, \"from\": %d, \"to\": %d, \"%s\": %d}", i ? "," : "",
                schedule->sends[i].step, arc_of(schedule, i)->from, arc_of(schedule, i)->to,
                task->stream ? "item" : "chunk", schedule->sends[i].chunk);
    fprintf(file, "\n  ]\n}\n");
    return STATUS_OK;
}

enum status network_dot(FILE *file, const struct network_source *source,
                        const struct interchange_options *options, struct failure *failure) {
    const struct network_schedule *schedule = only(source);
    int nodes = schedule->task.problem->network->nodes, item = options->item;
    int64_t drawn = 0;
    for (int64_t i = 0; i < schedule->count; i++)
        drawn += item == 0 || schedule->sends[i].chunk == item;
    if (drawn == 0 || drawn > MOST_DRAWN || nodes > MOST_DRAWN)
        return failure_input(failure,
                             "%lld messages among %d nodes are no picture: from 1 to %d (--item I "
                             "draws those of one chunk)",
                             (long long)drawn, nodes, MOST_DRAWN);
    fprintf(file, "digraph messages {\n  rankdir=LR;\n  node [shape=circle];\n");
    for (int v = 0; v < nodes; v++)
        fprintf(file, "  p%d [label=\"%d\"];\n", v, v);
    for (int64_t i = 0; i < schedule->count && !ferror(file); i++) {
        const struct network_send *send = &schedule->sends[i];
        if (item && send->chunk != item)
            continue;
        fprintf(file, "  p%d -> p%d [label=\"", arc_of(schedule, i)->from, arc_of(schedule, i)->to);
        if (!item)
            fprintf(file, "%d @ ", send->chunk);
        fprintf(file, "%d\"];\n", send->step);
    }
    fprintf(file, "}\n");
    return STATUS_OK;
}

struct message *network_messages(const struct network_schedule *schedule,
                                 struct interchange_list *list) {
    struct message *messages = memory_new((size_t)schedule->count, sizeof *messages);
    for (int64_t i = 0; i < schedule->count && messages; i++) {
        const struct network_arc *arc = arc_of(schedule, i);
        messages[i] = (struct message){schedule->sends[i].step, arc->from, arc->to,
                                       schedule->sends[i].chunk, arc->latency - 1};
    }
    *list = (struct interchange_list){{.machine = message_machine_postal(1),
                                       .processors = schedule->task.problem->network->nodes - 1},
                                      messages,
                                      (size_t)schedule->count};
    return messages;
}

/* A simulator of ranks has no other place for switches: who runs it has to know which ranks are
 * none.
 */
static void tell_forwards(const struct network *network) {
    const char *before = "";
    fprintf(stderr, "goal: of %d ranks these stand for nodes that only forward, as switches: ",
            network->nodes);
    for (int v = 0, first; v < network->nodes; v++) {
        if (network_takes_part(network, v))
            continue;
        for (first = v; v + 1 < network->nodes && !network_takes_part(network, v + 1); v++)
            ;
        fprintf(stderr, "%s%d", before, first);
        if (v > first)
            fprintf(stderr, "-%d", v);
        before = ",";
    }
    fprintf(stderr, "; each message takes its overhead and gap there as at any rank\n");
}

enum status network_goal(FILE *file, const struct network_source *source,
                         const struct interchange_options *options, struct failure *failure) {
    struct interchange_list list;
    if (source->part[0].network.forwards)
        tell_forwards(&source->part[0].network);
    FREED struct message *messages = network_messages(only(source), &list);
    return messages ? goal_write(file, &list, options, failure)
                    : failure_memory(failure, "a schedule");
}

/* --- schedules as messages of ranks, which are the nodes that take part: what goes through nodes
 * that only forward is a message from the rank before these to the rank behind them --- */

struct joining {
    const struct network_schedule *schedule;
    const struct network_problem *problem;
    int *rank;   /* of each node, as far as it takes part; owned */
    int64_t *at; /* [chunk * nodes + node] the sending, from 1 on, by which a chunk comes to a node
                    first, of a sum by which it leaves it; 0: none; owned */
    struct message *messages; /* owned */
    size_t count;
};

static void joining_clear(struct joining *joining) {
    FREE_ALL(joining->rank, joining->at, joining->messages);
}

static int64_t *sending_at(const struct joining *joining, int chunk, int node) {
    return &joining->at[(int64_t)(chunk - 1) * joining->problem->network->nodes + node];
}

int network_rank(const struct network *network, int node) {
    int rank = 0;
    for (int v = 0; v < node; v++)
        rank += network_takes_part(network, v);
    return rank;
}

/* The number that a chunk has where the ranks are all nodes. */
static int number_of(const struct joining *joining, int number) {
    int n = joining->problem->network->nodes, chunks = joining->schedule->task.chunks;
    int parties = network_parties(joining->problem->network);
    int commodity = (number - 1) / chunks;
    int64_t all = collective_chunks(joining->problem->collective, n);
    if (all == n)
        commodity = joining->rank[commodity];
    else if (all > n)
        commodity = joining->rank[commodity / n] * parties + joining->rank[commodity % n];
    return commodity * chunks + (number - 1) % chunks + 1;
}

static enum status note_sendings(struct joining *joining, struct failure *failure) {
    const struct network_schedule *schedule = joining->schedule;
    const struct network *network = joining->problem->network;
    int64_t chunks = collective_chunks(joining->problem->collective, network->nodes);
    joining->rank = memory_new((size_t)network->nodes, sizeof *joining->rank);
    joining->at = memory_new((size_t)(chunks * schedule->task.chunks) * (size_t)network->nodes,
                             sizeof *joining->at);
    joining->messages = memory_new((size_t)schedule->count + 1, sizeof *joining->messages);
    TRY(memory_check(joining->rank && joining->at && joining->messages, failure, "a schedule"));
    for (int v = 0, rank = 0; v < network->nodes; v++)
        joining->rank[v] = network_takes_part(network, v) ? rank++ : -1;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_arc *arc = arc_of(joining->schedule, i);
        int64_t *at = sending_at(joining, schedule->sends[i].chunk,
                                 joining->problem->reversed ? arc->from : arc->to);
        int there = schedule->sends[i].step + arc->latency;
        if (*at == 0 ||
            schedule->sends[*at - 1].step + arc_of(joining->schedule, *at - 1)->latency > there)
            *at = i + 1;
    }
    return STATUS_OK;
}

/* From the rank that the sending comes from, or to which it goes, through nodes that forward. */
static int other_end(const struct joining *joining, int64_t i) {
    bool reversed = joining->problem->reversed;
    int chunk = joining->schedule->sends[i].chunk;
    int node = reversed ? arc_of(joining->schedule, i)->to : arc_of(joining->schedule, i)->from;
    while (joining->rank[node] < 0) {
        int64_t next = *sending_at(joining, chunk, node);
        if (next == 0)
            return -1; /* nobody gets it, or has it */
        node = reversed ? arc_of(joining->schedule, next - 1)->to
                        : arc_of(joining->schedule, next - 1)->from;
    }
    return node;
}

enum status network_rank_messages(const struct network_schedule *schedule,
                                  struct interchange_list *list, struct message **messages,
                                  struct failure *failure) {
    CLEANUP(joining_clear)
    struct joining joining = {.schedule = schedule, .problem = schedule->task.problem};
    bool reversed = joining.problem->reversed;
    require(!schedule->task.stream);
    TRY(note_sendings(&joining, failure));
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = arc_of(schedule, i);
        int own = reversed ? arc->from : arc->to;
        int other = joining.rank[own] < 0 ? -1 : other_end(&joining, i);
        if (other < 0 || other == own)
            continue;
        joining.messages[joining.count++] = (struct message){
            send->step, joining.rank[reversed ? own : other], joining.rank[reversed ? other : own],
            number_of(&joining, send->chunk), arc->latency - 1};
    }
    *list = (struct interchange_list){{.machine = message_machine_postal(1),
                                       .processors = network_parties(joining.problem->network) - 1},
                                      joining.messages,
                                      joining.count};
    *messages = TAKE(joining.messages);
    return STATUS_OK;
}
