/* SPDX-License-Identifier: MIT */
#include "solver/network/network_families.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Edges as they come, in any direction, some of them loops or repeated. */
struct edges {
    struct network_link *links; /* owned */
    int count;
    enum status lost; /* later additions do nothing */
};

enum { MOST_EDGES = NETWORK_MOST_ARCS / 2 };

static void add(struct edges *edges, int a, int b) {
    if (edges->count == MOST_EDGES)
        edges->lost = STATUS_LIMIT;
    if (edges->lost || a == b)
        return;
    const struct network_link link = {a < b ? a : b, a < b ? b : a, 1, 1};
    if (!APPEND(edges->links, edges->count, link))
        edges->lost = STATUS_MEMORY;
}

/* --- families: n[0], n[1], .. are the numbers behind the name, and 0 behind the last --- */

typedef void put_edges(struct edges *edges, const int *n);

static void path(struct edges *edges, const int *n) {
    for (int v = 0; v + 1 < n[0]; v++)
        add(edges, v, v + 1);
}

static void ring(struct edges *edges, const int *n) {
    path(edges, n);
    add(edges, n[0] - 1, 0);
}

static void star(struct edges *edges, const int *n) {
    for (int v = 1; v < n[0]; v++)
        add(edges, 0, v);
}

static void join_all(struct edges *edges, int first, int nodes) {
    for (int v = 0; v < nodes && !edges->lost; v++)
        for (int u = v + 1; u < nodes; u++)
            add(edges, first + v, first + u);
}

static void complete(struct edges *edges, const int *n) {
    join_all(edges, 0, n[0]);
}

static void wheel(struct edges *edges, const int *n) {
    star(edges, n);
    for (int v = 1; v < n[0]; v++)
        add(edges, v, v + 1 < n[0] ? v + 1 : 1);
}

static void bipartite(struct edges *edges, const int *n) {
    for (int v = 0; v < n[0] && !edges->lost; v++)
        for (int u = 0; u < n[1]; u++)
            add(edges, v, n[0] + u);
}

static void bowtie(struct edges *edges, const int *n) {
    (void)n;
    star(edges, (const int[]){5});
    add(edges, 1, 2);
    add(edges, 3, 4);
}

static void petersen(struct edges *edges, const int *n) {
    (void)n;
    for (int v = 0; v < 5; v++) {
        add(edges, v, (v + 1) % 5);
        add(edges, v, v + 5);
        add(edges, v + 5, (v + 2) % 5 + 5);
    }
}

static void cube_connected_cycles(struct edges *edges, const int *n) {
    int d = n[0];
    for (int w = 0; w < 1 << d; w++)
        for (int i = 0; i < d; i++) {
            add(edges, w * d + i, w * d + (i + 1) % d);
            if (!(w >> i & 1))
                add(edges, w * d + i, (w | 1 << i) * d + i);
        }
}

static void de_bruijn(struct edges *edges, const int *n) {
    int mask = (1 << n[0]) - 1;
    for (int w = 0; w <= mask; w++) {
        add(edges, w, (w << 1) & mask);
        add(edges, w, ((w << 1) & mask) | 1);
    }
}

static void butterfly_levels(struct edges *edges, int d, int levels) {
    for (int i = 0; i < d; i++)
        for (int w = 0; w < 1 << d; w++) {
            int next = ((i + 1) % levels) << d;
            add(edges, (i << d) + w, next + w);
            add(edges, (i << d) + w, next + (w ^ 1 << i));
        }
}

static void butterfly(struct edges *edges, const int *n) {
    butterfly_levels(edges, n[0], n[0] + 1);
}

static void wrapped_butterfly(struct edges *edges, const int *n) {
    butterfly_levels(edges, n[0], n[0]);
}

static void circulant(struct edges *edges, const int *n) {
    for (int v = 0; v < n[0]; v++)
        for (int i = 1; n[i] > 0; i++)
            add(edges, v, (v + n[i]) % n[0]);
}

