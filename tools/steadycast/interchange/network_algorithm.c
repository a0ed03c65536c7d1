/* SPDX-License-Identifier: MIT */
/* Collectives on networks as the algorithm files of msccl-tools: topology, collective, and steps of
 * so many rounds with their sends. */

#include "automata/memory.h"
#include "tools/steadycast/interchange/network_source.h"

/* links is a matrix, and chunks of a reduction name each operand. */
enum { MOST_NODES = 1000, MOST_ENTRIES = 10000000 };

/* As msccl-tools numbers what is sent, `address`; all-to-all by targets first. The same back. */
static int address_of(const struct network_problem *problem, int commodity) {
    int nodes = problem->network->nodes;
    return problem->collective == COLLECTIVE_ALLTOALL
               ? commodity % nodes * nodes + commodity / nodes
               : commodity;
}

/* --- who has and who wants an address; the chunks of all ranks' own in scatter and gather too ---
 */

static int64_t addresses(const struct network_problem *problem) {
    return collective_chunks(problem->collective, problem->network->nodes);
}

static bool is_there(const struct network_problem *problem, int address, bool wanted, int rank) {
    struct chunk_ends ends = collective_chunk(problem->collective, problem->network->nodes,
                                              problem->root, address_of(problem, address));
    return chunk_is_at(wanted ? ends.target : ends.source, rank);
}

/* Some node is. */
static void write_marked(FILE *file, const bool *marked, int nodes) {
    const char *comma = "[";
    for (int v = 0; v < nodes; v++)
        if (marked[v]) {
            fprintf(file, "%s%d", comma, v);
            comma = ", ";
        }
    putc(']', file);
}

static void write_ranks(FILE *file, const struct network_problem *problem, int address, bool wanted,
                        bool *marks) {
    for (int rank = 0; rank < problem->network->nodes; rank++)
        marks[rank] = is_there(problem, address, wanted, rank);
    write_marked(file, marks, problem->network->nodes);
}

static void write_chunk(FILE *file, const struct network_problem *problem, int address, int owner,
                        bool *marks) {
    fprintf(file, "%s\n    {\"msccl_type\": \"chunk\", \"pre\": ", address || owner > 0 ? "," : "");
    if (owner >= 0)
        fprintf(file, "[%d]", owner);
    else
        write_ranks(file, problem, address, false, marks);
    fprintf(file, ", \"post\": ");
    write_ranks(file, problem, address, true, marks);
    fprintf(file, ", \"addr\": %d}", address);
}

/* Each operand of a reduction is a chunk of its own at the same address. */
static void write_collective(FILE *file, const struct network_problem *problem, bool *marks) {
    static const char *const names[COLLECTIVES] = {
        "Broadcast", "Scatter", "Gather", "Reduce", "Allgather", "Alltoall", "ReduceScatter"};
    static const char *const runtime[COLLECTIVES] = {
        "custom", "custom", "custom", "custom", "allgather", "alltoall", "reduce_scatter"};
    int nodes = problem->network->nodes;
    bool sums = problem->reversed;
    fprintf(file, "  \"collective\": {\"msccl_type\": \"collective\", \"name\": \"%s(n=%d",
            names[problem->collective], nodes);
    if (collective_has_root(problem->collective))
        fprintf(file, ",root=%d", problem->root);
    fprintf(file, ")\", \"nodes\": %d, \"triggers\": {}, \"runtime_name\": \"%s\", \"chunks\": [",
            nodes, runtime[problem->collective]);
    for (int a = 0; a < addresses(problem); a++)
        for (int owner = sums ? 0 : -1; owner < (sums ? nodes : 0); owner++)
            write_chunk(file, problem, a, owner, marks);
    fprintf(file, "]}\n");
}

/* The addresses that each rank has, or wants. */
static void write_map(FILE *file, const struct network_task *task, const char *name, bool wanted) {
    const char *next = "";
    fprintf(file, "  \"%s\": {", name);
    for (int rank = 0; rank < task->problem->network->nodes && !ferror(file); rank++) {
        const char *comma = "";
        for (int a = 0; a < addresses(task->problem); a++)
            for (int j = 0; j < task->chunks && is_there(task->problem, a, wanted, rank); j++) {
                if (!*comma)
                    fprintf(file, "%s\n    \"%d\": [", next, rank);
                fprintf(file, "%s%d", comma, a * task->chunks + j);
                comma = ", ";
            }
        if (!*comma)
            continue;
        putc(']', file);
        next = ",";
    }
    fprintf(file, "},\n");
}

/* --- the topology --- */

/* Does an arc of the group begin, or end, at each node? */
static int mark_ends(const struct network *network, const struct network_group *group, bool *tails,
                     bool *heads) {
    int inside = 0;
    for (int v = 0; v < network->nodes; v++)
        tails[v] = heads[v] = false;
    for (int i = 0; i < group->count; i++) {
        const struct network_arc *arc = &network->arcs[network->members[group->first + i]];
        tails[arc->from] = heads[arc->to] = true;
    }
    for (int a = 0; a < network->arc_count; a++)
        inside += tails[network->arcs[a].from] && heads[network->arcs[a].to];
    return inside;
}

