/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/msccl_program.h"

#include <stdlib.h>

#include "automata/memory.h"

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
    MOST_ELEMENTS = 4095, /* what a rank keeps: algo, every gpu, its own thread blocks and steps */
    MOST_INSIDE = MSCCL_MOST_RANKS /* elements directly inside another one */
};

struct algorithm {
    struct msccl_program *program;
    const struct interchange_options *options;
    struct msccl_move **incoming; /* by receiver, channel, sender, step */
    struct msccl_move **outgoing; /* by sender, channel, receiver, step */
    int channels;
};

/* In the order of the program. */
static int by_pair(const void *left, const void *right) {
    const struct msccl_move *a = *(struct msccl_move *const *)left;
    const struct msccl_move *b = *(struct msccl_move *const *)right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a > b) - (a < b);
}

static int compare_blocks(const struct msccl_move *a, const struct msccl_move *b, bool receiver) {
    int place_a = receiver ? a->to : a->from, place_b = receiver ? b->to : b->from;
    int peer_a = receiver ? a->from : a->to, peer_b = receiver ? b->from : b->to;
    if (place_a != place_b)
        return place_a < place_b ? -1 : 1;
    if (a->channel != b->channel)
        return a->channel < b->channel ? -1 : 1;
    if (peer_a != peer_b)
        return peer_a < peer_b ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

static int by_receiver(const void *left, const void *right) {
    return compare_blocks(*(struct msccl_move *const *)left, *(struct msccl_move *const *)right,
                          true);
}

static int by_sender(const void *left, const void *right) {
    return compare_blocks(*(struct msccl_move *const *)left, *(struct msccl_move *const *)right,
                          false);
}

static bool same_pair(const struct msccl_move *a, const struct msccl_move *b) {
    return a->from == b->from && a->to == b->to;
}

/* A connection of more messages than a thread block has steps goes on in the next channel. */
static enum status choose_channels(struct algorithm *algorithm, struct failure *failure) {
    struct msccl_move **moves = algorithm->outgoing;
    int steps = algorithm->options->steps;
    algorithm->channels = 1;
    for (size_t i = 0, first = 0; i < algorithm->program->count; i++) {
        if (i && !same_pair(moves[i], moves[i - 1]))
            first = i;
        size_t number = i - first;
        if (number / (size_t)steps >= MOST_CHANNELS)
            return failure_set(
                failure, STATUS_INPUT,
                "msccl: more than %d messages from %d to %d: %d channels of %d steps",
                MOST_CHANNELS * steps, moves[i]->from, moves[i]->to, MOST_CHANNELS, steps);
        moves[i]->channel = (int)(number / (size_t)steps);
        moves[i]->step = (int)(number % (size_t)steps);
        if (moves[i]->channel >= algorithm->channels)
            algorithm->channels = moves[i]->channel + 1;
    }
    return STATUS_OK;
}

/* Numbers the thread blocks of each receiver that receive, from 0 on. Steps of one block are in
 * their order without waiting for each other. */
static void number_blocks(struct algorithm *algorithm) {
    for (size_t i = 0; i < algorithm->program->count; i++) {
        struct msccl_move *move = algorithm->incoming[i];
        const struct msccl_move *before = i ? algorithm->incoming[i - 1] : NULL;
        move->block = 0;
        if (before && before->to == move->to)
            move->block =
                before->block + (before->channel != move->channel || before->from != move->from);
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

static enum status check_limits(const struct algorithm *algorithm, bool receiver,
                                struct failure *failure) {
    struct msccl_move *const *order = receiver ? algorithm->incoming : algorithm->outgoing;
    for (size_t i = 0, peers = 0; i < algorithm->program->count; i++) {
        const struct msccl_move *move = order[i], *before = i ? order[i - 1] : NULL;
        int place = receiver ? move->to : move->from;
        bool same = before && before->channel == move->channel &&
                    place == (receiver ? before->to : before->from);
        if (!same)
            peers = 1;
        else if (!same_pair(move, before))
            peers++;
        if (peers > MOST_PEERS)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d %s more than %d others over one channel", place,
                               receiver ? "receives from" : "sends to", MOST_PEERS);
        if (receiver && move->awaited && move->block >= MOST_AWAITED)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d would need more than %d thread blocks that "
                               "receive",
                               place, MOST_AWAITED);
    }
    return STATUS_OK;
}

/* The thread blocks and the steps of a rank in one direction; *next goes on from rank to rank. */
static size_t count_blocks(const struct algorithm *algorithm, int rank, bool receive, size_t *next,
                           size_t *steps) {
    struct msccl_move *const *order = receive ? algorithm->incoming : algorithm->outgoing;
    size_t blocks = 0, first = *next;
    for (; *next < algorithm->program->count; ++*next) {
        if ((receive ? order[*next]->to : order[*next]->from) != rank)
            break;
        blocks += order[*next]->step == 0;
    }
    *steps += *next - first;
    return blocks;
}

/* A rank reads the whole file, and of what is inside a gpu only its own. */
static enum status check_elements(const struct algorithm *algorithm, struct failure *failure) {
    size_t ranks = (size_t)algorithm->program->ranks, in = 0, out = 0;
    for (int rank = 0; rank < algorithm->program->ranks; rank++) {
        size_t copied = (size_t)algorithm->program->each[rank].copied;
        size_t steps = (copied + MOST_COUNT - 1) / MOST_COUNT;
        size_t blocks = (copied > 0) + count_blocks(algorithm, rank, true, &in, &steps);
        blocks += count_blocks(algorithm, rank, false, &out, &steps);
        if (blocks > MOST_INSIDE)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d would need %zu thread blocks; the runtimes "
                               "read at most %d",
                               rank, blocks, MOST_INSIDE);
        if (1 + ranks + blocks + steps > MOST_ELEMENTS)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d would need %zu elements of XML (thread blocks, "
                               "steps and ranks); the runtimes read at most %d",
                               rank, 1 + ranks + blocks + steps, MOST_ELEMENTS);
    }
    return STATUS_OK;
}

