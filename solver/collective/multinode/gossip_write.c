/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_write.h"

#include <limits.h>

#include "solver/certificate/proof.h"
#include "solver/certificate/write.h"

static void print_graph(struct certificate_output *output, const struct gossip_graph *graph) {
    struct message_graph edges = gossip_graph_of_messages(graph, false);
    certificate_print(output, "processors %d\n", graph->nodes);
    certificate_print_edges(output, &edges);
}

static void print_head(struct certificate_output *output, const struct gossip_graph *graph,
                       bool half) {
    certificate_print(output, "duplex %s\n", half ? "half" : "full");
    print_graph(output, graph);
}

/* STATUS_LIMIT if the bound is 2^31 or more. */
static enum status certificate_put_gossip_bound(struct certificate_output *output,
                                                const struct gossip_graph *graph, bool half,
                                                const struct gossip_bound *bound,
                                                struct failure *failure) {
    if (bound->time > INT_MAX)
        return failure_set(failure, STATUS_LIMIT, "a bound of 2^31 steps or more is not written");
    print_head(output, graph, half);
    certificate_print(output, "time %d\n", (int)bound->time);
    if (bound->cut >= 0)
        certificate_print(output, "cut %d\n", bound->cut);
    if (bound->removed_count > 0) {
        certificate_print(output, "remove");
        for (int i = 0; i < bound->removed_count; i++)
            certificate_print(output, " %d", bound->removed[i]);
        certificate_print(output, "\n");
    }
    return STATUS_OK;
}

/* The messages of one factor are a list that is told from where they are kept. */
static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct product_factor *factor = source;
    enum status status = limits_check(limits, failure);
    for (int i = 0; i < factor->count && !status; i++)
        status = take(context, &factor->messages[i], failure);
    return status;
}

static enum status certificate_put_gossip_product(struct certificate_output *output,
                                                  const struct product_gossip *product,
                                                  struct failure *failure) {
    enum status status = STATUS_OK;
    mpz_t number;
    mpz_init_set_ui(number, 1);
    for (int i = 0; i < product->count; i++)
        mpz_mul_ui(number, number, (unsigned long)product->factors[i].graph->nodes);
    certificate_print(output, "duplex %s\nfactors %d\nprocessors ", product->half ? "half" : "full",
                      product->count);
    certificate_print_big(output, number);
    product_gossip_time(product, number);
    certificate_print(output, "\ntime ");
    certificate_print_big(output, number);
    certificate_print(output, "\n");
    mpz_clear(number);
    for (int i = 0; i < product->count && !status; i++) {
        const struct product_factor *factor = &product->factors[i];
        struct message_list list = {.each = each, .source = factor};
        certificate_print(output, "factor %d\n", i + 1);
        print_graph(output, factor->graph);
        certificate_print(output, "finish %d\n", factor->finish);
        status = certificate_put_sends(output, &list, NULL, failure);
    }
    return status;
}

void certificate_put_impossible_gossip(struct certificate_output *output,
                                       const struct gossip_proof *proof) {
    print_head(output, proof->graph, proof->half);
    certificate_print(output, "time %d\nvariables %d\nclauses %zu\n", proof->time, proof->variables,
                      proof->clauses);
    certificate_print_lrat(output, &proof->lrat);
}

const char *certificate_kind_of_gossip_lower(const struct gossip_time *time) {
    return time->has_proof ? "impossible-gossip" : "gossip-bound";
}

enum status certificate_put_gossip_lower(struct certificate_output *output,
                                         const struct gossip_time *time, struct failure *failure) {
    if (!time->has_proof)
        return certificate_put_gossip_bound(output, &time->network->graph, time->half, &time->bound,
                                            failure);
    certificate_put_impossible_gossip(output, &time->proof);
    return STATUS_OK;
}

const char *certificate_kind_of_gossip_upper(const struct gossip_time *time) {
    return time->by == GOSSIP_PRODUCT ? "gossip-product" : "messages";
}

enum status certificate_put_gossip_upper(struct certificate_output *output,
                                         const struct gossip_time *time,
                                         const struct limits *limits, struct failure *failure) {
    struct message_list list;
    if (time->by == GOSSIP_PRODUCT)
        return certificate_put_gossip_product(output, &time->product, failure);
    enum status status = gossip_time_list(time, &list, failure);
    return status ? status
                  : evidence_put_body(evidence_of_messages(&list), output, limits, failure);
}

enum status certificate_stream_gossip_lower(FILE *stream, const struct gossip_time *time,
                                            struct failure *failure) {
    struct certificate_output *output;
    enum status status =
        certificate_open_stream(&output, stream, certificate_kind_of_gossip_lower(time), failure);
    return status ? status
                  : certificate_end(output, certificate_put_gossip_lower(output, time, failure),
                                    failure);
}

enum status certificate_stream_gossip_upper(FILE *stream, const struct gossip_time *time,
                                            const struct limits *limits, struct failure *failure) {
    struct certificate_output *output;
    enum status status =
        certificate_open_stream(&output, stream, certificate_kind_of_gossip_upper(time), failure);
    return status ? status
                  : certificate_end(output,
                                    certificate_put_gossip_upper(output, time, limits, failure),
                                    failure);
}
