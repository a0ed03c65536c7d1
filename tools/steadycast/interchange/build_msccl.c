/* SPDX-License-Identifier: MIT */
/* Collectives on networks, and lists of messages, as programs for MSCCL runtimes. Input buffers are
 * never written: partial sums, and what is only passed on, stand in scratch, and what is wanted in
 * the output. */
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/interchange/msccl_program.h"
#include "tools/steadycast/interchange/network_source.h"

enum { MOST_HELD = 1 << 26 };

/* A chunk at a rank. */
struct held {
    struct msccl_place place;
    struct msccl_move *by; /* the last move that came to it; NULL: it is the rank's own */
    long time;             /* not of a reduction: when it can first be sent on; 0: never */
    bool sent;             /* of a reduction: with all that came */
};

/* Messages whose items are the chunks of a collective, or of a half of one. */
struct part {
    enum collective collective;
    struct interchange_list list;
    struct message *messages, *repeated; /* owned: what the list borrows */
};

struct building {
    struct part *parts;
    int count; /* 2: an allreduce, of a reduction and what brings the sums to all */
    int root;
    int chunks; /* C times the instances */
    int instances;
    int64_t numbers; /* of all chunks: 1 .. */
    struct msccl_program program;
    struct held *held;
};

static void building_clear(struct building *building) {
    for (int i = 0; i < building->count; i++)
        FREE_ALL(building->parts[i].messages, building->parts[i].repeated);
    FREE_ALL(building->held, building->program.each, building->program.moves);
}

static struct held *held_by(const struct building *building, int rank, int chunk) {
    return &building->held[rank * building->numbers + chunk - 1];
}

/* --- buffers: the chunks of each commodity stand together --- */

bool msccl_are_own(enum collective collective, int ranks, bool output) {
    int64_t all = collective_chunks(collective, ranks);
    struct chunk_ends first = collective_chunk(collective, ranks, 0, 0);
    struct chunk_ends last = collective_chunk(collective, ranks, 0, (int)all - 1);
    return output ? first.target != last.target : first.source != last.source;
}

int msccl_commodity_place(enum collective collective, int ranks, int commodity, bool output) {
    if (!msccl_are_own(collective, ranks, output))
        return commodity;
    if (collective != COLLECTIVE_ALLTOALL)
        return 0;
    return output ? commodity / ranks : commodity % ranks;
}

static struct chunk_ends ends_of(const struct building *building, const struct part *part,
                                 int commodity) {
    return collective_chunk(part->collective, building->program.ranks, building->root, commodity);
}

/* Has every rank commodities of its own in its input, or output? Else who has one has all. */
static bool are_own(const struct building *building, bool output) {
    return msccl_are_own(building->parts->collective, building->program.ranks, output) &&
           !(output && building->count > 1);
}

static int place_of(const struct building *building, int commodity, bool output) {
    return are_own(building, output)
               ? msccl_commodity_place(building->parts->collective, building->program.ranks,
                                       commodity, output)
               : commodity;
}

static int size_of(const struct building *building, int rank, bool output) {
    int ranks = building->program.ranks;
    int64_t all = collective_chunks(building->parts->collective, ranks);
    struct chunk_ends ends = ends_of(building, building->parts, 0);
    if (are_own(building, output))
        return (int)(all / ranks) * building->chunks;
    bool there =
        chunk_is_at(output ? ends.target : ends.source, rank) || (output && building->count > 1);
    return there ? (int)all * building->chunks : 0;
}

static struct msccl_place stand(const struct building *building, int chunk, bool output) {
    int commodity = (chunk - 1) / building->chunks, own = (chunk - 1) % building->chunks;
    return (struct msccl_place){output ? 'o' : 'i',
                                place_of(building, commodity, output) * building->chunks + own};
}

/* A rank's own chunks that it wants as well. */
static void copy_own(const struct building *building, int rank) {
    enum collective collective = building->parts->collective;
    int ranks = building->program.ranks;
    int own = collective == COLLECTIVE_ALLTOALL          ? rank * ranks + rank
              : collective_chunks(collective, ranks) > 1 ? rank
                                                         : 0;
    struct chunk_ends ends = ends_of(building, building->parts, own);
    if (ends.source == COMMODITY_TO_ALL || !chunk_is_at(ends.source, rank) ||
        !chunk_is_at(ends.target, rank))
        return;
    struct msccl_rank *place = &building->program.each[rank];
    place->copied = building->chunks;
    place->copy_from = place_of(building, own, false) * building->chunks;
    place->copy_to = place_of(building, own, true) * building->chunks;
}

