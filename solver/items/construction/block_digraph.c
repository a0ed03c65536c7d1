/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/block_digraph.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"
#include "solver/model/message_list.h"
#include "solver/model/sequence.h"

/* The least e >= from (from >= 0) at which place 0 of a block of size r < 2L that is filled by r-1
 * transmissions in a row may arrive: e = 0 (mod r), for r = 3 e = 1 (mod 3). */
static int block_window(int size, int from) {
    int residue = size == 3 ? 1 : 0;
    int above = (from - residue) % size;
    if (above < 0)
        above += size;
    return above ? from + size - above : from;
}

int block_arrival(int latency, int size, int place) {
    if (size >= 2 * latency) {
        if (place < latency)
            return place;
        return place < size - latency ? latency - 1 : place - size + 2 * latency + 1;
    }
    if (size == 2 && latency > 2)
        return latency % 2 ? latency - 1 : latency;
    return place + block_window(size, size < latency ? latency - size + 1 : 0);
}

/* The rules of case 2 as j of p_j, for an item = r-1 (mod r). */
static int receiver_before_last(int size, int place) {
    int half = size / 2;
    const int odd[] = {half, half + 1, size, 1}, even[] = {half, 1, size};
    if (size % 2) {
        if (place < 4)
            return odd[place];
        return place % 2 ? 2 + (place - 5) / 2 : half + 2 + (place - 4) / 2;
    }
    if (place < 3)
        return even[place];
    return place % 2 ? half + 1 + (place - 3) / 2 : 2 + (place - 4) / 2;
}

/* The same for an item = 0 (mod r). */
static int receiver_last(int size, int place) {
    int half = size / 2;
    if (place == 0)
        return size % 2 ? 1 : half;
    if (place == size - 3)
        return size - 1;
    if (size % 2 == 0)
        return place == 2 ? 1 : receiver_before_last(size, place % 2 ? place + 2 : place);
    if (place == 1)
        return half + 1;
    return place == size - 2 ? half : receiver_before_last(size, place + 2);
}

static int receiver_in_window(int size, int item, int place) {
    int residue = (item - 1) % size + 1;
    if (residue == 1)
        return place + 2;
    if (residue == size)
        return receiver_last(size, place);
    if (residue == size - 1)
        return receiver_before_last(size, place);
    if (place == 0)
        return size;
    return place < residue ? place : place + 1;
}

int block_receiver(int latency, int size, int item, int place) {
    bool cyclic = size >= 2 * latency || size <= 3;
    if (!cyclic)
        return receiver_in_window(size, item, place) - 1;
    bool middle = size >= 2 * latency && place >= latency && place < size - latency;
    return ((item - 1) % size + (middle ? place : size - 1 - place)) % size;
}

bool block_place_is_late(int latency, int size, int place) {
    return latency > 1 && size >= 2 * latency && place == size - 2;
}

/* A transmission that its block need not make to a certain other one. */
struct spare {
    int block, first;
};

struct builder {
    struct block_digraph *digraph;
    int *next; /* next[r]: the first block of size r that has not served others; also for trees */
    struct spare *spares;
    int spare_count, spare_used;
};

static void builder_clear(struct builder *builder) {
    FREE_ALL(builder->next, builder->spares);
}

static void add(struct builder *builder, struct block_edge edge) {
    if (edge.weight > 0)
        builder->digraph->edges[builder->digraph->edge_count++] = edge;
}

static void serve(struct builder *builder, int from, int to, int weight, int first, int place) {
    add(builder, (struct block_edge){from, to, false, weight, first, place});
}

static void keep(struct builder *builder, int block, int first) {
    builder->spares[builder->spare_count++] = (struct spare){block, first};
}

/* Anything to spare, else a block of size 1 in its time. */
static struct spare pop_spare(struct builder *builder) {
    if (builder->spare_used < builder->spare_count)
        return builder->spares[builder->spare_used++];
    return (struct spare){builder->next[1]++, builder->digraph->latency - 1};
}

/* next[r] = the first block of size r. */
static void rewind_blocks(struct builder *builder) {
    const int *sizes = builder->digraph->sizes;
    for (int block = builder->digraph->block_count - 1; block >= 0; block--)
        builder->next[sizes[block]] = block;
}

/* The tree: a block of size r sends to blocks of the sizes r-L, r-L-1, .., 1, at those times. */
static void add_tree(struct builder *builder) {
    const struct block_digraph *digraph = builder->digraph;
    rewind_blocks(builder);
    if (digraph->sizes[0] > 0) {
        builder->next[digraph->sizes[0]]++;
        add(builder, (struct block_edge){BLOCK_DIGRAPH_SOURCE, 0, true, 1, -digraph->sizes[0], 0});
    }
    for (int block = 0; block < digraph->block_count; block++)
        for (int size = digraph->sizes[block] - digraph->latency; size > 0; size--)
            add(builder, (struct block_edge){block, builder->next[size]++, true, 1, -size, 0});
}

/* A block that is alone, of size r <= L: its own transmissions may arrive at L-r, L-r+1, .. */
static void serve_alone(struct builder *builder, int size) {
    int natural = builder->digraph->latency - size, first = block_window(size, natural);
    serve(builder, 0, 0, size - 1, first, 0);
    serve(builder, 0, 1, 1, first == natural ? first + size - 1 : first - 1, 0);
}

