/* SPDX-License-Identifier: MIT */
#include "solver/network/network_free.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_images.h"

enum { NONE = -1, MOST_GENERATORS = 32, MOST_ORDER = 1 << 20 };

/* Beginnings, products of each without success, factors that are mixed, and what all may cost. */
enum { BEGINNINGS = 6, PRODUCTS = 40, POOL = 12 };
#define MOST_WORK 2e8

struct search {
    const struct network_automorphisms *automorphisms;
    int nodes;
    struct random_numbers random;
    int *pool; /* POOL products, by chance */
    int *power, *room;
    bool *seen;
    int generators[MOST_GENERATORS]; /* places in `group` of those that generate it */
    int generator_count;
    struct network_free group, trial;
    int *at; /* of each node the element of the trial that takes node 0 to it, or NONE */
    double work;
};

static void search_clear(struct search *search) {
    FREE_ALL(search->pool, search->power, search->room, search->seen, search->at);
    network_free_clear(&search->group);
    network_free_clear(&search->trial);
}

static int *element(const struct search *search, const struct network_free *group, int i) {
    return group->images + (size_t)i * (size_t)search->nodes;
}

static int *pooled(const struct search *search, long i) {
    return search->pool + (size_t)i * (size_t)search->nodes;
}

/* First one, then the other; `product` may be the first. */
static void multiply(const struct search *search, const int *first, const int *second,
                     int *product) {
    for (int v = 0; v < search->nodes; v++)
        product[v] = second[first[v]];
}

/* --- products by chance --- */

static void fill_pool(struct search *search) {
    const struct network_automorphisms *all = search->automorphisms;
    size_t n = (size_t)search->nodes;
    for (int i = 0; i < POOL; i++)
        memcpy(pooled(search, i), all->images + (size_t)(i % all->count) * n,
               n * sizeof *search->pool);
}

/* One of the pool is multiplied by another, or, of many generators, by one of these. */
static const int *make_product(struct search *search) {
    const struct network_automorphisms *all = search->automorphisms;
    long i = random_below(&search->random, POOL), j = random_below(&search->random, POOL - 1);
    int *product = pooled(search, i);
    multiply(search, product, pooled(search, j + (j >= i)), product);
    if (all->count > POOL / 2) {
        long g = random_below(&search->random, all->count);
        multiply(search, product, all->images + (size_t)g * (size_t)search->nodes, product);
    }
    search->work += 2 * search->nodes;
    return product;
}

/* The least common multiple of the lengths of its cycles, and their greatest common divisor; 0: too
 * large. */
static int order_of(struct search *search, const int *image, int *common) {
    int64_t order = 1;
    *common = 0;
    memset(search->seen, 0, (size_t)search->nodes * sizeof *search->seen);
    for (int v = 0; v < search->nodes; v++) {
        int length = 0;
        for (int u = v; !search->seen[u]; u = image[u], length++)
            search->seen[u] = true;
        if (length == 0)
            continue;
        order = order / greatest_divisor((int)order, length) * length;
        *common = greatest_divisor(length, *common);
        if (order > MOST_ORDER)
            return 0;
    }
    return (int)order;
}

/* image^exponent, by squares. */
static void raise(struct search *search, const int *image, int exponent) {
    size_t bytes = (size_t)search->nodes * sizeof *search->room;
    memcpy(search->room, image, bytes);
    for (int v = 0; v < search->nodes; v++)
        search->power[v] = v;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2)
            multiply(search, search->power, search->room, search->power);
        memcpy(search->trial.images, search->room, bytes);
        multiply(search, search->trial.images, search->trial.images, search->room);
        search->work += 3 * search->nodes;
    }
}

static bool is_free(const int *image, int nodes) {
    for (int v = 0; v < nodes; v++)
        if (image[v] == v)
            return false;
    return true;
}

/* --- the group that an element more generates --- */

/* The trial gets the product of one of its elements by another one; false where it is not free. */
static bool add_product(struct search *search, int first, const int *second) {
    const int *one = element(search, &search->trial, first);
    int to = second[one[0]], known = search->at[to];
    int *product = element(search, &search->trial, known == NONE ? search->trial.order : 0);
    search->work += search->nodes;
    if (known != NONE) {
        const int *other = element(search, &search->trial, known);
        for (int v = 0; v < search->nodes; v++)
            if (other[v] != second[one[v]])
                return false;
        return true;
    }
    multiply(search, one, second, product);
    if (!is_free(product, search->nodes))
        return false;
    search->at[to] = search->trial.order++;
    return true;
}

/* By what generates the group and search->power. Elements of a free group take node 0 to different
 * nodes, and those that take it to the same one are one. */
static bool close_trial(struct search *search) {
    int n = search->nodes;
    for (int v = 0; v < n; v++) {
        search->at[v] = NONE;
        search->trial.images[v] = v;
    }
    search->at[0] = 0;
    search->trial.order = 1;
    for (int i = 0; i < search->trial.order; i++) {
        if (!add_product(search, i, search->power))
            return false;
        for (int g = 0; g < search->generator_count; g++)
            if (!add_product(search, i, element(search, &search->group, search->generators[g])))
                return false;
    }
    return true;
}