static void fill_head(struct building *building) {
    enum collective collective = building->parts->collective;
    struct msccl_program *program = &building->program;
    program->collective = building->count > 1                       ? "allreduce"
                          : collective == COLLECTIVE_REDUCE_SCATTER ? "reducescatter"
                                                                    : collective_name(collective);
    program->in_place = collective != COLLECTIVE_ALLTOALL;
    program->chunks = (collective_has_root(collective) ? 1 : program->ranks) * building->chunks;
    program->parts = collective_has_root(collective) || building->count > 1 ? 1 : program->ranks;
    for (int rank = 0; rank < program->ranks; rank++) {
        program->each[rank].inputs = size_of(building, rank, false);
        program->each[rank].outputs = size_of(building, rank, true);
        copy_own(building, rank);
    }
}

/* --- moves --- */

static struct msccl_place new_place(struct building *building, const struct part *part, int chunk,
                                    int rank) {
    struct chunk_ends ends = ends_of(building, part, (chunk - 1) / building->chunks);
    if (chunk_is_at(ends.target, rank))
        return stand(building, chunk, true);
    return (struct msccl_place){'s', building->program.each[rank].scratch++};
}

static struct msccl_move *add_move(struct building *building, const struct message *message) {
    struct msccl_move *move = &building->program.moves[building->program.count++];
    const struct held *from = held_by(building, message->from, message->item);
    *move = (struct msccl_move){.from = message->from,
                                .to = message->to,
                                .source = from->place,
                                .needs = from->by,
                                .instance = (message->item - 1) % building->instances};
    return move;
}

/* What comes first counts; what comes later is not sent. */
static void build_forward(struct building *building, const struct part *part) {
    const struct interchange_list *list = &part->list;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < list->count; i++) {
            const struct message *m = &list->messages[i];
            struct held *to = held_by(building, m->to, m->item);
            long there = m->time + message_machine_flight(&list->list.machine, m);
            if (to->place.buffer)
                continue;
            if (pass == 0 && (to->time == 0 || to->time > there))
                to->time = there;
            if (pass == 0 || to->time != there)
                continue;
            to->by = add_move(building, m);
            to->place = to->by->target = new_place(building, part, m->item, m->to);
        }
}

/* Operands that come to a rank are added one after the other, though they come by several thread
 * blocks. */
static enum status build_reduction(struct building *building, const struct part *part,
                                   struct failure *failure) {
    for (size_t i = 0; i < part->list.count; i++) {
        const struct message *m = &part->list.messages[i];
        struct held *to = held_by(building, m->to, m->item);
        if (to->sent)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: operands of chunk %d come to node %d in step %d, after it "
                               "has sent its own",
                               m->item, m->to, m->time);
        struct msccl_move *move = add_move(building, m);
        move->operand = to->place;
        if (!to->by)
            to->place = new_place(building, part, m->item, m->to);
        move->target = to->place;
        move->after = to->by;
        to->by = move;
        held_by(building, m->from, m->item)->sent = true;
    }
    return STATUS_OK;
}

/* Who has what in the beginning; of the second part the sums alone are there. */
static void place_chunks(const struct building *building, const struct part *part) {
    for (int chunk = 1; chunk <= building->numbers; chunk++) {
        struct chunk_ends ends = ends_of(building, part, (chunk - 1) / building->chunks);
        for (int rank = 0; rank < building->program.ranks; rank++) {
            struct held *held = held_by(building, rank, chunk);
            if (!chunk_is_at(ends.source, rank))
                *held = (struct held){0};
            else if (part == building->parts)
                held->place = stand(building, chunk, false);
        }
    }
}

