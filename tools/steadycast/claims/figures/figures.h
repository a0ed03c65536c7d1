/* The figures, each in a file of its own. */
#ifndef STEADYCAST_TOOLS_CLAIM_FIGURES_H
#define STEADYCAST_TOOLS_CLAIM_FIGURES_H

#include <stdio.h>

#include "automata/status.h"

typedef enum status claim_figure_draw(FILE *file, const char *folder, struct failure *failure);

#endif
