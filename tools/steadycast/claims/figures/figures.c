#include <string.h>

#include "tools/steadycast/claims/claim_figure.h"
#include "tools/steadycast/claims/figures/figures.h"

const struct claim_figure claim_figures[] = {
    {NULL, NULL, NULL, NULL},
};

const struct claim_figure *claim_figure(const char *name) {
    for (int i = 0; claim_figures[i].name; i++)
        if (strcmp(claim_figures[i].name, name) == 0)
            return &claim_figures[i];
    return NULL;
}
