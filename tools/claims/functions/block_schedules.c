/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4, cases 5 to 7 and the end game: what concerns more than one block.
 * Blocks are counted in the broadcast tree, and the messages of the whole schedule
 * (solver/items/construction/block_broadcast.h), which steadycheck verifies, are looked at one by
 * one.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/certificate/write.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/model/instance.h"
#include "tools/claims/functions/functions.h"

enum { MOST_DEPTH = 400, MOST_NODES = 3000, MORE_ITEMS = 3 };

/* One (L,t): blocks, and what was seen of the messages. */
struct play {
    int latency, depth, items;
    struct block_digraph digraph;
    int *block;                /* [processor], from 1 on; owned */
    int *size;                 /* [processor]: of its block, 0 for the receive-only one; owned */
    int *last;                 /* [item]: its last reception; owned */
    int *begun;                /* [item]: receptions in the optimal broadcast phase; owned */
    int nodes[MOST_DEPTH + 2]; /* of the tree, by number of children */
    long wrong;                /* messages that are not as the rule has them */
    int giver;                 /* who sends to the receive-only processor; several: -1 */
};

typedef void see_message(struct play *play, const struct message *m);

static void clear(struct play *play) {
    block_digraph_clear(&play->digraph);
    free(play->block);
    free(play->size);
    free(play->last);
    free(play->begun);
}

static enum status count_nodes(struct play *play, struct failure *failure) {
    struct tree tree;
    enum status status = tree_init(&tree, play->latency, play->depth, MOST_NODES, failure);
    if (status)
        return status;
    for (int n = 0; n < tree.count; n++)
        play->nodes[tree.nodes[n].children]++;
    tree_clear(&tree);
    return STATUS_OK;
}

static enum status prepare(struct play *play, struct failure *failure) {
    size_t N;
    enum status status = block_digraph_init(&play->digraph, play->latency, play->depth, failure);
    if (status)
        return status;
    N = (size_t)play->digraph.processors;
    play->block = memory_new(N + 1, sizeof *play->block);
    play->size = memory_new(N + 1, sizeof *play->size);
    play->last = memory_new((size_t)play->items + 1, sizeof *play->last);
    play->begun = memory_new((size_t)play->items + 1, sizeof *play->begun);
    if (!play->block || !play->size || !play->last || !play->begun)
        return failure_memory(failure, "blocks");
    for (int block = 0, next = 1; block < play->digraph.block_count; block++) {
        int size = play->digraph.sizes[block];
        for (int i = 0; i < (size ? size : 1); i++, next++) {
            play->block[next] = block;
            play->size[next] = size;
        }
    }
    return count_nodes(play, failure);
}

/* How the messages are seen. */
struct listener {
    struct play *play;
    see_message *see;
};

static enum status listen(void *context, const struct message *m, struct failure *failure) {
    struct listener *listener = context;
    (void)failure;
    listener->see(listener->play, m);
    return STATUS_OK;
}

/* Blocks of size 1 that case 1 needs: r-2L for each block of size r >= 2L. */
static int ones_used(const struct play *play) {
    int used = 0;
    for (int r = 2 * play->latency; r <= play->depth; r++)
        used += (r - 2 * play->latency) * play->nodes[r];
    return used;
}

/* What comes to one that stays inactive there: from a block of size r-L that serves one of size r,
 * L+2 <= r < 2L, to be there at t+L for item 1, or from one of size L itself; for L = 3 the latter
 * at t+1. */
static void see_block_of_two(struct play *play, const struct message *m) {
    int L = play->latency, at = m->time + L - m->item - play->depth;
    if (play->size[m->to] != 2 || at == -2)
        return;
    int from = m->from > 0 ? play->size[m->from] : 0;
    bool right = from == L || (from >= 2 && from < L);
    play->wrong += !right || at != (L == 3 && from == 3 ? 0 : L - 1);
}

/* Item i is there as an active item at t+i-1. */
static void see_block_of_one(struct play *play, const struct message *m) {
    if (play->size[m->to] == 1)
        play->wrong += m->time + play->latency != play->depth + m->item - 1;
}

