/* SPDX-License-Identifier: MIT */
/* Schedules as messages of ranks, which are the nodes that take part: what goes through nodes that
 * only forward is a message from the rank before these to the rank behind them. */

#include "automata/memory.h"
#include "automata/require.h"
#include "tools/steadycast/interchange/network_source.h"

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

static const struct network_arc *arc_of(const struct joining *joining, int64_t i) {
    return &joining->problem->network->arcs[joining->schedule->sends[i].arc];
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
        const struct network_arc *arc = arc_of(joining, i);
        int64_t *at = sending_at(joining, schedule->sends[i].chunk,
                                 joining->problem->reversed ? arc->from : arc->to);
        int there = schedule->sends[i].step + arc->latency;
        if (*at == 0 || schedule->sends[*at - 1].step + arc_of(joining, *at - 1)->latency > there)
            *at = i + 1;
    }
    return STATUS_OK;
}

/* From the rank that the sending comes from, or to which it goes, through nodes that forward. */
static int other_end(const struct joining *joining, int64_t i) {
    bool reversed = joining->problem->reversed;
    int chunk = joining->schedule->sends[i].chunk;
    int node = reversed ? arc_of(joining, i)->to : arc_of(joining, i)->from;
    while (joining->rank[node] < 0) {
        int64_t next = *sending_at(joining, chunk, node);
        if (next == 0)
            return -1; /* nobody gets it, or has it */
        node = reversed ? arc_of(joining, next - 1)->to : arc_of(joining, next - 1)->from;
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
        const struct network_arc *arc = arc_of(&joining, i);
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
