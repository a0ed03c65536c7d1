/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/digraph_text.h"

static void print_from(FILE *file, const struct block_digraph *digraph, int from, int to) {
    if (from == BLOCK_DIGRAPH_SOURCE)
        fprintf(file, "the source");
    else if (from == to)
        fprintf(file, "itself");
    else
        fprintf(file, "block %d of size %d", from + 1, digraph->sizes[from]);
}

static void print_edge(FILE *file, const struct block_digraph *digraph,
                       const struct block_edge *edge) {
    int first = digraph->depth + 1 + edge->first;
    if (edge->active)
        fprintf(file, "  active from ");
    else
        fprintf(file, "  %d inactive from ", edge->weight);
    print_from(file, digraph, edge->from, edge->to);
    if (edge->weight > 1)
        fprintf(file, ", at times %d..%d\n", first, first + edge->weight - 1);
    else
        fprintf(file, ", at time %d\n", first);
}

void digraph_text(FILE *file, const struct block_digraph *digraph) {
    size_t next = 0;
    fprintf(file,
            "latency %d, %d processors beside the source, %d blocks\n"
            "what comes to each block of item 1; of item i it comes i-1 later\n\n",
            digraph->latency, digraph->processors, digraph->block_count - 1);
    for (int block = 0, first = 1; block < digraph->block_count; block++) {
        int size = digraph->sizes[block];
        if (size == 0)
            fprintf(file, "receive-only processor %d\n", first);
        else if (size == 1)
            fprintf(file, "block %d of size 1, processor %d\n", block + 1, first);
        else
            fprintf(file, "block %d of size %d, processors %d..%d\n", block + 1, size, first,
                    first + size - 1);
        for (; next < digraph->edge_count && digraph->edges[next].to == block; next++)
            print_edge(file, digraph, &digraph->edges[next]);
        first += size;
    }
}