/* The graph of Imase and Itoh (IEEE Trans. Computers C-32, 1983) with D^K + D^(K-1) nodes, which is
 * the one of Kautz: arcs from v to -(D v + j), j = 1..D. */
static void kautz(struct edges *edges, const int *n) {
    long nodes = n[0] + 1;
    for (int i = 1; i < n[1] && nodes <= NETWORK_MOST_NODES; i++)
        nodes *= n[0];
    if (nodes > NETWORK_MOST_NODES)
        edges->lost = STATUS_LIMIT;
    for (long v = 0; v < nodes && !edges->lost; v++)
        for (long j = 1; j <= n[0]; j++)
            add(edges, (int)v, (int)(nodes - 1 - (n[0] * v + j - 1) % nodes));
}

/* Kim, Dally, Scott and Abts 2008. The port p = 0..AH-1 of a group, which is one of router p / H,
 * goes p mod (G-1) + 1 groups ahead, to the port of as many rounds p / (G-1) that comes back; the
 * ports of a round that is not whole are free. */
static void dragonfly(struct edges *edges, const int *n) {
    int a = n[0], h = n[1], g = n[2];
    if ((long)a * g > NETWORK_MOST_NODES)
        edges->lost = STATUS_LIMIT;
    for (int group = 0; group < g && !edges->lost; group++) {
        join_all(edges, group * a, a);
        for (int port = 0; port < a * h / (g - 1) * (g - 1); port++) {
            int ahead = port % (g - 1) + 1, other = (group + ahead) % g;
            int back = port - ahead + (g - ahead); /* its place in the same round */
            if (group < other)
                add(edges, group * a + port / h, other * a + back / h);
        }
    }
}

static void hubs(struct edges *edges, const int *n) {
    join_all(edges, 0, n[0] * n[1]);
}

/* Of each pod K/2 lower switches with K/2 hosts each, joined with K/2 upper ones, the i-th of which
 * is joined with K/2 of the (K/2)^2 switches above all pods. */
static void clos(struct edges *edges, const int *n) {
    int k = n[0], half = k / 2, hosts = k * half * half, switches = k * half;
    for (int i = 0; i < hosts; i++)
        add(edges, i, hosts + i / half);
    for (int i = 0; i < switches; i++)
        for (int j = 0; j < half; j++) {
            add(edges, hosts + i, hosts + switches + i / half * half + j);
            add(edges, hosts + switches + i, hosts + 2 * switches + i % half * half + j);
        }
}

static int clos_hosts(const int *n) {
    return n[0] * n[0] * n[0] / 4;
}

/* Whether numbers that are not 0 go together. */
typedef bool numbers_fit(const int *n);

static bool offsets_fit(const int *n) {
    int i = 1;
    while (n[i] > 0 && n[i] <= n[0] / 2)
        i++;
    return n[i] == 0;
}

static bool groups_fit(const int *n) {
    return n[2] > n[1] && n[2] <= (long)n[0] * n[1] + 1;
}

static bool hubs_fit(const int *n) {
    return n[1] > 1;
}

static bool is_even(const int *n) {
    return n[0] % 2 == 0;
}

static bool boxes_fit(const int *n) {
    return n[0] > 1 && n[1] > 1;
}

/* What switches allow, in the place of the capacities of arcs. */
typedef enum status add_groups(struct network *network, const int *n, struct failure *failure);

static enum status limit_nodes(struct network *network, const int *n, struct failure *failure) {
    (void)n;
    return network_limit_ports(network, NETWORK_PORTS_FULL, 1, failure);
}

/* The arcs between hub h and the others, out of it or into it; `arcs` is room for them. Everybody
 * has one to every other. */
static int arcs_of_hub(const struct network *network, int h, int size, bool into, int *arcs) {
    int first = into ? h * size : 0, end = into ? first + size : network->nodes, count = 0;
    for (int v = 0; v < network->nodes; v++)
        for (int u = first; u < end && (v / size == h) != into; u++)
            if (into || u / size != h)
                arcs[count++] = network->out[v] + u - (u > v);
    return count;
}

