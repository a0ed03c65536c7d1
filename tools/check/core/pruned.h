/* The rule for the blocks of one pruned tree, and kind pruned.
 *
 * A node of value v may send r times, as v, v-1, .., v-r+1 >= L, to nodes of the values v-L, ..,
 * v-L-r+1; it is the head of a block of size r, run by r processors: a closed word of kind
 * stationary that receives the head and r-1 leaves and sends nothing but the head. What has to be
 * checked of it is therefore: the words are legal (letters.h), all that is sent has a value >=
 * L, the value t is received once, from the source, and each value w exactly as often as it is sent
 * as w+L. A receive-only processor is a word of one letter. The blocks have COUNT * SIZE
 * processors.
 *
 * Sends of a block are a range of values, like its leaves, so a line takes two additions for each
 * letter or range of letters and four for the head. Streaming: room for one line and O(t) numbers,
 * kept from tree to tree. The work and the room are counted before they are used (big.h), those of
 * all trees together: a line takes as many additions as it has words behind COUNT, and 8 more; a
 * tree, whose values are gone through twice, as much as 4 (t-L+1) limbs. */
#ifndef STEADYCHECK_PRUNED_H
#define STEADYCHECK_PRUNED_H

#include "core/big.h"
#include "core/letters.h"

struct pruned_rule {
    uint32_t latency;
    struct letters values; /* 0..t-L, those sent and not yet taken */
    mpz_t processors;      /* of all blocks of the last tree */
    mpz_t roots;           /* nodes of value t */
    mpz_t count;           /* of the current line */
    uint32_t root_size;    /* of the first block, if there is one */
    uint64_t root_sum;     /* of its leaves */
    struct big_cost cost;  /* of all trees */
};

void pruned_rule_init(struct pruned_rule *rule, uint32_t latency);
void pruned_rule_clear(struct pruned_rule *rule);

/* Reads the block lines, perhaps none, of a tree of this depth in which the leaf of value
 * receive_only is left over; the current line is the first of them. There are `most` processors or
 * fewer: a line with a larger count is refuted before it is looked at. How many there are in all
 * is for the caller to compare. */
bool pruned_rule_check(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                       uint32_t receive_only, mpz_srcptr most);

/* The same for a tree in which no leaf is left over and nobody takes the first message of the root.
 * Contract: depth >= latency. */
bool pruned_rule_check_left(struct pruned_rule *rule, struct reader *reader, uint32_t depth,
                            mpz_srcptr most);

/* Counts work that goes with the trees; malformed beyond the limit. */
bool pruned_rule_work(struct pruned_rule *rule, struct reader *reader, uint64_t work);

/* Kind pruned, from the latency line on. */
bool rule_pruned(struct reader *reader);

#endif
