/* SPDX-License-Identifier: MIT */
/* Kind schedule, and the lines of a schedule wherever they stand.
 *
 * A schedule is a list of closed words with counts. A word of length n, a multiple of the period T,
 * is run by n/T processors that start it T steps apart, COUNT of them at a time; so all processors
 * together do the same at all times of a phase (balance.h). Three lines give words:
 *
 *     word COUNT receive V V .. send U U ..     what is received and sent, position by position
 *     block HEAD SIZE COUNT letters ITEM ..     T = 1; or word W W .., in their order
 *     receive-only x                            T = 1, the word that receives x and sends nothing
 *
 * A block is run by SIZE processors, each of which receives the item of value HEAD and sends it, as
 * HEAD, HEAD-1, .., SIZE times, and meanwhile receives SIZE-1 others and keeps them for itself;
 * only the multiset of these is given. **M. Hall (1952)**: a multiset of r-1 letters can be ordered
 * so that with the head v in front the word is legal, if and only if v + (their sum) is divisible
 * by r. What is sent is held, as the head is sent with values from v down to v-r+1 >= L, r
 * positions in a row.
 *
 * So a schedule is right if every word is legal, every multiset divisible, and the balance holds.
 * It is called block-cyclic if it consists of blocks and one receive-only processor: on the whole
 * tree of depth t, that is, on P(t) processors, or on a pruned one; stationary, if T = 1; else
 * periodic. A processor keeps its role if it does in each period what it did in the one before: in
 * a word of length T, in one that consists of equal parts of length T, or alone. In a block of size
 * r > 1 nobody does, as T = 1 and r values are sent one after the other.
 *
 * Streaming: room for one word, one line and the balance. */
#ifndef STEADYCHECK_SCHEDULE_H
#define STEADYCHECK_SCHEDULE_H

#include "core/balance.h"
#include "core/closed_word.h"

/* Is shown each word that is legal, with its count; all words together may still be wrong. */
struct schedule_visitor {
    void *context;
    void (*visit)(void *context, const struct closed_word *word, mpz_srcptr count);
};

struct schedule {
    struct reader *reader;
    struct balance balance;
    struct closed_word word;
    const struct schedule_visitor *visitor; /* of lines `word`; or NULL */
    mpz_srcptr most;                        /* processors, borrowed */
    mpz_t processors;                       /* of the lines so far */
    mpz_t count;                            /* of the current line */
    bool words;                             /* there is a line `word` */
    bool changes_roles;                     /* somebody does not keep its role */
    bool rest;                              /* there is a line `receive-only`, with this value */
    uint32_t rest_value;
    bool blocks;        /* there is a line `block`; the first one has */
    uint32_t root;      /* this head, */
    uint32_t root_size; /* this size, */
    uint64_t root_sum;  /* and this is its head and the sum of its letters */
    uint32_t head;      /* of the last one */
};

void schedule_init(struct schedule *schedule, struct reader *reader);
void schedule_clear(struct schedule *schedule);

/* A schedule with these parameters begins; `most` processors or fewer, borrowed. */
bool schedule_start(struct schedule *schedule, uint32_t latency, uint32_t depth, uint32_t period,
                    mpz_srcptr most);

/* Reads the lines of a schedule, and checks each of them. */
bool schedule_read_lines(struct schedule *schedule);

/* Reads the lines of the schedule, one `receive-only` or none, then `block`, then `word`, up to one
 * that is none of these, and checks all. Refuted unless they have exactly `most` processors. */
bool schedule_check(struct schedule *schedule);

/* Reads a whole schedule of period 1 that is given by lines `word` only, and checks it. */
bool schedule_read_words(struct reader *reader, uint32_t latency, uint32_t depth,
                         mpz_srcptr processors, const struct schedule_visitor *visitor);

#endif
