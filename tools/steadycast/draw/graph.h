/* SPDX-License-Identifier: MIT */
/* Graphs, drawn by Graphviz (Debian: graphviz), in the colours of our pictures. */
#ifndef STEADYCAST_TOOLS_DRAW_GRAPH_H
#define STEADYCAST_TOOLS_DRAW_GRAPH_H

#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"

/* For a message where the program is missing. */
#define GRAPH_DRAWER "dot (Debian: graphviz)"

struct graph_drawn {
    bool missing; /* the program is not installed, and nothing is drawn */
    double width; /* in pixels, from 0,0 on */
    double height;
};

/*
 * Draws a graph of Graphviz's language by one of its layouts: dot, or neato, for which all nodes
 * have their places. Classes of nodes and edges are those of the style; tooltips are tips.
 * STATUS_SYSTEM if the program fails.
 */
enum status graph_draw(FILE *file, const char *layout, const char *text, size_t count,
                       struct graph_drawn *drawn, struct failure *failure);

#endif
