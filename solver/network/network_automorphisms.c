/* SPDX-License-Identifier: MIT */
#include "solver/network/network_automorphisms.h"

#include <nauty.h>
#include <nauty/nausparse.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_problem.h"

/* --- images --- */

enum status network_images_init(struct network_images *images,
                                const struct network_problem *problem, struct failure *failure) {
    *images = (struct network_images){.problem = problem};
    TRY(memory_check(
        NEW(problem->network->arc_count, images->arc, images->moved_arcs) &&
            NEW(problem->network->group_count, images->group, images->moved_groups, images->taken),
        failure, "symmetries"));
    for (int a = 0; a < problem->network->arc_count; a++)
        images->arc[a] = a;
    for (int g = 0; g < problem->network->group_count; g++)
        images->group[g] = g;
    return STATUS_OK;
}

void network_images_clear(struct network_images *images) {
    FREE_ALL(images->arc, images->group, images->moved_arcs, images->moved_groups, images->taken);
    *images = (struct network_images){0};
}

/* The identity again. */
static void stay(struct network_images *images) {
    for (int i = 0; i < images->moved_arc_count; i++)
        images->arc[images->moved_arcs[i]] = images->moved_arcs[i];
    for (int i = 0; i < images->moved_group_count; i++) {
        int g = images->moved_groups[i];
        images->taken[images->group[g]] = false;
        images->group[g] = g;
    }
    images->moved_arc_count = images->moved_group_count = 0;
}

static bool move_arc(struct network_images *images, const int *image, int a) {
    const struct network *net = images->problem->network;
    int b = network_arc_number(net, image[net->arcs[a].from], image[net->arcs[a].to]);
    if (b < 0 || net->arcs[b].latency != net->arcs[a].latency)
        return false;
    images->arc[a] = b;
    images->moved_arcs[images->moved_arc_count++] = a;
    return true;
}

/* Those of nodes that move; an arc between two of them is seen where it begins. */
static bool move_arcs(struct network_images *images, const int *image) {
    const struct network_problem *problem = images->problem;
    for (int v = 0; v < problem->network->nodes; v++)
        for (int i = 0; image[v] != v && i < problem_degree(problem, v); i++) {
            int a = problem_arc_at(problem, v, i), from = problem->network->arcs[a].from;
            if ((from == v || image[from] == from) && !move_arc(images, image, a))
                return false;
        }
    return true;
}

static bool is_member(const struct network_problem *problem, int arc, int group) {
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (problem->groups[i] == group)
            return true;
    return false;
}

/* May a group be the image of another one, by all but their arcs? A port goes with its node. */
static bool are_alike(const struct network *net, const int *image, int g, int other) {
    const struct network_group *own = &net->groups[g], *to = &net->groups[other];
    return own->count == to->count && own->capacity == to->capacity &&
           (own->port ? image[own->port - 1] + 1 : 0) == to->port;
}

static bool is_image(const struct network_images *images, const int *image, int g, int other) {
    const struct network *net = images->problem->network;
    const struct network_group *group = &net->groups[g];
    if (images->taken[other] || !are_alike(net, image, g, other))
        return false;
    for (int i = 0; i < group->count; i++)
        if (!is_member(images->problem, images->arc[net->members[group->first + i]], other))
            return false;
    return true;
}

/* A group is its own image unless an arc of it leaves it: arcs are taken to different arcs. Of
 * several groups with the same arcs each has an image of its own. */
static bool move_group(struct network_images *images, const int *image, int g, int arc) {
    const struct network_problem *problem = images->problem;
    int to = images->arc[arc];
    if (images->group[g] != g)
        return true;
    if (is_member(problem, to, g))
        return are_alike(problem->network, image, g, g);
    for (int i = problem->groups_first[to]; i < problem->groups_first[to + 1]; i++)
        if (is_image(images, image, g, problem->groups[i])) {
            images->group[g] = problem->groups[i];
            images->taken[problem->groups[i]] = true;
            images->moved_groups[images->moved_group_count++] = g;
            return true;
        }
    return false;
}

