/* SPDX-License-Identifier: MIT */
/* Networks of random arcs and groups against matrices and naive loops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/digest.h"
#include "solver/network/network.h"
#include "tests/solver/solver_test.h"

#include "tests/refuse_memory.h"

enum { MOST = 7, TEXT_ROOM = 1 << 16 };

/* latency and capacity by tail and head; latency 0: no arc. */
struct matrix {
    int nodes;
    int latency[MOST][MOST], capacity[MOST][MOST];
};

static struct matrix random_matrix(uint64_t *seed) {
    struct matrix matrix = {.nodes = 2 + (int)random_below(seed, MOST - 1)};
    int density = 1 + (int)random_below(seed, 4);
    for (int u = 0; u < matrix.nodes; u++)
        for (int v = 0; v < matrix.nodes; v++)
            if (u != v && random_below(seed, 5) < density) {
                matrix.latency[u][v] = 1 + (int)random_below(seed, 3);
                matrix.capacity[u][v] = (int)random_below(seed, 4);
            }
    matrix.latency[0][1] = 1;
    return matrix;
}

/* In an order by chance. */
static int collect(const struct matrix *matrix, struct network_link *links, uint64_t *seed) {
    int count = 0;
    for (int u = 0; u < matrix->nodes; u++)
        for (int v = 0; v < matrix->nodes; v++)
            if (matrix->latency[u][v]) {
                int place = (int)random_below(seed, count + 1);
                links[count++] = links[place];
                links[place] =
                    (struct network_link){u, v, matrix->latency[u][v], matrix->capacity[u][v]};
            }
    return count;
}

static void assert_matrix(const struct network *network, const struct matrix *matrix) {
    int arcs = 0, groups = 0;
    assert_int_equal(network->nodes, matrix->nodes);
    for (int u = 0; u < matrix->nodes; u++) {
        assert_int_equal(network->out[u], arcs);
        for (int v = 0; v < matrix->nodes; v++) {
            if (!matrix->latency[u][v]) {
                assert_int_equal(network_arc_number(network, u, v), -1);
                continue;
            }
            assert_int_equal(network_arc_number(network, u, v), arcs);
            assert_int_equal(network->arcs[arcs].from, u);
            assert_int_equal(network->arcs[arcs].to, v);
            assert_int_equal(network->arcs[arcs].latency, matrix->latency[u][v]);
            if (matrix->capacity[u][v]) {
                assert_int_equal(network->groups[groups].capacity, matrix->capacity[u][v]);
                assert_int_equal(network->groups[groups].count, 1);
                assert_int_equal(network->members[network->groups[groups++].first], arcs);
            }
            arcs++;
        }
    }
    assert_int_equal(network->arc_count, arcs);
    assert_int_equal(network->out[matrix->nodes], arcs);
    assert_int_equal(network->group_count, groups);
    assert_int_equal(network->member_count, groups);
}

/* By paths of any length (Warshall). */
static void assert_connected(const struct network *network, const struct matrix *matrix) {
    static const char text[] =
        "the network is not connected: nothing comes from node %d to node %d";
    bool reaches[MOST][MOST], all = true;
    struct failure failure;
    int from, to;
    for (int u = 0; u < MOST; u++)
        for (int v = 0; v < MOST; v++)
            reaches[u][v] = u == v || matrix->latency[u][v];
    for (int w = 0; w < MOST; w++)
        for (int u = 0; u < MOST; u++)
            for (int v = 0; v < MOST; v++)
                reaches[u][v] = reaches[u][v] || (reaches[u][w] && reaches[w][v]);
    for (int u = 0; u < matrix->nodes; u++)
        for (int v = 0; v < matrix->nodes; v++)
            all = all && reaches[u][v];
    assert_int_equal(network_check_connected(network, &failure), all ? STATUS_OK : STATUS_INPUT);
    if (!all) {
        assert_int_equal(sscanf(failure.message, text, &from, &to), 2);
        assert_false(reaches[from][to]);
    }
}

