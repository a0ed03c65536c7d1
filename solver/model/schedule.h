/* SPDX-License-Identifier: MIT */
/* A schedule of the endless stream: closed words (automata/closed_word.h) with big multiplicities,
 * run again and again, and the whole of them repeats after `period` steps, up to who is who.
 *
 * A word of length n, a multiple of the period T, happens at the times that are equal to its
 * positions modulo T. It is served by n/T processors, which begin it at the offsets 0, T, 2T, ..;
 * so after T steps each continues where the next one was. Words of length T are processors that
 * keep their roles. Period 1 is a *stationary* schedule. The values are 0..t-L (sent by others) and
 * t (sent by the source, once a step).
 *
 * In a stationary schedule a word may be given as a *block*: a node of value v sends r times, as v,
 * v-1, .., v-r+1 >= L, to nodes of the values v-L, v-L-1, ..; it is the head of a block of r
 * processors, which take r-1 leaves of any values. By M. Hall's theorem their order can be made a
 * legal word if and only if
 *
 *     v + (sum of the leaves' values) = 0 (mod r).
 *
 * The leaves are ranges of values, so that schedules for numbers of thousands of digits are small.
 * Blocks and one receive-only processor, to whom a leaf is left over, are a *block-cyclic*
 * schedule, on the whole tree of depth t (then v = r+L-1, and letters 0..L-1 are the leaves'
 * values; Karp et al. 1993, section 3.2) or on a pruned one (results/THEOREMS.md, 10.1).
 *
 * With p ports a processor receives and sends p messages a step, and the source has p items more.
 * All p have the same tree. So every number here is per item of a step: `count` blocks stand for
 * p * count words, all with the same leaves, and a node of a block sends p copies each time; a
 * block of size r >= 2 takes p r - 1 leaves, and Hall's condition is the same, p at each position.
 * Words of length 1 need no condition: their heads, blocks of size 1, and their leaves, `loose`,
 * stand apart. Which of the p items a leaf is, is left to Koenig's theorem: join each of the
 * classes of equal leaves, in groups of p, with the words in which they stand; all degrees are p,
 * so p colours are enough (results/THEOREMS.md, section 19). A word of length 1 takes one leaf or
 * head of each item, and sends p copies at most. So with H heads there, each of p copies, p H such
 * words have one, and H + (loose leaves) of them there must be. The period is 1, and there are no
 * lines of words. */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

/* Who is who after a period, and which words a question allows. */
enum schedule_roles {
    ROLES_KEEP,    /* every processor has its own role again: words of length T */
    ROLES_PERMUTE, /* words of any length */
    ROLES_BLOCKS   /* T = 1: blocks on a pruned tree, and one receive-only processor */
};

/* `copies` leaves of each of the values first..last. */
struct leaf_range {
    int first, last, copies;
};

struct block_class {
    int head;     /* its value */
    int size;     /* how often it sends; the processors of a block */
    bool ordered; /* its ranges are single leaves in the order of a legal word; else ascending */
    size_t first; /* they stand from here on in `ranges` of the schedule, without overlaps, */
    size_t range_end; /* up to here */
    mpz_t count;
};

/* With several ports: where a tree ends with fewer than p leaves, the heads that send fewer copies,
 * `sends` = j of them an item, 1 <= j < p, all at once. They stand in j+1 words of length 1. */
enum partial_form {
    PARTIAL_NONE,
    PARTIAL_SINGLE, /* one head an item: floor(p/j) of them fit into a word, for p <= (j+1)
                       floor(p/j) */
    PARTIAL_DOUBLE  /* two an item, which send j together: the p j copies are cut into j words */
};

struct partial_heads {
    enum partial_form form;
    int head; /* their value */
    int sends;
};

/* With several ports: a word whose letters have items of their own, c = 0..p-1, of each one letter
 * for each y = position + value modulo the length; all items together have p at each position. One
 * word has the root of item c, value t, and sends copies[c R + i] of it at its position + i, i =
 * 0..R-1 = t-L; at most p at each position. A schedule of such words has no others, and sends
 * nothing else. */
struct coloured_word {
    int length;
    int *values; /* [c length + y] */
};

/* Of a letter. */
static inline int coloured_position(const struct coloured_word *word, int item, int y) {
    int n = word->length, value = word->values[(size_t)item * (size_t)n + (size_t)y];
    return ((y - value) % n + n) % n;
}

struct word_class {
    size_t length;
    int *values;
    int *sends; /* value of the item sent at each position, or CLOSED_WORD_SILENT */
    mpz_t count;
};

enum { SCHEDULE_NOBODY = -1, SCHEDULE_MOST_PORTS = 1 << 16 };

struct schedule {
    int latency, depth, period;
    int ports;        /* p */
    int receive_only; /* the value of the leaf left over, or SCHEDULE_NOBODY; of one port */
    size_t block_count;
    struct block_class *blocks;
    size_t range_count, range_room;
    struct leaf_range *ranges;
    size_t word_count;
    struct word_class *words;
    struct partial_heads partial; /* of several ports */
    mpz_t *loose;                 /* [0..t]: how many of each value; NULL with one port */
    size_t coloured_count;
    struct coloured_word *coloured;
    int *copies; /* [c (t-L+1) + i]; NULL without coloured words */
};

/* Without words; nobody receives only. */
void schedule_init(struct schedule *schedule, int latency, int depth, int period);

/* The same for blocks: of period 1, with the one processor of a schedule for N = 1, which receives
 * t. */
void schedule_init_blocks(struct schedule *schedule, int latency, int depth);

/* The same for p = ports >= 2, without a processor. STATUS_MEMORY. */
enum status schedule_init_ports(struct schedule *schedule, int latency, int depth, int ports,
                                struct failure *failure);