bool network_images_set(struct network_images *images, const int *image) {
    const struct network_problem *problem = images->problem;
    stay(images);
    if (collective_has_root(problem->collective) && image[problem->root] != problem->root)
        return false;
    for (int v = 0; v < problem->network->nodes && problem->network->forwards; v++)
        if (problem->network->forwards[v] != problem->network->forwards[image[v]])
            return false;
    for (int v = 0; v < problem->network->nodes && problem->network->sizes; v++)
        if (problem->network->sizes[v] != problem->network->sizes[image[v]])
            return false;
    if (!move_arcs(images, image))
        return false;
    for (int i = 0; i < images->moved_arc_count; i++) {
        int a = images->moved_arcs[i];
        for (int j = problem->groups_first[a]; j < problem->groups_first[a + 1]; j++)
            if (!move_group(images, image, problem->groups[j], a))
                return false;
    }
    return true;
}

/* --- the graph --- */

/* A graph whose colours tell what the automorphisms of a problem keep: its nodes are the first
 * vertices, and arcs and groups are edges, or vertices more. */

struct symmetry_graph {
    int count;
    uint64_t *colour; /* of each vertex; owned */
    int64_t joined_count;
    int (*joined)[2]; /* pairs of vertices, each once; owned */
};

enum { NONE = -1, MOST_JOINED = 1 << 24 };

/* What a vertex stands for is the first bits of its colour. */
enum kind { NODE, PAIR, ARC_BEGIN, ARC_END, GROUP, KIND_BITS = 3 };

struct builder {
    const struct network_problem *problem;
    bool precise;
    struct symmetry_graph *graph;
    uint64_t *sort, *sorts; /* of each arc; those of pairs of arcs that are alike */
    int *begin;             /* of each arc the vertex, or NONE */
    uint64_t hidden, plain; /* pairs of arcs of these sorts are nothing, are edges; 0: none */
};

static void symmetry_graph_clear(struct symmetry_graph *graph) {
    FREE_ALL(graph->colour, graph->joined);
    *graph = (struct symmetry_graph){0};
}

static void builder_clear(struct builder *builder) {
    FREE_ALL(builder->sort, builder->sorts, builder->begin);
}

