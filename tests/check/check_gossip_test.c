/* SPDX-License-Identifier: MIT */
/* Kinds gossip-bound and gossip-product against their definitions.
 *
 * Bounds: for random graphs and everything that can be cut or removed, and whether the best bound
 * by `remove` is what the largest matching says, or the most receptions of a step. Products: of
 * random schedules, right and changed; what is verified is written out, message by message, and
 * verified as kind messages. */
#include "check_naive_gossip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static uint64_t random_state = 1999;

/* splitmix64 (Steele, Lea, Flood 2014) */
static long next_random(long below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

static void assert_status(const struct text *text, bool holds) {
    struct verdict verdict;
    text_check(text, &verdict);
    if (verdict.status != (holds ? VERDICT_VERIFIED : VERDICT_REFUTED))
        fail_msg("%s but %s:\n%.*s", holds ? "holds" : "does not hold", verdict.claim.bytes,
                 (int)text->length, text->bytes);
    verdict_clear(&verdict);
}

/* --- bounds --- */

static void random_graph(struct naive_graph *graph) {
    *graph = (struct naive_graph){.P = 2 + next_random(7)};
    long density = 1 + next_random(4);
    for (long a = 0; a < graph->P; a++)
        for (long b = 0; b < a; b++)
            graph->joined[a][b] = graph->joined[b][a] = next_random(5) < density;
    graph->joined[0][1] = graph->joined[1][0] = true;
}

static void write_bound(struct text *text, const struct naive_graph *graph, bool half, long T,
                        const char *reason) {
    char edges[1000] = "";
    size_t length = 0;
    long count = 0;
    for (long a = 0; a < graph->P; a++)
        for (long b = a + 1; b < graph->P; b++)
            if (graph->joined[a][b]) {
                length +=
                    (size_t)snprintf(edges + length, sizeof edges - length, "edge %ld %ld\n", a, b);
                count++;
            }
    text->length =
        (size_t)snprintf(text->bytes, TEXT_LIMIT,
                         "steadycast certificate 1\nwriter test 1\nkind gossip-bound\nduplex %s\n"
                         "processors %ld\nedges %ld\n%stime %ld\n%s",
                         half ? "half" : "full", graph->P, count, edges, T, reason);
    text_seal(text);
}

/* T alone is verified, not one less or one more; nothing of a graph that is not connected. */
static void assert_bound(const struct naive_graph *graph, bool half, long T, const char *reason) {
    static struct text text;
    bool connected = naive_is_connected(graph);
    for (long stated = T > 1 ? T - 1 : 1; stated <= T + 1; stated++) {
        write_bound(&text, graph, half, stated, reason);
        text.bytes[text.length] = '\0';
        assert_true(naive_gossip_bound_holds(&text) == (connected && stated == T));
        assert_status(&text, connected && stated == T);
    }
}

/* Edges of the largest matching of those who are not used. */
static long matching(const struct naive_graph *graph, unsigned used) {
    long first = 0;
    while (first < graph->P && used >> first & 1)
        first++;
    if (first == graph->P)
        return 0;
    long best = matching(graph, used | 1u << first);
    for (long other = first + 1; other < graph->P; other++)
        if (!(used >> other & 1) && graph->joined[first][other]) {
            long found = 1 + matching(graph, used | 1u << first | 1u << other);
            best = found > best ? found : best;
        }
    return best;
}

/* Most messages of a step of full duplex to the processors from `to` on, without those who send. */
static long receptions(const struct naive_graph *graph, long to, unsigned sending) {
    if (to == graph->P)
        return 0;
    long best = receptions(graph, to + 1, sending);
    for (long from = 0; from < graph->P; from++)
        if (!(sending >> from & 1) && graph->joined[from][to]) {
            long found = 1 + receptions(graph, to + 1, sending | 1u << from);
            best = found > best ? found : best;
        }
    return best;
}

/* Everything that can be removed; the largest bound. */
static long assert_bounds_by_removing(const struct naive_graph *graph, bool half) {
    long best = naive_bound_plain(graph, half);
    for (unsigned set = 1; set < 1u << graph->P; set++) {
        bool removed[NAIVE_GRAPH_PROCESSORS];
        char reason[100] = "remove";
        for (long p = 0; p < graph->P; p++) {
            size_t length = strlen(reason);
            removed[p] = set >> p & 1;
            if (removed[p])
                snprintf(reason + length, sizeof reason - length, " %ld", p);
        }
        strcat(reason, "\n");
        long T = naive_bound_remove(graph, half, removed);
        assert_bound(graph, half, T, reason);
        best = T > best ? T : best;
    }
    return best;
}

static void test_bounds(void **state) {
    struct naive_graph graph;
    (void)state;
    for (int i = 0; i < 120; i++) {
        random_graph(&graph);
        assert_bound(&graph, false, naive_bound_plain(&graph, false), "");
        assert_bound(&graph, true, naive_bound_plain(&graph, true), "");
        for (long cut = 0; cut < graph.P; cut++) {
            char reason[40];
            snprintf(reason, sizeof reason, "cut %ld\n", cut);
            assert_bound(&graph, false, naive_bound_cut(&graph, false, cut), reason);
            assert_bound(&graph, true, naive_bound_cut(&graph, true, cut), reason);
        }
        for (int half = 0; half <= 1; half++) {
            long m = half ? matching(&graph, 0) : receptions(&graph, 0, 0);
            long messages = graph.P * (graph.P - 1);
            bool nothing[NAIVE_GRAPH_PROCESSORS] = {false};
            long best = assert_bounds_by_removing(&graph, half);
            /* components of the whole graph are told by no line */
            long whole = naive_bound_remove(&graph, half, nothing);
            assert_int_equal(whole > best ? whole : best, (messages + m - 1) / m);
        }
    }
}

/* --- products --- */

static void random_factor(struct naive_list *factor, bool half) {
    do
        while (!naive_list_random(factor, NAIVE_ALL, next_random))
            ;
    while (factor->model != NAIVE_GRAPH || factor->K != 1 || factor->half != half);
    factor->single = false;
}

static void state_product(struct naive_product *product) {
    product->N = 1;
    product->T = 0;
    for (long i = 0; i < product->count; i++) {
        product->T = product->T * product->factors[i].P + product->factors[i].finish;
        product->N *= product->factors[i].P;
    }
}

static bool agree(struct naive_product *product) {
    static struct text text;
    naive_product_write(product, &text);
    bool holds = naive_product_holds(product);
    assert_status(&text, holds);
    text.bytes[text.length] = '\0';
    assert_true(naive_gossip_product_holds(&text) == holds);
    return holds;
}

static void change_message(struct naive_list *factor) {
    struct naive_message *m = &factor->messages[next_random((long)factor->count)];
    switch (next_random(5)) {
    case 0:
        m->to = next_random(factor->P);
        break;
    case 1:
        m->item = 1 + next_random(factor->P);
        break;
    case 2:
        m->time = next_random(factor->finish + 2);
        break;
    case 3:
        m->from = next_random(factor->P);
        break;
    default:
        if (factor->count > 1)
            *m = factor->messages[--factor->count];
    }
    naive_list_state(factor);
}

static void change(struct naive_product *product) {
    struct naive_list *factor = &product->factors[next_random(product->count)];
    switch (next_random(8)) {
    case 0:
        product->N += next_random(3) - 1;
        return;
    case 1:
        product->T += next_random(3) - 1;
        return;
    case 2:
        factor->delay = factor->finish += 1 - 2 * next_random(factor->finish > 1 ? 2 : 1);
        break;
    case 3:
        naive_list_change_edges(factor, next_random);
        break;
    case 4:
        product->half = !product->half;
        for (long i = 0; i < product->count; i++)
            product->factors[i].half = product->half;
        break;
    default:
        change_message(factor);
    }
    state_product(product);
}

/* The theorem itself: all messages of the product, as kind messages. */
static void assert_expanded(const struct naive_product *product) {
    static struct naive_list list;
    static struct text text;
    assert_true(naive_product_expand(product, &list));
    naive_list_write(&list, &text);
    assert_status(&text, true);
}

static void test_products(void **state) {
    static struct naive_product product, changed;
    unsigned long holding = 0, others = 0;
    (void)state;
    for (int i = 0; i < 40; i++) {
        product.half = i % 2;
        product.count = 2 + i % 5 / 3;
        do {
            for (long f = 0; f < product.count; f++)
                random_factor(&product.factors[f], product.half);
            state_product(&product);
        } while (product.N > 18);
        assert_true(agree(&product));
        assert_expanded(&product);
        for (int j = 0; j < 25; j++) {
            changed = product;
            change(&changed);
            ++*(agree(&changed) ? &holding : &others);
        }
    }
    printf("changed: %lu hold, %lu do not\n", holding, others);
    assert_true(holding > 100 && others > 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds),
                                       cmocka_unit_test(test_products)};
    return cmocka_run_group_tests_name("check_gossip", tests, NULL, NULL);
}