/* A switch limits what goes from some nodes to others. */
static enum status check_switches(const struct network *network, bool *marks,
                                  struct failure *failure) {
    for (int g = 0; g < network->group_count; g++)
        if (network->groups[g].count > 1 &&
            (network->groups[g].port ||
             mark_ends(network, &network->groups[g], marks, marks + network->nodes) !=
                 network->groups[g].count))
            return failure_input(failure,
                                 "msccl-algorithm: group %d is not all arcs from some nodes to "
                                 "others, which is what a switch of msccl-tools is (half duplex?)",
                                 g + 1);
    return STATUS_OK;
}

static void write_switches(FILE *file, const struct network *network, bool *marks) {
    const char *comma = "";
    fprintf(file, "\"switches\": [");
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        if (group->count == 1)
            continue;
        mark_ends(network, group, marks, marks + network->nodes);
        fprintf(file, "%s\n    [", comma);
        write_marked(file, marks, network->nodes);
        fprintf(file, ", ");
        write_marked(file, marks + network->nodes, network->nodes);
        fprintf(file, ", %d, \"group%d\"]", group->capacity, g + 1);
        comma = ",";
    }
    fprintf(file, "], ");
}

/* links[to][from]: the least capacity of a group that the arc is in. `links` and `marks` are room.
 */
static void write_topology(FILE *file, const struct network *network, int *links, bool *marks) {
    int nodes = network->nodes;
    fprintf(file, "  \"topology\": {\"msccl_type\": \"topology\", \"name\": \"network\", ");
    write_switches(file, network, marks);
    for (int g = 0; g < network->group_count; g++)
        for (int i = 0; i < network->groups[g].count; i++) {
            const struct network_arc *arc =
                &network->arcs[network->members[network->groups[g].first + i]];
            int *link = &links[arc->to * nodes + arc->from];
            if (*link == 0 || *link > network->groups[g].capacity)
                *link = network->groups[g].capacity;
        }
    fprintf(file, "\"links\": [");
    for (int to = 0; to < nodes; to++)
        for (int from = 0; from < nodes; from++)
            fprintf(file, "%s%d%s",
                    from ? ", "
                    : to ? ",\n    ["
                         : "\n    [",
                    links[to * nodes + from], from + 1 == nodes ? "]" : "");
    fprintf(file, "]},\n");
}

/* --- steps; those without a round are left out --- */

static void write_steps(FILE *file, const struct network_schedule *schedule, int *steps,
                        int *rounds) {
    const struct network_task *task = &schedule->task;
    int64_t i = 0;
    *steps = *rounds = 0;
    fprintf(file, "  \"steps\": [");
    for (int s = 0; s < task->steps && !ferror(file); s++) {
        if (schedule->rounds[s] == 0)
            continue;
        fprintf(file, "%s\n    {\"msccl_type\": \"step\", \"rounds\": %d, \"sends\": [",
                (*steps)++ ? "," : "", schedule->rounds[s]);
        *rounds += schedule->rounds[s];
        for (const char *comma = ""; i < schedule->count && schedule->sends[i].step == s + 1; i++) {
            const struct network_arc *arc = &task->problem->network->arcs[schedule->sends[i].arc];
            int number = schedule->sends[i].chunk - 1;
            fprintf(file, "%s[%d, %d, %d]", comma,
                    address_of(task->problem, number / task->chunks) * task->chunks +
                        number % task->chunks,
                    arc->from, arc->to);
            comma = ", ";
        }
        fprintf(file, "]}");
    }
    fprintf(file, "\n  ],\n");
}

static void write_all(FILE *file, const struct network_source *source,
                      const struct interchange_options *options, int *links, bool *marks) {
    const struct network_schedule *schedule = &source->part[0].schedule;
    int steps, rounds;
    fprintf(file, "{\n  \"msccl_type\": \"algorithm\",\n  \"name\": \"%s\",\n", options->name);
    write_steps(file, schedule, &steps, &rounds);
    fprintf(file,
            "  \"instance\": {\"msccl_type\": \"instance\", \"steps\": %d, \"extra_rounds\": %d, "
            "\"chunks\": %d, \"pipeline\": null, \"extra_memory\": null, \"allow_exchange\": "
            "false},\n",
            steps, rounds - steps, schedule->task.chunks);
    write_map(file, &schedule->task, "input_map", false);
    write_map(file, &schedule->task, "output_map", true);
    write_topology(file, schedule->task.problem->network, links, marks);
    write_collective(file, schedule->task.problem, marks);
    fprintf(file, "}\n");
}

enum status network_algorithm(FILE *file, const struct network_source *source,
                              const struct interchange_options *options, struct failure *failure) {
    const struct network *network = &source->part[0].network;
    int chunks = source->part[0].schedule.task.chunks;
    TRY(network_ranks(source, "msccl-algorithm", failure));
    double entries = (double)addresses(&source->part[0].problem) * network->nodes * (chunks + 1.0);
    if (source->parts > 1)
        return failure_input(failure,
                             "msccl-algorithm: what comes to a rank that has an operand is added "
                             "to it by msccl-tools, so sums can't be sent back: msccl");
    if (network->nodes > MOST_NODES || entries > MOST_ENTRIES)
        return failure_limit(failure,
                             "msccl-algorithm: %d nodes with %d chunks of each are too large",
                             network->nodes, chunks);
    FREED int *links = memory_new((size_t)network->nodes * (size_t)network->nodes, sizeof *links);
    FREED bool *marks = memory_new(2 * (size_t)network->nodes, sizeof *marks);
    TRY(links && marks ? check_switches(network, marks, failure)
                       : failure_memory(failure, "a topology"));
    write_all(file, source, options, links, marks);
    return STATUS_OK;
}
