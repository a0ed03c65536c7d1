/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_schedule.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/certificates.h"

void gossip_schedule_clear(struct gossip_schedule *schedule) {
    free(schedule->order);
    ring_schedule_clear(&schedule->ring);
    tree_gossip_clear(&schedule->tree);
    for (int i = 0; schedule->schedules && i < schedule->product.count; i++)
        message_array_clear(&schedule->schedules[i]);
    free(schedule->schedules);
    free(schedule->factors);
    *schedule = (struct gossip_schedule){.steps = 0};
}

static enum status too_long(struct failure *failure) {
    return failure_set(failure, STATUS_LIMIT, "the schedule takes 2^31 steps or more");
}

enum status gossip_schedule_of_ring(const int *order, int nodes, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_RING};
    made.order = memory_new((size_t)nodes, sizeof *made.order);
    if (!made.order)
        return failure_memory(failure, "a cycle");
    memcpy(made.order, order, (size_t)nodes * sizeof *order);
    TRY(ring_schedule_init(&made.ring, made.order, nodes, half, failure));
    made.steps = ring_steps(made.ring.rule, nodes);
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_of_tree(const struct network *network, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_TREE};
    TRY(tree_gossip_make(network, half, &made.tree, failure));
    if (made.tree.finish >= INT_MAX)
        return too_long(failure);
    made.steps = (int)made.tree.finish;
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_of_product(const struct network_factors *factors, bool half,
                                       gossip_part_make *make, void *context,
                                       struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_PRODUCT};
    size_t count = (size_t)factors->count;
    made.factors = memory_new(count, sizeof *made.factors);
    made.schedules = memory_new(count, sizeof *made.schedules);
    if (!made.factors || !made.schedules)
        return failure_memory(failure, "a product");
    made.product = (struct product_gossip){factors->count, made.factors, half,
                                           network_factors_whole(factors)->nodes};
    for (int i = 0; i < factors->count; i++) {
        struct gossip_part part = {.finish = 0};
        TRY(make(context, i, &part, failure));
        made.schedules[i] = part.messages;
        made.factors[i] =
            (struct product_factor){&factors->factors[i].network, part.messages.messages,
                                    (int)part.messages.count, part.finish};
    }
    CLEANUP(big_clear) mpz_t steps;
    mpz_init(steps);
    product_gossip_time(&made.product, steps);
    if (mpz_cmp_ui(steps, INT_MAX) >= 0)
        return too_long(failure);
    made.steps = (int)mpz_get_ui(steps);
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_each(const struct gossip_schedule *schedule, message_take *take,
                                 void *context, const struct limits *limits,
                                 struct failure *failure) {
    switch (schedule->rule) {
    case GOSSIP_RING:
        return ring_schedule_each(&schedule->ring, take, context, limits, failure);
    case GOSSIP_TREE:
        return tree_gossip_each(&schedule->tree, take, context, limits, failure);
    case GOSSIP_PRODUCT:
        break;
    }
    return product_gossip_each(&schedule->product, take, context, limits, failure);
}

static enum status put_factor(struct certificate_output *output, const struct network *network,
                              struct failure *failure) {
    FREED struct message_edge *edges = NULL;
    struct message_graph graph;
    TRY(gossip_edges(network, false, &edges, &graph, failure));
    certificate_print(output, "processors %d\n", network->nodes);
    certificate_print_edges(output, &graph);
    return STATUS_OK;
}

/* The messages of one factor are a list that is emitted from where they are kept. */
static enum status each_of_factor(const void *source, message_take *take, void *context,
                                  const struct limits *limits, struct failure *failure) {
    const struct product_factor *factor = source;
    TRY(limits_check(limits, failure));
    for (int i = 0; i < factor->count; i++)
        TRY(take(context, &factor->messages[i], failure));
    return STATUS_OK;
}

enum status certificate_put_gossip_product(const struct product_gossip *product,
                                           struct certificate_output *output,
                                           struct failure *failure) {
    CLEANUP(big_clear) mpz_t number;
    mpz_init_set_ui(number, 1);
    for (int i = 0; i < product->count; i++)
        mpz_mul_ui(number, number, (unsigned long)product->factors[i].network->nodes);
    certificate_print(output, "duplex %s\nfactors %d\nprocessors ", product->half ? "half" : "full",
                      product->count);
    certificate_print_big(output, number);
    product_gossip_time(product, number);
    certificate_print(output, "\ntime ");
    certificate_print_big(output, number);
    certificate_print(output, "\n");
    for (int i = 0; i < product->count; i++) {
        const struct product_factor *factor = &product->factors[i];
        const struct message_list list = {.each = each_of_factor, .source = factor};
        certificate_print(output, "factor %d\n", i + 1);
        TRY(put_factor(output, factor->network, failure));
        certificate_print(output, "finish %d\n", factor->finish);
        TRY(certificate_put_sends(output, &list, NULL, failure));
    }
    return STATUS_OK;
}
