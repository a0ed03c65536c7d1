/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/product_gossip.h"

#include <string.h>

#include "automata/memory.h"

/* --- networks --- */

int64_t gossip_counted(int nodes, bool half) {
    int64_t n = nodes, most = half ? n / 2 : n;
    return n <= 1 ? 0 : (n * (n - 1) + most - 1) / most;
}

bool gossip_is_both_ways(const struct network *network) {
    bool both = true;
    for (int a = 0; a < network->arc_count && both; a++)
        both = network->arcs[a].latency == 1 &&
               network_arc_number(network, network->arcs[a].to, network->arcs[a].from) >= 0;
    return both;
}

bool gossip_is_plain(const struct network *network) {
    bool plain = gossip_is_both_ways(network);
    for (int g = 0; g < network->group_count && plain; g++)
        plain = network->groups[g].count == 1;
    return plain;
}

void product_gossip_time(const struct product_gossip *product, mpz_ptr time) {
    mpz_set_ui(time, 0);
    for (int i = 0; i < product->count; i++) {
        mpz_mul_ui(time, time, (unsigned long)product->factors[i].network->nodes);
        mpz_add_ui(time, time, (unsigned long)product->factors[i].finish);
    }
}

/* Factor i as one of three: nodes (prefix, v, suffix), numbered (prefix * P_i + v) * suffixes +
 * suffix. */
struct phase {
    const struct product_factor *factor;
    long prefixes, suffixes;
};

static struct phase phase_of(const struct product_gossip *product, int i) {
    struct phase phase = {&product->factors[i], 1, 1};
    for (int k = 0; k < i; k++)
        phase.prefixes *= product->factors[k].network->nodes;
    for (int k = i + 1; k < product->count; k++)
        phase.suffixes *= product->factors[k].network->nodes;
    return phase;
}

/* --- runs --- */

/* Processors that follow each other send the same item, each to the one that stands as far behind
 * or before it: at this time from+k sends `item`, that of processor item (from 0 on), to to+k,
 * k = 0..length-1. */
struct product_run {
    long time, from, to, item, length;
};

typedef enum status product_take(void *context, const struct product_run *run,
                                 struct failure *failure);

/* One step of one round: the messages first..last-1 of the factor in all copies. */
static enum status tell_step(const struct phase *phase, long round, long time, int first, int last,
                             product_take *take, void *context, struct failure *failure) {
    long size = phase->factor->network->nodes;
    for (long prefix = 0; prefix < phase->prefixes; prefix++)
        for (int m = first; m < last; m++) {
            const struct message *message = &phase->factor->messages[m];
            struct product_run run = {
                .time = time,
                .from = (prefix * size + message->from) * phase->suffixes,
                .to = (prefix * size + message->to) * phase->suffixes,
                .item = (prefix * size + message->item - 1) * phase->suffixes + round,
                .length = phase->suffixes};
            TRY(take(context, &run, failure));
        }
    return STATUS_OK;
}

static enum status tell_round(const struct phase *phase, long round, long start, product_take *take,
                              void *context, struct failure *failure) {
    const struct product_factor *factor = phase->factor;
    for (int first = 0, last; first < factor->count; first = last) {
        int time = factor->messages[first].time;
        for (last = first; last < factor->count && factor->messages[last].time == time;)
            last++;
        TRY(tell_step(phase, round, start + time, first, last, take, context, failure));
    }
    return STATUS_OK;
}

/* By time, then by sender. */
static enum status product_runs_each(const struct product_gossip *product, product_take *take,
                                     void *context, const struct limits *limits,
                                     struct failure *failure) {
    long start = 0;
    for (int i = product->count - 1; i >= 0; i--) {
        struct phase phase = phase_of(product, i);
        for (long round = 0; round < phase.suffixes; round++) {
            TRY(limits_check(limits, failure));
            TRY(tell_round(&phase, round, start, take, context, failure));
            start += phase.factor->finish;
        }
    }
    return STATUS_OK;
}

/* --- as a list --- */

struct teller {
    message_take *take;
    void *context;
};

static enum status tell_run(void *context, const struct product_run *run, struct failure *failure) {
    const struct teller *teller = context;
    for (long k = 0; k < run->length; k++) {
        struct message message = {(int)run->time, (int)(run->from + k), (int)(run->to + k),
                                  (int)run->item + 1, 0};
        TRY(teller->take(teller->context, &message, failure));
    }
    return STATUS_OK;
}

enum status product_gossip_each(const void *product, message_take *take, void *context,
                                const struct limits *limits, struct failure *failure) {
    struct teller teller = {take, context};
    return product_runs_each(product, tell_run, &teller, limits, failure);
}

/* --- playing it by runs, 64 processors at a time --- */

enum { WORD = 64 };

struct play {
    const struct product_gossip *product;
    size_t words;   /* of a row */
    uint64_t *held; /* [item * words + ..]: a bit for each processor */
    uint64_t *sent; /* bits of those that have sent in this step */
    uint64_t *received;
    struct product_run *pending; /* runs of this step: what is received in it can't be sent on */
    size_t count;
    long time; /* of this step; -1 before the first */
    long receptions;
};

static void play_clear(struct play *play) {
    FREE_ALL(play->held, play->sent, play->received, play->pending);
    *play = (struct play){0};
}

static enum status play_init(struct play *play, const struct product_gossip *product,
                             struct failure *failure) {
    size_t nodes = (size_t)product->nodes;
    *play = (struct play){.product = product, .words = nodes / WORD + 1, .time = -1};
    play->held = memory_new(nodes, play->words * sizeof *play->held);
    TRY(memory_check(play->held && NEW(play->words, play->sent, play->received), failure,
                     "playing messages"));
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
        const struct network *network = product->factors[i].network;
        int a = (int)(from % network->nodes), b = (int)(to % network->nodes);
        from /= network->nodes;
        to /= network->nodes;
        if (a != b && network_arc_number(network, a, b) < 0)
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
        last *= product->factors[i].network->nodes;
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

static enum status take_run(void *context, const struct product_run *run, struct failure *failure) {
    struct play *play = context;
    if (run->time > play->time)
        begin_step(play, run->time);
    const char *fault = fault_of(play, run);
    if (fault)
        return failure_internal(failure, "the messages at time %ld from %ld to %ld, item %ld: %s",
                                run->time, run->from, run->to, run->item + 1, fault);
    set_all(play->sent, run->from, run->length);
    set_all(play->received, run->to, run->length);
    return memory_check(APPEND(play->pending, play->count, *run), failure, "playing messages");
}

enum status product_gossip_play(const struct product_gossip *product, const struct limits *limits,
                                long *steps, struct failure *failure) {
    if (product->nodes > MESSAGES_MOST_PROCESSORS)
        return failure_limit(failure, "more than %d nodes are not played",
                             MESSAGES_MOST_PROCESSORS);
    CLEANUP(play_clear) struct play play = {0};
    TRY(play_init(&play, product, failure));
    TRY(product_runs_each(product, take_run, &play, limits, failure));
    long last = play.time;
    begin_step(&play, last + 1);
    if (play.receptions != product->nodes * (product->nodes - 1))
        return failure_internal(failure, "%ld receptions of %ld", play.receptions,
                                product->nodes * (product->nodes - 1));
    *steps = last + 1;
    return STATUS_OK;
}