static int append(char *text, int length, const char *before, int number) {
    return length + snprintf(text + length, (size_t)(TEXT_ROOM - length), "%s%d", before, number);
}

static bool take(void *context, const char *bytes, size_t count) {
    strncat(context, bytes, count);
    return true;
}

static void assert_written(const struct network *network) {
    static char text[TEXT_ROOM], written[TEXT_ROOM];
    char digest[NETWORK_DIGEST_ROOM], expected[DIGEST_ROOM];
    struct certificate_output *output;
    int length = append(text, 0, "nodes ", network->nodes);
    length = append(text, length, "\narcs ", network->arc_count);
    for (int a = 0; a < network->arc_count; a++) {
        length = append(text, length, "\narc ", network->arcs[a].from);
        length = append(text, length, " ", network->arcs[a].to);
        length = append(text, length, " ", network->arcs[a].latency);
    }
    length = append(text, length, "\ngroups ", network->group_count);
    for (int g = 0; g < network->group_count; g++) {
        if (network->groups[g].port)
            length = append(text, length, "\nport ", network->groups[g].port - 1);
        length = append(text, length, network->groups[g].port ? " " : "\ngroup ",
                        network->groups[g].capacity);
        for (int i = 0; i < network->groups[g].count; i++)
            length = append(text, length, " ", 1 + network->members[network->groups[g].first + i]);
    }
    strcpy(text + length, "\n");
    digest_bytes(text, strlen(text), expected);
    assert_int_equal(network_digest(network, digest, NULL), STATUS_OK);
    assert_string_equal(digest, expected);
    written[0] = '\0';
    assert_int_equal(certificate_open_taken(&output, take, written, "network-bound", NULL),
                     STATUS_OK);
    certificate_put_network(output, network);
    assert_int_equal(certificate_close(output, NULL), STATUS_OK);
    assert_non_null(strstr(written, text));
}

static bool holds(const struct network *network, int g, int arc) {
    for (int i = 0; i < network->groups[g].count; i++)
        if (network->members[network->groups[g].first + i] == arc)
            return true;
    return false;
}

/* How many groups there are of this capacity with exactly the arcs of `wanted`, at this port. */
static int groups_like(const struct network *network, int capacity, const bool *wanted, int port) {
    int found = 0;
    for (int g = 0; g < network->group_count; g++) {
        bool same = network->groups[g].capacity == capacity && network->groups[g].port == port;
        for (int a = 0; a < network->arc_count; a++)
            same = same && holds(network, g, a) == wanted[a];
        found += same;
    }
    return found;
}

/* Every node has its groups, every narrow link is left, and there is nothing else. */
static void assert_ports(const struct network *network, const struct matrix *matrix, bool half,
                         int p) {
    int expected = 0;
    for (int v = 0; v < network->nodes; v++)
        for (int direction = 0; direction < (half ? 1 : 2); direction++) {
            bool wanted[MOST * MOST] = {false}, any = false;
            int least = NETWORK_MOST_LATENCY, most = 0; /* steps until a message counts */
            for (int a = 0; a < network->arc_count; a++) {
                const struct network_arc *arc = &network->arcs[a];
                wanted[a] =
                    half ? arc->from == v || arc->to == v : (direction ? arc->to : arc->from) == v;
                any = any || wanted[a];
                int steps = arc->to == v ? arc->latency : 1;
                least = wanted[a] && steps < least ? steps : least;
                most = wanted[a] && steps > most ? steps : most;
            }
            if (any)
                assert_true(groups_like(network, p, wanted, least < most ? v + 1 : 0) >= 1);
            expected += any;
        }
    for (int a = 0; a < network->arc_count; a++) {
        int capacity = matrix->capacity[network->arcs[a].from][network->arcs[a].to];
        bool wanted[MOST * MOST] = {false};
        wanted[a] = true;
        if (capacity > 0 && capacity < p)
            assert_int_equal(groups_like(network, capacity, wanted, 0), 1);
        expected += capacity > 0 && capacity < p;
    }
    assert_int_equal(network->group_count, expected);
    for (int g = 0; g < network->group_count; g++)
        for (int i = 1; i < network->groups[g].count; i++)
            assert_true(network->members[network->groups[g].first + i - 1] <
                        network->members[network->groups[g].first + i]);
}