static void see_receive_only(struct play *play, const struct message *m) {
    if (play->size[m->to] == 0) {
        play->wrong += play->giver && play->giver != m->from;
        play->giver = m->from;
    }
}

/* Item i is at its root at i-1+L, and spread for t-L steps by the optimal tree. */
static void see_end(struct play *play, const struct message *m) {
    int time = m->time + play->latency;
    play->begun[m->item] += time <= m->item - 1 + play->depth;
    if (time > play->last[m->item])
        play->last[m->item] = time;
}

/* The first item that comes too late, or is not with enough of the tree; 0: none. */
static int see_items(const struct play *play, char *text, size_t room) {
    int internal = 0, wrong = 0;
    for (int children = 1; children <= play->depth; children++)
        internal += play->nodes[children];
    for (int item = 1; item <= play->items && !wrong; item++) {
        int end = item - 1 + play->depth + 2 * play->latency - (item == play->items);
        if (play->last[item] > end || play->begun[item] < internal)
            wrong = item;
    }
    if (wrong)
        snprintf(text, room, "k=%d: item %d comes last at %d, after %d processors of the tree",
                 play->items, wrong, play->last[wrong], play->begun[wrong]);
    return wrong;
}

/* As many items as make all that is periodic come round, and some more. */
static enum status play_all(struct claim_call *call, struct play *play, struct failure *failure) {
    static see_message *const sees[] = {see_block_of_two, see_block_of_one, see_receive_only,
                                        see_end};
    struct listener listener = {play, sees[call->function->method]};
    struct items_schedule schedule;
    enum status status = paper_items(play->latency, play->depth, play->items, &schedule, failure);
    if (status)
        return status;
    status = claim_call_put(call, evidence_of_messages(&schedule.list), failure);
    if (!status)
        status = message_list_each(&schedule.list, listen, &listener, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

static enum status whole_schedule(struct claim_call *call, struct failure *failure) {
    enum { WRONG, ONES, FREE, TWOS, SPARE, GIVER, GIVER_SIZE };
    struct play play = {.latency = (int)call->a[0], .depth = (int)call->a[1]};
    play.items = play.depth - play.latency + 1 + MORE_ITEMS;
    if (play.depth < play.latency)
        return failure_set(failure, STATUS_INPUT, "t < L");
    enum status status = prepare(&play, failure);
    if (!status)
        status = play_all(call, &play, failure);
    if (!status) {
        call->give[WRONG] = call->function->method == 3
                                ? see_items(&play, call->text, sizeof call->text)
                                : play.wrong;
        call->give[ONES] = play.nodes[1];
        call->give[FREE] = play.nodes[1] - ones_used(&play);
        call->give[TWOS] = play.nodes[2];
        call->give[SPARE] = play.nodes[play.latency];
        for (int r = play.latency + 2; r < 2 * play.latency; r++)
            call->give[SPARE] += play.nodes[r];
        call->give[GIVER] = play.giver;
        call->give[GIVER_SIZE] = play.giver > 0 ? play.size[play.giver] : -1;
    }
    clear(&play);
    return status;
}

#define WHOLE "L=1..60 t=1..400"
#define SEEN "wrong ones free twos spare giver giver_size"

const struct claim_function schedule_functions[] = {
    {"schedule_twos", WHOLE, SEEN,
     "the whole schedule: messages to blocks of size 2 that are not as case 5 has them; blocks of "
     "size 1, those of them that case 1 leaves, of size 2; transmissions to spare",
     whole_schedule, 0},
    {"schedule_ones", WHOLE, SEEN, "the same; messages to blocks of size 1 not as case 6 has them",
     whole_schedule, 1},
    {"schedule_giver", WHOLE, SEEN,
     "the same; who sends to the receive-only processor, and the size of its block", whole_schedule,
     2},
    {"schedule_end", WHOLE, SEEN, "the same; the first item that comes too late, 0: none",
     whole_schedule, 3},
    {.name = NULL}};
