/* The rule for the blocks of one instance I(L,t), t >= L: the right number of blocks of each size,
 * every letter of the instance used exactly once (the receive-only letter included), every word
 * legal, every multiset divisible by M. Hall's condition. Streaming: room for one line and O(L)
 * numbers. One rule serves all instances of a family. */
#ifndef STEADYCHECK_BLOCKS_H
#define STEADYCHECK_BLOCKS_H

#include "core/big.h"
#include "core/letters.h"

struct block_rule {
    uint32_t latency;
    struct big_sequence f;
    struct letters letters;
};

void block_rule_init(struct block_rule *rule, uint32_t latency);
void block_rule_clear(struct block_rule *rule);

/* Reads the block lines of I(L,depth) and checks them; the current line is the first of them.
 * *root_sum becomes the sum of the letters of the root block. */
bool block_rule_check(struct block_rule *rule, struct reader *reader, uint32_t depth,
                      uint32_t receive_only, uint64_t *root_sum);

/* Kind block-cyclic, from the latency line on. */
bool rule_block_cyclic(struct reader *reader);

#endif
