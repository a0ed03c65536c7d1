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

bool brute_graph(int nodes, unsigned pairs, unsigned *adjacent, struct gossip_graph *graph) {
    struct message_edge edges[28];
    int count = 0, bit = 0;
    memset(adjacent, 0, (size_t)nodes * sizeof *adjacent);
    for (int b = 1; b < nodes; b++)
        for (int a = 0; a < b; a++, bit++)
            if (pairs >> bit & 1) {
                edges[count++] = (struct message_edge){a, b};
                adjacent[a] |= 1u << b;
                adjacent[b] |= 1u << a;
            }
    return gossip_graph_make(nodes, edges, count, graph, NULL) == STATUS_OK;
}

struct cells {
    const struct gossip_graph *graph;
    bool half;
    int *has;  /* [v * nodes + i]: from which time on, -1: never */
    int *sent; /* last time, -1: none */
    int *received;
    int finish;
    long count;
    bool wrong;
};

static enum status take(void *context, const struct message *m, struct failure *failure) {
    struct cells *c = context;
    int n = c->graph->nodes, item = m->item - 1;
    (void)failure;
    bool edge = false;
    for (int i = 0; i < c->graph->count; i++)
        edge = edge || (c->graph->edges[i].a == (m->from < m->to ? m->from : m->to) &&
                        c->graph->edges[i].b == (m->from < m->to ? m->to : m->from));
    int *from = &c->has[m->from * n + item], *to = &c->has[m->to * n + item];
    if (!edge || *from < 0 || *from > m->time || *to >= 0 || c->sent[m->from] == m->time ||
        c->received[m->to] == m->time)
        c->wrong = true;
    if (c->half && (c->sent[m->to] == m->time || c->received[m->from] == m->time))
        c->wrong = true;
    *to = m->time + 1;
    c->sent[m->from] = c->received[m->to] = m->time;
    c->finish = m->time + 1;
    c->count++;
    return STATUS_OK;
}

bool brute_plays(const struct message_list *list, const struct gossip_graph *graph) {
    int n = graph->nodes;
    struct cells c = {.graph = graph, .half = list->graph->half};
    c.has = malloc((size_t)n * (size_t)n * sizeof *c.has);
    c.sent = malloc((size_t)n * sizeof *c.sent);
    c.received = malloc((size_t)n * sizeof *c.received);
    for (int i = 0; i < n * n; i++)
        c.has[i] = i / n == i % n ? 0 : -1;
    for (int v = 0; v < n; v++)
        c.sent[v] = c.received[v] = -1;
    bool told = message_list_each(list, take, &c, NULL, NULL) == STATUS_OK;
    for (int i = 0; i < n * n; i++)
        c.wrong = c.wrong || c.has[i] < 0;
    free(c.has);
    free(c.sent);
    free(c.received);
    return told && !c.wrong && c.finish == list->finish && c.count == list->count;
}
