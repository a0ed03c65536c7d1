/* SPDX-License-Identifier: MIT */
/* Programs of others that pictures use where they are installed: dot (Graphviz), rsvg-convert. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"
#include "tools/steadycast/draw/picture.h"

/* Graphs, drawn by Graphviz (Debian: graphviz), in the colours of our pictures. */

/* For a message where the program is missing. */
#define GRAPH_DRAWER "dot (Debian: graphviz)"

struct graph_drawn {
    bool missing; /* the program is not installed, and nothing is drawn */
    double width; /* in pixels, from 0,0 on */
    double height;
};

/* Draws a graph of Graphviz's language by one of its layouts: dot, or neato, for which all nodes
 * have their places. Classes of nodes and edges are those of the style; tooltips are tips.
 * STATUS_SYSTEM if the program fails. */
enum status graph_draw(FILE *file, const char *layout, const char *text, size_t count,
                       struct graph_drawn *drawn, struct failure *failure);

/* Pictures in other formats than SVG, by the program rsvg-convert (Debian: librsvg2-bin). */

enum picture_format { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF };

/* For a message where the program is missing. */
#define PICTURE_CONVERTER "rsvg-convert (Debian: librsvg2-bin)"

/* The picture, alone and light, as the bytes of a file, owned by the caller, 0-terminated.
 * *missing: the program is not installed, and there are no bytes. STATUS_SYSTEM if it fails. */
enum status picture_convert(const struct picture *picture, enum picture_format format, char **bytes,
                            size_t *size, bool *missing, struct failure *failure);
