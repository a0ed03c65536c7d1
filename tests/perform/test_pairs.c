/* SPDX-License-Identifier: MIT */
/* The pairs of ranks that are measured: all that are meant, and each once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/perform/pairs.h"

enum { MOST = 20, ROOM = MOST * MOST };

/* Who is together with whom; symmetric. */
struct table {
    bool pair[MOST][MOST];
};

static void join(struct table *table, int a, int b) {
    table->pair[a][b] = table->pair[b][a] = true;
}

/* What the list has, where no two ranks may be together twice, and none with itself. */
static struct table table_of(enum pairs_choice choice, int ranks, size_t expected) {
    struct pair pairs[ROOM];
    struct table table = {0};
    assert_int_equal(pairs_list(choice, ranks, NULL), expected);
    assert_int_equal(pairs_list(choice, ranks, pairs), expected);
    for (size_t i = 0; i < expected; i++) {
        assert_in_range(pairs[i].first, 0, ranks - 1);
        assert_in_range(pairs[i].second, 0, ranks - 1);
        assert_int_not_equal(pairs[i].first, pairs[i].second);
        assert_false(table.pair[pairs[i].first][pairs[i].second]);
        join(&table, pairs[i].first, pairs[i].second);
    }
    return table;
}

/* Ranks that rank 0 reaches through pairs. */
static int reached(const struct table *table, int ranks) {
    bool seen[MOST] = {true};
    int count = 1;
    for (int before = 0; before != count;) {
        before = count;
        for (int a = 0; a < ranks; a++)
            for (int b = 0; b < ranks; b++)
                if (seen[a] && table->pair[a][b] && !seen[b]) {
                    seen[b] = true;
                    count++;
                }
    }
    return count;
}

/* For each P, those 1, 2, 4, .. behind each rank, as the definition says it. */
static void test_near(void **state) {
    static const size_t counts[MOST + 1] = {
        [2] = 1,   [3] = 3,   [4] = 6,   [5] = 10,  [6] = 12,  [7] = 21,  [8] = 20,
        [9] = 27,  [10] = 30, [11] = 44, [12] = 36, [13] = 52, [14] = 56, [15] = 60,
        [16] = 56, [17] = 68, [18] = 72, [19] = 95, [20] = 80};
    (void)state;
    for (int ranks = 2; ranks <= MOST; ranks++) {
        struct table found = table_of(PAIRS_NEAR, ranks, counts[ranks]), meant = {0};
        for (int rank = 0; rank < ranks; rank++)
            for (int behind = 1; behind < ranks; behind *= 2)
                join(&meant, rank, (rank + behind) % ranks);
        assert_memory_equal(&meant, &found, sizeof meant);
        assert_int_equal(reached(&found, ranks), ranks);
    }
}

static void test_root(void **state) {
    (void)state;
    for (int ranks = 2; ranks <= MOST; ranks++) {
        struct table found = table_of(PAIRS_ROOT, ranks, (size_t)ranks - 1);
        for (int rank = 1; rank < ranks; rank++)
            assert_true(found.pair[0][rank]);
    }
}

/* As many different pairs as there are at most are all of them. */
static void test_all(void **state) {
    (void)state;
    for (int ranks = 2; ranks <= MOST; ranks++)
        table_of(PAIRS_ALL, ranks, (size_t)ranks * (size_t)(ranks - 1) / 2);
}

static void test_many_ranks(void **state) {
    (void)state;
    assert_int_equal(pairs_list(PAIRS_NEAR, 100000, NULL), 1700000);
    assert_int_equal(pairs_list(PAIRS_NEAR, 1 << 16, NULL), 15 * (1 << 16) + (1 << 15));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near),
        cmocka_unit_test(test_root),
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_many_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
