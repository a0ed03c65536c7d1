/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_time.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/collective/multinode/greedy_gossip.h"
#include "solver/collective/multinode/hamiltonian.h"
#include "solver/model/certificates.h"
#include "solver/network/network_sets.h"

void gossip_time_clear(struct gossip_time *time) {
    gossip_lower_free(time->below);
    free(time->edges);
    free(time->order);
    ring_schedule_clear(&time->ring);
    message_array_clear(&time->messages);
    tree_gossip_clear(&time->tree);
    for (int i = 0; time->schedules && i < time->network->count; i++)
        message_array_clear(&time->schedules[i]);
    free(time->schedules);
    free(time->factors);
    *time = (struct gossip_time){.upper = -1};
}

static bool is_gap(const struct gossip_time *time) {
    return time->upper < 0 || time->upper > time->lower;
}

/* --- along a hamiltonian cycle --- */

static enum status find_cycle(struct gossip_time *time, const int *known,
                              const struct limits *limits, struct failure *failure) {
    int nodes = time->whole->nodes;
    FREED int *order = memory_new((size_t)nodes, sizeof *order);
    enum verdict verdict = VERDICT_FEASIBLE;
    if (!order)
        return failure_memory(failure, "a cycle");
    if (known)
        memcpy(order, known, (size_t)nodes * sizeof *order);
    TRY(known ? hamiltonian_check(time->whole, order, failure)
              : hamiltonian_find(time->network, limits, order, &verdict, failure));
    if (verdict == VERDICT_FEASIBLE) {
        time->order = TAKE(order);
        return STATUS_OK;
    }
    time->reason = verdict == VERDICT_UNKNOWN ? "the search for a hamiltonian cycle was stopped"
                                              : "there is no hamiltonian cycle";
    return STATUS_OK;
}

static enum status try_ring(struct gossip_time *time, const int *known, const struct limits *limits,
                            struct failure *failure) {
    int nodes = time->whole->nodes;
    TRY(find_cycle(time, known, limits, failure));
    if (!time->order)
        return STATUS_OK;
    TRY(ring_schedule_init(&time->ring, time->order, nodes, time->half, failure));
    time->upper = ring_steps(time->ring.rule, nodes);
    time->by = GOSSIP_RING_CYCLE;
    return STATUS_OK;
}

/* --- products --- */

