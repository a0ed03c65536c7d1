/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/paper_items.h"

#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/items/construction/block_reception.h"

/* The k-th copy of an edge. An arrival at t+i+e was sent at i-1 + (t+1+e-L). */
static void add_copy(struct block_broadcast *broadcast, const struct block_digraph *digraph,
                     const struct block_edge *edge, int k) {
    int latency = digraph->latency, size = digraph->sizes[edge->to], place = edge->place + k;
    struct block_way way = {.time = digraph->depth + 1 + edge->first + k - latency,
                            .from = edge->from,
                            .to = edge->to,
                            .active = edge->active,
                            .place = BLOCK_WAY_SHIFTED};
    if (!edge->active && size > 0) {
        way.place = place;
        way.early = block_place_is_late(latency, size, place);
    }
    broadcast->ways[broadcast->way_count++] = way;
}

enum status paper_items(int latency, int depth, int items, struct items_schedule *schedule,
                        struct failure *failure) {
    struct block_digraph digraph;
    struct block_broadcast *broadcast;
    enum status status = block_digraph_init(&digraph, latency, depth, failure);
    if (status)
        return status;
    struct message_machine machine = message_machine_postal(latency);
    status = block_broadcast_new(&machine, digraph.processors, digraph.block_count, items,
                                 depth + 2 * latency, &broadcast, failure);
    if (!status) {
        for (int block = 0; block < digraph.block_count; block++) {
            int size = digraph.sizes[block] ? digraph.sizes[block] : 1;
            broadcast->begin[block + 1] = broadcast->begin[block] + size;
        }
        for (size_t e = 0; e < digraph.edge_count; e++)
            for (int k = 0; k < digraph.edges[e].weight; k++)
                add_copy(broadcast, &digraph, &digraph.edges[e], k);
        block_broadcast_finish(broadcast, schedule);
    }
    block_digraph_clear(&digraph);
    return status;
}
