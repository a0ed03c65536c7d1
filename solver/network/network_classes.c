/* SPDX-License-Identifier: MIT */
#include "solver/network/network_classes.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/base/random.h"
#include "solver/network/network_automorphisms.h"

/* --- groups that act freely --- */

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

void network_free_clear(struct network_free *found) {
    free(found->images);
    *found = (struct network_free){.images = NULL};
}

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
    for (int v = 0; v < search->nodes; v++)
        search->seen[v] = false;
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
    const struct network_automorphisms *all = search->automorphisms;
    size_t n = (size_t)search->nodes;
    search->random = random_start(seed);
    search->generator_count = 0;
    search->group.order = 1;
    for (int v = 0; v < search->nodes; v++)
        search->group.images[v] = v;
    for (int i = 0; i < POOL; i++)
        memcpy(pooled(search, i), all->images + (size_t)(i % all->count) * n,
               n * sizeof *search->pool);
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
    return memory_check(NEW(n * n, best->images, search->group.images, search->trial.images) &&
                            NEW(n * POOL, search->pool) &&
                            NEW(n, search->power, search->room, search->seen, search->at),
                        failure, "symmetries");
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

/* That of the shifts (x, y) -> (x + i, y + j) of nodes v = b x + y, where these are automorphisms
 * for some b, as in clusters of boxes, whose groups are too rich for products by chance; else the
 * identity. STATUS_MEMORY. O(divisors of the nodes members log degree). */
static enum status network_free_shifts(const struct network_problem *problem,
                                       struct network_free *found, struct failure *failure) {
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
    TRY(memory_check(NEW((size_t)n * (size_t)n, found->images), failure, "symmetries"));
    found->order = n;
    for (int i = 0; i < n; i++)
        shift(found->images + (size_t)i * (size_t)n, n / width, width, i / width, i % width);
    return STATUS_OK;
}

static const int *image_of(const struct network_classes *classes, int i) {
    return classes->group.images + (size_t)i * (size_t)classes->problem->network->nodes;
}

static int arc_image(const struct network_classes *classes, int arc, const int *image) {
    const struct network *net = classes->problem->network;
    int to = network_arc_number(net, image[net->arcs[arc].from], image[net->arcs[arc].to]);
    require(to >= 0);
    return to;
}

static void find_sources(struct network_classes *classes) {
    int nodes = classes->problem->network->nodes;
    for (int v = 0; v < nodes; v++) {
        bool least = true;
        for (int i = 1; i < classes->group.order && least; i++)
            least = image_of(classes, i)[v] > v;
        if (least)
            classes->sources[classes->source_count++] = v;
    }
}

static void find_arc_orbits(struct network_classes *classes) {
    int arcs = classes->problem->network->arc_count;
    for (int a = 0; a < arcs; a++)
        classes->orbit[a] = NONE;
    for (int a = 0; a < arcs; a++) {
        if (classes->orbit[a] != NONE)
            continue;
        for (int i = 0; i < classes->group.order; i++)
            classes->orbit[arc_image(classes, a, image_of(classes, i))] = classes->orbit_count;
        classes->orbit_count++;
    }
}

/* --- groups --- */

static bool is_member(const struct network_problem *problem, int arc, int group) {
    for (int i = problem->groups_first[arc]; i < problem->groups_first[arc + 1]; i++)
        if (problem->groups[i] == group)
            return true;
    return false;
}

/* The image of a group, of those with the same arcs one that has no class yet if there is one. */
static int group_image(const struct network_classes *classes, int g, const int *image,
                       const int *class_of) {
    const struct network_problem *problem = classes->problem;
    const struct network *net = problem->network;
    const struct network_group *group = &net->groups[g];
    int first = arc_image(classes, net->members[group->first], image), found = NONE;
    for (int i = problem->groups_first[first]; i < problem->groups_first[first + 1]; i++) {
        int to = problem->groups[i];
        bool same =
            net->groups[to].count == group->count && net->groups[to].capacity == group->capacity;
        for (int j = 1; j < group->count && same; j++)
            same =
                is_member(problem, arc_image(classes, net->members[group->first + j], image), to);
        if (same && (found == NONE || class_of[found] != NONE))
            found = to;
    }
    require(found != NONE);
    return found;
}

