/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/three_stream.h"

#include "solver/construction/every.h"
#include "solver/items/stream/stream_finish.h"
#include "solver/items/stream/three_parts.h"

/* 3 z <= n_3 - 1: then f_0 + .. + f_(t-1) - 3 N = n_3 - 1 - 3 z is not negative. */
static bool has_three_items(const struct three_tree *tree) {
    mpz_t sum;
    mpz_init(sum);
    mpz_mul_ui(sum, tree->z, 3);
    bool three = mpz_cmp(sum, three_tree_nodes(tree, THREE_LATENCY)) < 0;
    mpz_clear(sum);
    return three;
}

enum status three_stream_build(mpz_srcptr processors, struct schedule *words, bool *found,
                               struct failure *failure) {
    struct three_tree tree;
    struct schedule built;
    int depth;
    *found = false;
    enum status status = every_depth(THREE_LATENCY, processors, &depth, failure);
    if (status || depth < THREE_LEAST_DEPTH)
        return status;
    status = three_tree_init(&tree, depth, processors, failure);
    if (status)
        return status;
    schedule_init(&built, THREE_LATENCY, depth, 1);
    status = has_three_items(&tree) ? three_items_words(&tree, &built, found, failure)
                                    : two_items_words(&tree, &built, found, failure);
    three_tree_clear(&tree);
    return stream_finish(&built, status, processors, words, found, failure);
}