static enum status collect(void *context, const struct message *message, struct failure *failure) {
    struct message_array *array = context;
    message_array_add(array, message);
    return array->lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

/* The best known schedule of one factor alone; *upper stays -1 if there is none. */
static enum status factor_schedule(const struct gossip_time *time, int i,
                                   const struct limits *limits, struct message_array *messages,
                                   int64_t *upper, struct failure *failure) {
    const struct network_factors alone = {1, {time->network->factors[i]}, {0}};
    struct gossip_time part;
    enum status status =
        gossip_time_find(&alone, time->half, GOSSIP_ALL, NULL, limits, &part, failure);
    if (!status) {
        struct message_list list;
        bool kept = part.upper >= 0 && part.whole->nodes <= GOSSIP_MOST_FACTOR;
        if (kept)
            status = gossip_time_list(&part, &list, failure);
        if (!status && kept)
            status = message_list_each(&list, collect, messages, limits, failure);
        if (!status && kept)
            *upper = part.upper;
        gossip_time_clear(&part);
    }
    return status;
}

static enum status make_product(struct gossip_time *time, const struct limits *limits, bool *made,
                                struct failure *failure) {
    int count = time->network->count;
    time->factors = memory_new((size_t)count, sizeof *time->factors);
    time->schedules = memory_new((size_t)count, sizeof *time->schedules);
    if (!time->factors || !time->schedules)
        return failure_memory(failure, "a product");
    *made = true;
    for (int i = 0; i < count && *made; i++) {
        int64_t upper = -1;
        TRY(factor_schedule(time, i, limits, &time->schedules[i], &upper, failure));
        *made = upper >= 0;
        time->factors[i] =
            (struct product_factor){&time->network->factors[i].network, time->schedules[i].messages,
                                    (int)time->schedules[i].count, (int)upper};
    }
    time->product = (struct product_gossip){count, time->factors, time->half, time->whole->nodes};
    return STATUS_OK;
}

static enum status try_product(struct gossip_time *time, const struct limits *limits,
                               struct failure *failure) {
    bool made = false;
    enum status status = make_product(time, limits, &made, failure);
    if (status && status != STATUS_LIMIT)
        return status;
    if (status || !made) {
        time->reason = status ? LIMITS_STOPPED : "no schedule is known for a factor";
        return STATUS_OK;
    }
    CLEANUP(big_clear) mpz_t steps;
    mpz_init(steps);
    product_gossip_time(&time->product, steps);
    if (mpz_cmp_ui(steps, INT_MAX) >= 0) {
        time->reason = "the schedule of the product takes 2^31 steps or more";
    } else if (time->upper < 0 || mpz_cmp_ui(steps, (unsigned long)time->upper) < 0) {
        time->upper = (int64_t)mpz_get_ui(steps);
        time->by = GOSSIP_PRODUCT;
    }
    return STATUS_OK;
}

/* --- formulas --- */

static enum status try_steps(struct gossip_time *time, const struct limits *limits, bool *go_on,
                             struct failure *failure) {
    enum verdict verdict = VERDICT_UNKNOWN;
    CLEANUP(message_array_clear) struct message_array messages;
    message_array_init(&messages);
    enum status status =
        gossip_lower_decide(time->below, (int)time->lower, limits, &verdict, &messages, failure);
    *go_on = false;
    if (!status && verdict == VERDICT_FEASIBLE) {
        message_array_clear(&time->messages);
        time->messages = TAKE(messages);
        time->upper = time->lower;
        time->by = GOSSIP_FORMULA;
        return STATUS_OK;
    }
    if (verdict == VERDICT_UNKNOWN)
        time->reason = "a limit was reached, or the formula is too large";
    time->lower = time->below->least.lower;
    *go_on = verdict == VERDICT_INFEASIBLE && is_gap(time);
    return status;
}

/* Of small networks there are better prices first. */
static enum status try_formulas(struct gossip_time *time, const struct limits *limits,
                                struct failure *failure) {
    static const struct limits none;
    enum status status = STATUS_OK;
    bool go_on = is_gap(time);
    if (go_on && time->whole->nodes <= SETS_SMALL)
        status = network_time_price(&time->below->least, limits ? limits : &none, failure);
    time->lower = time->below->least.lower;
    go_on = is_gap(time);
    while (go_on && !status)
        status = try_steps(time, limits, &go_on, failure);
    return status;
}

/* --- every network --- */

/* Keeps what ends before the upper bound that is known. */
static enum status try_order(struct gossip_time *time, enum greedy_order order,
                             const struct limits *limits, struct failure *failure) {
    struct message_array messages;
    bool found = false;
    message_array_init(&messages);
    enum status status = greedy_gossip_find(time->whole, time->half, order, time->upper - 1, limits,
                                            &messages, &found, failure);
    if (!found) {
        message_array_clear(&messages);
        return status;
    }
    message_array_clear(&time->messages);
    time->messages = messages;
    time->upper = messages.messages[messages.count - 1].time + 1;
    time->by = GOSSIP_GREEDY;
    time->reason = NULL; /* why others found nothing says nothing any more */
    return STATUS_OK;
}

static enum status try_greedy(struct gossip_time *time, const struct limits *limits,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    if (!greedy_gossip_is_cheap(time->whole, time->upper))
        return STATUS_OK;
    for (int order = 0; order < GREEDY_ORDERS && is_gap(time) && !status; order++)
        status = try_order(time, (enum greedy_order)order, limits, failure);
    if (status == STATUS_LIMIT)
        time->reason = LIMITS_STOPPED;
    return status == STATUS_LIMIT ? STATUS_OK : status;
}

static enum status try_tree(struct gossip_time *time, const struct limits *limits,
                            struct failure *failure) {
    TRY(tree_gossip_make(time->whole, time->half, &time->tree, failure));
    bool is_short = time->tree.finish < INT_MAX;
    if (is_short && (time->upper < 0 || time->tree.finish < time->upper)) {
        time->upper = time->tree.finish;
        time->by = GOSSIP_TREE;
        time->reason = NULL;
    }
    enum status status = STATUS_OK;
    if (is_gap(time) && time->upper >= 0)
        status = try_greedy(time, limits, failure);
    if (!is_short && time->upper < 0)
        time->reason = "the schedule along a spanning tree takes 2^31 steps or more";
    return status;
}

static enum status run(struct gossip_time *time, enum gossip_engine engine, const int *order,
                       const struct limits *limits, struct failure *failure) {
    enum status status = STATUS_OK;
    struct limits choices = limits ? *limits : (struct limits){0};
    if (engine == GOSSIP_ALL && choices.nodes == 0)
        choices.nodes = GOSSIP_CYCLE_CHOICES;
    if (engine == GOSSIP_ALL || engine == GOSSIP_BY_RING || order)
        status = try_ring(time, order, &choices, failure);
    bool product = engine == GOSSIP_BY_PRODUCT ||
                   (engine == GOSSIP_ALL && time->network->count > 1 && is_gap(time));
    if (!status && product)
        status = try_product(time, limits, failure);
    bool formulas =
        engine == GOSSIP_BY_SAT || (engine == GOSSIP_ALL && time->whole->nodes <= GOSSIP_SAT_MOST);
    if (!status && formulas)
        status = try_formulas(time, limits, failure);
    if (!status && is_gap(time) && (engine == GOSSIP_ALL || engine == GOSSIP_BY_GREEDY))
        status = try_tree(time, limits, failure);
    if (!is_gap(time))
        time->reason = NULL;
    else if (!time->reason)
        time->reason = "no schedule that was found meets the bound";
    return status;
}

enum status gossip_time_find(const struct network_factors *network, bool half,
                             enum gossip_engine engine, const int *order,
                             const struct limits *limits, struct gossip_time *time,
                             struct failure *failure) {
    struct gossip_time found = {
        .network = network, .whole = network_factors_whole(network), .half = half, .upper = -1};
    if (engine == GOSSIP_BY_PRODUCT && network->count < 2)
        return failure_set(failure, STATUS_INPUT, "the network is no product of several graphs");
    enum status status = gossip_lower_new(found.whole, half, limits, &found.below, failure);
    if (!status)
        status = gossip_edges(found.whole, half, &found.edges, &found.graph, failure);
    if (!status) {
        found.lower = found.below->least.lower;
        status = run(&found, engine, order, limits, failure);
    }
    if (status)
        gossip_time_clear(&found);
    else
        *time = found;
    return status;
}

enum status gossip_time_list(const struct gossip_time *time, struct message_list *list,
                             struct failure *failure) {
    switch (time->by) {
    case GOSSIP_RING_CYCLE:
        ring_schedule_list(&time->ring, &time->graph, list);
        return STATUS_OK;
    case GOSSIP_PRODUCT:
        return product_gossip_list(&time->product, &time->graph, list, failure);
    case GOSSIP_TREE:
        tree_gossip_list(&time->tree, &time->graph, list);
        return STATUS_OK;
    case GOSSIP_FORMULA:
    case GOSSIP_GREEDY:
        *list = gossip_list(&time->graph, time->whole->nodes);
        return message_array_list(&time->messages, list, failure);
    case GOSSIP_NOBODY:
        break;
    }
    return failure_set(failure, STATUS_INPUT, "no schedule is known");
}

static enum status print_network(struct certificate_output *output, const struct network *network,
                                 struct failure *failure) {
    FREED struct message_edge *edges = NULL;
    struct message_graph graph;
    TRY(gossip_edges(network, false, &edges, &graph, failure));
    certificate_print(output, "processors %d\n", network->nodes);
    certificate_print_edges(output, &graph);
    return STATUS_OK;
}

/* The messages of one factor are a list that is emitted from where they are kept. */
static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct product_factor *factor = source;
    TRY(limits_check(limits, failure));
    for (int i = 0; i < factor->count; i++)
        TRY(take(context, &factor->messages[i], failure));
    return STATUS_OK;
}

static enum status certificate_put_gossip_product(struct certificate_output *output,
                                                  const struct product_gossip *product,
                                                  struct failure *failure) {
    enum status status = STATUS_OK;
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
    for (int i = 0; i < product->count && !status; i++) {
        const struct product_factor *factor = &product->factors[i];
        struct message_list list = {.each = each, .source = factor};
        certificate_print(output, "factor %d\n", i + 1);
        status = print_network(output, factor->network, failure);
        certificate_print(output, "finish %d\n", factor->finish);
        if (!status)
            status = certificate_put_sends(output, &list, NULL, failure);
    }
    return status;
}

const char *certificate_kind_of_gossip_upper(const struct gossip_time *time) {
    return time->by == GOSSIP_PRODUCT ? "gossip-product" : "messages";
}

enum status certificate_put_gossip_upper(const void *body, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure) {
    const struct gossip_time *time = body;
    struct message_list list;
    if (time->by == GOSSIP_PRODUCT)
        return certificate_put_gossip_product(output, &time->product, failure);
    TRY(gossip_time_list(time, &list, failure));
    return evidence_put_body(evidence_of_messages(&list), output, limits, failure);
}
