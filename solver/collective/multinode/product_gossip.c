/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/product_gossip.h"

#include <limits.h>

#include "solver/collective/multinode/product_runs.h"

void product_gossip_time(const struct product_gossip *product, mpz_ptr time) {
    mpz_set_ui(time, 0);
    for (int i = 0; i < product->count; i++) {
        mpz_mul_ui(time, time, (unsigned long)product->factors[i].graph->nodes);
        mpz_add_ui(time, time, (unsigned long)product->factors[i].finish);
    }
}

/* Factor i as one of three: nodes (prefix, v, suffix), numbered (prefix * P_i + v) * suffixes +
 * suffix. */
struct phase {
    const struct product_factor *factor;
    long prefixes;
    long suffixes;
};

static struct phase phase_of(const struct product_gossip *product, int i) {
    struct phase phase = {&product->factors[i], 1, 1};
    for (int k = 0; k < i; k++)
        phase.prefixes *= product->factors[k].graph->nodes;
    for (int k = i + 1; k < product->count; k++)
        phase.suffixes *= product->factors[k].graph->nodes;
    return phase;
}

/* --- runs --- */

/* One step of one round: the messages first..last-1 of the factor in all copies. */
static enum status tell_step(const struct phase *phase, long round, long time, int first, int last,
                             product_take *take, void *context, struct failure *failure) {
    long size = phase->factor->graph->nodes;
    enum status status = STATUS_OK;
    for (long prefix = 0; prefix < phase->prefixes && !status; prefix++)
        for (int m = first; m < last && !status; m++) {
            const struct message *message = &phase->factor->messages[m];
            struct product_run run = {
                .time = time,
                .from = (prefix * size + message->from) * phase->suffixes,
                .to = (prefix * size + message->to) * phase->suffixes,
                .item = (prefix * size + message->item - 1) * phase->suffixes + round,
                .length = phase->suffixes};
            status = take(context, &run, failure);
        }
    return status;
}

static enum status tell_round(const struct phase *phase, long round, long start, product_take *take,
                              void *context, struct failure *failure) {
    const struct product_factor *factor = phase->factor;
    enum status status = STATUS_OK;
    for (int first = 0, last; first < factor->count && !status; first = last) {
        int time = factor->messages[first].time;
        for (last = first; last < factor->count && factor->messages[last].time == time;)
            last++;
        status = tell_step(phase, round, start + time, first, last, take, context, failure);
    }
    return status;
}

enum status product_runs_each(const struct product_gossip *product, product_take *take,
                              void *context, const struct limits *limits, struct failure *failure) {
    long start = 0;
    enum status status = STATUS_OK;
    for (int i = product->count - 1; i >= 0 && !status; i--) {
        struct phase phase = phase_of(product, i);
        for (long round = 0; round < phase.suffixes && !status; round++) {
            status = limits_check(limits, failure);
            if (!status)
                status = tell_round(&phase, round, start, take, context, failure);
            start += phase.factor->finish;
        }
    }
    return status;
}

/* --- as a list --- */

struct teller {
    message_take *take;
    void *context;
};

static enum status tell_run(void *context, const struct product_run *run, struct failure *failure) {
    const struct teller *teller = context;
    enum status status = STATUS_OK;
    for (long k = 0; k < run->length && !status; k++) {
        struct message message = {(int)run->time, (int)(run->from + k), (int)(run->to + k),
                                  (int)run->item + 1, 0};
        status = teller->take(teller->context, &message, failure);
    }
    return status;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    struct teller teller = {take, context};
    return product_runs_each(source, tell_run, &teller, limits, failure);
}

enum status product_gossip_list(const struct product_gossip *product,
                                const struct message_graph *edges, struct message_list *list,
                                struct failure *failure) {
    mpz_t time;
    mpz_init(time);
    product_gossip_time(product, time);
    bool fits = mpz_cmp_ui(time, INT_MAX) < 0 && product->nodes <= MESSAGES_MOST_PROCESSORS;
    int finish = fits ? (int)mpz_get_ui(time) : 0;
    mpz_clear(time);
    if (!fits)
        return failure_set(
            failure, STATUS_LIMIT,
            "the list of messages of %ld nodes is too long: at most %d nodes and 2^31 steps",
            product->nodes, MESSAGES_MOST_PROCESSORS);
    *list = gossip_list(edges, (int)product->nodes);
    list->count = product->nodes * (product->nodes - 1);
    list->finish = list->delay = finish;
    list->single = false; /* in each phase */
    list->each = each;
    list->source = product;
    return STATUS_OK;
}
