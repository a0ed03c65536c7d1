/* SPDX-License-Identifier: MIT */
#include "solver/collective/multinode/gossip_schedule.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/network/network_schedule.h"

/* --- spanning trees --- */

void tree_gossip_clear(struct tree_gossip *tree) {
    FREE_ALL(tree->node, tree->parent, tree->size, tree->arcs, tree->first);
    *tree = (struct tree_gossip){0};
}

/* --- the tree --- */

/* The search in depth. */
struct search {
    const struct network *network;
    int *next;  /* of each node: neighbours before this one are seen */
    int *left;  /* of each node: neighbours that are not seen */
    int *place; /* of each node; -1: not seen */
};

static enum status search_init(struct search *search, const struct network *network,
                               struct failure *failure) {
    *search = (struct search){.network = network};
    TRY(memory_check(NEW(network->nodes, search->next, search->left, search->place), failure,
                     "a spanning tree"));
    for (int v = 0; v < network->nodes; v++) {
        search->next[v] = network->out[v];
        search->left[v] = network->out[v + 1] - network->out[v];
        search->place[v] = -1;
    }
    return STATUS_OK;
}

static void search_clear(struct search *search) {
    FREE_ALL(search->next, search->left, search->place);
    *search = (struct search){0};
}

/* A neighbour that is not seen, of a few the one with the fewest ways on, as it is the hardest to
 * come by later; -1: there is none. */
static int way_on(struct search *search, int v) {
    enum { FEW = 32 };
    const struct network *network = search->network;
    int best = -1, end = network->out[v + 1];
    while (search->next[v] < end && search->place[network->arcs[search->next[v]].to] >= 0)
        search->next[v]++;
    for (int i = search->next[v]; i < end && i < search->next[v] + FEW; i++) {
        int u = network->arcs[i].to;
        if (search->place[u] < 0 && (best < 0 || search->left[u] < search->left[best]))
            best = u;
    }
    return best;
}

static void see(struct search *search, struct tree_gossip *tree, int v, int parent, int place) {
    const struct network *network = search->network;
    search->place[v] = place;
    tree->node[place] = v;
    tree->parent[place] = parent;
    for (int i = network->out[v]; i < network->out[v + 1]; i++)
        search->left[network->arcs[i].to]--;
}

static void grow(struct search *search, struct tree_gossip *tree) {
    int root = 0, seen = 1;
    for (int v = 1; v < tree->nodes; v++)
        if (search->left[v] < search->left[root])
            root = v;
    see(search, tree, root, -1, 0);
    for (int at = 0; at >= 0;) {
        int v = way_on(search, tree->node[at]);
        if (v >= 0)
            see(search, tree, v, at, seen);
        at = v >= 0 ? seen++ : tree->parent[at];
    }
}

/* The children of place u are list[first[u]] .. before list[first[u+1]]. */
struct children {
    int *first, *list;
};

static void children_clear(struct children *children) {
    FREE_ALL(children->first, children->list);
}

static enum status list_children(const struct tree_gossip *tree, struct children *children,
                                 struct failure *failure) {
    TRY(memory_check(NEW((size_t)tree->nodes + 2, children->first) &&
                         NEW(tree->nodes, children->list),
                     failure, "a spanning tree"));
    int *first = children->first;
    for (int v = 1; v < tree->nodes; v++)
        first[tree->parent[v] + 2]++;
    for (int u = 0; u < tree->nodes; u++)
        first[u + 2] += first[u + 1];
    for (int v = 1; v < tree->nodes; v++)
        children->list[first[tree->parent[v] + 1]++] = v;
    return STATUS_OK;
}

/* A leaf goes to a neighbour with fewer edges: where many nodes have no way on, the search leaves
 * all of them below one. Parents no longer come before their children. */
static void move_leaves(struct search *search, struct tree_gossip *tree) {
    const struct network *network = search->network;
    int *degree = search->left;
    for (int v = 0; v < tree->nodes; v++)
        degree[v] = v > 0;
    for (int v = 1; v < tree->nodes; v++)
        degree[tree->parent[v]]++;
    for (int v = 1; v < tree->nodes; v++) {
        int node = tree->node[v], from = tree->parent[v], best = from;
        for (int i = network->out[node]; degree[v] == 1 && i < network->out[node + 1]; i++) {
            int to = search->place[network->arcs[i].to];
            if (degree[to] + 1 < degree[from] && degree[to] < degree[best])
                best = to;
        }
        degree[from]--;
        degree[best]++;
        tree->parent[v] = best;
    }
}

