/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, Figures 3 to 5: schedules of section 3.4 that the paper draws. */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/items/construction/paper_items.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

/* Who sends and receives how often, block by block and item by item. */
struct flow {
    const struct block_digraph *digraph;
    int items;
    int *block;    /* [processor], from 1 on */
    int *in, *out; /* [block items + item-1] */
};

static enum status count_flow(void *context, const struct message *m, struct failure *failure) {
    struct flow *flow = context;
    (void)failure;
    flow->in[flow->block[m->to] * flow->items + m->item - 1]++;
    if (m->from > 0)
        flow->out[flow->block[m->from] * flow->items + m->item - 1]++;
    return STATUS_OK;
}

/* The weights into a block add up to its size, and those out of it; the receive-only processor,
 * of size 0, has one in. The last item is left out: there, as case 1 ends, a block of size 2L or
 * more sends one copy more to itself, in place of one of size L-1. */
static void tell_flow(struct claim_job *job, const struct flow *flow) {
    for (int block = 0; block < flow->digraph->block_count; block++) {
        int size = flow->digraph->sizes[block];
        bool equal = true;
        for (int i = 0; i + 1 < flow->items; i++)
            equal = equal && flow->in[block * flow->items + i] == (size ? size : 1) &&
                    flow->out[block * flow->items + i] == size;
        claim_tell(&job->finding, NULL, equal ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "block %d of size %d", block + 1, size);
        fprintf(job->table, "block %-3d of size %d\n", block + 1, size);
    }
}

static enum status play_digraph(struct claim_job *job, const struct block_digraph *digraph,
                                const struct message_list *list, struct failure *failure) {
    size_t cells = (size_t)digraph->block_count * (size_t)list->items;
    struct flow flow = {.digraph = digraph, .items = list->items};
    enum status status = STATUS_OK;
    flow.block = memory_new((size_t)digraph->processors + 1, sizeof *flow.block);
    flow.in = memory_new(cells, sizeof *flow.in);
    flow.out = memory_new(cells, sizeof *flow.out);
    if (!flow.block || !flow.in || !flow.out)
        status = failure_memory(failure, "blocks");
    for (int block = 0, next = 1; block < digraph->block_count && !status; block++)
        for (int i = 0; i < (digraph->sizes[block] ? digraph->sizes[block] : 1); i++)
            flow.block[next++] = block;
    if (!status)
        status = message_list_each(list, count_flow, &flow, NULL, failure);
    if (!status)
        tell_flow(job, &flow);
    free(flow.block);
    free(flow.in);
    free(flow.out);
    return status;
}

enum status try_figure_3(struct claim_job *job, struct failure *failure) {
    enum { LATENCY = 3, DEPTH = 11, PROCESSORS = 41, ITEMS = 16 };
    struct block_digraph digraph;
    struct items_schedule schedule;
    enum status status = block_digraph_init(&digraph, LATENCY, DEPTH, failure);
    if (status)
        return status;
    claim_tell(&job->finding, NULL, digraph.processors == PROCESSORS ? CLAIM_HOLDS : CLAIM_FAILS,
               CLAIM_MUTE, "P(11)=%d", digraph.processors);
    status = paper_items(LATENCY, DEPTH, ITEMS, &schedule, failure);
    if (!status) {
        status = karp_keep_list(job, "figure-3.cert", &schedule.list,
                                "machine=postal L=3 P=42 K=16 period=0 sends=single", failure);
        if (!status)
            status = play_digraph(job, &digraph, &schedule.list, failure);
        items_schedule_clear(&schedule);
    }
    block_digraph_clear(&digraph);
    return status;
}

/* The items in the order in which p_1..p_7 receive them. */
enum { FIGURE_4_ROWS = 7, FIGURE_4_ITEMS = 16 };
static const int figure_4[FIGURE_4_ROWS][FIGURE_4_ITEMS] = {
    {1, 8, 2, 3, 4, 5, 7, 15, 6, 9, 10, 11, 12, 14, 13, 16},
    {2, 1, 9, 3, 4, 5, 8, 16, 7, 6, 10, 11, 12, 15, 14, 13},
    {3, 1, 10, 2, 6, 4, 5, 8, 9, 7, 13, 11, 12, 15, 16, 14},
    {4, 1, 11, 2, 3, 6, 7, 5, 8, 9, 10, 13, 14, 12, 15, 16},
    {5, 1, 12, 2, 3, 4, 7, 6, 8, 9, 10, 11, 14, 13, 15, 16},
    {6, 1, 13, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16},
    {7, 2, 3, 4, 5, 1, 14, 6, 9, 10, 11, 12, 8, 13, 16, 15},
};

struct rows {
    int next[FIGURE_4_ROWS + 1];
    int other[FIGURE_4_ROWS + 1]; /* receptions of another item than the figure's */
};

static enum status compare_row(void *context, const struct message *m, struct failure *failure) {
    struct rows *rows = context;
    (void)failure;
    if (m->to <= FIGURE_4_ROWS)
        rows->other[m->to] += figure_4[m->to - 1][rows->next[m->to]++] != m->item;
    return STATUS_OK;
}

enum status try_figure_4(struct claim_job *job, struct failure *failure) {
    struct items_schedule schedule;
    struct rows rows = {0};
    enum status status = paper_items(5, 11, FIGURE_4_ITEMS, &schedule, failure);
    if (status)
        return status;
    status = karp_keep_list(job, "figure-4.cert", &schedule.list, "machine=postal L=5 P=12 K=16",
                            failure);
    if (!status)
        status = message_list_each(&schedule.list, compare_row, &rows, NULL, failure);
    for (int row = 1; row <= FIGURE_4_ROWS && !status; row++)
        claim_tell(&job->finding, NULL, rows.other[row] ? CLAIM_FAILS : CLAIM_HOLDS, CLAIM_MUTE,
                   "p_%d: %d of its receptions are others", row, rows.other[row]);
    items_schedule_clear(&schedule);
    return status;
}

enum status try_figure_5(struct claim_job *job, struct failure *failure) {
    enum { LATENCY = 3, PROCESSORS = 13, ITEMS = 14, DEPTH = 8 };
    struct items_schedule schedule;
    enum status status = buffered_items(LATENCY, PROCESSORS, ITEMS, &schedule, failure);
    if (status)
        return status;
    int finish = schedule.list.finish;
    bool holds = finish == DEPTH + LATENCY + ITEMS - 1 && schedule.list.buffer == 2 &&
                 items_full_depth(LATENCY, PROCESSORS) == DEPTH;
    status = karp_keep_list(
        job, "figure-5.cert", &schedule.list,
        "machine=buffered L=3 buffer=2 P=14 K=14 period=0 sends=single delay=24 end=24", failure);
    if (!status)
        claim_tell(&job->finding, NULL, holds ? CLAIM_HOLDS : CLAIM_FAILS, CLAIM_MUTE,
                   "L=3, P-1=13, k=14: %d steps, buffers of %d", finish, schedule.list.buffer);
    items_schedule_clear(&schedule);
    return status;
}
