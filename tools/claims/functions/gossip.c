/* SPDX-License-Identifier: MIT */
/* Multinode broadcasting, Dimakopoulos 1999: products of graphs, hamiltonian cycles, and all small
 * graphs. */
#include <stdio.h>

#include "automata/memory.h"
#include "solver/collective/multinode/hamiltonian.h"
#include "solver/collective/multinode/network_least.h"
#include "tools/claims/functions/functions.h"

/* --- all connected graphs of a few nodes, each once up to the names of its nodes --- */

enum { GOSSIP_SMALL_MOST = 6, GOSSIP_SMALL_TEXT = 64 /* edges as words `01 12` */ };

typedef enum status gossip_small_use(void *context, const struct network_factors *network,
                                     const char *text, struct failure *failure);

/* A set of edges: the edge a < b is bit b(b-1)/2 + a. */
static int bit_of(int a, int b) {
    return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}

static unsigned renamed(int nodes, unsigned edges, const int *names) {
    unsigned result = 0;
    for (int b = 1; b < nodes; b++)
        for (int a = 0; a < b; a++)
            if (edges >> bit_of(a, b) & 1)
                result |= 1u << bit_of(names[a], names[b]);
    return result;
}

/* Whether no names from `place` on make a smaller set of edges. */
static bool is_least(int nodes, unsigned edges, int *names, int place) {
    if (place == nodes)
        return renamed(nodes, edges, names) >= edges;
    for (int i = place; i < nodes; i++) {
        int kept = names[place];
        names[place] = names[i];
        names[i] = kept;
        bool least = is_least(nodes, edges, names, place + 1);
        names[i] = names[place];
        names[place] = kept;
        if (!least)
            return false;
    }
    return true;
}

/* Also as words `01 12`; one that is not connected is passed over. */
static enum status use_graph(int nodes, unsigned edges, gossip_small_use *use, void *context,
                             struct failure *failure) {
    CLEANUP(network_factors_clear)
    struct network_factors factors = {1, {{.family = NETWORK_LISTED}}, {0}};
    struct network *network = &factors.factors[0].network;
    struct network_link list[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST];
    char text[GOSSIP_SMALL_TEXT] = "";
    size_t used = 0;
    int count = 0;
    for (int a = 0; a < nodes; a++)
        for (int b = a + 1; b < nodes; b++)
            if (edges >> bit_of(a, b) & 1) {
                list[count++] = (struct network_link){a, b, 1, 1};
                used += (size_t)snprintf(text + used, sizeof text - used, " %d%d", a, b);
            }
    TRY(count ? network_of_edges(nodes, list, count, network, failure) : STATUS_OK);
    enum status status = count ? network_check_connected(network, failure) : STATUS_INPUT;
    return !status                  ? use(context, &factors, text + 1, failure)
           : status == STATUS_INPUT ? STATUS_OK
                                    : status;
}

/* Those of `nodes` nodes, as networks of one factor. 2^(n(n-1)/2) n! steps. */
static enum status gossip_small_each(int nodes, gossip_small_use *use, void *context,
                                     struct failure *failure) {
    for (unsigned edges = 0; edges < 1u << nodes * (nodes - 1) / 2; edges++) {
        int names[GOSSIP_SMALL_MOST];
        for (int v = 0; v < nodes; v++)
            names[v] = v;
        if (is_least(nodes, edges, names, 0))
            TRY(use_graph(nodes, edges, use, context, failure));
    }
    return STATUS_OK;
}

/* An allgather of one chunk on a network whose nodes have one port; the parts borrow each other: it
 * is not moved. */
struct allgather {
    struct network network;
    struct network_problem problem;
    struct network_least least;
};

static void allgather_clear(struct allgather *allgather) {
    network_least_clear(&allgather->least);
    network_problem_clear(&allgather->problem);
    network_clear(&allgather->network);
}

/* Without an answer. Cleared in any case. */
static enum status allgather_open(struct allgather *allgather,
                                  const struct network_factors *factors, bool half,
                                  struct failure *failure) {
    *allgather = (struct allgather){.least = {.lower = 0}};
    TRY(network_copy(network_factors_whole(factors), &allgather->network, failure));
    TRY(network_limit_ports(&allgather->network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, 1,
                            failure));
    return network_problem_init(&allgather->problem, &allgather->network, COLLECTIVE_ALLGATHER, 0,
                                failure);
}

