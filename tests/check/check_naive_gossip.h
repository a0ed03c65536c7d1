/* SPDX-License-Identifier: MIT */
/* For the tests: kind gossip-product by its definition, for small networks: a product is written
 * out, its network and every message, and played step by step, as is each factor. */
#pragma once

#include "check_text.h"

enum {
    NAIVE_FACTORS = 4,
    GOSSIP_NODES = 24,
    GOSSIP_ARCS = 600,
    GOSSIP_GROUPS = 400,
    GOSSIP_MEMBERS = 40,
    GOSSIP_STEPS = 800,
    GOSSIP_SENDS = 1000
};

struct gossip_group {
    long capacity, count, arcs[GOSSIP_MEMBERS]; /* from 0 */
};

struct gossip_send {
    long step, from, to, item;
};

/* An allgather of one chunk over a network. */
struct naive_gossip {
    long N, A, G, S, count;
    long tail[GOSSIP_ARCS], head[GOSSIP_ARCS]; /* ascending */
    struct gossip_group groups[GOSSIP_GROUPS];
    long rounds[GOSSIP_STEPS + 1]; /* of step s at [s] */
    struct gossip_send sends[GOSSIP_SENDS];
};

struct naive_product {
    bool half;
    long N, T; /* as stated */
    long count;
    struct naive_gossip factors[NAIVE_FACTORS];
};

/* A random connected network of at most so many nodes, at least 2, with one port each, and a
 * schedule that is right, of which now and then a step is empty. */
void naive_gossip_random(struct naive_gossip *gossip, bool half, long most,
                         long (*random)(long below));

/* The groups become the ports of its nodes alone. */
void naive_gossip_ports(struct naive_gossip *gossip, bool half);

/* A link more or fewer, both ways; one remains. The groups are lost. */
void naive_gossip_change_links(struct naive_gossip *gossip, long (*random)(long below));

/* Is it a schedule? */
bool naive_gossip_holds(const struct naive_gossip *gossip);

/* Writes it as kind network-schedule, with a right digest. */
void naive_gossip_write(struct naive_gossip *gossip, struct text *text);

/* N and T, as the factors have them. */
void naive_product_state(struct naive_product *product);

/* Writes everything, with a right digest. */
void naive_product_write(struct naive_product *product, struct text *text);

/* All of the product, whose nodes have ports, and are numbered by their places, the last one
 * fastest. False if it would be too large. */
bool naive_product_expand(const struct naive_product *product, struct naive_gossip *whole);

/* Do all factors do what they claim, by one port of each node, and does the product? */
bool naive_product_holds(const struct naive_product *product);

/* Kind gossip-product holds, or the text is not of this kind or too large. */
bool naive_gossip_product_holds(const struct text *text);
