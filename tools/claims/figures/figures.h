/* SPDX-License-Identifier: MIT */
/* The figures of the papers, drawn from certificates. A case that has `figure NAME` leaves the
 * certificates for it in its folder; its table says what each figure reads. */
#pragma once

#include <stdio.h>

#include "solver/collective/messages_read.h"

struct claim_figure;

/* Draws a figure, as a piece of HTML, from the certificates in the folder of the case. */
typedef enum status claim_figure_draw(FILE *file, const struct claim_figure *figure,
                                      const char *folder, struct failure *failure);

claim_figure_draw draw_digraph;

struct claim_figure {
    const char *name, *title;
    const char *printed; /* what the paper shows, in words and with its numbers */
    const char *entries; /* of a table of the paper, where they are legible; else NULL */
    claim_figure_draw *draw;
    const char *file; /* that is drawn */
    int rows;         /* of a grid; 0: all */
    const char *kind; /* of a list of messages */
    const char *tree; /* what the numbers of its tree are: when a processor .. */
};

extern const struct claim_figure claim_figures[]; /* ended by a NULL name */

/* NULL if there is no figure of this name. */
const struct claim_figure *claim_figure(const char *name);

/* Reads folder/name, small enough for a picture. The caller clears it. */
enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            const char *kind, struct failure *failure);