void schedule_clear(struct schedule *schedule);

/* Adds `count` blocks; copies the size-1 leaves (p size - 1 of a size from 2 on), in any order.
 * Equal ones may be added several times: schedule_sort merges them. */
enum status schedule_add_leaves(struct schedule *schedule, int head, int size, const int *leaves,
                                mpz_srcptr count, struct failure *failure);

/* The same for leaves that stay in their order, a legal word. */
enum status schedule_add_ordered(struct schedule *schedule, int head, int size, const int *leaves,
                                 mpz_srcptr count, struct failure *failure);

/* The same for leaves in ascending ranges that don't overlap; `raised` is added to the head and to
 * all leaves. */
enum status schedule_add_ranges(struct schedule *schedule, int head, int size,
                                const struct leaf_range *ranges, size_t range_count, int raised,
                                mpz_srcptr count, struct failure *failure);

/* The same for blocks of a schedule, which may be this one, ordered or not; `count` is not theirs.
 */
enum status schedule_add_class(struct schedule *schedule, const struct schedule *from,
                               const struct block_class *class, int raised, mpz_srcptr count,
                               struct failure *failure);

/* Blocks of the whole tree, unordered and ordered: the head of one of this size has the value
 * size+L-1. */
enum status schedule_add_block(struct schedule *schedule, int size, mpz_srcptr count,
                               const int *letters, struct failure *failure);

enum status schedule_add_block_word(struct schedule *schedule, int size, mpz_srcptr count,
                                    const int *word, struct failure *failure);

/* Contract: the schedule has several ports, and t >= L. First room for the copies of the roots, all
 * 0, then words of this length, all 0, to be filled by the caller. False, NULL if memory is
 * refused. */
bool schedule_add_copies(struct schedule *schedule);
struct coloured_word *schedule_add_coloured(struct schedule *schedule, int length);

/* Copies. `sends` NULL: at every position the largest held value that is at least L. */
enum status schedule_add_word(struct schedule *schedule, mpz_srcptr count, const int *values,
                              const int *sends, size_t length, struct failure *failure);

/* Sets *largest: does the word send what schedule_add_word chooses without `sends`? O(length). */
enum status word_class_sends_largest(const struct word_class *class, int latency, bool *largest,
                                     struct failure *failure);

/* Writes the size-1 leaves, in the order of the ranges. */
void schedule_leaves(const struct schedule *schedule, const struct block_class *class, int *leaves);

/* A time from 0 on at which one of the processors of a block begins its word: item 1 is received
 * then, if the head is received by the root first. */
int schedule_begin(const struct schedule *schedule, const struct block_class *class);

/* The order in which all is written, equal classes merged: blocks by head, descending, then by size
 * and leaves; words by their largest value, descending, then by length and letters. */
void schedule_sort(struct schedule *schedule);

/* N, the sum of count * size (p times that for sizes from 2 on), of count * length / period, the
 * receive-only processor, loose leaves and partial heads. */
void schedule_processors(const struct schedule *schedule, mpz_ptr processors);

/* Leaves and positions in all classes, equal ones once: what ordering and words will cost. */
size_t schedule_places(const struct schedule *schedule);

/* Checks the definition, trusting no engine: sizes, Hall's condition or a legal word for every
 * class, items held when they are sent, the value t received once a step, and no value received
 * more often than it is sent, in every phase of the period. (Surplus messages are left out.)
 * STATUS_INTERNAL with the first fault in words. O(ranges + all lengths + t * period) additions. */
enum status schedule_check(const struct schedule *schedule, struct failure *failure);

/* The part of it that looks at one word after the other: legal, and items held when they are sent.
 * Fills received[phase * values + v], how often the value v is received at times of this phase, and
 * sent[..], how often it is sent to be received so; `values` of them for each phase, all 0 before.
 * The latency may be 0 here, where no line of words sends the value 0 (logp_schedule.h). */
enum status schedule_flow(const struct schedule *schedule, mpz_t *received, mpz_t *sent,
                          struct failure *failure);
size_t schedule_flow_values(const struct schedule *schedule);

/* The same, and that it serves P(t) processors, by blocks. */
enum status schedule_check_whole(const struct schedule *schedule, struct failure *failure);

/* How every schedule that was built ends: sorted, checked, and N = processors. On failure the
 * schedule is cleared. */
enum status schedule_finish(struct schedule *schedule, mpz_srcptr processors,
                            struct failure *failure);

/* The same where building it ended with `status`: unless that is STATUS_OK, the schedule is cleared
 * and it is returned. */
enum status schedule_end(struct schedule *schedule, enum status status, mpz_srcptr processors,
                         struct failure *failure);

/* More places are not ordered. */
enum { SCHEDULE_MAX_PLACES = 50000000 };

/* Orders the leaves of every block to a legal word by M. Hall's theorem. STATUS_INTERNAL if a block
 * does not satisfy his condition, STATUS_LIMIT for more than SCHEDULE_MAX_PLACES and for several
 * ports. O(sum of size^2) at worst. */
enum status schedule_order(struct schedule *schedule, struct failure *failure);

/* Fills `words` with the same schedule in lines of words only, checked. Errors as above. */
enum status schedule_words(const struct schedule *schedule, struct schedule *words,
                           struct failure *failure);

/* The same of a part of a schedule, neither sorted nor checked. */
enum status schedule_list_words(const struct schedule *schedule, struct schedule *words,
                                struct failure *failure);

/* The other way: fills `blocks` and sets *possible = true, if the words of the stationary schedule
 * are blocks and one receive-only processor; else *possible = false. */
enum status schedule_blocks(const struct schedule *words, bool *possible, struct schedule *blocks,
                            struct failure *failure);