static enum status allgather_find(struct allgather *allgather,
                                  const struct network_factors *factors, bool half,
                                  enum network_engine engine, struct claim_call *call,
                                  struct failure *failure) {
    uint64_t decisions = 0;
    const struct network_hints hints = {.factors = factors,
                                        .ports = half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL,
                                        .p = 1,
                                        .engine = engine};
    TRY(allgather_open(allgather, factors, half, failure));
    return network_time_find(&allgather->problem, 1, &hints, &call->job->limits, &allgather->least,
                             &decisions, failure);
}

static enum status put_schedule(const void *least, struct certificate_output *output,
                                const struct limits *limits, struct failure *failure) {
    return certificate_put_network_least(least, output, limits, failure);
}

static enum status put_product(const void *product, struct certificate_output *output,
                               const struct limits *limits, struct failure *failure) {
    (void)limits;
    return certificate_put_gossip_product(product, output, failure);
}

static enum status put_bound(struct claim_call *call, const struct network_least *least,
                             struct failure *failure) {
    if (least->is_refuted)
        return claim_call_put(call,
                              evidence_borrowed("impossible-network",
                                                certificate_put_network_refutation,
                                                &least->refutation),
                              failure);
    return claim_call_put(
        call, evidence_borrowed("network-bound", certificate_put_network_bound, &least->bound),
        failure);
}

/* Both certificates of what was found, the upper one if there is a schedule. */
static enum status put_both(struct claim_call *call, const struct network_least *least,
                            struct failure *failure) {
    TRY(put_bound(call, least, failure));
    if (least->upper == 0)
        return STATUS_OK;
    return claim_call_put(call, evidence_borrowed(network_least_kind(least), put_schedule, least),
                          failure);
}

static enum status nodes(struct claim_call *call, struct failure *failure) {
    CLEANUP(network_factors_clear) struct network_factors network = {0};
    TRY(network_factors_parse_in(call->word, NULL, &network, failure));
    call->give[0] = network_factors_whole(&network)->nodes;
    return STATUS_OK;
}

/* --- products --- */

enum { NODES, FACTORS, STEPS, FORMULA, MET, EVEN, MIXED, LIST };

/* T_B + n_B T_A with A the first factor and B the product of the others, and so on. */
static long formula(const struct product_gossip *product, int first) {
    if (first + 1 == product->count)
        return product->factors[first].finish;
    long others = 1;
    for (int i = first + 1; i < product->count; i++)
        others *= product->factors[i].network->nodes;
    return formula(product, first + 1) + others * product->factors[first].finish;
}

static enum status see_product(struct claim_call *call, const struct network_least *least,
                               struct failure *failure) {
    if (!least->at_hand || least->at_hand->rule != GOSSIP_PRODUCT)
        return failure_internal(failure, "%s: no schedule of the product", call->word);
    const struct product_gossip *made = &least->at_hand->product;
    int count = made->count;
    call->give[NODES] = made->nodes;
    call->give[FACTORS] = count;
    call->give[FORMULA] = formula(made, 0);
    call->give[MET] = call->give[EVEN] = 1;
    call->give[MIXED] = count == 2 && made->factors[0].network->nodes % 2 == 0 &&
                        made->factors[count - 1].network->nodes % 2 != 0;
    for (int i = 0; i < count; i++) {
        int of = made->factors[i].network->nodes;
        call->give[MET] &= made->factors[i].finish == gossip_counted(of, made->half);
        call->give[EVEN] &= of % 2 == 0;
    }
    TRY(product_gossip_play(made, &call->job->limits, &call->give[STEPS], failure));
    TRY(call->field == LIST ? put_both(call, least, failure) : put_bound(call, least, failure));
    return claim_call_put(call, evidence_borrowed("gossip-product", put_product, made), failure);
}

static enum status product(struct claim_call *call, struct failure *failure) {
    CLEANUP(network_factors_clear) struct network_factors network = {0};
    CLEANUP(allgather_clear) struct allgather allgather = {.least = {.lower = 0}};
    TRY(network_factors_parse_in(call->word, NULL, &network, failure));
    TRY(allgather_find(&allgather, &network, call->a[0] != 0, NETWORK_BY_PRODUCT, call, failure));
    return see_product(call, &allgather.least, failure);
}

/* --- hamiltonian cycles --- */

static enum status cycle(struct claim_call *call, struct failure *failure) {
    enum verdict verdict = VERDICT_UNKNOWN;
    CLEANUP(network_factors_clear) struct network_factors network = {0};
    TRY(network_factors_parse_in(call->word, NULL, &network, failure));
    FREED int *order = memory_new((size_t)network_factors_whole(&network)->nodes, sizeof *order);
    TRY(order ? hamiltonian_find(&network, &call->job->limits, order, &verdict, failure)
              : failure_memory(failure, "a cycle"));
    call->give[0] = verdict == VERDICT_FEASIBLE;
    call->give[1] = verdict == VERDICT_INFEASIBLE;
    return STATUS_OK;
}