static enum status arrange(struct algorithm *algorithm, struct failure *failure) {
    size_t count = algorithm->program->count;
    for (size_t i = 0; i < count; i++)
        algorithm->incoming[i] = algorithm->outgoing[i] = &algorithm->program->moves[i];
    qsort(algorithm->outgoing, count, sizeof *algorithm->outgoing, by_pair);
    enum status status = choose_channels(algorithm, failure);
    if (status)
        return status;
    qsort(algorithm->incoming, count, sizeof *algorithm->incoming, by_receiver);
    qsort(algorithm->outgoing, count, sizeof *algorithm->outgoing, by_sender);
    number_blocks(algorithm);
    status = check_limits(algorithm, true, failure);
    if (!status)
        status = check_limits(algorithm, false, failure);
    return status ? status : check_elements(algorithm, failure);
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

/* The thread blocks of one direction, the first of them with the number *block. */
static size_t write_blocks(FILE *file, const struct algorithm *algorithm, int rank, size_t first,
                           bool receive, int *block) {
    struct msccl_move *const *order = receive ? algorithm->incoming : algorithm->outgoing;
    size_t i = first;
    for (; i < algorithm->program->count; i++) {
        const struct msccl_move *move = order[i];
        if ((receive ? move->to : move->from) != rank)
            break;
        if (i == first || move->step == 0) {
            fprintf(file, "%s    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%d\">\n",
                    i > first ? "    </tb>\n" : "", (*block)++, receive ? -1 : move->to,
                    receive ? move->from : -1, move->channel);
        }
        write_step(file, move, receive);
    }
    if (i > first)
        fprintf(file, "    </tb>\n");
    return i;
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
    size_t in = 0, out = 0;
    fprintf(file,
            "<algo name=\"%s\" proto=\"%s\" nchannels=\"%d\" nchunksperloop=\"%d\" ngpus=\"%d\" "
            "coll=\"%s\" inplace=\"%d\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">\n",
            algorithm->options->name, algorithm->options->proto, algorithm->channels,
            program->chunks, program->ranks, program->collective, program->in_place);
    for (int rank = 0; rank < program->ranks && !ferror(file); rank++) {
        const struct msccl_rank *own = &program->each[rank];
        int block = 0;
        fprintf(file, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"%d\">\n", rank,
                own->inputs, own->outputs, own->scratch);
        in = write_blocks(file, algorithm, rank, in, true, &block);
        out = write_blocks(file, algorithm, rank, out, false, &block);
        if (own->copied)
            write_copy(file, own, block);
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
            return failure_set(failure, STATUS_INPUT, "msccl: %d chunks; the runtime counts to %d",
                               chunks, MSCCL_MOST_CHUNKS);
        if (own->copied > MOST_COUNT * options->steps)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: %d items of a processor; %d steps copy %d chunks each",
                               own->copied, options->steps, MOST_COUNT);
    }
    return STATUS_OK;
}

enum status msccl_init(struct msccl_program *program, int ranks, size_t moves,
                       struct failure *failure) {
    if (ranks > MSCCL_MOST_RANKS)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: %d processors; the runtimes read at most %d ranks", ranks,
                           MSCCL_MOST_RANKS);
    *program = (struct msccl_program){.ranks = ranks};
    program->each = memory_new((size_t)ranks, sizeof *program->each);
    program->moves = memory_new(moves, sizeof *program->moves);
    if (program->each && program->moves)
        return STATUS_OK;
    msccl_clear(program);
    return failure_memory(failure, "an algorithm");
}

void msccl_clear(struct msccl_program *program) {
    free(program->each);
    free(program->moves);
}

enum status msccl_write(FILE *file, struct msccl_program *program,
                        const struct interchange_options *options, struct failure *failure) {
    struct algorithm algorithm = {program, options,
                                  memory_new(program->count, sizeof *algorithm.incoming),
                                  memory_new(program->count, sizeof *algorithm.outgoing), 0};
    enum status status = check_sizes(program, options, failure);
    if (!status && (!algorithm.incoming || !algorithm.outgoing))
        status = failure_memory(failure, "an algorithm");
    if (!status)
        status = arrange(&algorithm, failure);
    if (!status)
        write_algorithm(file, &algorithm);
    free(algorithm.incoming);
    free(algorithm.outgoing);
    return status;
}
