/* SPDX-License-Identifier: MIT */
#include "tools/claims/methods/continuous/two_words.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/model/sequence.h"

enum { LATENCY = 2, LEAST_RANGE = 10 };

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
    mpz_t nodes, twos;
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
    mpz_clears(nodes, twos, NULL);
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
    mpz_t high; /* H = (f_{t-7} - 1 + x) / 3, x = (1 - f_{t-7}) mod 3 */
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
    mpz_clear(high);
}

enum status two_words(int depth, struct schedule *pruned, struct failure *failure) {
    require(depth >= TWO_WORDS_LEAST);
    struct builder builder = {.pruned = pruned,
                              .depth = depth,
                              .leaves = memory_new((size_t)depth, sizeof *builder.leaves),
                              .failure = failure};
    if (!builder.leaves)
        return failure_memory(failure, "leaves");
    mpz_init(builder.count);
    schedule_init_blocks(pruned, LATENCY, depth);
    add_all(&builder);
    term(&builder, 1, builder.count);
    if (builder.status)
        schedule_clear(pruned);
    else
        builder.status = schedule_finish(pruned, builder.count, failure);
    mpz_clear(builder.count);
    free(builder.leaves);
    return builder.status;
}