/* The group becomes the trial; what generated it is found in it by its images of node 0. */
static void take_trial(struct search *search) {
    struct network_free group = search->group;
    for (int g = 0; g < search->generator_count; g++)
        search->generators[g] = search->at[element(search, &group, search->generators[g])[0]];
    search->generators[search->generator_count++] = search->at[search->power[0]];
    search->group = search->trial;
    search->trial = group;
}

static bool grow_by_power(struct search *search, const int *image, int exponent) {
    raise(search, image, exponent);
    if (!is_free(search->power, search->nodes) || search->generator_count == MOST_GENERATORS ||
        !close_trial(search) || search->trial.order <= search->group.order)
        return false;
    take_trial(search);
    return true;
}

/* By its least power that fits, which has the most elements: the cycles of what leaves no node, and
 * has no power that does, have one length, a divisor of those of all cycles of the image. */
static bool grow(struct search *search, const int *image) {
    int common, order = order_of(search, image, &common);
    for (int length = common; order > 0 && length > 1; length--)
        if (common % length == 0 && grow_by_power(search, image, order / length))
            return true;
    return false;
}

static enum status begin_anew(struct search *search, uint64_t seed, struct network_free *best,
                              const struct limits *limits, struct failure *failure) {
    size_t n = (size_t)search->nodes;
    search->random = random_start(seed);
    search->generator_count = 0;
    search->group.order = 1;
    for (int v = 0; v < search->nodes; v++)
        search->group.images[v] = v;
    fill_pool(search);
    for (int failed = 0;
         failed < PRODUCTS && search->group.order < search->nodes && search->work < MOST_WORK;
         failed++) {
        TRY(limits_check(limits, failure));
        if (grow(search, make_product(search)))
            failed = 0;
    }
    if (search->group.order > best->order) { /* the identity at least */
        memcpy(best->images, search->group.images,
               (size_t)search->group.order * n * sizeof *best->images);
        best->order = search->group.order;
    }
    return STATUS_OK;
}

static enum status search_open(struct search *search, struct network_free *best,
                               struct failure *failure) {
    size_t n = (size_t)search->nodes;
    best->images = memory_new(n * n, sizeof *best->images);
    search->group.images = memory_new(n * n, sizeof *search->group.images);
    search->trial.images = memory_new(n * n, sizeof *search->trial.images);
    search->pool = memory_new(n * POOL, sizeof *search->pool);
    search->power = memory_new(n, sizeof *search->power);
    search->room = memory_new(n, sizeof *search->room);
    search->seen = memory_new(n, sizeof *search->seen);
    search->at = memory_new(n, sizeof *search->at);
    return best->images && search->group.images && search->trial.images && search->pool &&
                   search->power && search->room && search->seen && search->at
               ? STATUS_OK
               : failure_memory(failure, "symmetries");
}

enum status network_free_find(const struct network_automorphisms *automorphisms, int nodes,
                              const struct limits *limits, struct network_free *found,
                              struct failure *failure) {
    CLEANUP(network_free_clear) struct network_free best = {.images = NULL};
    CLEANUP(search_clear) struct search search = {.automorphisms = automorphisms, .nodes = nodes};
    *found = (struct network_free){.order = 1};
    if (automorphisms->count == 0 || nodes > FREE_MOST_NODES)
        return STATUS_OK;
    TRY(search_open(&search, &best, failure));
    for (uint64_t seed = 0; seed < BEGINNINGS && best.order < nodes; seed++)
        TRY(begin_anew(&search, seed, &best, limits, failure));
    *found = TAKE(best);
    return STATUS_OK;
}

/* Each divisor takes a tenth of a second there. */
enum { SHIFTS_MOST_ARCS = 200000 };

/* (x + i, y + j) of each node b x + y of a b. */
static void shift(int *image, int a, int b, int i, int j) {
    for (int x = 0; x < a; x++)
        for (int y = 0; y < b; y++)
            image[x * b + y] = (x + i) % a * b + (y + j) % b;
}

enum status network_free_shifts(const struct network_problem *problem, struct network_free *found,
                                struct failure *failure) {
    int n = problem->network->nodes, width = 0;
    CLEANUP(network_images_clear) struct network_images images = {0};
    FREED int *image = memory_new((size_t)n, sizeof *image);
    *found = (struct network_free){.order = 1};
    if (n > FREE_MOST_NODES || problem->network->arc_count > SHIFTS_MOST_ARCS)
        return STATUS_OK;
    TRY(image ? network_images_init(&images, problem, failure)
              : failure_memory(failure, "symmetries"));
    for (int b = 1; b < n && !width; b++) {
        if (n % b > 0)
            continue;
        shift(image, n / b, b, 1, 0);
        bool both = network_images_set(&images, image);
        shift(image, n / b, b, 0, 1);
        both = both && (b == 1 || network_images_set(&images, image));
        width = both ? b : 0;
    }
    if (!width)
        return STATUS_OK;
    found->images = memory_new((size_t)n * (size_t)n, sizeof *found->images);
    TRY(memory_check(found->images, failure, "symmetries"));
    found->order = n;
    for (int i = 0; i < n; i++)
        shift(found->images + (size_t)i * (size_t)n, n / width, width, i / width, i % width);
    return STATUS_OK;
}

void network_free_clear(struct network_free *found) {
    free(found->images);
    *found = (struct network_free){.images = NULL};
}
