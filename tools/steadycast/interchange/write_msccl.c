/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/interchange.h"

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
    MOST_CHUNKS = 32767,
    MOST_COUNT = 71, /* chunks of a step, below MSCCL_MAX_COUNT */
    /* The reader's limits: MAX_NODES and MAX_SUBS of xml.h; the last place of each is never
     * used. */
    MOST_ELEMENTS = 4095, /* what a rank keeps: algo, every gpu, its own thread blocks and steps */
    MOST_INSIDE = 1023    /* elements directly inside another one */
};

struct move {
    const struct message *message;
    int channel;
    int step;                /* in both thread blocks */
    int block;               /* of the receiver */
    bool awaited;            /* the receiver sends the item on */
    const struct move *from; /* the move that brought the item to the sender, NULL at the source */
};

struct algorithm {
    const struct interchange_list *source;
    const struct interchange_options *options;
    struct move *moves;     /* by sender, receiver, time and item */
    struct move **incoming; /* by receiver, channel, sender, step */
    struct move **outgoing; /* by sender, channel, receiver, step */
    struct move **by_item;  /* by receiver and item */
    int channels;
};

static int by_pair(const void *left, const void *right) {
    const struct message *a = ((const struct move *)left)->message;
    const struct message *b = ((const struct move *)right)->message;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static int compare_blocks(const struct move *a, const struct move *b, bool receiver) {
    int place_a = receiver ? a->message->to : a->message->from;
    int place_b = receiver ? b->message->to : b->message->from;
    int peer_a = receiver ? a->message->from : a->message->to;
    int peer_b = receiver ? b->message->from : b->message->to;
    if (place_a != place_b)
        return place_a < place_b ? -1 : 1;
    if (a->channel != b->channel)
        return a->channel < b->channel ? -1 : 1;
    if (peer_a != peer_b)
        return peer_a < peer_b ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

static int by_receiver(const void *left, const void *right) {
    return compare_blocks(*(struct move *const *)left, *(struct move *const *)right, true);
}

static int by_sender(const void *left, const void *right) {
    return compare_blocks(*(struct move *const *)left, *(struct move *const *)right, false);
}

static int by_receiver_and_item(const void *left, const void *right) {
    const struct message *a = (*(struct move *const *)left)->message;
    const struct message *b = (*(struct move *const *)right)->message;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->item > b->item) - (a->item < b->item);
}

static bool same_pair(const struct message *a, const struct message *b) {
    return a->from == b->from && a->to == b->to;
}

static bool is_source(const struct message_list *list, int processor, int item) {
    return list->all ? (item - 1) / list->items == processor : processor == 0;
}

/* A connection of more messages than a thread block has steps goes on in the next channel. */
static enum status choose_channels(struct algorithm *algorithm, struct failure *failure) {
    struct move *moves = algorithm->moves;
    int steps = algorithm->options->steps;
    algorithm->channels = 1;
    for (size_t i = 0, first = 0; i < algorithm->source->count; i++) {
        if (i && !same_pair(moves[i].message, moves[i - 1].message))
            first = i;
        size_t number = i - first;
        if (number / (size_t)steps >= MOST_CHANNELS)
            return failure_set(
                failure, STATUS_INPUT,
                "msccl: more than %d messages from %d to %d: %d channels of %d steps",
                MOST_CHANNELS * steps, moves[i].message->from, moves[i].message->to, MOST_CHANNELS,
                steps);
        moves[i].channel = (int)(number / (size_t)steps);
        moves[i].step = (int)(number % (size_t)steps);
        if (moves[i].channel >= algorithm->channels)
            algorithm->channels = moves[i].channel + 1;
    }
    return STATUS_OK;
}

/* Numbers the thread blocks of each receiver that receive, from 0 on. */
static void number_blocks(struct algorithm *algorithm) {
    for (size_t i = 0; i < algorithm->source->count; i++) {
        struct move *move = algorithm->incoming[i], *before = i ? algorithm->incoming[i - 1] : NULL;
        move->block = 0;
        if (before && before->message->to == move->message->to)
            move->block = before->block + (before->channel != move->channel ||
                                           before->message->from != move->message->from);
    }
}

static void find_senders(struct algorithm *algorithm) {
    for (size_t i = 0; i < algorithm->source->count; i++) {
        struct move *move = &algorithm->moves[i];
        const struct message *m = move->message;
        if (is_source(&algorithm->source->list, m->from, m->item))
            continue;
        struct message wanted = {.to = m->from, .item = m->item};
        struct move key = {.message = &wanted}, *key_place = &key;
        struct move **found = bsearch(&key_place, algorithm->by_item, algorithm->source->count,
                                      sizeof *algorithm->by_item, by_receiver_and_item);
        move->from = *found; /* it is there: the list was played */
        (*found)->awaited = true;
    }
}

static enum status check_limits(const struct algorithm *algorithm, bool receiver,
                                struct failure *failure) {
    struct move *const *order = receiver ? algorithm->incoming : algorithm->outgoing;
    for (size_t i = 0, peers = 0; i < algorithm->source->count; i++) {
        const struct move *move = order[i], *before = i ? order[i - 1] : NULL;
        int place = receiver ? move->message->to : move->message->from;
        bool same = before && before->channel == move->channel &&
                    place == (receiver ? before->message->to : before->message->from);
        if (!same)
            peers = 1;
        else if (!same_pair(move->message, before->message))
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
    struct move *const *order = receive ? algorithm->incoming : algorithm->outgoing;
    size_t blocks = 0, first = *next;
    for (; *next < algorithm->source->count; ++*next) {
        const struct message *m = order[*next]->message;
        if ((receive ? m->to : m->from) != rank)
            break;
        blocks += order[*next]->step == 0;
    }
    *steps += *next - first;
    return blocks;
}

/* A rank reads the whole file, and of what is inside a gpu only its own. */
static enum status check_elements(const struct algorithm *algorithm, struct failure *failure) {
    const struct message_list *list = &algorithm->source->list;
    size_t ranks = (size_t)list->processors + 1, in = 0, out = 0;
    for (int rank = 0; rank <= list->processors; rank++) {
        bool has = list->all || rank == 0;
        size_t steps = has ? ((size_t)list->items + MOST_COUNT - 1) / MOST_COUNT : 0;
        size_t blocks = has + count_blocks(algorithm, rank, true, &in, &steps);
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
    size_t count = algorithm->source->count;
    for (size_t i = 0; i < count; i++)
        algorithm->moves[i] = (struct move){.message = &algorithm->source->messages[i]};
    qsort(algorithm->moves, count, sizeof *algorithm->moves, by_pair);
    enum status status = choose_channels(algorithm, failure);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++)
        algorithm->incoming[i] = algorithm->outgoing[i] = algorithm->by_item[i] =
            &algorithm->moves[i];
    qsort(algorithm->incoming, count, sizeof *algorithm->incoming, by_receiver);
    qsort(algorithm->outgoing, count, sizeof *algorithm->outgoing, by_sender);
    qsort(algorithm->by_item, count, sizeof *algorithm->by_item, by_receiver_and_item);
    number_blocks(algorithm);
    find_senders(algorithm);
    status = check_limits(algorithm, true, failure);
    if (!status)
        status = check_limits(algorithm, false, failure);
    return status ? status : check_elements(algorithm, failure);
}

/* Where the sender of an item has it: its own ones are in the input. */
static void write_chunk(FILE *file, const struct message_list *list, const struct message *m) {
    bool input = is_source(list, m->from, m->item);
    fprintf(file, "srcbuf=\"%c\" srcoff=\"%d\" dstbuf=\"o\" dstoff=\"%d\" cnt=\"1\"",
            input ? 'i' : 'o', input ? (m->item - 1) % list->items : m->item - 1, m->item - 1);
}

static void write_step(FILE *file, const struct message_list *list, const struct move *move,
                       bool receive) {
    const struct move *from = receive ? NULL : move->from;
    fprintf(file, "      <step s=\"%d\" type=\"%c\" ", move->step, receive ? 'r' : 's');
    write_chunk(file, list, move->message);
    fprintf(file, " depid=\"%d\" deps=\"%d\" hasdep=\"%d\"/>\n", from ? from->block : -1,
            from ? from->step : -1, receive && move->awaited);
}

/* The thread blocks of one direction, the first of them with the number *block. */
static size_t write_blocks(FILE *file, const struct algorithm *algorithm, int rank, size_t first,
                           bool receive, int *block) {
    struct move *const *order = receive ? algorithm->incoming : algorithm->outgoing;
    size_t i = first;
    for (; i < algorithm->source->count; i++) {
        const struct message *m = order[i]->message;
        if ((receive ? m->to : m->from) != rank)
            break;
        if (i == first || order[i]->step == 0) {
            fprintf(file, "%s    <tb id=\"%d\" send=\"%d\" recv=\"%d\" chan=\"%d\">\n",
                    i > first ? "    </tb>\n" : "", (*block)++, receive ? -1 : m->to,
                    receive ? m->from : -1, order[i]->channel);
        }
        write_step(file, &algorithm->source->list, order[i], receive);
    }
    if (i > first)
        fprintf(file, "    </tb>\n");
    return i;
}

/* What a source has in its input goes to its output as well; in place this changes nothing. */
static void write_copy(FILE *file, const struct message_list *list, int rank, int block) {
    int first = list->all ? rank * list->items : 0;
    fprintf(file, "    <tb id=\"%d\" send=\"-1\" recv=\"-1\" chan=\"0\">\n", block);
    for (int done = 0, step = 0; done < list->items; done += MOST_COUNT, step++) {
        int left = list->items - done;
        fprintf(file,
                "      <step s=\"%d\" type=\"cpy\" srcbuf=\"i\" srcoff=\"%d\" dstbuf=\"o\" "
                "dstoff=\"%d\" cnt=\"%d\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n",
                step, done, first + done, left < MOST_COUNT ? left : MOST_COUNT);
    }
    fprintf(file, "    </tb>\n");
}

static void write_algorithm(FILE *file, const struct algorithm *algorithm, int chunks) {
    const struct message_list *list = &algorithm->source->list;
    size_t in = 0, out = 0;
    fprintf(file,
            "<algo name=\"%s\" proto=\"%s\" nchannels=\"%d\" nchunksperloop=\"%d\" ngpus=\"%d\" "
            "coll=\"%s\" inplace=\"1\" outofplace=\"1\" minBytes=\"0\" maxBytes=\"0\">\n",
            algorithm->options->name, algorithm->options->proto, algorithm->channels, chunks,
            list->processors + 1, list->all ? "allgather" : "broadcast");
    for (int rank = 0; rank <= list->processors && !ferror(file); rank++) {
        bool has = list->all || rank == 0;
        int block = 0;
        fprintf(file, "  <gpu id=\"%d\" i_chunks=\"%d\" o_chunks=\"%d\" s_chunks=\"0\">\n", rank,
                has ? list->items : 0, chunks);
        in = write_blocks(file, algorithm, rank, in, true, &block);
        out = write_blocks(file, algorithm, rank, out, false, &block);
        if (has)
            write_copy(file, list, rank, block);
        fprintf(file, "  </gpu>\n");
    }
    fprintf(file, "</algo>\n");
}

static enum status check_sizes(const struct message_list *list,
                               const struct interchange_options *options, struct failure *failure) {
    if (list->reduce)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: processors of a LogP machine have no steps (kind summation)");
    if (list->operands)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: a rank keeps two results, with its own operand and without, and "
                           "a step of MSCCL combines into one (kind combining)");
    long chunks = list->all ? (list->processors + 1L) * list->items : list->items;
    if (list->processors >= MOST_INSIDE)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: %d processors; the runtimes read at most %d ranks",
                           list->processors + 1, MOST_INSIDE);
    if (chunks > MOST_CHUNKS)
        return failure_set(failure, STATUS_INPUT, "msccl: %ld chunks; the runtime counts to %d",
                           chunks, MOST_CHUNKS);
    if (list->items > MOST_COUNT * options->steps)
        return failure_set(failure, STATUS_INPUT,
                           "msccl: %d items of a processor; %d steps copy %d chunks each",
                           list->items, options->steps, MOST_COUNT);
    return STATUS_OK;
}

enum status interchange_msccl(FILE *file, const struct interchange_list *source,
                              const struct interchange_options *options, struct failure *failure) {
    const struct message_list *list = &source->list;
    enum status status = check_sizes(list, options, failure);
    if (!status)
        status = interchange_check(source, failure);
    if (status)
        return status;
    struct algorithm algorithm = {source,
                                  options,
                                  memory_new(source->count, sizeof *algorithm.moves),
                                  memory_new(source->count, sizeof *algorithm.incoming),
                                  memory_new(source->count, sizeof *algorithm.outgoing),
                                  memory_new(source->count, sizeof *algorithm.by_item),
                                  0};
    if (!algorithm.moves || !algorithm.incoming || !algorithm.outgoing || !algorithm.by_item)
        status = failure_memory(failure, "an algorithm");
    if (!status)
        status = arrange(&algorithm, failure);
    if (!status)
        write_algorithm(file, &algorithm,
                        list->all ? (list->processors + 1) * list->items : list->items);
    free(algorithm.moves);
    free(algorithm.incoming);
    free(algorithm.outgoing);
    free(algorithm.by_item);
    return status;
}
