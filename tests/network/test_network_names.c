/* SPDX-License-Identifier: MIT */
/* Every network that has a name, against what its definition says; suffixes and products. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/network/network_names.h"
#include "tests/solver/solver_test.h"

static struct network parse(const char *text) {
    struct network network;
    struct failure failure;
    assert_ok(network_parse_in(text, NULL, &network, &failure), failure);
    return network;
}

/* The least capacity of the arc's groups of one arc; 0: it has none. */
static int own_capacity(const struct network *network, int arc) {
    int capacity = 0;
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        if (group->count == 1 && network->members[group->first] == arc &&
            (capacity == 0 || group->capacity < capacity))
            capacity = group->capacity;
    }
    return capacity;
}

static int capacity_of(const struct network *network, int from, int to) {
    int arc = network_arc_number(network, from, to);
    return arc < 0 ? 0 : own_capacity(network, arc);
}

static int degree_of(const struct network *network, int v) {
    return network->out[v + 1] - network->out[v];
}

/* Of capacity units. */
static int ports_of(const struct network *network, int v, bool into) {
    int sum = 0;
    for (int a = 0; a < network->arc_count; a++)
        if ((into ? network->arcs[a].to : network->arcs[a].from) == v)
            sum += own_capacity(network, a);
    return sum;
}

static void assert_symmetric(const struct network *network) {
    for (int a = 0; a < network->arc_count; a++) {
        const struct network_arc *arc = &network->arcs[a];
        int back = network_arc_number(network, arc->to, arc->from);
        assert_true(back >= 0);
        assert_int_equal(network->arcs[back].latency, arc->latency);
        assert_int_equal(own_capacity(network, back), own_capacity(network, a));
    }
}

/* The longest of the shortest paths. */
static int diameter_of(const struct network *network) {
    int n = network->nodes, most = 0;
    int *distance = malloc((size_t)n * sizeof *distance);
    int *queue = malloc((size_t)n * sizeof *queue);
    for (int source = 0; source < n; source++) {
        int reached = 1;
        for (int v = 0; v < n; v++)
            distance[v] = -1;
        distance[source] = 0;
        queue[0] = source;
        for (int next = 0; next < reached; next++) {
            int v = queue[next];
            most = distance[v] > most ? distance[v] : most;
            for (int a = network->out[v]; a < network->out[v + 1]; a++)
                if (distance[network->arcs[a].to] < 0) {
                    distance[network->arcs[a].to] = distance[v] + 1;
                    queue[reached++] = network->arcs[a].to;
                }
        }
        assert_int_equal(reached, n);
    }
    free(distance);
    free(queue);
    return most;
}