/* New places in depth first order; `node` and `parent` are room for them. */
static void renumber(struct search *search, struct tree_gossip *tree,
                     const struct children *children, int *node, int *parent) {
    int *stack = search->next, count = 1, seen = 0;
    stack[0] = 0;
    while (count > 0) {
        int v = stack[--count], above = tree->parent[v];
        node[seen] = tree->node[v];
        parent[seen] = above < 0 ? -1 : search->place[tree->node[above]];
        search->place[node[seen]] = seen;
        seen++;
        for (int i = children->first[v]; i < children->first[v + 1]; i++)
            stack[count++] = children->list[i];
    }
}

static void add_sizes(struct tree_gossip *tree) {
    for (int place = tree->nodes - 1; place >= 0; place--) {
        tree->size[place]++;
        if (place > 0)
            tree->size[tree->parent[place]] += tree->size[place];
    }
}

static enum status improve(struct search *search, struct tree_gossip *tree,
                           struct failure *failure) {
    CLEANUP(children_clear) struct children children = {NULL, NULL};
    FREED int *node = NULL, *parent = NULL;
    TRY(memory_check(NEW(tree->nodes, node, parent), failure, "a spanning tree"));
    move_leaves(search, tree);
    TRY(list_children(tree, &children, failure));
    renumber(search, tree, &children, node, parent);
    FREE_ALL(tree->node, tree->parent);
    tree->node = TAKE(node);
    tree->parent = TAKE(parent);
    add_sizes(tree);
    return STATUS_OK;
}

/* --- its colours --- */

static int slot_of(const struct tree_gossip *tree, int colour, bool down) {
    return tree->half ? 2 * colour + down : colour;
}

/* colour[v] of the edge above v; next[u], 0 before: the colour of the next edge below u. Parents
 * come before their children. */
static void colour_edges(struct tree_gossip *tree, int *colour, int *next) {
    for (int v = 1; v < tree->nodes; v++) {
        int u = tree->parent[v];
        if (u > 0 && next[u] == colour[u])
            next[u]++;
        colour[v] = next[u]++;
        if (colour[v] >= tree->degree)
            tree->degree = colour[v] + 1;
    }
    tree->slots = tree->half ? 2 * tree->degree : tree->degree;
}

/* How many items an arc carries. */
static int load(const struct tree_gossip *tree, const struct tree_arc *arc) {
    int size = tree->size[arc->child];
    return arc->down ? tree->nodes - size : size;
}

static void put_arc(struct tree_gossip *tree, int child, int colour, bool down) {
    int slot = slot_of(tree, colour, down);
    struct tree_arc *arc = &tree->arcs[tree->first[slot + 1]++];
    *arc = (struct tree_arc){child, down};
    int64_t end = (load(tree, arc) - (int64_t)1) * tree->slots + slot + 1;
    tree->finish = end > tree->finish ? end : tree->finish;
}

/* Puts the arcs in their steps, by ascending sender; place[v] of each node. */
static void sort_arcs(struct tree_gossip *tree, const int *place, const int *colour,
                      const struct children *children) {
    int *first = tree->first;
    for (int v = 1; v < tree->nodes; v++) {
        first[slot_of(tree, colour[v], false) + 2]++;
        first[slot_of(tree, colour[v], true) + 2]++;
    }
    for (int slot = 0; slot < tree->slots; slot++)
        first[slot + 2] += first[slot + 1];
    for (int node = 0; node < tree->nodes; node++) {
        int u = place[node];
        for (int i = children->first[u]; i < children->first[u + 1]; i++)
            put_arc(tree, children->list[i], colour[children->list[i]], true);
        if (u > 0)
            put_arc(tree, u, colour[u], false);
    }
}

