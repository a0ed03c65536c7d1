/* SPDX-License-Identifier: MIT */
/* Kind gossip-product as a list of messages. */
#include <limits.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/messages_read.h"
#include "solver/collective/multinode/product_gossip.h"

/* What the certificate says; all owned. */
struct product {
    bool half;
    struct network_factors networks;
    struct messages_read lists[NETWORK_MOST_FACTORS];
    struct product_factor factors[NETWORK_MOST_FACTORS];
};

static void product_clear(struct product *product) {
    for (int i = 0; i < NETWORK_MOST_FACTORS; i++)
        messages_read_clear(&product->lists[i]);
    network_factors_clear(&product->networks);
}

static enum status read_duplex(struct certificate_input *input, bool *half,
                               struct failure *failure) {
    bool right =
        certificate_next(input) && input->word_count == 2 && strcmp(input->words[0], "duplex") == 0;
    *half = right && strcmp(input->words[1], "half") == 0;
    return *half || (right && strcmp(input->words[1], "full") == 0)
               ? STATUS_OK
               : certificate_expected(input, "'duplex full' or 'duplex half'", failure);
}

/* The next factor is the one of these edges. */
static enum status add_network(struct network_factors *networks, const struct messages_read *read,
                               struct failure *failure) {
    int count = read->graph.count;
    struct network *network = &networks->factors[networks->count].network;
    FREED struct network_link *links = memory_new((size_t)count, sizeof *links);
    if (!links)
        return failure_memory(failure, "the edges of a network");
    for (int i = 0; i < count; i++)
        links[i] = (struct network_link){read->edges[i].a, read->edges[i].b, 1, 1};
    enum status status =
        network_of_edges(read->list.processors + 1, links, count, network, failure);
    networks->count += !status;
    return status ? status : network_check_connected(network, failure);
}

/* Up to the next factor, or the end. *more: there is one, at whose first line `input` stands. */
static enum status read_messages(struct messages_read *read, struct certificate_input *input,
                                 bool *more, struct failure *failure) {
    enum status status = STATUS_OK;
    while ((*more = certificate_next(input)) && strcmp(input->words[0], "factor") != 0 && !status) {
        struct message message;
        bool sent;
        status = messages_read_line(read, input, &message, &sent, failure);
        if (!status && sent && message.time >= read->list.finish)
            status = certificate_expected(input, "a step before the end of the factor", failure);
        else if (!status && sent)
            message_array_add(&read->array, &message);
    }
    if (!status && read->array.lost)
        status = failure_memory(failure, "a list of messages");
    message_array_sort(&read->array);
    return status;
}

/* From its line `factor` on, at which `input` stands. */
static enum status read_factor(struct product *product, struct certificate_input *input, bool *more,
                               struct failure *failure) {
    int i = product->networks.count;
    struct messages_read *read = &product->lists[i];
    long processors = 0, finish = 0;
    *read = (struct messages_read){.time = -1};
    read->list = (struct message_list){
        .machine = {.model = MESSAGE_GRAPH, .latency = 1, .gap = 1, .ports = 1},
        .items = 1,
        .all = true};
    enum status status =
        certificate_field(input, "processors", 2, PRODUCT_MOST_LISTED, &processors, failure);
    read->list.processors = (int)processors - 1;
    if (!status)
        status = messages_read_edges(read, input, failure);
    if (!status)
        status = certificate_field(input, "finish", 1, INT_MAX, &finish, failure);
    read->list.finish = (int)finish;
    if (!status)
        status = read_messages(read, input, more, failure);
    if (!status)
        status = add_network(&product->networks, read, failure);
    product->factors[i] =
        (struct product_factor){&product->networks.factors[i].network, read->array.messages,
                                (int)read->array.count, read->list.finish};
    return status;
}

static enum status read_factors(struct product *product, struct certificate_input *input,
                                long *processors, struct failure *failure) {
    long count = 0, time;
    enum status status = read_duplex(input, &product->half, failure);
    if (!status)
        status = certificate_field(input, "factors", 2, NETWORK_MOST_FACTORS, &count, failure);
    if (!status)
        status = certificate_field(input, "processors", 2, INT_MAX, processors, failure);
    if (!status)
        status = certificate_field(input, "time", 0, INT_MAX, &time, failure);
    if (!status && *processors > PRODUCT_MOST_LISTED)
        return failure_set(failure, STATUS_LIMIT,
                           "%s: all messages of a product are listed for up to %d processors, and "
                           "here are %ld",
                           input->path, PRODUCT_MOST_LISTED, *processors);
    bool more = !status && certificate_next(input);
    while (product->networks.count < count && !status)
        status = more && strcmp(input->words[0], "factor") == 0
                     ? read_factor(product, input, &more, failure)
                     : certificate_expected(input, "'factor NUMBER'", failure);
    return !status && more ? certificate_expected(input, "the end of the file", failure) : status;
}

static enum status multiply(struct network_factors *networks, long processors, const char *path,
                            struct failure *failure) {
    TRY(network_factors_multiply(networks, failure));
    if (networks->product.nodes != processors)
        return failure_set(failure, STATUS_INPUT,
                           "%s: the factors make %d processors, and %ld are stated", path,
                           networks->product.nodes, processors);
    return STATUS_OK;
}

/* Everybody receives every item once, and a file that says more is not expanded any further. */
static enum status keep(void *context, const struct message *message, struct failure *failure) {
    struct messages_read *read = context;
    struct message_array *array = &read->array;
    if (array->count >= (size_t)read->list.count)
        return failure_set(failure, STATUS_INPUT, "a product of lists with more than %ld messages",
                           read->list.count);
    message_array_add(array, message);
    return array->lost ? failure_memory(failure, "a list of messages") : STATUS_OK;
}

static enum status list_all(struct product *product, struct messages_read *read,
                            struct failure *failure) {
    const struct network *network = &product->networks.product;
    const struct product_gossip gossip = {product->networks.count, product->factors, product->half,
                                          network->nodes};
    enum status status = gossip_edges(network, product->half, &read->edges, &read->graph, failure);
    if (!status)
        status = product_gossip_list(&gossip, &read->graph, &read->list, failure);
    if (!status)
        status = read->list.each(read->list.source, keep, read, NULL, failure);
    message_array_sort(&read->array);
    return status;
}

enum status messages_read_product(struct messages_read *read, struct certificate_input *input,
                                  struct failure *failure) {
    FREED struct product *product = memory_new(1, sizeof *product);
    long processors = 0;
    *read = (struct messages_read){.time = -1};
    if (!product)
        return failure_memory(failure, "a product");
    enum status status = read_factors(product, input, &processors, failure);
    if (!status)
        status = multiply(&product->networks, processors, input->path, failure);
    if (!status)
        status = list_all(product, read, failure);
    product_clear(product);
    return status;
}
