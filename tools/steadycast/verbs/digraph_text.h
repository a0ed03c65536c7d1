/* SPDX-License-Identifier: MIT */
/* The block transmission digraph as text (Karp et al. 1993, Figure 3). */
#ifndef STEADYCAST_TOOLS_DIGRAPH_TEXT_H
#define STEADYCAST_TOOLS_DIGRAPH_TEXT_H

#include <stdio.h>

#include "solver/items/construction/block_digraph.h"

/* Each block with what comes to it; times are those of item 1, that of item i is i-1 more. */
void digraph_text(FILE *file, const struct block_digraph *digraph);

#endif