static enum status make_rounds(struct tree_gossip *tree, const int *place,
                               struct failure *failure) {
    CLEANUP(children_clear) struct children children = {NULL, NULL};
    FREED int *colour = NULL, *next = NULL;
    TRY(memory_check(NEW(tree->nodes, colour, next), failure, "the rounds of a tree"));
    colour_edges(tree, colour, next);
    TRY(memory_check(NEW((size_t)tree->slots + 2, tree->first) &&
                         NEW(2 * (size_t)tree->nodes, tree->arcs),
                     failure, "the rounds of a tree"));
    TRY(list_children(tree, &children, failure));
    sort_arcs(tree, place, colour, &children);
    return STATUS_OK;
}

enum status tree_gossip_make(const struct network *network, bool half, struct tree_gossip *tree,
                             struct failure *failure) {
    CLEANUP(tree_gossip_clear) struct tree_gossip made = {.half = half, .nodes = network->nodes};
    CLEANUP(search_clear) struct search search = {0};
    TRY(search_init(&search, network, failure));
    TRY(memory_check(NEW(network->nodes, made.node, made.parent, made.size), failure,
                     "a spanning tree"));
    grow(&search, &made);
    TRY(improve(&search, &made, failure));
    TRY(make_rounds(&made, search.place, failure));
    *tree = TAKE(made);
    return STATUS_OK;
}

/* --- its messages --- */

/* An edge as it goes on downwards: items that are below `above` and not below `below`, an ancestor
 * of the child and the one before it, come next. */
struct descent {
    int above, below;
};

/* The item of round r = 1, 2, .. as a place. */
static int item_down(const struct tree_gossip *tree, struct descent *descent, int child, int r) {
    while (r > tree->size[descent->above] - tree->size[child]) {
        descent->below = descent->above;
        descent->above = tree->parent[descent->above];
    }
    int nth = r - (tree->size[descent->below] - tree->size[child]);
    int item = descent->above + nth - 1;
    return item < descent->below ? item : item + tree->size[descent->below];
}

static enum status emit_arc(const struct tree_gossip *tree, struct descent *descents,
                            const struct tree_arc *arc, int time, int r, message_take *take,
                            void *context, struct failure *failure) {
    int child = arc->child, up = tree->node[child], down = tree->node[tree->parent[child]];
    int item = arc->down ? item_down(tree, &descents[child], child, r) : child + r - 1;
    struct message message = {time, arc->down ? down : up, arc->down ? up : down,
                              tree->node[item] + 1, 0};
    return take(context, &message, failure);
}

static enum status tell_round(const struct tree_gossip *tree, struct descent *descents, int r,
                              message_take *take, void *context, struct failure *failure) {
    for (int slot = 0; slot < tree->slots; slot++)
        for (int i = tree->first[slot]; i < tree->first[slot + 1]; i++)
            if (r <= load(tree, &tree->arcs[i]))
                TRY(emit_arc(tree, descents, &tree->arcs[i], (r - 1) * tree->slots + slot, r, take,
                             context, failure));
    return STATUS_OK;
}

/* By time, then by sender; takes the time that they are many, n(n-1), and memory for three numbers
 * a node. */
static enum status tell_tree(const struct tree_gossip *tree, message_take *take, void *context,
                             const struct limits *limits, struct failure *failure) {
    FREED struct descent *descents = memory_new((size_t)tree->nodes, sizeof *descents);
    TRY(memory_check(descents, failure, "the messages of a tree"));
    for (int v = 1; v < tree->nodes; v++)
        descents[v] = (struct descent){tree->parent[v], v};
    for (int r = 1; r < tree->nodes; r++) {
        TRY(limits_check(limits, failure));
        TRY(tell_round(tree, descents, r, take, context, failure));
    }
    return STATUS_OK;
}

void gossip_schedule_clear(struct gossip_schedule *schedule) {
    free(schedule->order);
    ring_schedule_clear(&schedule->ring);
    tree_gossip_clear(&schedule->tree);
    for (int i = 0; schedule->schedules && i < schedule->product.count; i++)
        message_array_clear(&schedule->schedules[i]);
    FREE_ALL(schedule->schedules, schedule->factors);
    *schedule = (struct gossip_schedule){.steps = 0};
}

static enum status too_long(struct failure *failure) {
    return failure_limit(failure, "the schedule takes 2^31 steps or more");
}