/* Of each group its class. */
static void find_classes(struct network_classes *classes, int *class_of) {
    const struct network *net = classes->problem->network;
    for (int g = 0; g < net->group_count; g++)
        class_of[g] = NONE;
    for (int g = 0; g < net->group_count; g++) {
        int own = classes->class_count, size = 0;
        if (class_of[g] != NONE)
            continue;
        for (int i = 0; i < classes->group.order; i++) {
            int to = group_image(classes, g, image_of(classes, i), class_of);
            size += class_of[to] == NONE;
            class_of[to] = own;
        }
        classes->capacity[own] = net->groups[g].capacity;
        classes->share[own] = classes->group.order / size;
        classes->class_count++;
    }
}

/* Those of the first arc of each orbit; false where one is there twice. */
static bool list_classes(struct network_classes *classes, const int *class_of) {
    const struct network_problem *problem = classes->problem;
    int count = 0, orbit = 0;
    for (int a = 0; a < problem->network->arc_count; a++) {
        if (classes->orbit[a] != orbit)
            continue;
        int first = count;
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++) {
            int own = class_of[problem->groups[i]];
            for (int j = first; j < count; j++)
                if (classes->classes[j] == own)
                    return false;
            classes->classes[count++] = own;
        }
        classes->classes_first[++orbit] = count;
    }
    return true;
}

/* --- distances --- */

/* From each source to all, and from its images to theirs. */
static enum status find_distances(struct network_classes *classes, const struct limits *limits,
                                  struct failure *failure) {
    size_t nodes = (size_t)classes->problem->network->nodes;
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    TRY(network_ways_init(&ways, classes->problem, failure));
    for (int k = 0; k < classes->source_count; k++) {
        TRY(limits_check(limits, failure));
        network_ways_find(&ways, classes->problem, classes->sources[k]);
        for (int i = 0; i < classes->group.order; i++) {
            const int *image = image_of(classes, i);
            int *row = classes->distance + (size_t)image[classes->sources[k]] * nodes;
            for (size_t v = 0; v < nodes; v++)
                row[image[v]] = ways.steps[v];
        }
    }
    return STATUS_OK;
}

/* --- all --- */

/* What is sent together counts together: in rounds of a step where it is sent. */
static bool counts_alike(const struct network_problem *problem) {
    const struct network *net = problem->network;
    for (int g = 0; g < net->group_count; g++)
        if (net->groups[g].port)
            return false;
    for (int a = 1; a < net->arc_count && problem->reversed; a++)
        if (net->arcs[a].latency != net->arcs[0].latency)
            return false;
    return true;
}

static enum status open_classes(struct network_classes *classes, struct failure *failure) {
    const struct network *net = classes->problem->network;
    size_t nodes = (size_t)net->nodes, arcs = (size_t)net->arc_count;
    size_t groups = (size_t)net->group_count;
    return memory_check(NEW(nodes, classes->sources) && NEW(arcs, classes->orbit) &&
                            NEW(groups, classes->capacity, classes->share) &&
                            NEW(net->member_count, classes->classes) &&
                            NEW(arcs + 1, classes->classes_first) &&
                            NEW(nodes * nodes, classes->distance),
                        failure, "symmetries");
}

static enum status find_group(const struct network_problem *problem, const struct limits *limits,
                              struct network_free *group, struct failure *failure) {
    CLEANUP(network_automorphisms_clear) struct network_automorphisms all = {.images = NULL};
    const struct limits few = network_automorphisms_limits(limits, AUTOMORPHISMS_FEW);
    TRY(network_automorphisms_find(problem, NONE, &few, &all, failure));
    TRY(network_free_find(&all, problem->network->nodes, limits, group, failure));
    if (group->order == problem->network->nodes)
        return STATUS_OK;
    struct network_free shifts;
    TRY(network_free_shifts(problem, &shifts, failure));
    if (shifts.order > group->order) {
        network_free_clear(group);
        *group = shifts;
    }
    return STATUS_OK;
}

