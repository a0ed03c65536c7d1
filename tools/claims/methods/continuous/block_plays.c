/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4, cases 5 to 7 and the end game: what concerns more than one block.
 * Blocks are counted in the broadcast tree, and the messages of the whole schedule
 * (solver/items/construction/paper_items.h), which steadycheck verifies, are looked at one by one.
 */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/items/construction/paper_items.h"
#include "solver/model/sequence.h"
#include "solver/model/tree.h"
#include "tools/claims/methods/continuous/lists.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LATENCY = 60, MOST_DEPTH = 400, MOST_NODES = 3000, MORE_ITEMS = 3 };

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
typedef void tell_play(struct claim_job *job, const struct play *play);

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

struct walk {
    struct claim_job *job;
    struct claim_stream stream;
    long certificates;
    see_message *see;
    tell_play *tell;
};

static enum status play_messages(struct walk *walk, struct play *play, struct failure *failure) {
    struct listener listener = {play, walk->see};
    struct items_schedule schedule;
    enum status status = paper_items(play->latency, play->depth, play->items, &schedule, failure);
    if (status)
        return status;
    status = karp_put_list(walk->job, &walk->stream, &schedule.list, failure);
    walk->certificates += !status;
    if (!status)
        status = message_list_each(&schedule.list, listen, &listener, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

/* As many items as make all that is periodic come round, and some more. */
static enum status try_point(struct walk *walk, int latency, int depth, struct failure *failure) {
    struct play play = {.latency = latency, .depth = depth};
    play.items = depth - latency + 1 + MORE_ITEMS;
    enum status status = prepare(&play, failure);
    if (!status)
        status = play_messages(walk, &play, failure);
    if (!status)
        walk->tell(walk->job, &play);
    clear(&play);
    return status;
}

static enum status is_small(int latency, int depth, bool *small, struct failure *failure) {
    mpz_t all;
    mpz_init(all);
    enum status status = sequence_term(all, latency, depth, NULL, failure);
    *small = !status && mpz_cmp_si(all, MOST_NODES) <= 0;
    mpz_clear(all);
    return status;
}

static enum status walk_points(struct walk *walk, const struct claim_range *latency,
                               const struct claim_range *depth, struct failure *failure) {
    enum status status = STATUS_OK;
    for (long L = latency->first; L <= latency->last && !status; L++)
        for (long t = depth->first > L ? depth->first : L; t <= depth->last && !status; t++) {
            bool small;
            status = is_small((int)L, (int)t, &small, failure);
            if (!status && small)
                status = try_point(walk, (int)L, (int)t, failure);
        }
    return status;
}

static enum status try_plays(struct claim_job *job, int least, see_message *see, tell_play *tell,
                             struct failure *failure) {
    struct walk walk = {.job = job, .see = see, .tell = tell};
    struct claim_range latency, depth;
    enum status status = claim_range(job, "L", least, MOST_LATENCY, &latency, failure);
    if (!status)
        status = claim_range(job, "t", 1, MOST_DEPTH, &depth, failure);
    if (!status)
        status = claim_stream_open(job, "all.certs", &walk.stream, failure);
    if (status)
        return status;
    status = walk_points(&walk, &latency, &depth, failure);
    if (status) {
        claim_stream_drop(&walk.stream);
        return status;
    }
    fprintf(job->table, "%ld schedules, played\n", walk.certificates);
    return claim_stream_close(job, &walk.stream, walk.certificates, false, NULL, NULL, failure);
}

/* Blocks of size 1 that case 1 needs: r-2L for each block of size r >= 2L. */
static int ones_used(const struct play *play) {
    int used = 0;
    for (int r = 2 * play->latency; r <= play->depth; r++)
        used += (r - 2 * play->latency) * play->nodes[r];
    return used;
}

/* --- case 5: blocks of size 2 --- */

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

static void tell_blocks_of_two(struct claim_job *job, const struct play *play) {
    int L = play->latency, spare = play->nodes[L], free = play->nodes[1] - ones_used(play);
    int needed = play->nodes[2];
    for (int r = L + 2; r < 2 * L; r++)
        spare += play->nodes[r];
    if (needed == 0)
        return;
    bool holds = free == 1 && spare == needed && !play->wrong;
    claim_tell(&job->finding, CLAIM_AT("L t", L, play->depth), claim_truth_of(holds), CLAIM_MUTE,
               "blocks of size 1: %d free; transmissions to spare: %d, needed by blocks of size 2: "
               "%d; %ld of other kinds",
               free, spare, needed, play->wrong);
}

enum status try_block_case_5(struct claim_job *job, struct failure *failure) {
    return try_plays(job, 3, see_block_of_two, tell_blocks_of_two, failure);
}

/* --- case 6: blocks of size 1 --- */

/* Item i is there as an active item at t+i-1. */
static void see_block_of_one(struct play *play, const struct message *m) {
    if (play->size[m->to] == 1)
        play->wrong += m->time + play->latency != play->depth + m->item - 1;
}

static void tell_blocks_of_one(struct claim_job *job, const struct play *play) {
    if (play->nodes[1])
        claim_tell(&job->finding, CLAIM_AT("L t", play->latency, play->depth),
                   claim_truth_of(!play->wrong), CLAIM_MUTE, "%ld items come as inactive ones",
                   play->wrong);
}

enum status try_block_case_6(struct claim_job *job, struct failure *failure) {
    return try_plays(job, 3, see_block_of_one, tell_blocks_of_one, failure);
}

/* --- case 7: the receive-only processor --- */

static void see_receive_only(struct play *play, const struct message *m) {
    if (play->size[m->to] == 0) {
        play->wrong += play->giver && play->giver != m->from;
        play->giver = m->from;
    }
}

static void tell_receive_only(struct claim_job *job, const struct play *play) {
    int free = play->nodes[1] - ones_used(play);
    bool holds = free == 1 && !play->wrong && play->giver > 0 && play->size[play->giver] == 1;
    claim_tell(&job->finding, CLAIM_AT("L t", play->latency, play->depth), claim_truth_of(holds),
               CLAIM_MUTE, "%d blocks of size 1, %d of them free", play->nodes[1], free);
}

enum status try_block_case_7(struct claim_job *job, struct failure *failure) {
    return try_plays(job, 3, see_receive_only, tell_receive_only, failure);
}

/* --- the end game --- */

/* Item i is at its root at i-1+L, and spread for t-L steps by the optimal tree. */
static void see_end(struct play *play, const struct message *m) {
    int time = m->time + play->latency;
    play->begun[m->item] += time <= m->item - 1 + play->depth;
    if (time > play->last[m->item])
        play->last[m->item] = time;
}

static void tell_end(struct claim_job *job, const struct play *play) {
    int internal = 0, wrong = 0;
    for (int children = 1; children <= play->depth; children++)
        internal += play->nodes[children];
    for (int item = 1; item <= play->items; item++) {
        int end = item - 1 + play->depth + 2 * play->latency - (item == play->items);
        if (!wrong && (play->last[item] > end || play->begun[item] < internal))
            wrong = item;
    }
    claim_tell(&job->finding, CLAIM_AT("L t", play->latency, play->depth), claim_truth_of(!wrong),
               CLAIM_MUTE, "k=%d: item %d comes last at %d, after %d processors of the tree",
               play->items, wrong, play->last[wrong], play->begun[wrong]);
}

enum status try_block_endgame(struct claim_job *job, struct failure *failure) {
    return try_plays(job, 1, see_end, tell_end, failure);
}
