/* SPDX-License-Identifier: MIT */
/* Playing the algorithm of products by runs, 64 processors at a time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/multinode/product_runs.h"

enum { WORD = 64 };

struct play {
    const struct product_gossip *product;
    size_t words;   /* of a row */
    uint64_t *held; /* [item * words + ..]: a bit for each processor */
    uint64_t *sent; /* bits of those that have sent in this step */
    uint64_t *received;
    struct product_run *pending; /* runs of this step: what is received in it can't be sent on */
    size_t count;
    size_t room;
    long time; /* of this step; -1 before the first */
    long receptions;
};

static void play_clear(struct play *play) {
    free(play->held);
    free(play->sent);
    free(play->received);
    free(play->pending);
}

static enum status play_init(struct play *play, const struct product_gossip *product,
                             struct failure *failure) {
    size_t nodes = (size_t)product->nodes;
    *play = (struct play){.product = product, .words = nodes / WORD + 1, .time = -1};
    play->held = memory_new(nodes, play->words * sizeof *play->held);
    play->sent = memory_new(play->words, sizeof *play->sent);
    play->received = memory_new(play->words, sizeof *play->received);
    if (!play->held || !play->sent || !play->received) {
        play_clear(play);
        return failure_memory(failure, "playing messages");
    }
    for (size_t v = 0; v < nodes; v++)
        play->held[v * play->words + v / WORD] |= UINT64_C(1) << v % WORD;
    return STATUS_OK;
}

/* The bits of word k of the row that belong to first..first+length-1. */
static uint64_t mask_of(size_t k, size_t first, size_t length) {
    size_t begin = k * WORD, end = first + length;
    uint64_t mask = ~UINT64_C(0);
    if (begin < first)
        mask <<= first - begin;
    if (begin + WORD > end)
        mask &= ~UINT64_C(0) >> (begin + WORD - end);
    return mask;
}

/* Whether all of these bits are set, or none. */
static bool all_are(const uint64_t *row, long first, long length, bool set) {
    size_t from = (size_t)first, count = (size_t)length;
    uint64_t wrong = 0;
    for (size_t k = from / WORD; k <= (from + count - 1) / WORD; k++)
        wrong |= (set ? ~row[k] : row[k]) & mask_of(k, from, count);
    return wrong == 0;
}

static void set_all(uint64_t *row, long first, long length) {
    size_t from = (size_t)first, count = (size_t)length;
    for (size_t k = from / WORD; k <= (from + count - 1) / WORD; k++)
        row[k] |= mask_of(k, from, count);
}

/* Whether two nodes of the product are adjacent: they differ in one place, by an edge of it. */
static bool adjacent(const struct product_gossip *product, long from, long to) {
    int differing = 0;
    for (int i = product->count - 1; i >= 0; i--) {
        const struct gossip_graph *graph = product->factors[i].graph;
        int a = (int)(from % graph->nodes), b = (int)(to % graph->nodes);
        from /= graph->nodes;
        to /= graph->nodes;
        if (a != b && !gossip_graph_adjacent(graph, a, b))
            return false;
        differing += a != b;
    }
    return differing == 1;
}

/* A run differs in its last places within itself only, so that one look is enough if it begins at
 * a multiple of its length and is what the last factors have. */
static bool all_adjacent(const struct product_gossip *product, const struct product_run *run) {
    long last = 1;
    for (int i = product->count - 1; i >= 0 && last < run->length; i--)
        last *= product->factors[i].graph->nodes;
    return last == run->length && run->from % last == 0 && run->to % last == 0 &&
           adjacent(product, run->from, run->to);
}

static const char *fault_of(const struct play *play, const struct product_run *run) {
    const uint64_t *row = play->held + (size_t)run->item * play->words;
    if (run->time < play->time || !all_adjacent(play->product, run))
        return "there is no such message";
    if (!all_are(row, run->from, run->length, true))
        return "a sender does not have the item";
    if (!all_are(row, run->to, run->length, false))
        return "a receiver has the item";
    if (!all_are(play->sent, run->from, run->length, false) ||
        !all_are(play->received, run->to, run->length, false))
        return "two messages from one processor, or to one, in one step";
    if (play->product->half && (!all_are(play->received, run->from, run->length, false) ||
                                !all_are(play->sent, run->to, run->length, false)))
        return "a processor sends and receives in one step";
    return NULL;
}

/* Makes what was received in the last step known, and begins a new one. */
static void begin_step(struct play *play, long time) {
    for (size_t i = 0; i < play->count; i++) {
        const struct product_run *run = &play->pending[i];
        set_all(play->held + (size_t)run->item * play->words, run->to, run->length);
        play->receptions += run->length;
    }
    play->count = 0;
    play->time = time;
    memset(play->sent, 0, play->words * sizeof *play->sent);
    memset(play->received, 0, play->words * sizeof *play->received);
}

static enum status keep_pending(struct play *play, const struct product_run *run,
                                struct failure *failure) {
    if (play->count == play->room) {
        size_t room = play->room ? 2 * play->room : 64;
        struct product_run *larger = memory_resize(play->pending, room, sizeof *larger);
        if (!larger)
            return failure_memory(failure, "playing messages");
        play->pending = larger;
        play->room = room;
    }
    play->pending[play->count++] = *run;
    return STATUS_OK;
}

static enum status take_run(void *context, const struct product_run *run, struct failure *failure) {
    struct play *play = context;
    if (run->time > play->time)
        begin_step(play, run->time);
    const char *fault = fault_of(play, run);
    if (fault)
        return failure_set(failure, STATUS_INTERNAL,
                           "the messages at time %ld from %ld to %ld, item %ld: %s", run->time,
                           run->from, run->to, run->item + 1, fault);
    set_all(play->sent, run->from, run->length);
    set_all(play->received, run->to, run->length);
    return keep_pending(play, run, failure);
}

enum status product_gossip_play(const struct product_gossip *product, const struct limits *limits,
                                long *steps, struct failure *failure) {
    struct play play;
    if (product->nodes > MESSAGES_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT, "more than %d nodes are not played",
                           MESSAGES_MOST_PROCESSORS);
    enum status status = play_init(&play, product, failure);
    if (status)
        return status;
    status = product_runs_each(product, take_run, &play, limits, failure);
    long last = play.time;
    if (!status)
        begin_step(&play, last + 1);
    if (!status && play.receptions != product->nodes * (product->nodes - 1))
        status = failure_set(failure, STATUS_INTERNAL, "%ld receptions of %ld", play.receptions,
                             product->nodes * (product->nodes - 1));
    if (!status)
        *steps = last + 1;
    play_clear(&play);
    return status;
}