/* The same by a look at every two arcs of each two groups. */
static bool naive_rounds_are_real(const struct network *network) {
    bool real = true;
    for (int g = 0; g < network->group_count; g++) {
        bool tail = true, head = true;
        for (int a = 0; a < network->arc_count; a++)
            for (int b = 0; b < network->arc_count; b++)
                if (holds(network, g, a) && holds(network, g, b)) {
                    tail = tail && network->arcs[a].from == network->arcs[b].from;
                    head = head && network->arcs[a].to == network->arcs[b].to;
                }
        real = real && (tail || head) && network->groups[g].port == 0;
        for (int h = 0; h < g && network->groups[g].count > 1; h++)
            for (int a = 0; a < network->arc_count && network->groups[h].count > 1; a++)
                for (int b = 0; b < network->arc_count; b++)
                    if (a != b && holds(network, g, a) && holds(network, h, a) &&
                        holds(network, g, b)) /* b says which sort g is of */
                        for (int c = 0; c < network->arc_count; c++)
                            if (c != a && holds(network, h, c) &&
                                (network->arcs[a].from == network->arcs[b].from) ==
                                    (network->arcs[a].from == network->arcs[c].from))
                                real = false;
    }
    return real;
}

static void add_random_groups(struct network *network, uint64_t *seed) {
    for (int more = (int)random_below(seed, 5); more > 0; more--) {
        int arcs[MOST * MOST], count = 0, end = (int)random_below(seed, network->nodes);
        int sort = (int)random_below(seed, 4); /* one tail, one head, any */
        for (int a = 0; a < network->arc_count; a++)
            if (sort == 0   ? network->arcs[a].from == end
                : sort == 1 ? network->arcs[a].to == end
                            : random_below(seed, 4) == 0)
                arcs[count++] = a;
        struct failure failure;
        int before = network->group_count;
        if (count == 0) {
            assert_int_equal(network_add_group(network, 1, arcs, 0, &failure), STATUS_INPUT);
            continue;
        }
        assert_ok(network_add_group(network, 1 + before, arcs, count, &failure), failure);
        assert_int_equal(network->group_count, before + 1);
        assert_int_equal(network->groups[before].count, count);
        assert_memory_equal(network->members + network->groups[before].first, arcs,
                            (size_t)count * sizeof *arcs);
    }
}

static void random_networks_are_as_matrices_say(void **state) {
    uint64_t seed = 26;
    (void)state;
    for (int trial = 0; trial < 400; trial++) {
        struct network_link links[MOST * MOST];
        struct matrix matrix = random_matrix(&seed);
        struct network network, copy;
        struct failure failure;
        int count = collect(&matrix, links, &seed);
        assert_ok(network_make(matrix.nodes, links, count, &network, &failure), failure);
        assert_matrix(&network, &matrix);
        assert_connected(&network, &matrix);
        assert_ok(network_copy(&network, &copy, &failure), failure);
        bool half = random_below(&seed, 2);
        int p = 1 + (int)random_below(&seed, 4);
        assert_ok(
            network_limit_ports(&copy, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, p, &failure),
            failure);
        assert_ports(&copy, &matrix, half, p);
        assert_written(&copy);
        bool unequal = false;
        for (int g = 0; g < copy.group_count; g++)
            unequal |= copy.groups[g].port > 0;
        if (!half)
            assert_int_equal(network_check_rounds(&copy, NULL), unequal ? STATUS_INPUT : STATUS_OK);
        assert_int_equal(network_check_rounds(&copy, NULL) == STATUS_OK,
                         naive_rounds_are_real(&copy));
        assert_ok(network_limit_ports(&network, NETWORK_LINKS, 1, &failure), failure);
        assert_matrix(&network, &matrix);
        add_random_groups(&network, &seed);
        assert_int_equal(network_check_rounds(&network, NULL) == STATUS_OK,
                         naive_rounds_are_real(&network));
        assert_written(&network);
        network_clear(&network);
        network_clear(&copy);
    }
}