/* By the definition of a product: node (a,b) is a times the nodes of B and b; neighbours differ in
 * one place, and there by an edge of the factor. */
static bool neighbours(const struct network *a, const struct network *b, int v, int w) {
    int v1 = v / b->nodes, v2 = v % b->nodes, w1 = w / b->nodes, w2 = w % b->nodes;
    return (v2 == w2 && network_arc_number(a, v1, w1) >= 0) ||
           (v1 == w1 && network_arc_number(b, v2, w2) >= 0);
}

static bool is_cycle(const struct network *a, const struct network *b, const int *order) {
    bool seen[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST] = {false};
    int all = a->nodes * b->nodes;
    for (int i = 0; i < all; i++) {
        if (order[i] < 0 || order[i] >= all || seen[order[i]] ||
            !neighbours(a, b, order[i], order[(i + 1) % all]))
            return false;
        seen[order[i]] = true;
    }
    return true;
}

enum { COUNT, WRONG, OPEN, CYCLES, MOST_GRAPHS = 64 };

/* Hamiltonian graphs, owned. */
struct graphs {
    struct network list[MOST_GRAPHS];
    int count;
};

static void graphs_clear(struct graphs *graphs) {
    for (int i = 0; i < graphs->count; i++)
        network_clear(&graphs->list[i]);
}

static enum status collect(void *context, const struct network_factors *network, const char *text,
                           struct failure *failure) {
    struct graphs *graphs = context;
    enum verdict verdict;
    int order[GOSSIP_SMALL_MOST];
    (void)text;
    const struct network *graph = network_factors_whole(network);
    TRY(hamiltonian_search(graph, NULL, order, &verdict, failure));
    if (verdict != VERDICT_FEASIBLE)
        return STATUS_OK;
    if (graphs->count == MOST_GRAPHS)
        return failure_input(failure, "more than %d graphs", MOST_GRAPHS);
    TRY(network_copy(graph, &graphs->list[graphs->count], failure));
    graphs->count++;
    return STATUS_OK;
}

/* The product of two graphs without a name. */
static enum status make_product(const struct network *a, const struct network *b,
                                struct network_factors *network, struct failure *failure) {
    *network = (struct network_factors){.count = 2};
    network->factors[0].family = network->factors[1].family = NETWORK_LISTED;
    TRY(network_copy(a, &network->factors[0].network, failure));
    TRY(network_copy(b, &network->factors[1].network, failure));
    return network_factors_multiply(network, failure);
}

static enum status see_pair(struct claim_call *call, const struct graphs *graphs, int first,
                            int second, struct failure *failure) {
    const struct network *a = &graphs->list[first], *b = &graphs->list[second];
    int order[GOSSIP_SMALL_MOST * GOSSIP_SMALL_MOST];
    enum verdict verdict = VERDICT_UNKNOWN;
    CLEANUP(network_factors_clear) struct network_factors network = {0};
    TRY(make_product(a, b, &network, failure));
    TRY(hamiltonian_find(&network, &call->job->limits, order, &verdict, failure));
    bool found = verdict == VERDICT_FEASIBLE && is_cycle(a, b, order);
    call->give[COUNT]++;
    call->give[OPEN] += verdict == VERDICT_UNKNOWN;
    if (verdict != VERDICT_UNKNOWN && !found && !call->give[WRONG]++)
        snprintf(call->text, sizeof call->text, "graphs %d and %d: no hamiltonian cycle", first,
                 second);
    return STATUS_OK;
}

static enum status products(struct claim_call *call, struct failure *failure) {
    CLEANUP(graphs_clear) struct graphs graphs = {.count = 0};
    for (int n = (int)call->a[0]; n <= call->a[1]; n++)
        TRY(gossip_small_each(n, collect, &graphs, failure));
    for (int i = 0; i < graphs.count; i++)
        for (int j = 0; j < graphs.count; j++)
            TRY(see_pair(call, &graphs, i, j, failure));
    return STATUS_OK;
}

/* --- their least times --- */