enum status gossip_schedule_of_ring(const int *order, int nodes, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_RING};
    TRY(memory_check(NEW(nodes, made.order), failure, "a cycle"));
    memcpy(made.order, order, (size_t)nodes * sizeof *order);
    TRY(ring_schedule_init(&made.ring, made.order, nodes, half, failure));
    made.steps = ring_steps(made.ring.rule, nodes);
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_of_tree(const struct network *network, bool half,
                                    struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_TREE};
    TRY(tree_gossip_make(network, half, &made.tree, failure));
    if (made.tree.finish >= INT_MAX)
        return too_long(failure);
    made.steps = (int)made.tree.finish;
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_of_product(const struct network_factors *factors, bool half,
                                       gossip_part_make *make, void *context,
                                       struct gossip_schedule *schedule, struct failure *failure) {
    CLEANUP(gossip_schedule_clear) struct gossip_schedule made = {.rule = GOSSIP_PRODUCT};
    size_t count = (size_t)factors->count;
    TRY(memory_check(NEW(count, made.factors, made.schedules), failure, "a product"));
    made.product = (struct product_gossip){factors->count, made.factors, half,
                                           network_factors_whole(factors)->nodes};
    for (int i = 0; i < factors->count; i++) {
        struct gossip_part part = {.finish = 0};
        enum status status = make(context, i, &part, failure);
        made.schedules[i] = part.messages;
        TRY(status);
        made.factors[i] =
            (struct product_factor){&factors->factors[i].network, part.messages.messages,
                                    (int)part.messages.count, part.finish};
    }
    BIG(steps);
    product_gossip_time(&made.product, steps);
    if (mpz_cmp_ui(steps, INT_MAX) >= 0)
        return too_long(failure);
    made.steps = (int)mpz_get_ui(steps);
    *schedule = TAKE(made);
    return STATUS_OK;
}

enum status gossip_schedule_each(const struct gossip_schedule *schedule, message_take *take,
                                 void *context, const struct limits *limits,
                                 struct failure *failure) {
    if (schedule->rule == GOSSIP_RING)
        return ring_schedule_each(&schedule->ring, take, context, limits, failure);
    if (schedule->rule == GOSSIP_TREE)
        return tell_tree(&schedule->tree, take, context, limits, failure);
    return product_gossip_each(&schedule->product, take, context, limits, failure);
}

/* One round a step, over the network with its ports. */
static enum status put_factor(const struct product_factor *factor, bool half,
                              struct certificate_output *output, struct failure *failure) {
    CLEANUP(network_clear) struct network network = {0};
    CLEANUP(network_problem_clear) struct network_problem problem = {0};
    TRY(network_copy(factor->network, &network, failure));
    TRY(network_limit_ports(&network, half ? NETWORK_PORTS_HALF : NETWORK_PORTS_FULL, 1, failure));
    TRY(network_problem_init(&problem, &network, COLLECTIVE_ALLGATHER, 0, failure));
    CLEANUP(network_schedule_clear)
    struct network_schedule schedule = {.task = {.problem = &problem,
                                                 .steps = factor->finish,
                                                 .chunks = 1,
                                                 .rounds = NETWORK_EVEN_ROUNDS}};
    for (int i = 0; i < factor->count; i++) {
        const struct message *m = &factor->messages[i];
        struct network_send send = {m->time + 1, network_arc_number(&network, m->from, m->to),
                                    m->item};
        TRY(network_schedule_add(&schedule, send, failure));
    }
    TRY(network_schedule_finish(&schedule, NULL, failure));
    return certificate_put_network_schedule(&schedule, output, NULL, failure);
}

enum status certificate_put_gossip_product(const struct product_gossip *product,
                                           struct certificate_output *output,
                                           struct failure *failure) {
    BIG_OF(number, 1);
    for (int i = 0; i < product->count; i++)
        mpz_mul_ui(number, number, (unsigned long)product->factors[i].network->nodes);
    certificate_print(output, "duplex %s\nfactors %d\nprocessors ", product->half ? "half" : "full",
                      product->count);
    certificate_print_big(output, number);
    product_gossip_time(product, number);
    certificate_print(output, "\ntime ");
    certificate_print_big(output, number);
    certificate_print(output, "\n");
    for (int i = 0; i < product->count; i++) {
        certificate_print(output, "factor %d\n", i + 1);
        TRY(put_factor(&product->factors[i], product->half, output, failure));
    }
    return STATUS_OK;
}
