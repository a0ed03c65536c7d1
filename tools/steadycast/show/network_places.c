/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/show/list_picture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { DIMENSIONS = 3 };

/* Lengths of the sides; a node's number has one digit for each, the first one the highest. */
struct box {
    int sides[DIMENSIONS];
};

static void digits_of(const struct box *box, int node, int digits[DIMENSIONS]) {
    for (int i = DIMENSIONS - 1; i >= 0; i--) {
        digits[i] = node % box->sides[i];
        node /= box->sides[i];
    }
}

/* Do two nodes differ in one digit only, by one or around the end? */
static bool are_beside(const struct box *box, int a, int b) {
    int left[DIMENSIONS], right[DIMENSIONS], others = 0;
    digits_of(box, a, left);
    digits_of(box, b, right);
    for (int i = 0; i < DIMENSIONS; i++) {
        int apart = abs(left[i] - right[i]);
        if (apart > 1 && apart != box->sides[i] - 1)
            return false;
        others += apart > 0;
    }
    return others == 1;
}

static bool is_grid(const struct message_graph *graph, const struct box *box) {
    for (int i = 0; i < graph->count; i++)
        if (!are_beside(box, graph->edges[i].a, graph->edges[i].b))
            return false;
    return true;
}

/* The first box that all edges fit, those of two dimensions first. A tree may fit too: so there
 * must be at least as many edges as a mesh has. */
static bool find_box(const struct message_graph *graph, int all, struct box *box) {
    for (int slices = 1; slices <= all / 4; slices++)
        for (int rows = 2; all % slices == 0 && rows <= all / slices / 2; rows++) {
            int columns = all / slices / rows;
            *box = (struct box){{slices, rows, columns}};
            long edges = (long)(slices - 1) * rows * columns + (long)slices * (rows - 1) * columns +
                         (long)slices * rows * (columns - 1);
            if (slices * rows * columns == all && graph->count >= edges && is_grid(graph, box))
                return true;
        }
    return false;
}

/* Slices stand side by side. */
static void place_in_box(const struct box *box, int node, struct network_node *at) {
    int digits[DIMENSIONS];
    digits_of(box, node, digits);
    at->x = digits[2] + digits[0] * (box->sides[2] + .4);
    at->y = digits[1];
}

/* --- hypercubes --- */

static int cube_dimension(const struct message_graph *graph, int all) {
    int dimension = 0;
    while (1L << dimension < all)
        dimension++;
    if (1L << dimension != all || dimension < 3 || graph->count != (long)dimension * all / 2)
        return 0;
    for (int i = 0; i < graph->count; i++) {
        int differing = graph->edges[i].a ^ graph->edges[i].b;
        if (differing & (differing - 1))
            return 0;
    }
    return dimension;
}

/* The place of a code in the order in which neighbours differ in one bit (Gray). */
static int gray_place(int code) {
    int place = 0;
    for (; code; code >>= 1)
        place ^= code;
    return place;
}

static void place_in_cube(int dimension, int node, struct network_node *at) {
    int low = (dimension + 1) / 2;
    at->x = gray_place(node & ((1 << low) - 1));
    at->y = gray_place(node >> low);
}

/* --- circles --- */

/* Neighbours are as far apart as in a row, on large circles a little nearer. */
static void place_on_circle(int place, int count, struct network_node *at) {
    static const double turn = 6.283185307179586;
    double radius = count > 1 ? .5 / sin(turn / 2 / (count < 4 ? 4 : count)) : 0;
    radius *= count > 32 ? .8 : 1.05;
    at->x = radius * sin(turn * place / count);
    at->y = -radius * cos(turn * place / count);
}

static bool is_middle(const struct message_graph *graph, int all) {
    int own = 0;
    for (int i = 0; i < graph->count && graph->edges[i].a == 0; i++)
        own++;
    return all > 3 && own == all - 1 && graph->count <= 2 * (all - 1);
}

const char *network_places(const struct message_graph *graph, int all, int first, int count,
                           struct network_node *nodes) {
    struct box box = {{1, 1, 1}};
    int dimension = cube_dimension(graph, all);
    bool grid = !dimension && find_box(graph, all, &box);
    bool middle = !dimension && !grid && is_middle(graph, all) && first == 0;
    for (int i = 0; i < count; i++) {
        nodes[i] = (struct network_node){0, 0};
        if (dimension)
            place_in_cube(dimension, first + i, &nodes[i]);
        else if (grid)
            place_in_box(&box, first + i, &nodes[i]);
        else if (!middle)
            place_on_circle(i, count, &nodes[i]);
        else if (i > 0)
            place_on_circle(i - 1, count - 1, &nodes[i]);
    }
    return dimension ? "A hypercube: neighbours differ in one bit."
           : grid    ? "A mesh or torus."
           : middle  ? "Node 0 is in the middle."
                     : "The nodes stand on a circle.";
}
