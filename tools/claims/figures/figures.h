/* SPDX-License-Identifier: MIT */
/* The figures of the papers, drawn from certificates, which a case that has `figure NAME KIND FILE`
 * leaves in its folder. */
#pragma once

#include <stdio.h>

#include "solver/collective/messages_read.h"

struct claim_figure;

/* Draws a figure, as a piece of HTML, from the certificates in the folder of the case. */
typedef enum status claim_figure_draw(FILE *file, const struct claim_figure *figure,
                                      const char *folder, struct failure *failure);

claim_figure_draw draw_digraph;

struct claim_figure {
    claim_figure_draw *draw;
    char file[64]; /* that is drawn */
    int rows;      /* of a grid; 0: all */
};

/* A line `figure` of a case; false: there is no such kind. */
bool claim_figure_read(const char *text, struct claim_figure *figure);

/* Reads folder/name, small enough for a picture. The caller clears it. */
enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            struct failure *failure);
