/* SPDX-License-Identifier: MIT */
/*
 * The figures of the papers, drawn from certificates. A case that has `figure NAME` leaves the
 * certificates for it in its folder; what each figure reads is told by its table.
 */
#ifndef STEADYCAST_TOOLS_CLAIM_FIGURE_H
#define STEADYCAST_TOOLS_CLAIM_FIGURE_H

#include <stdio.h>

#include "automata/status.h"

struct claim_figure {
    const char *name;
    const char *title;
    const char *printed; /* what the paper shows, in words and with its numbers */
    const char *entries; /* of a table of the paper, where they are legible; else NULL */
    /* Draws it, as a piece of HTML, from the certificates in the folder of the case. */
    enum status (*draw)(FILE *file, const char *folder, struct failure *failure);
};

extern const struct claim_figure claim_figures[]; /* ended by a NULL name */

/* NULL if there is no figure of this name. */
const struct claim_figure *claim_figure(const char *name);

#endif
