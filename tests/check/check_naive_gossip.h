/* SPDX-License-Identifier: MIT */
/* For the tests: kind gossip-product by its definition, for small graphs: a product is written out,
 * every message of it, and judged as in check_naive_messages.h. */
#pragma once

#include "check_naive_messages.h"

enum { NAIVE_FACTORS = 4 };

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