static void names_have_their_sizes(void **state) {
    static const struct {
        const char *text;
        int nodes, arcs, least_degree, most_degree, diameter;
    } cases[] = {
        {"ring:2", 2, 2, 1, 1, 1},
        {"ring:5", 5, 10, 2, 2, 2},
        {"path:4", 4, 6, 1, 2, 3},
        {"star:6", 6, 10, 1, 5, 2},
        {"complete:6", 6, 30, 5, 5, 1},
        {"wheel:5", 5, 16, 3, 4, 2},
        {"bipartite:2x3", 5, 12, 2, 3, 2},
        {"bowtie", 5, 12, 2, 4, 2},
        {"petersen", 10, 30, 3, 3, 2},
        {"torus:3x5x7", 105, 630, 6, 6, 6},
        {"mesh:3x4", 12, 34, 2, 4, 5},
        {"hypercube:4", 16, 64, 4, 4, 4},
        {"ccc:3", 24, 72, 3, 3, 6},
        {"butterfly:3", 32, 96, 2, 4, 6},
        {"wrapped-butterfly:3", 24, 96, 4, 4, 4},
        {"debruijn:3", 8, 26, 2, 4, 3},
        {"circulant:8x1x2", 8, 32, 4, 4, 2},
        {"circulant:8x1x4", 8, 24, 3, 3, 2},
        {"circulant:13x1x5", 13, 52, 4, 4, 2},
        {"circulant:5x1x2", 5, 20, 4, 4, 1},
        {"kautz:2x2", 6, 18, 3, 3, 2},
        {"kautz:2x1", 3, 6, 2, 2, 1},
        {"kautz:3x1", 4, 12, 3, 3, 1},
        {"dragonfly:2x1x3", 6, 12, 2, 2, 3},
        {"dragonfly:4x2x9", 36, 180, 5, 5, 3},
        {"dragonfly:4x2x5", 20, 100, 5, 5, 3},
        {"dragonfly:3x1x3", 9, 24, 2, 3, 3},
        {"hub:5", 5, 20, 4, 4, 1},
        {"fattree:4x3", 12, 132, 11, 11, 1},
        {"complete:3*complete:4", 12, 60, 5, 5, 2}, /* generalised hypercube */
        {"dgx1", 8, 32, 4, 4, 2},
        {"clos:2", 7, 12, 1, 2, 6},
        {"clos:4", 36, 96, 1, 4, 6},
        {"dgx2", 16, 240, 15, 15, 1},
        {"dgx-a100", 8, 56, 7, 7, 1},
        {"mi250", 16, 56, 3, 4, 5},
        {"mi300x", 8, 56, 7, 7, 1},
        {"mi300a", 4, 12, 3, 3, 1},
        {"amd4", 4, 8, 2, 2, 2},
        {"amd8", 8, 56, 7, 7, 1},
        {"ndv2x2", 16, 66, 4, 5, 5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network network = parse(cases[i].text);
        print_message("%s\n", cases[i].text);
        assert_int_equal(network.nodes, cases[i].nodes);
        assert_int_equal(network.arc_count, cases[i].arcs);
        for (int v = 0; v < network.nodes; v++)
            assert_in_range(degree_of(&network, v), cases[i].least_degree, cases[i].most_degree);
        assert_int_equal(diameter_of(&network), cases[i].diameter);
        assert_int_equal(network_check_connected(&network, NULL), STATUS_OK);
        if (strcmp(cases[i].text, "ndv2x2") != 0)
            assert_symmetric(&network);
        for (int a = 0; a < network.arc_count; a++)
            assert_int_equal(network.arcs[a].latency, 1);
        network_clear(&network);
    }
}

/* Words w of K of D + 1 letters, no two alike beside each other: w_1..w_K next to w_2..w_K x. The
 * graph has as many edges, and as many nodes of each degree; its diameter is at most K. */
static void kautz_graphs_are_those_of_words(void **state) {
    (void)state;
    for (int d = 2; d <= 4; d++)
        for (int k = 1; k <= 3; k++) {
            int words = d + 1, all = 1, degrees[2][64] = {{0}};
            char text[32];
            for (int i = 1; i < k; i++)
                words *= d;
            for (int i = 0; i < k; i++)
                all *= d + 1;
            bool *joined = calloc((size_t)all * (size_t)all, sizeof *joined);
            bool *valid = calloc((size_t)all, sizeof *valid);
            for (int w = 0; w < all; w++) {
                valid[w] = true;
                for (int i = 0, rest = w; i + 1 < k; i++, rest /= d + 1)
                    valid[w] = valid[w] && rest % (d + 1) != rest / (d + 1) % (d + 1);
            }
            for (int w = 0; w < all; w++)
                for (int x = 0; x <= d; x++) {
                    int next = w * (d + 1) % all + x;
                    if (valid[w] && valid[next] && w % (d + 1) != x)
                        joined[w * all + next] = joined[next * all + w] = true;
                }
            for (int w = 0; w < all; w++) {
                int degree = 0;
                for (int u = 0; u < all; u++)
                    degree += joined[w * all + u];
                if (valid[w])
                    degrees[0][degree]++;
            }
            snprintf(text, sizeof text, "kautz:%dx%d", d, k);
            struct network network = parse(text);
            assert_int_equal(network.nodes, words);
            for (int v = 0; v < words; v++)
                degrees[1][degree_of(&network, v)]++;
            assert_memory_equal(degrees[0], degrees[1], sizeof degrees[0]);
            assert_true(diameter_of(&network) <= k);
            network_clear(&network);
            free(joined);
            free(valid);
        }
}

static void circulants_are_as_defined(void **state) {
    (void)state;
    for (int n = 3; n <= 12; n++)
        for (int a = 1; a <= n / 2; a++)
            for (int b = 1; b <= n / 2; b++) {
                char text[40];
                snprintf(text, sizeof text, "circulant:%dx%dx%d", n, a, b);
                struct network network = parse(text);
                for (int v = 0; v < n; v++)
                    for (int u = 0; u < n; u++) {
                        int d = (u - v + n) % n;
                        bool next = d == a || d == b || n - d == a || n - d == b;
                        assert_int_equal(network_arc_number(&network, v, u) >= 0, next);
                    }
                network_clear(&network);
            }
}

/* In a group all are joined; every router has at most H edges to others, and every two groups have
 * as many edges between them. */
static void dragonflies_join_all_groups(void **state) {
    (void)state;
    for (int a = 1; a <= 4; a++)
        for (int h = 1; h <= 3; h++)
            for (int g = h + 1; g <= a * h + 1; g++) {
                char text[40];
                int between[13][13] = {{0}};
                snprintf(text, sizeof text, "dragonfly:%dx%dx%d", a, h, g);
                struct network network = parse(text);
                assert_int_equal(network.nodes, a * g);
                for (int v = 0; v < network.nodes; v++) {
                    int outside = 0;
                    for (int i = network.out[v]; i < network.out[v + 1]; i++) {
                        int u = network.arcs[i].to;
                        outside += u / a != v / a;
                        between[v / a][u / a]++;
                    }
                    assert_int_equal(degree_of(&network, v) - outside, a - 1);
                    assert_true(outside <= h);
                }
                for (int x = 0; x < g; x++)
                    for (int y = 0; y < g; y++)
                        if (x != y)
                            assert_int_equal(between[x][y], a * h / (g - 1));
                network_clear(&network);
            }
}

/* A group of capacity `capacity` of exactly the arcs between the nodes of which `is_from` and
 * `is_to`, in numbers that divided by `size` give `hub` or, if `others`, do not. */
static bool has_group(const struct network *network, int capacity, int size, int hub, bool into) {
    for (int g = 0; g < network->group_count; g++) {
        const struct network_group *group = &network->groups[g];
        int wanted = 0, next = 0;
        bool same = group->capacity == capacity;
        for (int a = 0; a < network->arc_count && same; a++) {
            bool from = network->arcs[a].from / size == hub, to = network->arcs[a].to / size == hub;
            if (into ? !from && to : from && !to) {
                same = next < group->count && network->members[group->first + next++] == a;
                wanted++;
            }
        }
        if (same && wanted == group->count)
            return true;
    }
    return false;
}

static void assert_hub(const char *text, int nodes, int capacity) {
    struct network network = parse(text);
    assert_int_equal(network.nodes, nodes);
    assert_int_equal(network.group_count, 2 * nodes);
    for (int v = 0; v < nodes; v++) {
        assert_true(has_group(&network, capacity, 1, v, false));
        assert_true(has_group(&network, capacity, 1, v, true));
    }
    assert_int_equal(network_check_rounds(&network, NULL), STATUS_OK);
    network_clear(&network);
}

static void switches_are_groups(void **state) {
    static const struct {
        const char *text;
        int capacity;
    } trees[] = {{"fattree:4x3", 4}, {"fattree:4x3x2", 2}};
    (void)state;
    assert_hub("hub:5", 5, 1);
    assert_hub("hub:5=3", 5, 3);
    assert_hub("dgx2", 16, 6);
    assert_hub("dgx-a100", 8, 12);
    assert_hub("dgx-a100=1", 8, 1);
    for (size_t i = 0; i < 2; i++) {
        struct network network = parse(trees[i].text);
        assert_int_equal(network.group_count, 2 * 12 + 2 * 3);
        for (int v = 0; v < 12; v++) {
            assert_true(has_group(&network, 1, 1, v, false));
            assert_true(has_group(&network, 1, 1, v, true));
        }
        for (int h = 0; h < 3; h++) {
            assert_true(has_group(&network, trees[i].capacity, 4, h, false));
            assert_true(has_group(&network, trees[i].capacity, 4, h, true));
        }
        assert_int_equal(network_check_rounds(&network, NULL), STATUS_INPUT);
        network_clear(&network);
    }
}

static void machines_have_their_ports(void **state) {
    static const struct {
        const char *text;
        int ports;
    } cases[] = {{"dgx1", 6},   {"mi250", 7},  {"amd4", 2},   {"amd8", 38},
                 {"mi300x", 7}, {"mi300a", 3}, {"dgx1=5", 20}};
    static const struct {
        int from, to, capacity;
    } links[] = {{0, 1, 2}, {0, 2, 1}, {4, 0, 2}, {0, 5, 0}, {6, 2, 2}, {7, 3, 1}, {6, 7, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network network = parse(cases[i].text);
        for (int v = 0; v < network.nodes; v++) {
            assert_int_equal(ports_of(&network, v, false), cases[i].ports);
            assert_int_equal(ports_of(&network, v, true), cases[i].ports);
        }
        assert_int_equal(network.group_count, network.arc_count);
        network_clear(&network);
    }
    struct network dgx1 = parse("dgx1"), ndv2 = parse("ndv2x2");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        assert_int_equal(capacity_of(&dgx1, links[i].from, links[i].to), links[i].capacity);
    for (int u = 0; u < 8; u++)
        for (int v = 0; v < 8; v++) {
            assert_int_equal(capacity_of(&ndv2, u, v), 2 * capacity_of(&dgx1, u, v));
            assert_int_equal(capacity_of(&ndv2, 8 + u, 8 + v), 2 * capacity_of(&dgx1, u, v));
            assert_int_equal(capacity_of(&ndv2, u, 8 + v), u == 0 && v == 1);
            assert_int_equal(capacity_of(&ndv2, 8 + u, v), u == 0 && v == 1);
        }
    network_clear(&dgx1);
    network_clear(&ndv2);
}

static void suffixes_are_of_all_arcs(void **state) {
    static const struct {
        const char *text;
        int latency, capacity;
    } cases[] = {{"ring:5@2", 2, 1},      {"ring:5=3", 1, 3},         {"petersen=2@4", 4, 2},
                 {"torus:3x4@7=5", 7, 5}, {"hypercube:3@3", 3, 1},    {"mi300x@2", 2, 1},
                 {"dgx1=1@9", 9, 1},      {"ring:3@2*path:2@2", 2, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network network = parse(cases[i].text);
        for (int a = 0; a < network.arc_count; a++) {
            assert_int_equal(network.arcs[a].latency, cases[i].latency);
            assert_int_equal(own_capacity(&network, a), cases[i].capacity);
        }
        network_clear(&network);
    }
}

/* By the definition: an arc where one place differs by an arc of its factor, with its latency and
 * its capacity; and each larger group in every copy. */
static void products_keep_everything(void **state) {
    static const char *const texts[][2] = {
        {"dgx1@3", "path:2=5"},  {"ring:3", "hub:4=2"},    {"hub:3@2", "hub:2"},
        {"fattree:2x2", "dgx1"}, {"ndv2x2", "ring:3=9@4"}, {"path:2", "complete:3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[64];
        struct network factors[] = {parse(texts[i][0]), parse(texts[i][1])};
        snprintf(text, sizeof text, "%s*%s", texts[i][0], texts[i][1]);
        struct network product = parse(text);
        int m = factors[1].nodes, arcs = 0, groups = 0, single = 0;
        assert_int_equal(product.nodes, factors[0].nodes * m);
        for (int v = 0; v < product.nodes; v++)
            for (int u = 0; u < product.nodes; u++) {
                bool rows = v % m == u % m, columns = v / m == u / m;
                const struct network *factor = &factors[rows ? 0 : 1];
                int inner = rows == columns ? -1
                            : rows          ? network_arc_number(factor, v / m, u / m)
                                            : network_arc_number(factor, v % m, u % m);
                int arc = network_arc_number(&product, v, u);
                assert_int_equal(arc >= 0, inner >= 0);
                if (arc < 0)
                    continue;
                arcs++;
                assert_int_equal(product.arcs[arc].latency, factor->arcs[inner].latency);
                assert_int_equal(own_capacity(&product, arc), own_capacity(factor, inner));
                single += own_capacity(factor, inner) > 0;
            }
        assert_int_equal(product.arc_count, arcs);
        for (int f = 0; f < 2; f++)
            for (int g = 0; g < factors[f].group_count; g++)
                groups += factors[f].groups[g].count > 1 ? factors[1 - f].nodes : 0;
        assert_int_equal(product.group_count, single + groups);
        for (int g = single; g < product.group_count; g++) { /* of the first factor, then others */
            int first = g - single, f = 0, larger = 0, place[64] = {0};
            for (int h = 0; h < factors[0].group_count; h++)
                if (factors[0].groups[h].count > 1)
                    place[larger++] = h;
            if (first >= larger * m) {
                first -= larger * m;
                f = 1;
                larger = 0;
                for (int h = 0; h < factors[1].group_count; h++)
                    if (factors[1].groups[h].count > 1)
                        place[larger++] = h;
            }
            const struct network_group *inner = &factors[f].groups[place[first % larger]];
            const struct network_group *group = &product.groups[g];
            int copy = first / larger;
            assert_int_equal(group->capacity, inner->capacity);
            assert_int_equal(group->count, inner->count);
            for (int j = 0; j < group->count; j++) {
                const struct network_arc *arc = &product.arcs[product.members[group->first + j]];
                const struct network_arc *one =
                    &factors[f].arcs[factors[f].members[inner->first + j]];
                assert_int_equal(f ? arc->from / m : arc->from % m, copy);
                assert_int_equal(f ? arc->to / m : arc->to % m, copy);
                assert_int_equal(f ? arc->from % m : arc->from / m, one->from);
                assert_int_equal(f ? arc->to % m : arc->to / m, one->to);
            }
        }
        network_clear(&product);
        network_clear(&factors[0]);
        network_clear(&factors[1]);
    }
}

/* How many take part, and the digest of the network is that of another text. */
static void groups_of_nodes(void **state) {
    static const struct {
        const char *text;
        int parties, arcs;
        const char *same;
    } cases[] = {
        {"clos:4", 16, 96, "clos:4/group:0-15"},
        {"ring:6/group:0-2,4", 4, 12, "ring:6/group:4,2,0-1"},
        {"ring:6/only:0-2,4", 4, 4, "ring:6/only:0,1,2,4"},
        {"ring:6/only:0-5", 6, 12, "ring:6"},
        {"hub:4*path:2/group:0,7", 2, 32, "hub:4*path:2/group:7,0"},
        {"clos:2*path:2", 4, 38, "clos:2*path:2/group:0-3"},
        {"ring:4/sizes:1,1,1,1", 4, 8, "ring:4"},
        {"ring:6/group:0-2,4/sizes:3,0,1,2", 4, 12, "ring:6/sizes:3,0,1,7,2,7/group:4,2,0-1"},
        {"ring:3/sizes:1,2,1/group:0,2", 2, 6, "ring:3/group:0,2"},
        {"ring:3/sizes:1,2,1/only:0,2", 2, 2, "ring:3/only:0,2"},
        {"clos:2/sizes:2,1/sizes:1,1", 2, 12, "clos:2"},
        {"path:2*path:2/sizes:4,3,2,1/only:0,1", 2, 2, "path:2*path:2/only:0,1/sizes:4,3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network network, same;
        struct failure failure;
        char digest[NETWORK_DIGEST_ROOM], other[NETWORK_DIGEST_ROOM];
        assert_ok(network_parse_in(cases[i].text, NULL, &network, &failure), failure);
        assert_ok(network_parse_in(cases[i].same, NULL, &same, &failure), failure);
        assert_int_equal(network_parties(&network), cases[i].parties);
        assert_int_equal(network.arc_count, cases[i].arcs);
        assert_ok(network_digest(&network, digest, &failure), failure);
        assert_ok(network_digest(&same, other, &failure), failure);
        assert_string_equal(digest, other);
        network_clear(&network);
        network_clear(&same);
    }
}

static void wrong_texts_are_told(void **state) {
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"", "is no network"},
        {"ring", "needs one number"},
        {"ring:", "whole numbers"},
        {"ring:1", "not in 2..1000000"},
        {"ring:3x4", "needs one number"},
        {"ring:3*", "is no network"},
        {"ring:3**ring:3", "is no network"},
        {"rnig:3", "did you mean 'ring'"},
        {"dgx3", "did you mean"},
        {"dgx1:8", "takes no number"},
        {"petersen:2", "takes no number"},
        {"circulant:8", "needs its numbers"},
        {"circulant:8x5", "offsets A, B, .. in 1..N/2"},
        {"circulant:8x0", "offsets A, B, .. in 1..N/2"},
        {"kautz:2", "needs its numbers"},
        {"kautz:2x0", "numbers from 1 on"},
        {"kautz:2x99", "up to 1000000 nodes"},
        {"kautz:1x2", "not in 2..1000"},
        {"dragonfly:2x1x4", "G in H+1..AH+1"},
        {"dragonfly:2x2x2", "G in H+1..AH+1"},
        {"dragonfly:2x2", "needs its numbers"},
        {"fattree:4", "needs its numbers"},
        {"fattree:4x1", "B from 2"},
        {"fattree:4x2x0", "numbers from 1 on"},
        {"fattree:1500x600", "10000000 arcs"},
        {"bipartite:3x0", "numbers from 1 on"},
        {"bipartite:3000x3000", "10000000 arcs"},
        {"bipartite:3001x1", "not in 1..3000"},
        {"ring:5@0", "one latency in 1..1000000"},
        {"ring:5@", "one latency"},
        {"ring:5=0", "one capacity up to 1000000"},
        {"ring:5=1000001", "one capacity"},
        {"ring:5=99999999999999999999", "one capacity"},
        {"ring:5=1=2", "one capacity"},
        {"ring:5@1x", "whole numbers"},
        {"ring=3:5", "whole numbers"},
        {"hypercube:21", "up to 20 factors"},
        {"hypercube:20", "up to 1000000 nodes"},
        {"circulant:9x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1", "too many numbers"},
        {"complete:3000*complete:3000", "up to 1000000 nodes"},
        {"clos:5", "an even number"},
        {"ring:4=25GB*path:2", "capacities of one factor are rates"},
        {"ring:4=1.2345", "up to three digits behind the point"},
        {"cluster:2x2=1000000,0.5", "has capacities that differ by more than a million"},
        {"ring:4=0.001*path:2=1000000", "capacities of a product differ by more than a million"},
        {"ring:4=2TB*path:2=1MB", "differ by more than a million"},
        {"cluster:2x2=12GB,1", "or two as in"},
        {"clos:4/group:0-3,40", "'0-3,40' names no nodes"},
        {"clos:4/group:0-3,20", "node 20 of the group only forwards"},
        {"clos:4/group:3", "fewer than two nodes"},
        {"ring:5/group:", "names no nodes"},
        {"ring:5/only:0,2", "no arc joins two of the nodes"},
        {"ring:5/groups:0,2", "is no network"},
        {"ring:5/group:0,2*path:2", "names no nodes"},
        {"ring:4/sizes:1,2,3", "'1,2,3' is no list of sizes: expected one number up to 1000000 for "
                               "each of the 4 nodes that take part"},
        {"ring:4/sizes:1,2,3,4,5", "is no list of sizes"},
        {"ring:4/sizes:1,2,3,1000001", "is no list of sizes"},
        {"ring:4/sizes:", "'' is no list of sizes"},
        {"ring:4/sizes:0,0,0,0", "all sizes are 0"},
        {"ring:3/sizes:0,2,0/group:0,2", "all sizes are 0"},
        {"ring:4/sizes:1000000,1,0,0", "1000000 together at most: node 1 has 1"},
        {"ring:4/group:1,2/sizes:1,1,2,1", "each of the 2 nodes"},
        {"file:", "names no file"},
        {"file:/nowhere/at/all", "can't be read"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network network;
        struct failure failure = {0};
        print_message("%s\n", cases[i].text);
        assert_int_not_equal(network_parse_in(cases[i].text, NULL, &network, &failure), STATUS_OK);
        if (!strstr(failure.message, cases[i].why))
            fail_msg("%s: %s", cases[i].text, failure.message);
    }
}

/* As in libsteadycast: this program has no reader for them. */
static void files_of_others_are_refused(void **state) {
    static const char *const texts[][2] = {{"{}", "is JSON"}, {" <system/>", "is XML"}};
    char text[40] = "file:/tmp/networkXXXXXX", *path = text + 5;
    (void)state;
    int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    for (size_t i = 0; i < 2; i++) {
        struct network network;
        struct failure failure = {0};
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(texts[i][0], out);
        fclose(out);
        assert_int_equal(network_parse_in(text, NULL, &network, &failure), STATUS_INPUT);
        assert_non_null(strstr(failure.message, texts[i][1]));
    }
    remove(path);
}

static void files_are_found_in_texts(void **state) {
    const char *text = "ring:3*file:a**b=c*dgx1*file:/d";
    char name[NETWORK_NAME_ROOM];
    (void)state;
    assert_true(network_next_file(&text, name));
    assert_string_equal(name, "a*b=c");
    assert_true(network_next_file(&text, name));
    assert_string_equal(name, "/d");
    assert_false(network_next_file(&text, name));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_their_sizes),
        cmocka_unit_test(kautz_graphs_are_those_of_words),
        cmocka_unit_test(circulants_are_as_defined),
        cmocka_unit_test(dragonflies_join_all_groups),
        cmocka_unit_test(switches_are_groups),
        cmocka_unit_test(machines_have_their_ports),
        cmocka_unit_test(suffixes_are_of_all_arcs),
        cmocka_unit_test(products_keep_everything),
        cmocka_unit_test(groups_of_nodes),
        cmocka_unit_test(wrong_texts_are_told),
        cmocka_unit_test(files_are_found_in_texts),
        cmocka_unit_test(files_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
