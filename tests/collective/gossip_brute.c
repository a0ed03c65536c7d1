/* SPDX-License-Identifier: MIT */
#include "tests/collective/gossip_brute.h"

#include <stdlib.h>
#include <string.h>

/* A state: bit v * nodes + i if v has item i. */
struct brute {
    int nodes;
    bool half;
    const unsigned *adjacent;
    unsigned char *reached; /* of each state: 1 + steps */
    unsigned *next;
    int count;
    int steps;
};

static void add_state(struct brute *b, unsigned state) {
    if (!b->reached[state]) {
        b->reached[state] = (unsigned char)(b->steps + 1);
        b->next[b->count++] = state;
    }
}

/* Receiver v, v+1, ..: each from a neighbour that has not sent yet, or from nobody. */
static void receive(struct brute *b, unsigned before, unsigned after, int v, unsigned sent,
                    unsigned received) {
    int n = b->nodes;
    if (v == n) {
        add_state(b, after);
        return;
    }
    receive(b, before, after, v + 1, sent, received);
    for (int u = 0; u < n; u++) {
        bool busy = (sent >> u & 1) || (b->half && ((received >> u & 1) || (sent >> v & 1)));
        for (int i = 0; i < n && !busy && (b->adjacent[v] >> u & 1); i++)
            if ((before >> (u * n + i) & 1) && !(before >> (v * n + i) & 1))
                receive(b, before, after | 1u << (v * n + i), v + 1, sent | 1u << u,
                        received | 1u << v);
    }
}

int brute_gossip(int nodes, const unsigned *adjacent, bool half) {
    unsigned states = 1u << nodes * nodes, start = 0;
    struct brute b = {.nodes = nodes, .half = half, .adjacent = adjacent};
    b.reached = calloc(states, 1);
    b.next = malloc(states * sizeof *b.next);
    for (int v = 0; v < nodes; v++)
        start |= 1u << (v * nodes + v);
    add_state(&b, start);
    for (int done = 0; !b.reached[states - 1]; done++) {
        b.steps = b.reached[b.next[done]];
        receive(&b, b.next[done], b.next[done], 0, 0, 0);
    }
    int steps = b.reached[states - 1] - 1;
    free(b.reached);
    free(b.next);
    return steps;
}

static bool extend(int nodes, const unsigned *adjacent, int v, unsigned seen, int count) {
    if (count == nodes)
        return nodes >= 3 && (adjacent[v] & 1);
    for (int u = 1; u < nodes; u++)
        if ((adjacent[v] >> u & 1) && !(seen >> u & 1) &&
            extend(nodes, adjacent, u, seen | 1u << u, count + 1))
            return true;
    return false;
}

bool brute_hamiltonian(int nodes, const unsigned *adjacent) {
    return extend(nodes, adjacent, 0, 1, 1);
}

bool brute_graph(int nodes, unsigned pairs, unsigned *adjacent, struct network *network) {
    struct network_link edges[28];
    int count = 0, bit = 0;
    memset(adjacent, 0, (size_t)nodes * sizeof *adjacent);
    for (int b = 1; b < nodes; b++)
        for (int a = 0; a < b; a++, bit++)
            if (pairs >> bit & 1) {
                edges[count++] = (struct network_link){a, b, 1, 1};
                adjacent[a] |= 1u << b;
                adjacent[b] |= 1u << a;
            }
    if (network_of_edges(nodes, edges, count, network, NULL))
        return false;
    bool connected = network_check_connected(network, NULL) == STATUS_OK;
    if (!connected)
        network_clear(network);
    return connected;
}