static void what_is_no_network_is_told(void **state) {
    static const struct {
        int nodes, from, to, latency, capacity;
        const char *why;
    } cases[] = {
        {1, 0, 1, 1, 1, "two nodes"},        {3, 0, 3, 1, 1, "arc 0>3: nodes are 0..2"},
        {3, -1, 0, 1, 1, "nodes are 0..2"},  {3, 2, 2, 1, 1, "arc 2>2 is a loop"},
        {3, 0, 1, 0, 1, "latency 0"},        {3, 0, 1, 1000001, 1, "latency 1000001"},
        {3, 0, 1, 1, -1, "capacity -1"},     {3, 0, 1, 1, 1000001, "capacity 1000001"},
        {3, 1, 0, 2, 2, "1>0 stands twice"}, {1000001, 0, 1, 1, 1, "up to 1000000 nodes"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct network_link links[] = {
            {1, 0, 1, 1}, {cases[i].from, cases[i].to, cases[i].latency, cases[i].capacity}};
        struct network network;
        struct failure failure;
        assert_int_equal(network_make(cases[i].nodes, links, 2, &network, &failure),
                         cases[i].nodes > 1000000 ? STATUS_LIMIT : STATUS_INPUT);
        assert_non_null(strstr(failure.message, cases[i].why));
    }
}

static void wrong_groups_are_told(void **state) {
    struct network_link links[] = {{0, 1, 1, 1}, {1, 2, 1, 0}, {2, 0, 1, 2}};
    static const int wrong[][2] = {{0, 0}, {1, 0}, {0, 3}, {-1, 0}};
    struct network network;
    struct failure failure;
    (void)state;
    assert_ok(network_make(3, links, 3, &network, &failure), failure);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(network_add_group(&network, 1, wrong[i], 2, &failure), STATUS_INPUT);
    assert_int_equal(network_add_group(&network, 0, (int[]){0, 1}, 2, &failure), STATUS_INPUT);
    assert_int_equal(network_limit_ports(&network, NETWORK_PORTS_FULL, 0, &failure), STATUS_INPUT);
    assert_int_equal(network.group_count, 2);
    network_clear(&network);
}

/* One refused place after the other, until there is none left. */
static void refused_memory_is_told(void **state) {
    (void)state;
    for (int place = 0;; place++) {
        struct network_link links[] = {{0, 1, 1, 1}, {1, 2, 1, 3}, {2, 0, 1, 2}};
        struct network network, copy;
        allocations_granted = place;
        enum status status = network_make(3, links, 3, &network, NULL);
        if (!status) {
            status = network_copy(&network, &copy, NULL);
            if (!status) {
                status = network_limit_ports(&copy, NETWORK_PORTS_FULL, 2, NULL);
                if (!status)
                    status = network_check_connected(&copy, NULL);
                network_clear(&copy);
            }
            network_clear(&network);
        }
        bool refused = allocations_granted < 0;
        allocations_granted = -1;
        if (!refused) {
            assert_int_equal(status, STATUS_OK);
            break;
        }
        assert_true(status == STATUS_MEMORY || status == STATUS_OK); /* what shrinks may stay */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_networks_are_as_matrices_say),
        cmocka_unit_test(what_is_no_network_is_told),
        cmocka_unit_test(wrong_groups_are_told),
        cmocka_unit_test(refused_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
