/* SPDX-License-Identifier: MIT */
/* Collectives on networks as programs for MSCCL runtimes. Input buffers are never written: partial
 * sums, and what is only passed on, stand in scratch, and what is wanted in the output. */
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/interchange/msccl_program.h"
#include "tools/steadycast/interchange/network_source.h"

enum { MOST_RANKS = 1023, MOST_HELD = 1 << 26 };

/* A chunk at a rank. */
struct held {
    struct msccl_place place;
    struct msccl_move *by; /* the last move that came to it; NULL: it is the rank's own */
    int step;              /* not of a reduction: when it can first be sent on; 0: never */
    bool sent;             /* of a reduction: with all that came */
};

struct building {
    const struct network_source *source;
    struct msccl_program *program;
    int64_t numbers; /* of chunks */
    struct held *held;
    const struct commodity **commodities; /* by `chunk`; NULL: there is none */
};

static struct held *held_by(const struct building *building, int rank, int chunk) {
    return &building->held[rank * building->numbers + chunk - 1];
}

static const struct commodity *commodity_of(const struct building *building, int chunk) {
    return building->commodities[(chunk - 1) / building->source->part[0].schedule.task.chunks];
}

static struct msccl_place stand(const struct building *building, int chunk, bool output) {
    int chunks = building->source->part[0].schedule.task.chunks;
    struct chunk_places places = chunk_places_of(building->source, commodity_of(building, chunk));
    return (struct msccl_place){output ? 'o' : 'i',
                                (output ? places.output : places.input) * chunks +
                                    (chunk - 1) % chunks};
}

static struct msccl_place new_place(const struct building *building, bool wanted, int chunk,
                                    int rank) {
    if (wanted)
        return stand(building, chunk, true);
    return (struct msccl_place){'s', building->program->each[rank].scratch++};
}

static struct msccl_move *add_move(const struct building *building, const struct network_arc *arc,
                                   const struct held *from) {
    struct msccl_move *move = &building->program->moves[building->program->count++];
    *move = (struct msccl_move){
        .from = arc->from, .to = arc->to, .source = from->place, .needs = from->by};
    return move;
}

/* What comes first counts; what comes later is not sent. */
static void build_forward(const struct building *building,
                          const struct network_schedule *schedule) {
    for (int pass = 0; pass < 2; pass++)
        for (int64_t i = 0; i < schedule->count; i++) {
            const struct network_send *send = &schedule->sends[i];
            const struct network_arc *arc = &schedule->task.problem->network->arcs[send->arc];
            struct held *to = held_by(building, arc->to, send->chunk);
            int there = send->step + arc->latency;
            if (to->place.buffer)
                continue;
            if (pass == 0 && (to->step == 0 || to->step > there))
                to->step = there;
            if (pass == 0 || to->step != there)
                continue;
            bool wanted = commodity_wants(commodity_of(building, send->chunk), arc->to);
            to->by = add_move(building, arc, held_by(building, arc->from, send->chunk));
            to->place = to->by->target = new_place(building, wanted, send->chunk, arc->to);
        }
}

/* Operands that come to a rank are added one after the other, though they come by several thread
 * blocks. */
static enum status build_reduction(const struct building *building,
                                   const struct network_schedule *schedule,
                                   struct failure *failure) {
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &schedule->task.problem->network->arcs[send->arc];
        struct held *from = held_by(building, arc->from, send->chunk);
        struct held *to = held_by(building, arc->to, send->chunk);
        bool wanted = commodity_of(building, send->chunk)->source == arc->to;
        if (to->sent)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: operands of chunk %d come to node %d in step %d, after it "
                               "has sent its own",
                               send->chunk, arc->to, send->step);
        struct msccl_move *move = add_move(building, arc, from);
        move->operand = to->place;
        if (!to->by)
            to->place = new_place(building, wanted, send->chunk, arc->to);
        move->target = to->place;
        move->after = to->by;
        to->by = move;
        from->sent = true;
    }
    return STATUS_OK;
}

