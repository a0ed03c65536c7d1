/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/msccl_program.h"

#include <inttypes.h>
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
            return failure_set(
                failure, STATUS_INPUT,
                "msccl: more than %d messages from %d to %d: %d channels of %d steps",
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
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d %s more than %d others over one channel",
                               rank_of(step), step->receives ? "receives from" : "sends to",
                               MOST_PEERS);
        if (step->receives && step->move->awaited && step->move->block >= MOST_AWAITED)
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d would need more than %d thread blocks that "
                               "receive",
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
            return failure_set(failure, STATUS_INPUT,
                               "msccl: processor %d would need %zu thread blocks, more than %d "
                               "(--blocks or --runtime, where more are taken)",
                               rank, blocks, algorithm->options->blocks);
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
    return memory_check(program->each && program->moves, failure, "an algorithm");
}

enum status msccl_write(FILE *file, struct msccl_program *program,
                        const struct interchange_options *options, struct failure *failure) {
    size_t count = 2 * program->count;
    FREED struct step *steps = memory_new(count, sizeof *steps);
    struct algorithm algorithm = {program, options, steps, count, 0};
    TRY(check_sizes(program, options, failure));
    TRY(steps ? arrange(&algorithm, failure) : failure_memory(failure, "an algorithm"));
    write_algorithm(file, &algorithm);
    return STATUS_OK;
}
