/* SPDX-License-Identifier: MIT */
#include "solver/network/network_automorphisms.h"

#include <nauty.h>
#include <nauty/nausparse.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/network/network_images.h"
#include "solver/network/symmetry_graph.h"

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
    listed->sparse.v = memory_new(n, sizeof *listed->sparse.v);
    listed->sparse.d = memory_new(n, sizeof *listed->sparse.d);
    listed->sparse.e = memory_new(joined, sizeof *listed->sparse.e);
    listed->order = memory_new(n, sizeof *listed->order);
    listed->lab = memory_new(n, sizeof *listed->lab);
    listed->ptn = memory_new(n, sizeof *listed->ptn);
    listed->orbits = memory_new(1, sizeof *listed->orbits + n * sizeof(int));
    TRY(memory_check(room && listed->sparse.v && listed->sparse.d && listed->sparse.e &&
                         listed->order && listed->lab && listed->ptn && listed->orbits,
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
    return search->stopped ? failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED) : STATUS_OK;
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