static enum status limit_hubs(struct network *network, const int *n, struct failure *failure) {
    TRY(limit_nodes(network, n, failure));
    FREED int *arcs = memory_new((size_t)network->arc_count, sizeof *arcs);
    TRY(memory_check(arcs, failure, "a network"));
    for (int h = 0; h < 2 * n[1]; h++) {
        int count = arcs_of_hub(network, h / 2, n[0], h % 2, arcs);
        TRY(network_add_group(network, n[2] ? n[2] : n[0], arcs, count, failure));
    }
    return STATUS_OK;
}

/* Inside a box each node sends and receives one through its switch, .. */
static enum status limit_boxes(struct network *network, const int *n, struct failure *failure) {
    FREED int *arcs = memory_new((size_t)network->nodes, sizeof *arcs);
    TRY(memory_check(arcs, failure, "a network"));
    for (int i = 0; i < 4 * network->nodes; i++) { /* .. and, behind all of these, one outside */
        int v = i / 2 % network->nodes, count = 0;
        for (int u = 0; u < network->nodes; u++)
            if (u != v && (u / n[1] != v / n[1]) == i / 2 / network->nodes)
                arcs[count++] =
                    i % 2 ? network->out[u] + v - (v > u) : network->out[v] + u - (u > v);
        TRY(network_add_group(network, 1, arcs, count, failure));
    }
    return STATUS_OK;
}

static const struct family {
    const char *name;
    int least_numbers, most_numbers;
    int least, most; /* of the first number */
    put_edges *put;
    const char *example;
    numbers_fit *fit;           /* NULL: all do */
    add_groups *limit;          /* NULL: every arc has capacity 1 */
    int (*hosts)(const int *n); /* nodes from this one on forward; NULL: none */
} families[NETWORK_FAMILIES] = {
    [NETWORK_RING] = {"ring", 1, 1, 2, NETWORK_MOST_NODES, ring, .example = "ring:5"},
    [NETWORK_PATH] = {"path", 1, 1, 2, NETWORK_MOST_NODES, path, .example = "path:5"},
    [NETWORK_STAR] = {"star", 1, 1, 2, NETWORK_MOST_NODES, star, .example = "star:5"},
    [NETWORK_COMPLETE] = {"complete", 1, 1, 2, 3000, complete, .example = "complete:5"},
    [NETWORK_WHEEL] = {"wheel", 1, 1, 4, NETWORK_MOST_NODES, wheel, .example = "wheel:5"},
    [NETWORK_BIPARTITE] = {"bipartite", 2, 2, 1, 3000, bipartite, .example = "bipartite:2x3"},
    [NETWORK_BOWTIE] = {"bowtie", 0, 0, 0, 0, bowtie, .example = "bowtie"},
    [NETWORK_PETERSEN] = {"petersen", 0, 0, 0, 0, petersen, .example = "petersen"},
    [NETWORK_CCC] = {"ccc", 1, 1, 1, 15, cube_connected_cycles, .example = "ccc:3"},
    [NETWORK_DEBRUIJN] = {"debruijn", 1, 1, 1, 19, de_bruijn, .example = "debruijn:3"},
    [NETWORK_BUTTERFLY] = {"butterfly", 1, 1, 1, 15, butterfly, .example = "butterfly:2"},
    [NETWORK_WRAPPED_BUTTERFLY] = {"wrapped-butterfly", 1, 1, 1, 15, wrapped_butterfly,
                                   .example = "wrapped-butterfly:3"},
    [NETWORK_CIRCULANT] = {"circulant", 2, NETWORK_MOST_NUMBERS, 2, NETWORK_MOST_NODES, circulant,
                           "circulant:NxAxB.. with offsets A, B, .. in 1..N/2", .fit = offsets_fit},
    [NETWORK_KAUTZ] = {"kautz", 2, 2, 2, 1000, kautz, .example = "kautz:2x3"},
    [NETWORK_DRAGONFLY] = {"dragonfly", 3, 3, 1, 3000, dragonfly,
                           "dragonfly:AxHxG with H from 1 on and G in H+1..AH+1",
                           .fit = groups_fit},
    [NETWORK_HUB] = {"hub", 1, 1, 2, 3000, complete, "hub:5", .limit = limit_nodes},
    [NETWORK_FAT_TREE] = {"fattree", 2, 3, 1, 1500, hubs,
                          "fattree:AxB or fattree:AxBxC with B from 2 on", .fit = hubs_fit,
                          .limit = limit_hubs},
    [NETWORK_CLUSTER] = {"cluster", 2, 2, 2, 1500, hubs,
                         "cluster:2x8 with two boxes of two nodes at least", .fit = boxes_fit,
                         .limit = limit_boxes},
    [NETWORK_CLOS] = {"clos", 1, 1, 2, 126, clos, "clos:4 with an even number", .fit = is_even,
                      .hosts = clos_hosts},
};

