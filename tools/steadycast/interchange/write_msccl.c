/* SPDX-License-Identifier: MIT */
/* Programs for MSCCL runtimes: what each rank has in its buffers, and which chunk goes from which
 * place at one rank to which at another. Of it come thread blocks, channels and XML. */
#include <inttypes.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "tools/steadycast/interchange/msccl_file.h"
#include "tools/steadycast/interchange/network_source.h"

/* Chunks of a rank's input, output or scratch, from 0 on. */
struct msccl_place {
    char buffer; /* i, o or s; 0: nowhere */
    int offset;
};

/* One chunk over the connection of two ranks. */
struct msccl_move {
    int from, to;
    struct msccl_place source;  /* at the sender */
    struct msccl_place operand; /* at the receiver: what it is added to; nowhere: nothing */
    struct msccl_place target;  /* at the receiver: where it, or the sum, comes */
    struct msccl_move *needs;   /* the move that the sending waits for; NULL: none */
    struct msccl_move *after;   /* the move that the reception waits for; NULL: none */
    int instance;               /* those of one go over channels of their own */
    int channel, step, block;   /* msccl_write: in both thread blocks; of the receiver */
    bool awaited;
};

struct msccl_rank {
    int inputs, outputs, scratch;
    int copied, copy_from, copy_to; /* so many chunks of the input to the output */
};

struct msccl_program {
    const char *collective;
    bool in_place; /* also there, where input and output are the same memory */
    int chunks;    /* of a loop */
    int ranks;
    int parts; /* a call's bytes are so many times those of a node: runtimes choose by all of them
                */
    struct msccl_rank *each; /* of the ranks; owned */
    size_t count;
    struct msccl_move *moves; /* in an order in which each stands behind what it waits for; owned */
};

/* --- the file --- */

/* Every message is one chunk over the connection of its two processors: a send step of a thread
 * block of the sender, and a receive step of one of the receiver. A thread block has one peer, in
 * one direction, and does its steps in the order in which the messages are sent. A send waits for
 * the step that received the item. In the order of the times of sending, everything is done after
 * what it waits for, so no two blocks wait for each other even if sends wait for their
 * receptions. */

/* The runtime's limits: msccl.h and msccl_struct.h. */
enum {
    MOST_PEERS = 32,    /* MSCCL_MAX_NUM_THREAD_BLOCKS_PER_CHANNEL, in each direction */
    MOST_CHANNELS = 32, /* MAXCHANNELS */
    MOST_AWAITED = 128, /* thread blocks that others wait for: their numbers are int8_t */
    MOST_COUNT = 71,    /* chunks of a step, below MSCCL_MAX_COUNT */
    /* The reader's limits: MAX_NODES and MAX_SUBS of xml.h; the last place of each is never
     * used. */
    MOST_ELEMENTS = 4095 /* what a rank keeps: algo, every gpu, its own thread blocks and steps */
};

/* A move at one of its ends. */
struct step {
    struct msccl_move *move;
    bool receives;
};

struct algorithm {
    struct msccl_program *program;
    const struct interchange_options *options;
    struct step *steps; /* by rank, receptions first, channel, peer and number; owned */
    size_t count;
    int channels;
};

static int rank_of(const struct step *step) {
    return step->receives ? step->move->to : step->move->from;
}

static int peer_of(const struct step *step) {
    return step->receives ? step->move->from : step->move->to;
}

/* In the order of the program. */
static int by_pair(const void *left, const void *right) {
    const struct msccl_move *a = ((const struct step *)left)->move;
    const struct msccl_move *b = ((const struct step *)right)->move;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    return (a > b) - (a < b);
}

static int by_block(const void *left, const void *right) {
    const struct step *a = left, *b = right;
    if (rank_of(a) != rank_of(b))
        return rank_of(a) < rank_of(b) ? -1 : 1;
    if (a->receives != b->receives)
        return a->receives ? -1 : 1;
    if (a->move->channel != b->move->channel)
        return a->move->channel < b->move->channel ? -1 : 1;
    if (peer_of(a) != peer_of(b))
        return peer_of(a) < peer_of(b) ? -1 : 1;
    return (a->move->step > b->move->step) - (a->move->step < b->move->step);
}

