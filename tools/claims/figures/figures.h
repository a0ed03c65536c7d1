/* SPDX-License-Identifier: MIT */
/* The figures, each drawn in a file of its own; what they are is told by the table in figures.c. */
#ifndef STEADYCAST_TOOLS_CLAIM_FIGURES_H
#define STEADYCAST_TOOLS_CLAIM_FIGURES_H

#include <stdio.h>

#include "automata/status.h"

typedef enum status claim_figure_draw(FILE *file, const char *folder, struct failure *failure);

claim_figure_draw draw_single, draw_continuous, draw_eight_items, draw_digraph, draw_reception,
    draw_buffered, draw_summation;

#endif
