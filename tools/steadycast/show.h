/*
 * Drawing a schedule as text and as a self-contained SVG picture: the words, the broadcast tree,
 * the reception table.
 */
#ifndef STEADYCAST_TOOLS_SHOW_H
#define STEADYCAST_TOOLS_SHOW_H

#include <stdio.h>

#include "solver/model/reception.h"
#include "solver/model/tree.h"

/* Which part of the reception table is drawn. */
struct view {
    const struct schedule *schedule; /* its classes hold words */
    const struct receiver *receivers;
    int receiver_count;
    long first_row;
    int first_time;
    int last_time;
    const struct tree *tree; /* NULL: too large to be drawn */
};

void show_text(FILE *file, const struct view *view);
void show_svg(FILE *file, const struct view *view);

#endif