enum status network_classes_find(const struct network_problem *problem, const struct limits *limits,
                                 struct network_classes *classes, bool *usable,
                                 struct failure *failure) {
    CLEANUP(network_classes_clear) struct network_classes made = {.problem = problem};
    FREED int *class_of = memory_new((size_t)problem->network->group_count, sizeof *class_of);
    require(!collective_has_root(problem->collective) &&
            problem->commodities[0].target == COMMODITY_TO_ALL);
    *usable = false;
    TRY(memory_check(class_of, failure, "symmetries"));
    if (problem->network->nodes > FREE_MOST_NODES || !counts_alike(problem))
        return STATUS_OK;
    TRY(find_group(problem, limits, &made.group, failure));
    if (made.group.order < 2)
        return STATUS_OK;
    TRY(open_classes(&made, failure));
    find_sources(&made);
    find_arc_orbits(&made);
    find_classes(&made, class_of);
    if (!list_classes(&made, class_of))
        return STATUS_OK;
    TRY(find_distances(&made, limits, failure));
    *usable = true;
    *classes = TAKE(made);
    return STATUS_OK;
}

void network_classes_clear(struct network_classes *classes) {
    network_free_clear(&classes->group);
    FREE_ALL(classes->sources, classes->orbit, classes->capacity, classes->share, classes->classes,
             classes->classes_first, classes->distance);
    *classes = (struct network_classes){.problem = NULL};
}

/* --- matchings --- */

enum status matching_init(struct matching *matching, const struct network_classes *classes,
                          struct failure *failure) {
    *matching = (struct matching){.classes = classes};
    return memory_check(NEW(classes->class_count, matching->load, matching->tried), failure,
                        "a matching");
}

void matching_clear(struct matching *matching) {
    FREE_ALL(matching->items, matching->options, matching->load, matching->tried, matching->saved);
    *matching = (struct matching){.items = NULL};
}

/* The lists keep their room, which memory_make_room knows by their lengths: from the beginning it
 * is asked for again, as realloc to less. */
void matching_empty(struct matching *matching) {
    matching->item_count = matching->option_count = matching->rounds = 0;
    memset(matching->load, 0, (size_t)matching->classes->class_count * sizeof *matching->load);
}

enum status matching_add_item(struct matching *matching, int chunk, int node,
                              struct failure *failure) {
    const struct matching_item item = {
        .chunk = chunk, .node = node, .first = matching->option_count, .taken = MATCHING_NONE};
    return memory_check(APPEND(matching->items, matching->item_count, item), failure, "a matching");
}

enum status matching_add_option(struct matching *matching, int arc, struct failure *failure) {
    struct matching_item *item = &matching->items[matching->item_count - 1];
    int latency = matching->classes->problem->network->arcs[arc].latency;
    if (item->count == MATCHING_MOST_OPTIONS)
        return STATUS_OK;
    TRY(memory_check(APPEND(matching->options, matching->option_count, arc), failure,
                     "a matching"));
    item->latency = item->count == 0 || latency < item->latency ? latency : item->latency;
    item->count++;
    return STATUS_OK;
}

/* --- classes --- */

static bool has_room(const struct matching *matching, int class) {
    return matching->load[class] < network_class_room(matching->classes, class, matching->rounds);
}

struct range {
    const int *classes;
    int count;
};

static struct range classes_of(const struct matching *matching, int arc) {
    const struct network_classes *classes = matching->classes;
    int orbit = classes->orbit[arc], first = classes->classes_first[orbit];
    return (struct range){classes->classes + first, classes->classes_first[orbit + 1] - first};
}

static void change_load(struct matching *matching, int arc, int by) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        matching->load[own.classes[i]] += by;
}

/* The class that keeps an arc from being used, MATCHING_NONE: there is none; *several: more. */
static int full_class(const struct matching *matching, int arc, bool *several) {
    struct range own = classes_of(matching, arc);
    int full = MATCHING_NONE;
    *several = false;
    for (int i = 0; i < own.count; i++)
        if (!has_room(matching, own.classes[i])) {
            *several = full != MATCHING_NONE;
            full = own.classes[i];
        }
    return full;
}

