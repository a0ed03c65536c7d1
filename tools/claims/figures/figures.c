/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tools/claims/figures/figures.h"

const struct claim_figure claim_figures[] = {
    {"figure-1", "Figure 1 of Karp et al. 1993: optimal broadcast tree",
     "The paper shows, for P = 8, L = 6, g = 4, o = 2, the tree with the labels 0, 10, 14, 18, 20, "
     "22, 24, 24 and the activity of each processor over time. Read from figure-1.cert.",
     NULL, draw_single},
    {"figure-2", "Figure 2 of Karp et al. 1993: continuous broadcast, L = 3, P = 10",
     "The paper shows the optimal tree of 9 processors, the automaton for L = 3, the legal "
     "patterns ca((ca)*(bb*ca)*)* and cc*, and the reception table of the block-cyclic schedule "
     "with the words H5 acab, E2 a, D1 and b. Read from figure-2.cert.",
     NULL, draw_continuous},
    {"figure-2-items", "Figure 2 of Karp et al. 1993, lower part: eight items",
     "The paper shows the broadcast of 8 values by the same schedule, which ends one step later "
     "than the bound of Theorem 3.1. Read from figure-2-items.cert.",
     NULL, draw_eight_items},
    {"figure-3", "Figure 3 of Karp et al. 1993: block transmission digraph",
     "The paper shows it for L = 3 and P-1 = P(11) = 41: active transmissions thick, inactive ones "
     "with their weights. Read from figure-3.cert.",
     NULL, draw_digraph},
    {"figure-4", "Figure 4 of Karp et al. 1993: reception table of a block of 7",
     "The paper shows it for L = 5, r = 7 and k = 16, active items bold; its entries, as "
     "they stand in the text that we have, without their columns, follow. Read from figure-4.cert.",
     "p1: 1 8 2 3 4 5 7 15 6 9 10 11 12 14 13 16\n"
     "p2: 2 1 9 3 4 5 8 16 7 6 10 11 12 15 14 13\n"
     "p3: 3 1 10 2 6 4 5 8 9 7 13 11 12 15 16 14\n"
     "p4: 4 1 11 2 3 6 7 5 8 9 10 13 14 12 15 16 14\n"
     "p5: 5 1 12 2 3 4 7 6 8 9 10 11 14 13 15 16 14\n"
     "p6: 6 1 13 2 3 4 5 7 8 9 10 11 12 14 15 16 14\n"
     "p7: 7 2 3 4 5 1 14 6 9 10 11 12 8 13 16 15\n",
     draw_reception},
    {"figure-5", "Figure 5 of Karp et al. 1993: broadcast with buffers",
     "The paper shows an optimal schedule for L = 3, P-1 = 13, k = 14, with circles around active "
     "items that delay another, here (i), and squares around items that were delayed, here [i]; "
     "its entries are not in the text that we have. Read from figure-5.cert.",
     NULL, draw_buffered},
    {"figure-6", "Figure 6 of Karp et al. 1993: summation",
     "The paper shows the computation schedule and the communication tree for t = 28, P = 8, "
     "L = 5, g = 4, o = 2. Read from figure-6.cert.",
     NULL, draw_summation},
    {NULL, NULL, NULL, NULL, NULL},
};

const struct claim_figure *claim_figure(const char *name) {
    for (int i = 0; claim_figures[i].name; i++)
        if (strcmp(claim_figures[i].name, name) == 0)
            return &claim_figures[i];
    return NULL;
}

enum { PATH_ROOM = 4096, MOST_PROCESSORS = 200, MOST_TIME = 400 };

enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            const char *kind, struct failure *failure) {
    char path[PATH_ROOM];
    struct certificate_input input;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return failure_set(failure, STATUS_INPUT, "the name of the folder is too long");
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    if (strcmp(input.kind, kind) == 0)
        status = messages_read_all(read, &input, failure);
    else
        status = failure_set(failure, STATUS_INPUT, "%s: expected kind %s", path, kind);
    certificate_unload(&input);
    if (!status && (read->list.processors > MOST_PROCESSORS || read->list.finish > MOST_TIME)) {
        messages_read_clear(read);
        status = failure_set(failure, STATUS_INPUT, "%s: too large for a picture", path);
    }
    return status;
}