/* *verdict: on a schedule of so many steps; a refutation is put. */
static enum status decide(struct claim_call *call, const struct network_factors *network, bool half,
                          int steps, enum verdict *verdict, struct failure *failure) {
    CLEANUP(allgather_clear) struct allgather allgather = {.least = {.lower = 0}};
    CLEANUP(network_found_clear) struct network_found found = {.verdict = VERDICT_UNKNOWN};
    uint64_t decisions = 0;
    TRY(allgather_open(&allgather, network, half, failure));
    const struct network_task task = {.problem = &allgather.problem, .chunks = 1, .steps = steps};
    TRY(network_search(&task, NULL, true, 0, &call->job->limits, &decisions, &found, failure));
    *verdict = found.verdict;
    return *verdict == VERDICT_INFEASIBLE
               ? claim_call_put(call,
                                evidence_borrowed("impossible-network",
                                                  certificate_put_network_refutation,
                                                  &found.refutation),
                                failure)
               : STATUS_OK;
}

/* A formula for these steps has no model; no step at all is no time for anything. */
static enum status refute(void *context, const struct network_factors *network, const char *text,
                          struct failure *failure) {
    struct claim_call *call = context;
    enum verdict verdict = VERDICT_INFEASIBLE;
    bool half = call->a[1] != 0;
    int steps = (int)call->a[2];
    if (steps > 0)
        TRY(decide(call, network, half, steps, &verdict, failure));
    call->give[COUNT]++;
    call->give[OPEN] += verdict == VERDICT_UNKNOWN;
    if (verdict == VERDICT_FEASIBLE && !call->give[WRONG]++)
        snprintf(call->text, sizeof call->text, "edges %s, duplex %s: %d steps", text,
                 half ? "half" : "full", steps);
    return STATUS_OK;
}

static enum status all_refuted(struct claim_call *call, struct failure *failure) {
    return gossip_small_each((int)call->a[0], refute, call, failure);
}

/* The time of one, by the engine that is wanted; reported, and put. */
static enum status see_time(void *context, const struct network_factors *network, const char *text,
                            struct failure *failure) {
    struct claim_call *call = context;
    bool half = call->a[1] != 0, along = call->function->method == NETWORK_BY_RING;
    CLEANUP(allgather_clear) struct allgather allgather = {.least = {.lower = 0}};
    const struct network_least *least = &allgather.least;
    TRY(allgather_find(&allgather, network, half, (enum network_engine)call->function->method, call,
                       failure));
    int nodes = allgather.network.nodes;
    int64_t bound = gossip_counted(nodes, half);
    bool is_cycle = least->at_hand && least->at_hand->rule == GOSSIP_RING;
    bool met = least->upper == bound;
    call->give[CYCLES] += is_cycle;
    call->give[OPEN] += !along && least->upper != least->lower;
    if (is_cycle || !along) {
        call->give[COUNT]++;
        if (!met && !call->give[WRONG]++)
            snprintf(call->text, sizeof call->text,
                     "edges %s, duplex %s: %d steps, the bound is %ld", text,
                     half ? "half" : "full", least->upper, (long)bound);
        TRY(put_both(call, least, failure));
    }
    if (!along && call->stream && !is_cycle && (met || nodes <= 4))
        fprintf(call->job->table, "  %s, %s, not hamiltonian: %d, bound %ld%s\n", text,
                half ? "half" : "full", least->upper, (long)bound, met ? ", met" : "");
    return STATUS_OK;
}

static enum status all_times(struct claim_call *call, struct failure *failure) {
    return gossip_small_each((int)call->a[0], see_time, call, failure);
}

const struct claim_function gossip_functions[] = {
    {"nodes", "TEXT", "", "of a network", nodes, 0},
    {"product", "half=0..1 TEXT", "nodes factors steps formula met even mixed list",
     "the algorithm for products, played; do all factors meet their bounds, are they even, or an "
     "even and an odd one? `certify` with .list: all messages besides",
     product, 0},
    {"cycle", "TEXT", "yes no", "has a network a hamiltonian cycle? It is checked edge by edge",
     cycle, 0},
    {"product_cycles", "least=3..6 most=3..6", "count wrong open",
     "products of all pairs of hamiltonian graphs of so many nodes: a cycle, checked by definition",
     products, 0},
    {"all_refuted", "n=2..6 half=0..1 steps=0..1000", "count wrong open",
     "all connected graphs of n nodes: so many steps, refuted by formula", all_refuted, 0},
    {"all_cycles", "n=2..6 half=0..1", "count wrong open cycles",
     "the hamiltonian ones of them: the algorithm for rings meets the bound", all_times,
     NETWORK_BY_RING},
    {"all_times", "n=2..6 half=0..1", "count wrong open cycles",
     "all of them: the least time; `wrong` do not meet the bound", all_times, NETWORK_BY_ALL},
    {.name = NULL}};
