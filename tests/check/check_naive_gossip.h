/* SPDX-License-Identifier: MIT */
/* For the tests: kinds gossip-bound and gossip-product by their definitions, for small graphs. Who
 * is connected is found by walking; a product is written out, every message of it, and judged as in
 * check_naive_messages.h. */
#ifndef CHECK_NAIVE_GOSSIP_H
#define CHECK_NAIVE_GOSSIP_H

#include "check_naive_messages.h"

enum { NAIVE_FACTORS = 4, NAIVE_GRAPH_PROCESSORS = 16 };

struct naive_graph {
    long P;
    bool joined[NAIVE_GRAPH_PROCESSORS][NAIVE_GRAPH_PROCESSORS];
};

/* The time T of kind gossip-bound: by nothing, by `cut`, by `remove` of all that are marked. */
bool naive_is_connected(const struct naive_graph *graph);
long naive_bound_plain(const struct naive_graph *graph, bool half);
long naive_bound_cut(const struct naive_graph *graph, bool half, long cut);
long naive_bound_remove(const struct naive_graph *graph, bool half, const bool *removed);

/* Kind gossip-bound holds, or the text is not of this kind or too large. It must follow the
 * grammar. */
bool naive_gossip_bound_holds(const struct text *text);

struct naive_product {
    bool half;
    long N, T; /* as stated */
    long count;
    struct naive_list factors[NAIVE_FACTORS]; /* the last time of each is its finish */
};

/* Writes everything, with a right digest. */
void naive_product_write(struct naive_product *product, struct text *text);

/* All messages of the product, in a list whose processors are numbered by their places, the last
 * one fastest. False if it would be too long. What the list states is N, T and what the factors
 * state. */
bool naive_product_expand(const struct naive_product *product, struct naive_list *list);

/* Do all factors do what they claim, and does the product? */
bool naive_product_holds(const struct naive_product *product);

/* Kind gossip-product holds, or the text is not of this kind or too large. */
bool naive_gossip_product_holds(const struct text *text);

#endif
