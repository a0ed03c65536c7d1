/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_schedule.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_schedule.h"

void gossip_schedule_clear(struct gossip_schedule *schedule) {
    free(schedule->order);
    ring_schedule_clear(&schedule->ring);
    tree_gossip_clear(&schedule->tree);
    for (int i = 0; schedule->schedules && i < schedule->product.count; i++)
        message_array_clear(&schedule->schedules[i]);
    FREE_ALL(schedule->schedules, schedule->factors);
    *schedule = (struct gossip_schedule){.steps = 0};
}

static enum status too_long(struct failure *failure) {
    return failure_set(failure, STATUS_LIMIT, "the schedule takes 2^31 steps or more");
}

enum status gossip_schedule_of_ring(const int *order, int nodes, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_RING};
    TRY(memory_check(NEW(nodes, made.order), failure, "a cycle"));
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
    TRY(memory_check(NEW(count, made.factors, made.schedules), failure, "a product"));
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
    BIG(steps);
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

/* One round a step, over the network with its ports. */
static enum status put_factor(const struct product_factor *factor, bool half,
                              struct certificate_output *output, struct failure *failure) {
    CLEANUP(network_clear) struct network network = {0};
    CLEANUP(network_problem_clear) struct network_problem problem = {0};
    TRY(network_copy(factor->network, &network, failure));
    TRY(network_limit_ports(&network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, 1, failure));
    TRY(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, failure));
    CLEANUP(network_schedule_clear)
    struct network_schedule schedule = {.task = {.problem = &problem,
                                                 .steps = factor->finish,
                                                 .chunks = 1,
                                                 .rounds = NETWORK_EVEN_ROUNDS}};
    for (int i = 0; i < factor->count; i++) {
        const struct message *m = &factor->messages[i];
        struct network_send send = {m->time + 1, network_arc_number(&network, m->from, m->to),
                                    m->item};
        TRY(network_schedule_add(&schedule, send, failure));
    }
    TRY(network_schedule_finish(&schedule, NULL, failure));
    return certificate_put_network_schedule(&schedule, output, NULL, failure);
}

enum status certificate_put_gossip_product(const struct product_gossip *product,
                                           struct certificate_output *output,
                                           struct failure *failure) {
    BIG_OF(number, 1);
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
        certificate_print(output, "factor %d\n", i + 1);
        TRY(put_factor(&product->factors[i], product->half, output, failure));
    }
    return STATUS_OK;
}
