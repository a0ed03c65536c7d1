/* SPDX-License-Identifier: MIT */
/* Karp et al. 1993, section 3.3, the sketch of Theorem 3.5: block-cyclic schedules for L = 2 on the
 * trees that the sketch prunes. Of the nodes with 3 children some keep their leaves, which settles
 * all else: each number of them is tried. */
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/certificates.h"
#include "solver/model/sequence.h"
#include "solver/stream/arithmetic/pruned_deal.h"
#include "tools/claims/functions/functions.h"

enum { LATENCY = 2, MOST_DEPTH = 30, MEMORY = 1 << 26, MOST_NODES = 2000000 };

/* A node of value v has v-1 children in the whole tree, of the values v-2, .., 0; 1 and 0 are
 * leaves, 0 the later one. */
struct tree_counts {
    int depth;
    long nodes[MOST_DEPTH + 1]; /* of each value, in the whole tree */
    long keep_three;            /* of value 4 that keep both leaves */
    long keep_one;              /* of value 2 that keep their leaf */
    long leaves[3];             /* of the values 0, 1, 2 in the pruned tree */
};

static void count_tree(struct tree_counts *tree, int depth) {
    long f[MOST_DEPTH + 1];
    *tree = (struct tree_counts){.depth = depth};
    for (int i = 0; i <= depth; i++)
        f[i] = i < LATENCY ? 1 : f[i - 1] + f[i - 2];
    for (int value = 0; value <= depth - 2; value++)
        tree->nodes[value] = f[depth - 2 - value];
    tree->nodes[depth]++;
    tree->leaves[2] = f[depth - 1]; /* P(t-1), until the others are taken off */
}

/* False if no number of nodes with one child makes it P(t-1) nodes. */
static bool prune(struct tree_counts *tree, long keep_three) {
    long left = tree->leaves[2];
    for (int value = 2; value <= tree->depth; value++)
        left -= tree->nodes[value];
    tree->keep_three = keep_three;
    tree->keep_one = left - tree->nodes[3] - 2 * keep_three;
    tree->leaves[1] = keep_three + tree->nodes[3];
    tree->leaves[0] = keep_three + tree->keep_one;
    tree->leaves[2] = tree->nodes[2] - tree->keep_one;
    return tree->keep_one >= 0 && tree->leaves[2] >= 0;
}

static void put_blocks(struct pruned_block *blocks, int *count, int head, int size, long copies) {
    for (long i = 0; i < copies; i++)
        blocks[(*count)++] = (struct pruned_block){head, size};
}

/* Descending by size, then ascending by the least sum that a block can take. */
static int compare(const void *left, const void *right) {
    const struct pruned_block *a = left, *b = right;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (pruned_least(a) > pruned_least(b)) - (pruned_least(a) < pruned_least(b));
}

static int make_blocks(const struct tree_counts *tree, struct pruned_block *blocks) {
    int count = 0;
    for (int value = 5; value <= tree->depth; value++)
        put_blocks(blocks, &count, value, value - 3, tree->nodes[value]);
    put_blocks(blocks, &count, 4, 3, tree->keep_three);
    qsort(blocks, (size_t)count, sizeof *blocks, compare);
    while (count > 0 && blocks[count - 1].size < 2)
        count--;
    return count;
}

/* Those of size 1, which need no leaf. */
static enum status add_ones(const struct tree_counts *tree, struct schedule *pruned,
                            struct failure *failure) {
    const long ones[] = {[2] = tree->keep_one,
                         [3] = tree->nodes[3],
                         [4] = tree->depth >= 4 ? tree->nodes[4] - tree->keep_three : 0};
    for (int value = 2; value <= 4; value++) {
        BIG_OF(count, ones[value]);
        if (ones[value])
            TRY(schedule_add_leaves(pruned, value, 1, NULL, count, failure));
    }
    return STATUS_OK;
}

static enum status add_blocks(const struct pruned_block *blocks, int count, const int *held,
                              int values, struct schedule *pruned, struct failure *failure) {
    BIG_OF(one, 1);
    for (int i = 0; i < count; i++) {
        int leaves[MOST_DEPTH], length = 0;
        for (int value = 0; value < values; value++)
            for (int copy = 0; copy < held[i * values + value]; copy++)
                leaves[length++] = value;
        TRY(schedule_add_leaves(pruned, blocks[i].head, blocks[i].size, leaves, one, failure));
    }
    return STATUS_OK;
}