/* Who has what in the beginning; of the second part the sums alone are there. */
static void place_chunks(const struct building *building, int part) {
    const struct network_task *task = &building->source->part[part].schedule.task;
    for (int64_t k = 0; k < network_task_chunks(task); k++) {
        struct network_chunk chunk = network_task_chunk(task, k);
        for (int rank = 0; rank < building->program->ranks; rank++) {
            struct held *held = held_by(building, rank, chunk.number);
            bool own = rank == chunk.source || (part == 0 && task->problem->reversed);
            if (!own)
                *held = (struct held){0};
            else if (part == 0)
                held->place = stand(building, chunk.number, false);
        }
    }
}

/* A rank's own chunks that it wants as well. */
static void copy_own(const struct building *building, int rank) {
    const struct network_task *task = &building->source->part[0].schedule.task;
    enum collective collective = task->problem->collective;
    if (task->problem->reversed || (collective_has_root(collective) && rank != task->problem->root))
        return;
    int nodes = building->program->ranks;
    struct commodity own = {.chunk =
                                collective == COLLECTIVE_ALLTOALL ? rank * nodes + rank : rank};
    struct chunk_places places = chunk_places_of(building->source, &own);
    struct msccl_rank *place = &building->program->each[rank];
    place->copied = task->chunks;
    place->copy_from = places.input * task->chunks;
    place->copy_to = places.output * task->chunks;
}

static void fill_head(const struct building *building) {
    static const char *const names[COLLECTIVES] = {
        "broadcast", "scatter", "gather", "reduce", "allgather", "alltoall", "reducescatter"};
    const struct network_task *task = &building->source->part[0].schedule.task;
    struct msccl_program *program = building->program;
    program->collective =
        building->source->parts > 1 ? "allreduce" : names[task->problem->collective];
    program->in_place = task->problem->collective != COLLECTIVE_ALLTOALL;
    program->chunks =
        (collective_has_root(task->problem->collective) ? 1 : program->ranks) * task->chunks;
    for (int rank = 0; rank < program->ranks; rank++) {
        struct msccl_rank *own = &program->each[rank];
        network_source_sizes(building->source, rank, &own->inputs, &own->outputs);
        copy_own(building, rank);
    }
}

static enum status build(const struct building *building, struct failure *failure) {
    const struct network_source *source = building->source;
    enum status status = STATUS_OK;
    fill_head(building);
    for (int i = 0; i < source->parts && !status; i++) {
        place_chunks(building, i);
        if (source->part[i].problem.reversed)
            status = build_reduction(building, &source->part[i].schedule, failure);
        else
            build_forward(building, &source->part[i].schedule);
    }
    return status;
}

enum status network_msccl(FILE *file, const struct network_source *source,
                          const struct interchange_options *options, struct failure *failure) {
    const struct network_problem *problem = &source->part[0].problem;
    int nodes = problem->network->nodes;
    int commodities = problem->commodities[problem->commodity_count - 1].chunk + 1;
    struct msccl_program program;
    struct building building = {.source = source,
                                .program = &program,
                                .numbers =
                                    (int64_t)commodities * source->part[0].schedule.task.chunks};
    size_t moves = 0;
    if (nodes > MOST_RANKS || building.numbers > MOST_HELD / nodes)
        return failure_set(failure, STATUS_LIMIT,
                           "msccl: %d nodes and %lld chunks are more than runtimes read", nodes,
                           (long long)building.numbers);
    for (int i = 0; i < source->parts; i++)
        moves += (size_t)source->part[i].schedule.count;
    enum status status = msccl_init(&program, nodes, moves, failure);
    building.held = memory_new((size_t)nodes * (size_t)building.numbers, sizeof *building.held);
    building.commodities = memory_new((size_t)commodities, sizeof *building.commodities);
    if (!status && (!building.held || !building.commodities))
        status = failure_memory(failure, "an algorithm");
    for (int i = 0; i < problem->commodity_count && !status; i++)
        building.commodities[problem->commodities[i].chunk] = &problem->commodities[i];
    if (!status)
        status = build(&building, failure);
    if (!status)
        status = msccl_write(file, &program, options, failure);
    free(building.held);
    free(building.commodities);
    msccl_clear(&program);
    return status;
}
