/* SPDX-License-Identifier: MIT */
#include "tools/perform/pairs.h"

#include <stdbool.h>

#include "automata/require.h"

static void add(struct pair *pairs, size_t *count, int first, int second) {
    if (pairs)
        pairs[*count] = (struct pair){first, second};
    ++*count;
}

static bool is_power_of_two(int number) {
    return (number & (number - 1)) == 0;
}

/* Ranks in a ring are as far behind each other, d, as they are before, P - d: the lesser of the two
 * stands for both, and at P/2, where they are one, half of the ring has all pairs. */
static size_t list_ring(enum pairs_choice choice, int ranks, struct pair *pairs) {
    size_t count = 0;
    for (int behind = 1; behind <= ranks / 2; behind++) {
        int firsts = behind == ranks - behind ? behind : ranks;
        if (choice == PAIRS_NEAR && !is_power_of_two(behind) && !is_power_of_two(ranks - behind))
            continue;
        for (int rank = 0; rank < firsts; rank++)
            add(pairs, &count, rank, (int)(((long)rank + behind) % ranks));
    }
    return count;
}

size_t pairs_list(enum pairs_choice choice, int ranks, struct pair *pairs) {
    size_t count = 0;
    require(ranks >= 2);
    if (choice != PAIRS_ROOT)
        return list_ring(choice, ranks, pairs);
    for (int rank = 1; rank < ranks; rank++)
        add(pairs, &count, 0, rank);
    return count;
}