static enum status finish(const struct tree_counts *tree, const struct pruned_block *blocks,
                          int count, const int *held, const int *left, int values,
                          struct schedule *pruned, struct failure *failure) {
    CLEANUP(big_clear) mpz_t processors;
    mpz_init(processors);
    schedule_init_blocks(pruned, LATENCY, tree->depth);
    for (int value = 0; value < values; value++)
        if (left[value])
            pruned->receive_only = value;
    enum status status = add_blocks(blocks, count, held, values, pruned, failure);
    if (!status)
        status = add_ones(tree, pruned, failure);
    schedule_processors(pruned, processors);
    status = schedule_end(pruned, status, processors, failure);
    return status;
}

static enum status deal(const struct tree_counts *tree, const struct limits *limits,
                        struct pruned_block *blocks, int *held, enum pruned_deal_end *end,
                        struct schedule *pruned, struct failure *failure) {
    enum { VALUES = 3 };
    CLEANUP(pruned_dealer_clear) struct pruned_dealer dealer = {0};
    int leaves[VALUES], count = make_blocks(tree, blocks);
    for (int value = 0; value < VALUES; value++)
        leaves[value] = (int)tree->leaves[value];
    TRY(pruned_dealer_init(&dealer, VALUES, MEMORY, limits, failure));
    dealer.most_nodes = MOST_NODES;
    memset(held, 0, (size_t)count * VALUES * sizeof *held);
    TRY(pruned_deal(&dealer, blocks, count, leaves, held, end, failure));
    if (*end == PRUNED_DEALT)
        TRY(finish(tree, blocks, count, held, leaves, VALUES, pruned, failure));
    return STATUS_OK;
}

static enum status two_pruning_find(int depth, const struct limits *limits, bool *found,
                                    struct schedule *pruned, struct failure *failure) {
    struct tree_counts whole;
    *found = false;
    if (depth < 2 || depth > MOST_DEPTH)
        return failure_limit(failure, "a tree of depth %d is not in 2..%d", depth, MOST_DEPTH);
    count_tree(&whole, depth);
    size_t room = (size_t)whole.leaves[2] + 1;
    FREED struct pruned_block *blocks = memory_new(room, sizeof *blocks);
    FREED int *held = memory_new(3 * room, sizeof *held);
    enum status status = blocks && held ? STATUS_OK : failure_memory(failure, "blocks");
    for (long keep = 0; !status && !*found && keep <= whole.nodes[4]; keep++) {
        struct tree_counts tree = whole;
        enum pruned_deal_end end;
        if (!prune(&tree, keep))
            continue;
        status = deal(&tree, limits, blocks, held, &end, pruned, failure);
        *found = !status && end == PRUNED_DEALT;
    }
    return status;
}

static bool two_pruning_has(const struct schedule *pruned) {
    for (size_t i = 0; i < pruned->block_count; i++) {
        int head = pruned->blocks[i].head, size = pruned->blocks[i].size;
        bool right = size == (head >= 5 ? head - 3 : 1) || (head == 4 && size == 3);
        if (head < 2 || !right)
            return false;
    }
    return true;
}

/* --- from depth 16 on by the words of section 9.7 of results/SEARCHES.md --- */

enum { TWO_WORDS_LEAST = 16, LEAST_RANGE = 10 };

/* What all blocks of a schedule are built with. */
struct builder {
    struct schedule *pruned;
    int depth;
    int *leaves; /* room for depth of them */
    mpz_t count;
    enum status status;
    struct failure *failure;
};

/* f_{t-shift} */
static void term(struct builder *builder, int shift, mpz_ptr number) {
    if (!builder->status)
        builder->status =
            sequence_term(number, LATENCY, builder->depth - shift, NULL, builder->failure);
}

/* `count` blocks with this head: their leaves are the digits of `front`, and then those of `repeat`
 * again and again. */
static void add(struct builder *builder, int head, int size, const char *front,
                const char *repeat) {
    size_t start = strlen(front), period = strlen(repeat);
    for (size_t i = 0; i + 1 < (size_t)size; i++)
        builder->leaves[i] = (i < start ? front[i] : repeat[(i - start) % period]) - '0';
    if (!builder->status && mpz_sgn(builder->count) > 0)
        builder->status = schedule_add_leaves(builder->pruned, head, size, builder->leaves,
                                              builder->count, builder->failure);
}

/* The same, f_{t-shift} of them. */
static void add_nodes(struct builder *builder, int shift, int head, int size, const char *front,
                      const char *repeat) {
    term(builder, shift, builder->count);
    add(builder, head, size, front, repeat);
}

