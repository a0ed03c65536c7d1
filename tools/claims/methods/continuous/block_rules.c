/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.4, the list of receptions in blocks: cases 1, 3 and 4, carried out
 * for k items, every k up to three times the size of the block, after which all is periodic.
 *
 * Cases 3 and 4 refer to case 2, whose order for items = 0 (mod r) is misprinted; it is taken as it
 * has to be (block_orders.h, and method printed-scheme).
 */
#include "tools/claims/methods/continuous/block_orders.h"
#include "tools/claims/methods/continuous/block_table.h"
#include "tools/claims/methods/methods.h"

enum { MOST_LATENCY = 99, PERIODS = 3 };

/* p_j as a row, j = .. -1, 0, 1, .. (mod r). */
static int row_of(const struct block_table *table, int j) {
    int r = table->size;
    return ((j - 1) % r + r) % r;
}

/* --- case 1 --- */

/* Who receives item 1 when: (a) and (b) from the block itself and from blocks of size 1, .. */
static void receive_first(struct block_table *table, int item, int from_one) {
    int L = table->latency, r = table->size, shift = item - 1;
    int own = block_table_active(table, item);
    for (int i = 1; i <= L; i++)
        block_table_send(table, item, own, item - r, row_of(table, r - i + 1 + shift), i + shift);
    for (int j = L + 1; j <= r - L; j++)
        block_table_send(table, item, from_one + j - L - 1, item - 1, row_of(table, j + shift),
                         L + shift);
}

/* .. and (c) from a block of size L-1, whose senders are the rows from `from` on. As the text ends,
 * the last item comes one step earlier to whom it would come last, from p_{k mod r}. */
static void receive_last(struct block_table *table, int item, int from) {
    int L = table->latency, r = table->size, shift = item - 1;
    int sender = from + (item - 1) % (L - 1);
    for (int i = 2; i <= L; i++) {
        int time = 2 * L - i + 2 + shift, to = row_of(table, i + shift);
        if (item == table->items && i == 2)
            block_table_send(table, item, block_table_active(table, item), item - r, to, time - 1);
        else
            block_table_send(table, item, sender, item - (L - 1), to, time);
    }
}

/* Rows: the block, L-1 of the block of size L-1, r-2L blocks of size 1. */
static bool play_case_1(struct block_table *table, int items) {
    int L = table->latency, r = table->size;
    block_table_begin(table, items, r - L);
    for (int item = 1; item <= items; item++) {
        receive_first(table, item, r + L - 1);
        receive_last(table, item, r);
    }
    return block_table_is_right(table) && table->last <= items + 2 * L - 2;
}

/* --- cases 3 and 4 --- */

/* The order of case 2 for r > 3, as e of t+i+e; for r = 3, as case 4 has it, item 1 comes to p_3
 * before p_2, and item j to p_m when item j-1 came to p_{m-1}. */
static void order(struct karp_block *block, int item) {
    if (block->size > 3) {
        karp_block_arrive(block, item);
        return;
    }
    for (int j = 1; j <= block->size; j++)
        block->e[j] = ((j - item) % 3 + 3) % 3 == 2 ? 0 : 1;
}

/* The receptions of all items by this order, the first at t+i+later, from p_{i mod s} of a block of
 * size s, which is the block itself or the rows from r on. */
static void receive_ordered(struct block_table *table, int later, int source) {
    struct karp_block block = {.latency = table->latency, .size = table->size};
    for (int item = 1; item <= table->items; item++) {
        int sender = block_table_active(table, item);
        if (source < table->size)
            sender = table->size + (item - 1) % source;
        order(&block, item);
        for (int j = 1; j <= table->size; j++)
            if (j - 1 != block_table_active(table, item))
                block_table_send(table, item, sender, item - source, j - 1,
                                 item + later + block.e[j]);
    }
}

/* r = L or L+1: from p_{i mod r} in the block. For r = L it has a transmission more, which case 5
 * has for blocks of size 2. For r = L = 3, case 5 says, transmissions begin to come at t+2. */
static bool play_case_3(struct block_table *table, int items) {
    int L = table->latency, r = table->size, later = r == 3 ? 1 : 0;
    block_table_begin(table, items, r - L);
    receive_ordered(table, later, r);
    for (int item = 1; item <= items && r == L; item++)
        block_table_give(table, item, block_table_active(table, item), item - r,
                         item + (later ? 0 : L - 1));
    return block_table_is_right(table) && table->last <= items + L - 1;
}

/* The first e from `earliest` on for which an active item = `residue` (mod r) is received at t+1+e;
 * item i is at t+i-r. */
static int wait_for_active(int size, int residue, int earliest) {
    int item = residue;
    while (item - size < 1 + earliest)
        item += size;
    return item - size - 1;
}

/* 2 < r < L: from p_{i mod (r-1)} in a block of size r-1, no more than r-1 steps later than it
 * could begin. */
static bool play_case_4(struct block_table *table, int items) {
    int L = table->latency, r = table->size, earliest = L - r + 1;
    int later = wait_for_active(r, r == 3 ? 2 : 1, earliest);
    block_table_begin(table, items, 0);
    receive_ordered(table, later, r - 1);
    return block_table_is_right(table) && later - earliest <= r - 1 &&
           table->last <= items + 2 * L - 2;
}

/* --- all of them --- */

typedef bool play_case(struct block_table *table, int items);

struct rule {
    play_case *play;
    int from, to; /* sizes of blocks, from + from_latency * L and so on */
    int from_latency, to_latency;
};

static enum status try_block(struct claim_job *job, const struct rule *rule, int latency, int size,
                             struct failure *failure) {
    struct block_table table;
    int most = PERIODS * size, items = 0;
    bool right = true;
    enum status status = block_table_init(&table, latency, size, most, size + latency, failure);
    if (status)
        return status;
    while (right && items < most)
        right = rule->play(&table, ++items);
    if (!status)
        claim_tell(&job->finding, CLAIM_AT("L r", latency, size), claim_truth_of(right), CLAIM_MUTE,
                   "k=%d: %s", items, table.fault[0] ? table.fault : "it ends too late");
    block_table_clear(&table);
    return status;
}

static enum status try_rule(struct claim_job *job, const struct rule *rule,
                            struct failure *failure) {
    struct claim_range latency;
    enum status status = claim_range(job, "L", 3, MOST_LATENCY, &latency, failure);
    long blocks = 0;
    for (long L = latency.first; !status && L <= latency.last; L++) {
        long first = rule->from + rule->from_latency * L, last = rule->to + rule->to_latency * L;
        for (long r = first; r <= last && !status; r++, blocks++)
            status = try_block(job, rule, (int)L, (int)r, failure);
    }
    if (!status)
        fprintf(job->table, "%ld blocks, each with every number of items up to %d times its size\n",
                blocks, PERIODS);
    return status;
}

enum status try_block_case_1(struct claim_job *job, struct failure *failure) {
    static const struct rule rule = {play_case_1, 0, 0, 2, 4};
    return try_rule(job, &rule, failure);
}

enum status try_block_case_3(struct claim_job *job, struct failure *failure) {
    static const struct rule rule = {play_case_3, 0, 1, 1, 1};
    return try_rule(job, &rule, failure);
}

enum status try_block_case_4(struct claim_job *job, struct failure *failure) {
    static const struct rule rule = {play_case_4, 3, -1, 0, 1};
    return try_rule(job, &rule, failure);
}
