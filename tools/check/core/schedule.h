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
 * **Several ports.** With p of them everybody receives and sends p messages a step, and the source
 * has p items more. All p have the same tree, so all counts are per item: COUNT blocks stand for p
 * times as many words, with the same letters, and each node of a block sends p copies each time. A
 * block of SIZE >= 2 takes p SIZE - 1 letters; words of length 1 stand apart. Lines, T = 1:
 *
 *     block HEAD SIZE COUNT letters ITEM ..   SIZE 1: no letters, a head in a word of length 1
 *     partial FORM HEAD SENDS                 below
 *     loose V COUNT                           leaves in words of length 1
 *
 * A multiset of p r - 1 letters can be put at r positions with the head v, p at each, so that each
 * value position + letter modulo r occurs p times, if and only if v + (their sum) is divisible by
 * r: M. Hall's chain, on p places for each position and for each value. A word of length 1 takes p
 * letters, whatever they are. Which of the p items each is: join each word's residues with the
 * letters of one class - the same value and the same copies sent - in groups of p. All degrees are
 * p, so p colours are enough (Koenig); then every word receives each item once, and of each class
 * every item has as many. So the balance of one item is that of each.
 *
 * A word of length 1 has one letter of each item and sends p copies at most. With H heads an item
 * that send p each, p H words have one, of as many as an item has letters there. Partial heads send
 * fewer copies, SENDS = j, 1 <= j < p, and stand in words of length 1 as well:
 *     single   one an item: floor(p/j) fit into a word
 *     double   two of the same value an item, which send j together: the p j copies are cut into j
 *              words of p each; so an item has its copies in one word or two. Its two heads are in
 *              these, or the second one in the word that is over, and j-1 other letters in the
 *              other words, the same for all items: j+1 words
 *     chain    all of the schedule: HEAD = t >= 2L; the root, and where its copies are cut in two,
 *              the second word is one of its receivers, which sends the rest: j+1 words, of all
 *              processors
 *
 * Or all words have items of their own (coloured.h).
 *
 * Streaming: room for one word, one line and the balance. */
#pragma once

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
    mpz_ptr processors;                     /* of the lines so far */
    mpz_ptr count, many;                    /* of the current line; a multiple of it */
    bool words;                             /* there is a line `word` */
    bool changes_roles;                     /* somebody does not keep its role */
    bool rest;                              /* there is a line `receive-only`, with this value */
    uint32_t rest_value;
    bool blocks;        /* there is a line `block`; the first one has */
    uint32_t root;      /* this head, */
    uint32_t root_size; /* this size, */
    uint64_t root_sum;  /* and this is its head and the sum of its letters */
    uint32_t head;      /* of the last one */
    uint32_t ports;     /* p */
    mpz_ptr room;       /* p > 1: words of length 1 without a head, so far */
    bool coloured;      /* p > 1: of coloured.h, which has checked what is received and sent */
    uint32_t watched;   /* p > 1: loose leaves of this value, as the caller likes, and */
    uint32_t loose[2];  /* of the next one, up to p of each */
};

void schedule_init(struct schedule *schedule, struct reader *reader);

/* A schedule with these parameters begins; `most` processors or fewer, borrowed. */
void schedule_start(struct schedule *schedule, uint32_t latency, uint32_t depth, uint32_t period,
                    mpz_srcptr most);

/* Reads the lines of a schedule, and checks each of them. */
void schedule_read_lines(struct schedule *schedule);

/* Reads the lines of the schedule, one `receive-only` or none, then `block`, then `word`, up to one
 * that is none of these, and checks all. Refuted unless they have exactly `most` processors. */
void schedule_check(struct schedule *schedule);

/* Reads a whole schedule of period 1 that is given by lines `word` only, and checks it. */
void schedule_read_words(struct reader *reader, uint32_t latency, uint32_t depth,
                         mpz_srcptr processors, const struct schedule_visitor *visitor);