static uint64_t mix(uint64_t sum, uint64_t value) {
    return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t group_sort(const struct network_group *group) {
    return mix(mix(1, (uint64_t)group->capacity), (uint64_t)group->count);
}

/* Of groups in any order. */
uint64_t network_arc_sort(const struct network_problem *problem, int arc) {
    uint64_t sum = 0;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        sum += group_sort(&problem->network->groups[problem->groups[i]]);
    return mix(sum, (uint64_t)problem->network->arcs[arc].latency) | 1;
}

/* --- vertices and edges --- */

static enum status add_vertex(struct builder *builder, enum kind kind, uint64_t value,
                              struct failure *failure) {
    struct symmetry_graph *graph = builder->graph;
    uint64_t colour = (uint64_t)kind << (64 - KIND_BITS) | value >> KIND_BITS;
    return memory_check(APPEND(graph->colour, graph->count, colour), failure, "symmetries");
}

static enum status join(struct builder *builder, int one, int other, struct failure *failure) {
    struct symmetry_graph *graph = builder->graph;
    if (graph->joined_count >= MOST_JOINED)
        return failure_limit(failure, "the network is too large for symmetries");
    if (!memory_make_room(&graph->joined, (size_t)graph->joined_count, sizeof *graph->joined))
        return failure_memory(failure, "symmetries");
    graph->joined[graph->joined_count][0] = one;
    graph->joined[graph->joined_count++][1] = other;
    return STATUS_OK;
}

static enum status add_arc(struct builder *builder, int arc, struct failure *failure) {
    const struct network_arc *a = &builder->problem->network->arcs[arc];
    int begin = builder->graph->count, end = begin + 1;
    builder->begin[arc] = begin;
    TRY(add_vertex(builder, ARC_BEGIN, builder->sort[arc], failure));
    TRY(add_vertex(builder, ARC_END, builder->sort[arc], failure));
    TRY(join(builder, a->from, begin, failure));
    TRY(join(builder, begin, end, failure));
    return join(builder, end, a->to, failure);
}

/* --- pairs of arcs, to and fro --- */

static bool is_shared(const struct builder *builder, int arc) {
    const struct network_problem *problem = builder->problem;
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (builder->precise && problem->network->groups[problem->groups[i]].count > 1)
            return true;
    return false;
}

static int arc_back(const struct builder *builder, int arc) {
    const struct network_arc *a = &builder->problem->network->arcs[arc];
    return network_arc_number(builder->problem->network, a->to, a->from);
}

/* May both directions be one thing? */
static bool are_one(const struct builder *builder, int arc, int back) {
    return back != NONE && builder->sort[arc] == builder->sort[back] && !is_shared(builder, arc) &&
           !is_shared(builder, back);
}

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The sort of most pairs but for `except`; 0: there is none. */
static uint64_t most_frequent(const uint64_t *sorts, int count, uint64_t except) {
    uint64_t best = 0;
    int most = 0;
    for (int i = 0, next; i < count; i = next) {
        for (next = i; next < count && sorts[next] == sorts[i];)
            next++;
        if (next - i > most && sorts[i] != except) {
            most = next - i;
            best = sorts[i];
        }
    }
    return best;
}

/* Which pairs cost least: where all nodes are joined, the most frequent ones needn't be seen. */
static void choose_sorts(struct builder *builder) {
    const struct network *net = builder->problem->network;
    int count = 0;
    int64_t pairs = 0, all = (int64_t)net->nodes * (net->nodes - 1) / 2;
    for (int a = 0; a < net->arc_count; a++) {
        int back = arc_back(builder, a);
        bool first = net->arcs[a].from < net->arcs[a].to;
        pairs += first || back == NONE;
        if (first && are_one(builder, a, back))
            builder->sorts[count++] = builder->sort[a];
    }
    qsort(builder->sorts, (size_t)count, sizeof *builder->sorts, by_value);
    builder->hidden = pairs == all ? most_frequent(builder->sorts, count, 0) : 0;
    builder->plain = most_frequent(builder->sorts, count, builder->hidden);
}

static enum status add_arcs(struct builder *builder, struct failure *failure) {
    const struct network *net = builder->problem->network;
    for (int a = 0; a < net->arc_count; a++) {
        const struct network_arc *arc = &net->arcs[a];
        uint64_t sort = builder->sort[a];
        int pair = builder->graph->count;
        if (!are_one(builder, a, arc_back(builder, a))) {
            TRY(add_arc(builder, a, failure));
        } else if (arc->from < arc->to && sort == builder->plain) {
            TRY(join(builder, arc->from, arc->to, failure));
        } else if (arc->from < arc->to && sort != builder->hidden) {
            TRY(add_vertex(builder, PAIR, sort, failure));
            TRY(join(builder, arc->from, pair, failure));
            TRY(join(builder, pair, arc->to, failure));
        }
    }
    return STATUS_OK;
}

static enum status add_groups(struct builder *builder, struct failure *failure) {
    const struct network *net = builder->problem->network;
    for (int g = 0; g < net->group_count; g++) {
        const struct network_group *group = &net->groups[g];
        int vertex = builder->graph->count;
        if (group->count < 2)
            continue;
        TRY(add_vertex(builder, GROUP, group_sort(group), failure));
        for (int i = 0; i < group->count; i++)
            TRY(join(builder, vertex, builder->begin[net->members[group->first + i]], failure));
    }
    return STATUS_OK;
}

/* `precise`: with a vertex for each group of several arcs. Else groups are told by the colours of
 * their arcs alone, which is smaller and mostly enough: of the automorphisms of the graph each has
 * to be looked at in any case, as colours are hashes. `fixed` is a node that stays, or -1.
 * STATUS_LIMIT where it has more than 2^24 vertices or edges; STATUS_MEMORY. O(arcs log arcs +
 * members). */
static enum status symmetry_graph_make(const struct network_problem *problem, int fixed,
                                       bool precise, struct symmetry_graph *graph,
                                       struct failure *failure) {
    CLEANUP(builder_clear)
    struct builder builder = {.problem = problem, .precise = precise, .graph = graph};
    const struct network *net = problem->network;
    bool rooted = collective_has_root(problem->collective);
    TRY(memory_check(NEW(net->arc_count, builder.sort, builder.sorts, builder.begin), failure,
                     "symmetries"));
    for (int v = 0; v < net->nodes; v++) {
        uint64_t mark = (rooted && v == problem->root ? 1U : 0U) | (v == fixed ? 2U : 0U) |
                        (network_takes_part(net, v) ? 0U : 4U) |
                        (net->sizes ? (uint64_t)net->sizes[v] << 3 : 0U);
        TRY(add_vertex(&builder, NODE, mark << KIND_BITS, failure));
    }
    for (int a = 0; a < net->arc_count; a++)
        builder.sort[a] = network_arc_sort(problem, a);
    choose_sorts(&builder);
    TRY(add_arcs(&builder, failure));
    return precise ? add_groups(&builder, failure) : STATUS_OK;
}

/* nauty ends the program where it is refused memory, so that as much as it needs is asked for
 * before: some arrays of a vertex, and a thousand sets of vertices. Its calls nest as deep as its
 * tree is. */
enum { NAUTY_BYTES = 512, MOST_DEPTH = 4096 };

/* What nauty calls is told nothing of its own but the graph and the array of orbits, so these lead
 * to the search. */
struct search {
    const struct network_problem *problem;
    const struct limits *limits;
    struct network_images images;
    struct network_automorphisms made;
    uint64_t choices, most;
    bool strangers; /* automorphisms of the graph that are none of the problem */
    bool stopped;
    enum status status;
    struct failure *failure;
};

static void search_clear(struct search *search) {
    network_images_clear(&search->images);
    network_automorphisms_clear(&search->made);
}

/* --- what nauty calls --- */

struct coloured {
    uint64_t colour;
    int vertex;
};

struct orbits {
    struct search *search;
    int orbits[];
};

/* The graph as nauty has it. */
struct listed {
    sparsegraph sparse; /* the first, so that a pointer to it is one to this */
    struct search *search;
    struct coloured *order;
    int *lab, *ptn;
    struct orbits *orbits;
};

static void end_search(void) {
    nauty_kill_request = 1;
}

static bool is_identity(const int *image, int nodes) {
    for (int v = 0; v < nodes; v++)
        if (image[v] != v)
            return false;
    return true;
}

static void keep_automorphism(int number, int *image, int *orbits, int orbit_count, int fixed,
                              int vertices) {
    struct search *search =
        ((struct orbits *)((char *)orbits - offsetof(struct orbits, orbits)))->search;
    int nodes = search->problem->network->nodes;
    (void)number, (void)orbit_count, (void)fixed, (void)vertices;
    if (search->status || is_identity(image, nodes))
        return;
    if (!network_images_set(&search->images, image))
        search->strangers = true;
    else
        search->status = network_automorphisms_add(&search->made, image, nodes, search->failure);
    if (search->status || (int64_t)(search->made.count + 1) * nodes > AUTOMORPHISMS_IMAGES)
        end_search();
}

static void visit_node(graph *g, int *lab, int *ptn, int level, int cells, int target, int code,
                       int words, int vertices) {
    struct search *search = ((struct listed *)g)->search;
    (void)lab, (void)ptn, (void)cells, (void)target, (void)code, (void)words;
    (void)vertices;
    search->stopped = search->stopped || (search->limits && limits_stop(search->limits));
    if (search->stopped || ++search->choices > search->most || level > MOST_DEPTH)
        end_search();
}

static void listed_clear(struct listed *listed) {
    FREE_ALL(listed->sparse.v, listed->sparse.d, listed->sparse.e, listed->order, listed->lab,
             listed->ptn, listed->orbits);
}

static int by_colour(const void *left, const void *right) {
    const struct coloured *a = left, *b = right;
    if (a->colour != b->colour)
        return a->colour < b->colour ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Vertices by their colours; ptn is 0 at the last one of a colour. */
static void list_colours(struct listed *listed, const struct symmetry_graph *graph) {
    for (int v = 0; v < graph->count; v++)
        listed->order[v] = (struct coloured){graph->colour[v], v};
    qsort(listed->order, (size_t)graph->count, sizeof *listed->order, by_colour);
    for (int i = 0; i < graph->count; i++) {
        listed->lab[i] = listed->order[i].vertex;
        listed->ptn[i] =
            i + 1 < graph->count && listed->order[i].colour == listed->order[i + 1].colour;
    }
}

static void list_neighbours(sparsegraph *sparse, const struct symmetry_graph *graph) {
    size_t place = 0;
    for (int64_t i = 0; i < graph->joined_count; i++)
        for (int end = 0; end < 2; end++)
            sparse->d[graph->joined[i][end]]++;
    for (int v = 0; v < graph->count; v++) {
        sparse->v[v] = place;
        place += (size_t)sparse->d[v];
        sparse->d[v] = 0;
    }
    for (int64_t i = 0; i < graph->joined_count; i++)
        for (int end = 0; end < 2; end++) {
            int v = graph->joined[i][end];
            sparse->e[sparse->v[v] + (size_t)sparse->d[v]++] = graph->joined[i][!end];
        }
}

static enum status list_graph(struct search *search, struct listed *listed,
                              const struct symmetry_graph *graph, struct failure *failure) {
    size_t n = (size_t)graph->count, joined = 2 * (size_t)graph->joined_count;
    FREED char *room = memory_new(n, NAUTY_BYTES);
    SG_INIT(listed->sparse);
    listed->sparse.nv = graph->count;
    listed->sparse.nde = listed->sparse.elen = joined;
    listed->sparse.vlen = listed->sparse.dlen = n;
    listed->orbits = memory_new(1, sizeof *listed->orbits + n * sizeof(int));
    TRY(memory_check(
        room && listed->orbits && NEW(joined, listed->sparse.e) &&
            NEW(n, listed->sparse.v, listed->sparse.d, listed->order, listed->lab, listed->ptn),
        failure, "symmetries"));
    listed->search = listed->orbits->search = search;
    list_colours(listed, graph);
    list_neighbours(&listed->sparse, graph);
    return STATUS_OK;
}

/* nauty's memory is each thread's own, and so are its calls; but what ends it is one for all. */
static void run_nauty(struct listed *listed) {
    DEFAULTOPTIONS_SPARSEGRAPH(options);
    statsblk stats;
    options.defaultptn = FALSE;
    options.userautomproc = keep_automorphism;
    options.usernodeproc = visit_node;
#pragma omp critical(nauty)
    {
        nauty_kill_request = 0;
        sparsenauty(&listed->sparse, listed->lab, listed->ptn, listed->orbits->orbits, &options,
                    &stats, NULL);
        nauty_kill_request = 0;
    }
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
}

static enum status run(struct search *search, int fixed, bool precise, struct failure *failure) {
    CLEANUP(symmetry_graph_clear) struct symmetry_graph graph = {0};
    CLEANUP(listed_clear) struct listed listed = {.order = NULL};
    TRY(symmetry_graph_make(search->problem, fixed, precise, &graph, failure));
    TRY(list_graph(search, &listed, &graph, failure));
    search->made.count = 0;
    search->strangers = false;
    search->failure = failure;
    search->choices = 0;
    run_nauty(&listed);
    TRY(search->status);
    return search->stopped ? failure_limit(failure, LIMITS_STOPPED) : STATUS_OK;
}

/* Colours are mostly enough; what they don't tell, vertices for groups do. A network too large for
 * these has what was found until then. */
enum status network_automorphisms_find(const struct network_problem *problem, int fixed,
                                       const struct limits *limits,
                                       struct network_automorphisms *automorphisms,
                                       struct failure *failure) {
    CLEANUP(search_clear)
    struct search search = {.problem = problem,
                            .limits = limits,
                            .most =
                                limits && limits->nodes ? limits->nodes : AUTOMORPHISMS_CHOICES};
    *automorphisms = (struct network_automorphisms){.images = NULL};
    if (problem->network->nodes > AUTOMORPHISMS_MOST_NODES)
        return STATUS_OK;
    TRY(limits_check(limits, failure));
    TRY(network_images_init(&search.images, problem, failure));
    for (int precise = 0; precise == 0 || (precise == 1 && search.strangers); precise++) {
        enum status status = run(&search, fixed, precise, failure);
        if (status && (status != STATUS_LIMIT || search.stopped))
            return status;
    }
    *automorphisms = TAKE(search.made);
    return STATUS_OK;
}

struct limits network_automorphisms_limits(const struct limits *limits, int choices) {
    struct limits made = limits ? *limits : (struct limits){.threads = 0};
    made.nodes = (uint64_t)choices;
    return made;
}

void network_automorphisms_clear(struct network_automorphisms *automorphisms) {
    free(automorphisms->images);
    *automorphisms = (struct network_automorphisms){.images = NULL};
}

enum status network_automorphisms_add(struct network_automorphisms *automorphisms, const int *image,
                                      int nodes, struct failure *failure) {
    size_t n = (size_t)nodes, count = (size_t)automorphisms->count;
    if (!memory_make_room(&automorphisms->images, count, n * sizeof *image))
        return failure_memory(failure, "symmetries");
    memcpy(automorphisms->images + count * n, image, n * sizeof *image);
    automorphisms->count++;
    return STATUS_OK;
}