/* A connection of more messages than a thread block has steps goes on in the next channel, and so
 * does another instance. The steps of the senders stand by pairs. */
static enum status choose_channels(struct algorithm *algorithm, struct failure *failure) {
    int steps = algorithm->options->steps;
    algorithm->channels = 1;
    for (size_t i = 0, first = 0, channel = 0; i < algorithm->program->count; i++) {
        struct msccl_move *move = algorithm->steps[i].move;
        const struct msccl_move *before = i ? algorithm->steps[i - 1].move : move;
        bool same = before->from == move->from && before->to == move->to;
        if (!same || before->instance != move->instance) {
            first = i;
            channel = same ? (size_t)before->channel + 1 : 0;
        }
        size_t number = i - first;
        if (channel + number / (size_t)steps >= MOST_CHANNELS)
            return failure_input(
                failure, "msccl: more than %d messages from %d to %d: %d channels of %d steps",
                MOST_CHANNELS * steps, move->from, move->to, MOST_CHANNELS, steps);
        move->channel = (int)(channel + number / (size_t)steps);
        move->step = (int)(number % (size_t)steps);
        if (move->channel >= algorithm->channels)
            algorithm->channels = move->channel + 1;
    }
    return STATUS_OK;
}

static bool begins_rank(const struct algorithm *algorithm, size_t i) {
    const struct step *step = &algorithm->steps[i];
    return i == 0 || rank_of(step) != rank_of(step - 1);
}

static bool begins_channel(const struct algorithm *algorithm, size_t i) {
    const struct step *step = &algorithm->steps[i];
    return begins_rank(algorithm, i) || step->receives != step[-1].receives ||
           step->move->channel != step[-1].move->channel;
}

static bool begins_block(const struct algorithm *algorithm, size_t i) {
    const struct step *step = &algorithm->steps[i];
    return begins_channel(algorithm, i) || peer_of(step) != peer_of(step - 1);
}

/* Numbers the thread blocks of each rank that receive, from 0 on. Steps of one block are in their
 * order without waiting for each other. */
static void number_blocks(struct algorithm *algorithm) {
    int block = 0;
    for (size_t i = 0; i < algorithm->count; i++) {
        block = begins_rank(algorithm, i) ? 0 : block + begins_block(algorithm, i);
        if (algorithm->steps[i].receives)
            algorithm->steps[i].move->block = block;
    }
    for (size_t i = 0; i < algorithm->program->count; i++) {
        struct msccl_move *move = &algorithm->program->moves[i];
        if (move->after && move->after->block == move->block)
            move->after = NULL;
        if (move->after)
            move->after->awaited = true;
        if (move->needs)
            move->needs->awaited = true;
    }
}

static enum status check_blocks(const struct algorithm *algorithm, struct failure *failure) {
    int peers = 0;
    for (size_t i = 0; i < algorithm->count; i++) {
        const struct step *step = &algorithm->steps[i];
        peers = begins_channel(algorithm, i) ? 1 : peers + begins_block(algorithm, i);
        if (peers > MOST_PEERS)
            return failure_input(
                failure, "msccl: processor %d %s more than %d others over one channel",
                rank_of(step), step->receives ? "receives from" : "sends to", MOST_PEERS);
        if (step->receives && step->move->awaited && step->move->block >= MOST_AWAITED)
            return failure_input(
                failure, "msccl: processor %d would need more than %d thread blocks that receive",
                rank_of(step), MOST_AWAITED);
    }
    return STATUS_OK;
}

/* A rank reads the whole file, and of what is inside a gpu only its own. */
static enum status check_elements(const struct algorithm *algorithm, struct failure *failure) {
    size_t ranks = (size_t)algorithm->program->ranks, next = 0;
    for (int rank = 0; rank < algorithm->program->ranks; rank++) {
        size_t copied = (size_t)algorithm->program->each[rank].copied, blocks = copied > 0;
        size_t steps = (copied + MOST_COUNT - 1) / MOST_COUNT;
        for (; next < algorithm->count && rank_of(&algorithm->steps[next]) == rank; next++) {
            blocks += begins_block(algorithm, next);
            steps++;
        }
        if (blocks > (size_t)algorithm->options->blocks)
            return failure_input(failure,
                                 "msccl: processor %d would need %zu thread blocks, more than %d "
                                 "(--blocks or --runtime, where more are taken)",
                                 rank, blocks, algorithm->options->blocks);
        if (1 + ranks + blocks + steps > MOST_ELEMENTS)
            return failure_input(failure,
                                 "msccl: processor %d would need %zu elements of XML (thread "
                                 "blocks, steps and ranks); the runtimes read at most %d",
                                 rank, 1 + ranks + blocks + steps, MOST_ELEMENTS);
    }
    return STATUS_OK;
}

