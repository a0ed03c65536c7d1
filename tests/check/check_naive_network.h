/* SPDX-License-Identifier: MIT */
/* For the tests: tiny networks, what is possible on them, by an exhausted search over all schedules
 * in the order of time, and what trees cost, by all sets of sendings. Reductions are not reversed
 * here: their operands are moved. */
#pragma once

#include <stdbool.h>

enum { TINY_NODES = 4, TINY_ARCS = 8, TINY_GROUPS = 18, TINY_CHUNKS = 48, TINY_NEVER = 1000 };

struct tiny {
    long N, A, G;
    long tail[TINY_ARCS], head[TINY_ARCS], latency[TINY_ARCS];
    long capacity[TINY_GROUPS];
    unsigned members[TINY_GROUPS]; /* bits of arcs */
    long port[TINY_GROUPS]; /* v + 1: what comes to v counts when it has arrived; 0: nothing */
    unsigned forwards;      /* bits of nodes that have and want nothing of their own */
    long more[TINY_NODES];  /* than one chunk has a node, or is to get, where others have one; >= -1
                             */
};

/* Bits of the others. */
static inline unsigned tiny_parties(const struct tiny *net) {
    return ((1U << net->N) - 1) & ~net->forwards;
}
static inline bool tiny_takes_part(const struct tiny *net, long v) {
    return tiny_parties(net) >> v & 1;
}

/* So many steps after it is sent along arc a something counts in group g. */
static inline long tiny_late(const struct tiny *net, long g, long a) {
    return net->port[g] == net->head[a] + 1 ? net->latency[a] - 1 : 0;
}

/* A chunk; if it is a sum, `node` wants it, else it comes from there, and goes to `targets`, bits;
 * of a sum those that have an operand. */
struct tiny_chunk {
    bool sum;
    long node, birth, deadline, number; /* in a certificate */
    unsigned targets;
};

/* what: 0..6, the collectives in the order of the checker; 7 a stream. */
struct tiny_task {
    struct tiny net;
    long what, root, K;
    struct tiny_chunk chunks[TINY_CHUNKS];
};

enum { TINY_STREAM = 7 };

/* Has a collective sizes of nodes, and are they not all 1? */
static inline bool tiny_has_sizes(const struct tiny_task *task) {
    long what = task->what;
    bool sized = false;
    for (long v = 0; v < task->net.N; v++)
        sized = sized || (tiny_takes_part(&task->net, v) && task->net.more[v] != 0);
    return sized && (what == 1 || what == 2 || (what >= 4 && what <= 6));
}
static inline long tiny_size(const struct tiny *net, long v) {
    return tiny_takes_part(net, v) ? 1 + net->more[v] : 0;
}

/* Makes the chunks of a collective: C of each commodity, in the order of their numbers. */
void tiny_chunks(struct tiny_task *task, long C, long steps);

/* The items first .. first + W - 1 of a stream, births counted from that of the first. */
void tiny_items(struct tiny_task *task, long P, long Q, long D, long first, long W);

/* The least number of rounds, in all, of a schedule; `one`: 0 if there is one of a round in each
 * step. TINY_NEVER if there is none, or more than `most` are needed. */
long tiny_least_rounds(const struct tiny_task *task, bool one, long most);

/* The least cost of sendings that bring the chunk; price of arc a in step s (from birth + 1 on):
 * price[s % period][a]. TINY_NEVER * TINY_NEVER if there are none. */
long tiny_tree(const struct tiny_task *task, const struct tiny_chunk *chunk, long period,
               long price[][TINY_ARCS]);
