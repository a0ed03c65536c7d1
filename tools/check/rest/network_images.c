/* SPDX-License-Identifier: MIT */
#include "rest/network_images.h"

#include "core/memory.h"

/* --- orbits --- */

uint32_t *orbits_new(uint64_t count) {
    uint32_t *of = memory_zeroed(count, sizeof *of);
    for (uint32_t i = 0; i < count; i++)
        of[i] = i;
    return of;
}

uint32_t orbits_least(uint32_t *of, uint32_t i) {
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

void orbits_join(uint32_t *of, uint32_t i, uint32_t j) {
    uint32_t one = orbits_least(of, i), other = orbits_least(of, j);
    of[one < other ? other : one] = one < other ? one : other;
}

/* --- images --- */

void network_read_images(const struct network *network, struct reader *reader, uint32_t *image) {
    uint32_t nodes = network->nodes;
    uint64_t mark = memory_mark();
    bool *hit = memory_zeroed(nodes, sizeof *hit);
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t w = image[v] = read_number(reader, "the image of a node", 0, nodes - 1);
        if (hit[w])
            read_malformed(reader, "node %u is the image of two", w);
        if (network_wants(network, nodes, v) != network_wants(network, nodes, w))
            read_refuted(reader, "node %u, or its image, forwards only", v);
        if (network_size(network, v) != network_size(network, w))
            read_refuted(reader, "node %u goes to one of another size", v);
        hit[w] = true;
    }
    memory_release(mark);
}

uint32_t network_arc_image(const struct network *network, struct reader *reader,
                           const uint32_t *image, uint32_t a) {
    uint32_t b;
    if (!network_find_arc(network, image[network->arc[a].tail], image[network->arc[a].head], &b))
        read_refuted(reader, "arc %u goes where no arc is", a + 1);
    return b;
}

/* The first commodity from u to v, or of v alone. */
static uint64_t first_of(const struct network *network, uint32_t u, uint32_t v) {
    uint64_t own = network->what == ALLTOALL ? u : v;
    own = network->begin ? network->begin[own] : own;
    return network->what == ALLTOALL ? own * network->nodes + (uint64_t)v * network_size(network, u)
                                     : own;
}

uint32_t *network_commodity_orbits(const struct network *network) {
    uint64_t count = network_commodities(network);
    uint32_t *of = orbits_new(count), from, to, last_from = 0, last_to = 0;
    for (uint64_t k = 0; k < count && network->begin; k++) {
        network_commodity(network, k, &from, &to);
        if (k > 0 && from == last_from && to == last_to)
            orbits_join(of, (uint32_t)k - 1, (uint32_t)k);
        last_from = from;
        last_to = to;
    }
    return of;
}

void network_join_commodities(const struct network *network, struct reader *reader,
                              const uint32_t *image, uint32_t *of) {
    uint64_t count = network_commodities(network);
    if (network->what < ALLGATHER && image[network->root] != network->root)
        read_refuted(reader, "the root %u goes to another node", network->root);
    network_charge(reader, 8, (double)count, 1);
    uint32_t nodes = network->nodes, sources = network->what == ALLTOALL ? nodes : 1;
    for (uint32_t u = 0; u < sources && count > 1; u++)
        for (uint32_t v = 0; v < nodes; v++)
            if (network_size(network, sources > 1 ? u : v) > 0)
                orbits_join(of, (uint32_t)first_of(network, u, v),
                            (uint32_t)first_of(network, image[u], image[v]));
}