static bool uses(const struct matching *matching, int arc, int class) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        if (own.classes[i] == class)
            return true;
    return false;
}

static bool is_tried(const struct matching *matching, int arc) {
    struct range own = classes_of(matching, arc);
    for (int i = 0; i < own.count; i++)
        if (matching->tried[own.classes[i]] == matching->search)
            return true;
    return false;
}

bool matching_is_full(const struct matching *matching) {
    const struct network_classes *classes = matching->classes;
    for (int orbit = 0; orbit < classes->orbit_count; orbit++) {
        bool room = true;
        for (int i = classes->classes_first[orbit]; i < classes->classes_first[orbit + 1]; i++)
            room = room && has_room(matching, classes->classes[i]);
        if (room)
            return false;
    }
    return true;
}

/* --- paths of changes --- */

static bool place(struct matching *matching, struct matching_item *item);

/* Another item in the class takes another option. */
static bool clear_class(struct matching *matching, int class) {
    if (matching->tried[class] == matching->search)
        return false;
    matching->tried[class] = matching->search;
    for (int i = 0; i < matching->item_count; i++) {
        struct matching_item *other = &matching->items[i];
        if (other->taken != MATCHING_NONE && other->count > 1 &&
            uses(matching, other->taken, class) && place(matching, other))
            return true;
    }
    return false;
}

/* Those of its options that are in no class that is to be cleared: bit i for option i. */
static uint64_t open_options(const struct matching *matching, const struct matching_item *item) {
    uint64_t open = 0;
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        if (arc != item->taken && !is_tried(matching, arc))
            open |= UINT64_C(1) << i;
    }
    return open;
}

/* First where there is room, then where another one can leave. */
static int find_option(struct matching *matching, const struct matching_item *item, uint64_t open) {
    bool several;
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        if (open >> i & 1 && full_class(matching, arc, &several) == MATCHING_NONE)
            return arc;
    }
    for (int i = 0; i < item->count; i++) {
        int arc = matching->options[item->first + i];
        int full = open >> i & 1 ? full_class(matching, arc, &several) : MATCHING_NONE;
        if (full != MATCHING_NONE && !several && clear_class(matching, full) &&
            full_class(matching, arc, &several) == MATCHING_NONE)
            return arc;
    }
    return MATCHING_NONE;
}

/* One that has its place leaves it for another; what it leaves is kept for it, in case that there
 * is none. */
static bool place(struct matching *matching, struct matching_item *item) {
    uint64_t open = open_options(matching, item);
    int before = item->taken;
    if (before != MATCHING_NONE) {
        struct range own = classes_of(matching, before);
        change_load(matching, before, -1);
        for (int i = 0; i < own.count; i++)
            matching->tried[own.classes[i]] = matching->search;
    }
    int arc = find_option(matching, item, open);
    if (arc != MATCHING_NONE)
        item->taken = arc;
    if (item->taken != MATCHING_NONE)
        change_load(matching, item->taken, 1);
    return arc != MATCHING_NONE;
}

bool matching_place(struct matching *matching, struct matching_item *item) {
    matching->search++;
    item->blocked = !place(matching, item);
    return !item->blocked;
}

enum status matching_save(struct matching *matching, struct failure *failure) {
    size_t count = (size_t)matching->item_count;
    int *saved = memory_resize(matching->saved, count, sizeof *saved);
    TRY(memory_check(saved, failure, "a matching"));
    matching->saved = saved;
    for (size_t i = 0; i < count; i++)
        saved[i] = matching->items[i].taken;
    return STATUS_OK;
}

void matching_go_back(struct matching *matching, int rounds) {
    memset(matching->load, 0, (size_t)matching->classes->class_count * sizeof *matching->load);
    for (int i = 0; i < matching->item_count; i++) {
        matching->items[i].taken = matching->saved[i];
        if (matching->saved[i] != MATCHING_NONE)
            change_load(matching, matching->saved[i], 1);
    }
    matching->rounds = rounds;
}