static enum status arrange(struct algorithm *algorithm, struct failure *failure) {
    size_t count = algorithm->program->count;
    for (size_t i = 0; i < count; i++)
        algorithm->steps[i] = (struct step){&algorithm->program->moves[i], false};
    qsort(algorithm->steps, count, sizeof *algorithm->steps, by_pair);
    TRY(choose_channels(algorithm, failure));
    for (size_t i = 0; i < count; i++)
        algorithm->steps[count + i] = (struct step){&algorithm->program->moves[i], true};
    qsort(algorithm->steps, algorithm->count, sizeof *algorithm->steps, by_block);
    number_blocks(algorithm);
    TRY(check_blocks(algorithm, failure));
    return check_elements(algorithm, failure);
}

static void write_step(FILE *file, const struct msccl_move *move, bool receive) {
    const struct msccl_move *waits = receive ? move->after : move->needs;
    const struct msccl_place *source =
        receive && move->operand.buffer ? &move->operand : &move->source;
    fprintf(file,
            "      <step s=\"%d\" type=\"%s\" srcbuf=\"%c\" srcoff=\"%d\" dstbuf=\"%c\" "
            "dstoff=\"%d\" cnt=\"1\" depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n",
            move->step,
            !receive               ? "s"
            : move->operand.buffer ? "rrc"
                                   : "r",
            source->buffer, source->offset, move->target.buffer, move->target.offset,
            waits ? waits->block : -1, waits ? waits->step : -1, receive && move->awaited);
}

/* The thread blocks of a rank from a step on; returns how many. */
static int write_blocks(FILE *file, const struct algorithm *algorithm, int rank, size_t *next) {
    int blocks = 0;
    for (; *next < algorithm->count && rank_of(&algorithm->steps[*next]) == rank; ++*next) {
        const struct step *step = &algorithm->steps[*next];
        if (begins_block(algorithm, *next)) {
            fprintf(file, "%s    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%d\">\n",
                    blocks ? "    </tb>\n" : "", blocks, step->receives ? -1 : peer_of(step),
                    step->receives ? peer_of(step) : -1, step->move->channel);
            blocks++;
        }
        write_step(file, step->move, step->receives);
    }
    if (blocks)
        fprintf(file, "    </tb>\n");
    return blocks;
}

/* What a source has in its input goes to its output as well; in place this changes nothing. */
static void write_copy(FILE *file, const struct msccl_rank *rank, int block) {
    fprintf(file, "    <tb id=\"%d\" send=\"-1\" recv=\"-1\" chan=\"0\">\n", block);
    for (int done = 0, step = 0; done < rank->copied; done += MOST_COUNT, step++) {
        int left = rank->copied - done;
        fprintf(file,
                "      <step s=\"%d\" type=\"cpy\" srcbuf=\"i\" srcoff=\"%d\" dstbuf=\"o\" "
                "dstoff=\"%d\" cnt=\"%d\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n",
                step, rank->copy_from + done, rank->copy_to + done,
                left < MOST_COUNT ? left : MOST_COUNT);
    }
    fprintf(file, "    </tb>\n");
}