/* Where a source says so, each in the units of its slowest link. */
static const struct network_machine machines[] = {
    /* P100 and V100, links of NVLink: msccl-tools topologies/nvidia.py, TE-CCL dgx1.py. */
    {"dgx1", "0-1=2 0-2 0-3 0-4=2 1-2 1-3=2 1-5 2-3=2 2-6=2 3-7 4-5=2 4-6 4-7 5-6 5-7=2 6-7=2",
     NULL},
    /* Links of each processor to the switch: 6 of a V100, 12 of an A100 (ForestColl topologies.py:
     * 300 GB/s; msccl-tools has 12 between any two, which their ends do not have). */
    {"dgx2", NULL, "hub:16=6"},
    {"dgx-a100", NULL, "hub:8=12"},
    /* 16 dies, Infinity Fabric: ForestColl topologies.py, TE-CCL amd.py. */
    {"mi250",
     "0-1=4 0-4=2 0-8 1-5 1-9 1-10 2-3=4 2-6 2-9 2-10 3-7=2 3-11 4-5=4 4-6 5-6 5-7 6-7=4 8-9=4 "
     "8-12=2 9-13 10-11=4 10-14 11-15=2 12-13=4 12-14 13-14 13-15 14-15=4",
     NULL},
    /* XGMI between any two: RCCL topo_expl, topo_8p_942vm.xml and topo_4p_942.xml. */
    {"mi300x", NULL, "complete:8"},
    {"mi300a", NULL, "complete:4"},
    /* A hive of MI50 or MI60: msccl amd.py, RCCL topo_8p_rome.xml (two of them). */
    {"amd4", "0-1 0-2 1-3 2-3", NULL},
    /* msccl amd.py: 6 or 5 between any two. */
    {"amd8",
     "0-1=5 0-2=6 0-3=6 0-4=5 0-5=6 0-6=5 0-7=5 1-2=5 1-3=5 1-4=6 1-5=5 1-6=6 1-7=6 2-3=6 2-4=5 "
     "2-5=6 2-6=5 2-7=5 3-4=5 3-5=6 3-6=5 3-7=5 4-5=5 4-6=6 4-7=6 5-6=5 5-7=5 6-7=6",
     NULL},
    /* Two Azure NDv2, each a dgx1 with links of 25 GB/s, and one InfiniBand of 12.5 GB/s each way:
     * TE-CCL ndv2.py, whose matrix is turned after it is written. */
    {"ndv2x2",
     "0-1=4 0-2=2 0-3=2 0-4=4 1-2=2 1-3=4 1-5=2 2-3=4 2-6=4 3-7=2 4-5=4 4-6=2 4-7=2 5-6=2 5-7=4 "
     "6-7=4 8-9=4 8-10=2 8-11=2 8-12=4 9-10=2 9-11=4 9-13=2 10-11=4 10-14=4 11-15=2 12-13=4 "
     "12-14=2 12-15=2 13-14=2 13-15=4 14-15=4 8>1 0>9",
     NULL},
};

enum { MACHINES = sizeof machines / sizeof *machines };

const char *network_family_name(int family) {
    return family < NETWORK_FAMILIES ? families[family].name : NULL;
}