/* Heads of 10 and more, each sent until 4, and the root. */
static void add_large(struct builder *builder) {
    mpz_set_ui(builder->count, 1);
    add(builder, builder->depth, builder->depth - 3, "00", "1");
    for (int head = LEAST_RANGE; head <= builder->depth - LATENCY; head++)
        add_nodes(builder, head + 2, head, head - 3, head % 2 ? "001" : "00", "20");
}

/* Heads 9: c_9 = 2H - [x=2] - f_{t-8} + (t-6+e)/2 of them receive a 2. */
static void add_nines(struct builder *builder, mpz_srcptr high, int x) {
    CLEANUP(big_clear) mpz_t nodes, twos;
    int t = builder->depth;
    mpz_inits(nodes, twos, NULL);
    term(builder, 8, nodes);
    mpz_mul_ui(twos, high, 2);
    mpz_sub(twos, twos, nodes);
    mpz_add_ui(twos, twos, (unsigned)(t - 6 + t % 2) / 2);
    mpz_sub_ui(twos, twos, x == 2);
    term(builder, 11, nodes);
    mpz_set(builder->count, twos);
    add(builder, 9, 6, "00120", "");
    mpz_sub(builder->count, nodes, twos);
    add(builder, 9, 6, "00111", "");
}

/* Heads 4, 3, 2: H nodes 4 keep both leaves, and 2H nodes 2 are leaves. */
static void add_small(struct builder *builder, mpz_srcptr high) {
    mpz_set(builder->count, high);
    add(builder, 4, 3, "11", "");
    term(builder, 6, builder->count);
    mpz_sub(builder->count, builder->count, high);
    add(builder, 4, 1, "", "");
    add_nodes(builder, 5, 3, 1, "", "");
    term(builder, 4, builder->count);
    mpz_submul_ui(builder->count, high, 2);
    add(builder, 2, 1, "", "");
}

static void add_all(struct builder *builder) {
    CLEANUP(big_clear) mpz_t high; /* H = (f_{t-7} - 1 + x) / 3, x = (1 - f_{t-7}) mod 3 */
    mpz_init(high);
    term(builder, 7, high);
    int x = (int)((1 + 2 * mpz_fdiv_ui(high, 3)) % 3);
    mpz_add_ui(high, high, (unsigned)x);
    mpz_sub_ui(high, high, 1);
    mpz_divexact_ui(high, high, 3);
    builder->pruned->receive_only = x;
    add_large(builder);
    add_nines(builder, high, x);
    add_nodes(builder, 10, 8, 5, "0011", "");
    add_nodes(builder, 9, 7, 4, "001", "");
    add_nodes(builder, 8, 6, 3, "00", "");
    add_nodes(builder, 7, 5, 2, "1", "");
    add_small(builder, high);
}

/* O(depth^2). */
static enum status two_words(int depth, struct schedule *pruned, struct failure *failure) {
    struct builder builder = {.pruned = pruned,
                              .depth = depth,
                              .leaves = memory_new((size_t)depth, sizeof *builder.leaves),
                              .failure = failure};
    TRY(memory_check(builder.leaves, failure, "leaves"));
    mpz_init(builder.count);
    schedule_init_blocks(pruned, LATENCY, depth);
    add_all(&builder);
    term(&builder, 1, builder.count);
    enum status status = schedule_end(pruned, builder.status, builder.count, failure);
    mpz_clear(builder.count);
    free(builder.leaves);
    return status;
}

/* On a tree of the sketch of this depth, with P(t) processors: from depth 16 on by the words of
 * section 9.7 of results/SEARCHES.md, for smaller ones by dealing leaves in all ways. */
static enum status sketched(struct claim_call *call, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule pruned = {0};
    int depth = (int)call->a[0];
    bool found = depth >= TWO_WORDS_LEAST;
    TRY(found ? two_words(depth, &pruned, failure)
              : two_pruning_find(depth, &call->job->limits, &found, &pruned, failure));
    if (!found)
        return STATUS_OK;
    CLEANUP(big_clear) mpz_t all;
    mpz_init(all);
    schedule_processors(&pruned, all);
    call->give[0] = two_pruning_has(&pruned) && mpz_cmp(all, call->z[1]) == 0;
    if (call->give[0])
        TRY(claim_call_put(call, evidence_of_schedule(&pruned), failure));
    return STATUS_OK;
}

const struct claim_function pruned_functions[] = {
    {"sketched", "depth=2..101 processors", "",
     "is there a schedule on a tree that is pruned as in the sketch of Theorem 3.5?", sketched, 0},
    {.name = NULL}};