static void write_algorithm(FILE *file, const struct algorithm *algorithm) {
    const struct msccl_program *program = algorithm->program;
    size_t next = 0;
    fprintf(file,
            "<algo name=\"%s\" proto=\"%s\" nchannels=\"%d\" nchunksperloop=\"%d\" ngpus=\"%d\" "
            "coll=\"%s\" inplace=\"%d\" outofplace=\"1\" minBytes=\"%" PRId64
            "\" maxBytes=\"%" PRId64 "\">\n",
            algorithm->options->name, algorithm->options->proto, algorithm->channels,
            program->chunks, program->ranks, program->collective, program->in_place,
            algorithm->options->least * program->parts, algorithm->options->most * program->parts);
    for (int rank = 0; rank < program->ranks && !ferror(file); rank++) {
        const struct msccl_rank *own = &program->each[rank];
        fprintf(file, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"%d\">\n", rank,
                own->inputs, own->outputs, own->scratch);
        int blocks = write_blocks(file, algorithm, rank, &next);
        if (own->copied)
            write_copy(file, own, blocks);
        fprintf(file, "  </gpu>\n");
    }
    fprintf(file, "</algo>\n");
}

static enum status check_sizes(const struct msccl_program *program,
                               const struct interchange_options *options, struct failure *failure) {
    for (int r = 0; r < program->ranks; r++) {
        const struct msccl_rank *own = &program->each[r];
        int chunks = own->inputs > own->outputs ? own->inputs : own->outputs;
        chunks = chunks > own->scratch ? chunks : own->scratch;
        if (chunks > MSCCL_MOST_CHUNKS)
            return failure_input(failure, "msccl: %d chunks; the runtime counts to %d", chunks,
                                 MSCCL_MOST_CHUNKS);
        if (own->copied > MOST_COUNT * options->steps)
            return failure_input(failure,
                                 "msccl: %d items of a processor; %d steps copy %d chunks each",
                                 own->copied, options->steps, MOST_COUNT);
    }
    return STATUS_OK;
}

/* STATUS_INPUT for too many ranks. Both arrays are the caller's to free, also after a failure. */
static enum status msccl_init(struct msccl_program *program, int ranks, size_t moves,
                              struct failure *failure) {
    if (ranks > MSCCL_MOST_RANKS)
        return failure_input(failure, "msccl: %d processors; the runtimes read at most %d ranks",
                             ranks, MSCCL_MOST_RANKS);
    *program = (struct msccl_program){.ranks = ranks};
    program->each = memory_new((size_t)ranks, sizeof *program->each);
    program->moves = memory_new(moves, sizeof *program->moves);
    return memory_check(program->each && program->moves, failure, "an algorithm");
}

/* Chooses thread blocks and steps, and writes the file. STATUS_INPUT beyond the runtimes' limits.
 */
static enum status msccl_write(FILE *file, struct msccl_program *program,
                               const struct interchange_options *options, struct failure *failure) {
    size_t count = 2 * program->count;
    FREED struct step *steps = memory_new(count, sizeof *steps);
    struct algorithm algorithm = {program, options, steps, count, 0};
    TRY(check_sizes(program, options, failure));
    TRY(steps ? arrange(&algorithm, failure) : failure_memory(failure, "an algorithm"));
    write_algorithm(file, &algorithm);
    return STATUS_OK;
}

/* --- the program of a collective on a network, or of a list of messages. Input buffers are never
 * written: partial sums, and what is only passed on, stand in scratch, and what is wanted in the
 * output --- */

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

/* Has every rank commodities of its own in its input, or output? */
static bool msccl_are_own(enum collective collective, int ranks, bool output) {
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
            return failure_input(
                failure,
                "msccl: operands of chunk %d come to node %d in step %d, after it has sent its own",
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
        return failure_input(failure,
                             "msccl: processors of a LogP machine have no steps (kind summation)");
    if (list->operands)
        return failure_input(failure,
                             "msccl: a rank keeps two results, with its own operand and without, "
                             "and a step of MSCCL combines into one (kind combining)");
    if ((list->all ? list->processors + 1L : 1L) * list->items * instances > MSCCL_MOST_CHUNKS)
        return failure_input(failure, "msccl: more than %d chunks, to which the runtime counts",
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
        return failure_limit(failure, "msccl: %d nodes and %lld chunks are more than runtimes read",
                             ranks, (long long)building.numbers);
    for (int i = 0; i < source->parts; i++) {
        TRY(network_rank_messages(&source->part[i].schedule, &parts[i].list, &parts[i].messages,
                                  failure));
        parts[i].collective = source->part[i].problem.collective;
    }
    return build_and_write(file, &building, ranks, options, failure);
}