const struct network_machine *network_machine_at(int machine) {
    return machine < MACHINES ? &machines[machine] : NULL;
}

/* Each edge once, lower end first. */
static int put_in_order(struct network_link *edges, int count) {
    int kept = 0;
    network_links_sort(edges, count);
    for (int i = 0; i < count; i++)
        if (kept == 0 || network_link_order(&edges[kept - 1], &edges[i]) != 0)
            edges[kept++] = edges[i];
    return kept;
}

/* Of each node the arcs to its lower neighbours, then those to its higher ones,
 * ascending both, so that nothing is left to be sorted. */
enum status network_of_edges(int nodes, struct network_link *edges, int count,
                             struct network *network, struct failure *failure) {
    int kept = put_in_order(edges, count);
    FREED struct network_link *links = memory_new(2 * (size_t)kept, sizeof *links);
    FREED int *next = memory_new((size_t)nodes + 1, sizeof *next);
    TRY(memory_check(links && next, failure, "a network"));
    for (int i = 0; i < kept; i++) {
        next[edges[i].from + 1]++;
        next[edges[i].to + 1]++;
    }
    for (int v = 0; v < nodes; v++)
        next[v + 1] += next[v];
    for (int i = 0; i < kept; i++) {
        struct network_link link = edges[i];
        links[next[link.to]++] =
            (struct network_link){link.to, link.from, link.latency, link.capacity};
    }
    for (int i = 0; i < kept; i++)
        links[next[edges[i].from]++] = edges[i];
    return network_make(nodes, links, 2 * kept, network, failure);
}

static enum status check_numbers(const struct family *f, const int *n, int count,
                                 struct failure *failure) {
    bool fit = true;
    if (count < f->least_numbers || count > f->most_numbers)
        return failure_input(failure, "%s: %s, as in %s", f->name,
                             f->most_numbers == 0   ? "takes no number"
                             : f->most_numbers == 1 ? "needs one number"
                                                    : "needs its numbers",
                             f->example);
    if (count > 0 && (n[0] < f->least || n[0] > f->most))
        return failure_input(failure, "%s: the number behind the colon is not in %d..%d", f->name,
                             f->least, f->most);
    for (int i = 0; i < count; i++)
        fit = fit && n[i] > 0;
    if (!fit || (f->fit && !f->fit(n)))
        return failure_input(failure, "%s: expected numbers from 1 on, as in %s", f->name,
                             f->example);
    return STATUS_OK;
}

static enum status make(const struct family *f, const int *n, struct edges *edges,
                        struct network *network, struct failure *failure) {
    int nodes = 0;
    f->put(edges, n);
    if (edges->lost == STATUS_LIMIT)
        return failure_limit(failure, "%s: networks have up to %d nodes and %d arcs", f->name,
                             NETWORK_MOST_NODES, NETWORK_MOST_ARCS);
    if (edges->lost)
        return failure_memory(failure, "a network");
    for (int i = 0; i < edges->count; i++) {
        nodes = edges->links[i].to >= nodes ? edges->links[i].to + 1 : nodes;
        edges->links[i].capacity = !f->limit;
    }
    TRY(network_of_edges(nodes, edges->links, edges->count, network, failure));
    for (int v = f->hosts ? f->hosts(n) : nodes; v < nodes; v++)
        TRY(network_forward(network, v, failure));
    return f->limit ? f->limit(network, n, failure) : STATUS_OK;
}

enum status network_family_make(enum network_family family, const int *numbers, int count,
                                struct network *network, struct failure *failure) {
    int n[NETWORK_MOST_NUMBERS + 1] = {0};
    CLEANUP(network_clear) struct network made = {0};
    struct edges edges = {0};
    memcpy(n, numbers, (size_t)count * sizeof *n);
    TRY(check_numbers(&families[family], n, count, failure));
    enum status status = make(&families[family], n, &edges, &made, failure);
    free(edges.links);
    if (!status)
        *network = TAKE(made);
    return status;
}