static enum status build(struct building *building, struct failure *failure) {
    fill_head(building);
    for (int i = 0; i < building->count; i++) {
        const struct part *part = &building->parts[i];
        place_chunks(building, part);
        if (ends_of(building, part, 0).source == COMMODITY_TO_ALL)
            TRY(build_reduction(building, part, failure));
        else
            build_forward(building, part);
    }
    return STATUS_OK;
}

/* Each message as often as there are instances, of parts of its chunk, which are chunks then. */
static enum status repeat(struct part *part, int instances, struct failure *failure) {
    struct interchange_list *list = &part->list;
    struct message *repeated = memory_new(list->count * (size_t)instances + 1, sizeof *repeated);
    TRY(memory_check(repeated, failure, "an algorithm"));
    for (size_t i = 0; i < list->count * (size_t)instances; i++) {
        repeated[i] = list->messages[i / (size_t)instances];
        repeated[i].item = (repeated[i].item - 1) * instances + (int)(i % (size_t)instances) + 1;
    }
    list->messages = part->repeated = repeated;
    list->count *= (size_t)instances;
    return STATUS_OK;
}

static enum status build_and_write(FILE *file, struct building *building, int ranks,
                                   const struct interchange_options *options,
                                   struct failure *failure) {
    size_t moves = 0;
    for (int i = 0; i < building->count; i++) {
        TRY(repeat(&building->parts[i], options->instances, failure));
        moves += building->parts[i].list.count;
    }
    TRY(msccl_init(&building->program, ranks, moves, failure));
    building->held = memory_new((size_t)ranks * (size_t)building->numbers, sizeof *building->held);
    TRY(memory_check(building->held, failure, "an algorithm"));
    TRY(build(building, failure));
    return msccl_write(file, &building->program, options, failure);
}

/* --- what is written --- */

static enum status refuse_operands(const struct message_list *list, int instances,
                                   struct failure *failure) {
    if (list->reduce)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: processors of a LogP machine have no steps (kind summation)");
    if (list->operands)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: a rank keeps two results, with its own operand and without, and "
                           "a step of MSCCL combines into one (kind combining)");
    if ((list->all ? list->processors + 1L : 1L) * list->items * instances > MSCCL_MOST_CHUNKS)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: more than %d chunks, to which the runtime counts",
                           MSCCL_MOST_CHUNKS);
    return STATUS_OK;
}

enum status interchange_msccl(FILE *file, const struct interchange_list *source,
                              const struct interchange_options *options, struct failure *failure) {
    const struct message_list *list = &source->list;
    struct part part = {list->all ? COLLECTIVE_ALLGATHER : COLLECTIVE_BROADCAST, *source, NULL,
                        NULL};
    CLEANUP(building_clear)
    struct building building = {.parts = &part, .count = 1, .instances = options->instances};
    TRY(refuse_operands(list, options->instances, failure));
    TRY(interchange_check(source, failure));
    building.chunks = list->items * options->instances;
    building.numbers = (list->all ? list->processors + 1L : 1L) * building.chunks;
    return build_and_write(file, &building, list->processors + 1, options, failure);
}

enum status network_msccl(FILE *file, const struct network_source *source,
                          const struct interchange_options *options, struct failure *failure) {
    const struct network_task *task = &source->part[0].schedule.task;
    const struct network *network = task->problem->network;
    int ranks = network_parties(network);
    struct part parts[NETWORK_PARTS] = {0};
    int64_t chunks = (int64_t)task->chunks * options->instances;
    CLEANUP(building_clear)
    struct building building = {.parts = parts,
                                .count = source->parts,
                                .root = network_rank(network, task->problem->root),
                                .chunks = (int)chunks,
                                .instances = options->instances,
                                .numbers =
                                    collective_chunks(task->problem->collective, ranks) * chunks};
    if (ranks > MSCCL_MOST_RANKS || building.numbers > MOST_HELD / network->nodes)
        return failure_set(failure, STATUS_LIMIT,
                           "msccl: %d nodes and %lld chunks are more than runtimes read", ranks,
                           (long long)building.numbers);
    for (int i = 0; i < source->parts; i++) {
        TRY(network_rank_messages(&source->part[i].schedule, &parts[i].list, &parts[i].messages,
                                  failure));
        parts[i].collective = source->part[i].problem.collective;
    }
    return build_and_write(file, &building, ranks, options, failure);
}