/* What stands in the large sums: the block's own transmissions and those of one other block. */
static void serve_block(struct builder *builder, int block) {
    int latency = builder->digraph->latency, size = builder->digraph->sizes[block];
    if (size >= 2 * latency) {
        serve(builder, block, block, latency, 0, 0);
        if (latency > 1)
            serve(builder, builder->next[latency - 1]++, block, latency - 1, latency + 1,
                  size - latency);
    } else if (size >= latency) {
        int own = size == latency ? size - 1 : latency, first = block_arrival(latency, size, 0);
        serve(builder, block, block, own, first, 0);
        if (size == latency && size > 1)
            keep(builder, block, first ? 0 : latency - 1);
        if (size > latency + 1) {
            int other = builder->next[size - latency]++;
            serve(builder, other, block, size - latency - 1, latency, latency);
            keep(builder, other, latency - 1);
        }
    } else if (size > 2) {
        serve(builder, builder->next[size - 1]++, block, size - 1, block_arrival(latency, size, 0),
              0);
    }
}

/* L = 2: blocks of the sizes 3 and 2 in pairs; first those of size 3, whose own first transmission
 * is kept for the others. */
static void serve_block_of_two(struct builder *builder, int block) {
    int size = builder->digraph->sizes[block];
    if (size != 3 && size != 2) {
        serve_block(builder, block);
    } else if (size == 3) {
        bool alone = builder->digraph->depth == 4;
        serve(builder, block, block, 1, 1, 0);
        serve(builder, builder->next[alone ? 1 : 2]++, block, 1, 2, 1);
        if (alone)
            keep(builder, block, 0);
    } else { /* next[2] is behind those in pairs, next[3] walks over their partners */
        bool paired = block < builder->next[2];
        serve(builder, paired ? builder->next[3]++ : block, block, 1, 0, 0);
        keep(builder, block, 1);
    }
}

static void serve_rest(struct builder *builder) {
    struct block_digraph *digraph = builder->digraph;
    int latency = digraph->latency;
    for (int block = 0; block < digraph->block_count && latency > 2; block++)
        if (digraph->sizes[block] == 2) {
            struct spare from =
                latency % 2 ? pop_spare(builder) : (struct spare){builder->next[1]++, latency};
            serve(builder, from.block, block, 1, from.first, 0);
        }
    for (int block = 0; block < digraph->block_count; block++)
        for (int place = latency; place < digraph->sizes[block] - latency; place++) {
            struct spare from = pop_spare(builder);
            serve(builder, from.block, block, 1, from.first, place);
        }
    struct spare last = pop_spare(builder);
    serve(builder, last.block, digraph->block_count - 1, 1, last.first, 0);
}

static int by_receiver(const void *left, const void *right) {
    const struct block_edge *a = left, *b = right;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->active != b->active)
        return a->active ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

static void build(struct builder *builder) {
    struct block_digraph *digraph = builder->digraph;
    int root = digraph->sizes[0];
    add_tree(builder);
    rewind_blocks(builder);
    if (root == 0)
        add(builder, (struct block_edge){BLOCK_DIGRAPH_SOURCE, 0, false, 1,
                                         digraph->latency - 1 - digraph->depth, 0});
    else if (root <= digraph->latency)
        serve_alone(builder, root);
    else {
        for (int block = 0; block < digraph->block_count; block++)
            if (digraph->latency == 2)
                serve_block_of_two(builder, block);
            else
                serve_block(builder, block);
        serve_rest(builder);
    }
    qsort(digraph->edges, digraph->edge_count, sizeof *digraph->edges, by_receiver);
}

/* The sizes of the blocks, from the numbers of nodes; f_{m-r} of size r <= m. */
static enum status fill_sizes(struct block_digraph *digraph, struct failure *failure) {
    int root = digraph->depth - digraph->latency + 1, largest = root - digraph->latency, count = 0;
    struct small_instance instance;
    if (root > 0) {
        TRY(small_instance_init(&instance, digraph->latency, digraph->depth,
                                MESSAGES_MOST_PROCESSORS, failure));
        digraph->sizes[count++] = root;
        for (int size = largest; size > 0; size--)
            for (int i = 0; i < instance.blocks[size]; i++)
                digraph->sizes[count++] = size;
        small_instance_clear(&instance);
    }
    digraph->sizes[count++] = 0;
    digraph->block_count = count;
    return STATUS_OK;
}

static enum status count_processors(int latency, int depth, int *processors,
                                    struct failure *failure) {
    TRY(instance_check_range(latency, depth, failure));
    CLEANUP(big_clear) mpz_t all;
    mpz_init(all); /* f_t > t-L, which spares us large numbers */
    if (depth - latency > MESSAGES_MOST_PROCESSORS)
        mpz_set_si(all, depth - latency);
    else
        TRY(sequence_term(all, latency, depth, NULL, failure));
    if (mpz_cmp_si(all, MESSAGES_MOST_PROCESSORS) > 0)
        return failure_limit(failure, "L = %d, t = %d has more than %d processors", latency, depth,
                             MESSAGES_MOST_PROCESSORS);
    *processors = (int)mpz_get_si(all);
    return STATUS_OK;
}

enum status block_digraph_init(struct block_digraph *digraph, int latency, int depth,
                               struct failure *failure) {
    CLEANUP(block_digraph_clear) struct block_digraph made = {.latency = latency, .depth = depth};
    CLEANUP(builder_clear) struct builder builder = {.digraph = &made};
    TRY(count_processors(latency, depth, &made.processors, failure));
    size_t room = (size_t)made.processors + 1; /* each processor is reached once, by an edge */
    TRY(memory_check(NEW(room, made.sizes, made.edges, builder.next, builder.spares), failure,
                     "a block transmission digraph"));
    TRY(fill_sizes(&made, failure));
    build(&builder);
    *digraph = TAKE(made);
    return STATUS_OK;
}

void block_digraph_clear(struct block_digraph *digraph) {
    FREE_ALL(digraph->sizes, digraph->edges);
    *digraph = (struct block_digraph){0};
}
