/* SPDX-License-Identifier: MIT */
/* Theorem 3.7: schedules played message by message, the reception of one block against the printed
 * rules, and the block transmission digraph against its definition and Figure 3. */
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "tests/items/items_test.h"

/* f_t, counted from the definition: a tree grows. */
static int tree_size(int latency, int depth) {
    int f[400];
    assert_in_range(depth, 0, 399);
    for (int i = 0; i <= depth; i++)
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
    return f[depth];
}

static void assert_paper(int latency, int depth, int items, bool played) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(paper_items(latency, depth, items, &schedule, &failure), failure);
    assert_int_equal(schedule.list.processors, tree_size(latency, depth));
    const char *fault = played ? naive_messages_fault(&schedule.list) : NULL;
    if (fault)
        fail_msg("L=%d t=%d k=%d: %s", latency, depth, items, fault);
    assert_ok(message_verify(&schedule.list, NULL, NULL, &failure), failure);
    assert_true(schedule.list.single);
    int least = (depth < latency ? 0 : depth) + latency + items - 1; /* N = 1: t = 0 */
    assert_in_range(schedule.list.finish, least, depth + 2 * latency + items - 2);
    items_schedule_clear(&schedule);
}

static void small_schedules(void **state) {
    (void)state;
    for (int latency = 1; latency <= 9; latency++)
        for (int depth = 0; tree_size(latency, depth) <= 45; depth++)
            for (int items = 1; items <= 2 * (depth + 2); items += 1 + items / 5)
                assert_paper(latency, depth, items, tree_size(latency, depth) * items < 500);
}

static void larger_schedules(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 60; i++) {
        int latency = 1 + random_below(&random, 30), depth = 0;
        int most = 46 + random_below(&random, 3000);
        while (tree_size(latency, depth + 1) <= most)
            depth++;
        assert_paper(latency, depth, 1 + random_below(&random, 150), false);
    }
}

/* What one block receives: items, by rows and times from 1-size on, t being time 0. */
struct block_table {
    int columns;
    int first;
    int *items; /* [row * columns + time - first]; 0: nothing */
};

static void put_reception(struct block_table *table, int row, int time, int item) {
    int *cell = &table->items[row * table->columns + time - table->first];
    assert_int_equal(*cell, 0);
    *cell = item;
}

static struct block_table table_of_block(int latency, int size, int items) {
    struct block_table table = {size + items + 2 * latency, 1 - size, NULL};
    table.items = calloc((size_t)(size * table.columns), sizeof *table.items);
    assert_non_null(table.items);
    for (int item = 1; item <= items; item++) {
        put_reception(&table, (item - 1) % size, item - size, item);
        for (int place = 0; place + 1 < size; place++) {
            bool earlier = item == items && block_place_is_late(latency, size, place);
            put_reception(&table, block_receiver(latency, size, item, place),
                          item + block_arrival(latency, size, place) - earlier, item);
        }
    }
    return table;
}

/* All processors of a block have something new to hear at each time; so many, that the block is
 * never full with another rule. */
static void every_block(void **state) {
    (void)state;
    for (int latency = 1; latency <= 24; latency++)
        for (int size = 1; size <= 2 * latency + 12; size++) {
            int items = 3 * size + 2 * latency;
            struct block_table table = table_of_block(latency, size, items);
            for (int row = 0; row < size; row++) {
                int sum = 0;
                for (int c = 0; c < table.columns; c++) {
                    int item = table.items[row * table.columns + c], time = c + table.first;
                    sum += item;
                    if (time >= 2 * latency + size && time <= items - size)
                        assert_true(item > 0);
                }
                assert_int_equal(sum, items * (items + 1) / 2);
            }
            free(table.items);
        }
}

/* Case 2 as it is printed: when p_j receives an item = i (mod r), from t+i on. */
static int printed_time(int latency, int r, int i, int j) {
    int h = r / 2;
    if (i == 1)
        return j - 2;
    if (i <= r - 2)
        return j == r ? 0 : j < i ? j : j - 1;
    if (i == r - 1 && r % 2) {
        int first[] = {h, h + 1, r, 1};
        for (int y = 0; y < 4; y++)
            if (first[y] == j)
                return y;
        return j < h ? 5 + 2 * (j - 2) : 4 + 2 * (j - (h + 1) - 1);
    }
    if (i == r - 1) {
        int first[] = {h, 1, r};
        for (int y = 0; y < 3; y++)
            if (first[y] == j)
                return y;
        return j < h ? 4 + 2 * (j - 2) : 3 + 2 * (j - h - 1);
    }
    if (r % 2) {
        if (j == 1)
            return 0;
        if (j == h || j == r - 1)
            return j == h ? latency : latency - 1;
        return printed_time(latency, r, r - 1, j) + (j == h + 1 ? 1 : -1) - 1;
    }
    if (j == 1)
        return 2;
    if (j == r - 1)
        return latency;
    return printed_time(latency, r, r - 1, j) + (j > h ? -1 : 1) - 1;
}

static int our_time(int latency, int r, int i, int j) {
    for (int place = 0; place < r - 1; place++)
        if (block_receiver(latency, r, i, place) == j - 1)
            return place;
    return -1;
}

/* The print is right for r = L+2, L+3; else wrong, in the places that block_digraph.h names. */
static void printed_rules(void **state) {
    (void)state;
    for (int latency = 3; latency <= 31; latency++)
        for (int r = 4; r < 2 * latency; r++) {
            bool right = r == latency + 2 + (r % 2 == 0);
            for (int i = 1; i <= r; i++)
                for (int j = 1; j <= r; j++) {
                    if (i == j)
                        continue;
                    int print = printed_time(latency, r, i, j), ours = our_time(latency, r, i, j);
                    bool named = i == r && (j == r - 1 || (r % 2 && j == r / 2));
                    assert_in_range(ours, 0, r - 2);
                    assert_int_equal(print != ours, named && !right);
                }
        }
}

/* The smallest fault of the print, L = 3, r = 4: p_4, which sends item 4 to p_3 at t+4, has item 8
 * to send then, and p_3 receives it at t+7 together with item 11. */
static void printed_fault(void **state) {
    (void)state;
    assert_int_equal(4 + printed_time(3, 4, 4, 3) - 3, 8 - 4);
    assert_int_equal(4 + printed_time(3, 4, 4, 3), 11 - 4);
    assert_int_equal(4 + our_time(3, 4, 4, 3), 5);
}

static void figure_4(void **state) {
    /* time: the item that p_1, p_4, p_7 receive, from t+1 on; read from the print */
    /* (its last 15 for p_7 stands at t+20) */
    static const int rows[3][17] = {{8, 0, 2, 3, 4, 5, 7, 15, 6, 9, 10, 11, 12, 14, 0, 13, 16},
                                    {0, 0, 1, 11, 2, 3, 6, 7, 5, 8, 0, 9, 10, 13, 14, 12, 15},
                                    {0, 2, 3, 4, 5, 1, 14, 6, 9, 10, 11, 12, 8, 0, 13, 16, 0}};
    static const int number[] = {1, 4, 7};
    struct block_table table = table_of_block(5, 7, 16);
    (void)state;
    for (int row = 0; row < 3; row++)
        for (int time = 1; time <= 17; time++)
            assert_int_equal(table.items[(number[row] - 1) * table.columns + time - table.first],
                             rows[row][time - 1]);
    free(table.items);
}

static void assert_digraph(int latency, int depth) {
    struct block_digraph digraph;
    struct failure failure;
    assert_ok(block_digraph_init(&digraph, latency, depth, &failure), failure);
    int *in = calloc((size_t)digraph.block_count, sizeof *in);
    int *out = calloc((size_t)digraph.block_count, sizeof *out), all = 1;
    assert_non_null(in);
    assert_non_null(out);
    for (size_t e = 0; e < digraph.edge_count; e++) {
        const struct block_edge *edge = &digraph.edges[e];
        int late = edge->first + edge->weight - 1, size = digraph.sizes[edge->to];
        in[edge->to] += edge->weight;
        if (edge->from != BLOCK_DIGRAPH_SOURCE)
            out[edge->from] += edge->weight;
        if (edge->active)
            assert_int_equal(edge->first, -size);
        else if (depth >= latency)
            assert_true(late <= 2 * latency - 2 ||
                        (late == 2 * latency - 1 && size >= 2 * latency));
    }
    for (int block = 0; block < digraph.block_count; block++) {
        bool last = block == digraph.block_count - 1;
        assert_int_equal(in[block], last ? 1 : digraph.sizes[block]);
        assert_int_equal(out[block], digraph.sizes[block]);
        assert_int_equal(digraph.sizes[block] == 0, last);
        all += digraph.sizes[block];
    }
    assert_int_equal(all, digraph.processors);
    assert_int_equal(all, tree_size(latency, depth));
    free(in);
    free(out);
    block_digraph_clear(&digraph);
}

static void digraphs(void **state) {
    (void)state;
    for (int latency = 1; latency <= 25; latency++)
        for (int depth = 0; tree_size(latency, depth) <= 3000; depth++)
            assert_digraph(latency, depth);
}

/* Figure 3: from, to, weight of the inactive transmissions but those from a block to itself, by
 * sizes, and how many there are. */
static void figure_3(void **state) {
    static const int sizes[] = {9, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0};
    static const int between[][4] = {{2, 9, 2, 1}, {1, 9, 1, 3}, {2, 6, 2, 1}, {2, 5, 1, 1},
                                     {3, 2, 1, 2}, {2, 2, 1, 1}, {1, 0, 1, 1}};
    struct block_digraph digraph;
    struct failure failure;
    int others = 0;
    (void)state;
    assert_ok(block_digraph_init(&digraph, 3, 11, &failure), failure);
    assert_int_equal(digraph.block_count, sizeof sizes / sizeof *sizes);
    for (int block = 0; block < digraph.block_count; block++)
        assert_int_equal(digraph.sizes[block], sizes[block]);
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        int count = 0;
        for (size_t e = 0; e < digraph.edge_count; e++) {
            const struct block_edge *edge = &digraph.edges[e];
            count += !edge->active && edge->from != edge->to &&
                     sizes[edge->from] == between[i][0] && sizes[edge->to] == between[i][1] &&
                     edge->weight == between[i][2];
        }
        assert_int_equal(count, between[i][3]);
        others += count;
    }
    for (size_t e = 0; e < digraph.edge_count; e++)
        others -= !digraph.edges[e].active && digraph.edges[e].from != digraph.edges[e].to;
    assert_int_equal(others, 0);
    block_digraph_clear(&digraph);
}

static void refused(void **state) {
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_int_equal(paper_items(0, 5, 3, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(paper_items(3, -1, 3, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(paper_items(3, 8, 0, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(paper_items(3, 8, 2147483647, &schedule, &failure), STATUS_LIMIT);
    assert_int_equal(paper_items(3, 60, 3, &schedule, &failure), STATUS_LIMIT);
    assert_int_equal(paper_items(2, 100000000, 3, &schedule, &failure), STATUS_LIMIT);
}

static void certificates(void **state) {
    static const int cases[][3] = {{1, 4, 9}, {2, 9, 40}, {3, 11, 30}, {4, 12, 30}, {7, 21, 25}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct items_schedule schedule;
        struct failure failure;
        char path[TEST_PATH_ROOM], claim[100];
        int latency = cases[i][0], depth = cases[i][1], items = cases[i][2];
        assert_ok(paper_items(latency, depth, items, &schedule, &failure), failure);
        assert_ok(evidence_write(evidence_of_messages(&schedule.list),
                                 test_path(path, "paper.cert"), true, NULL, &failure),
                  failure);
        snprintf(claim, sizeof claim, "postal L=%d P=%d K=%d period 0: the source, sending each",
                 latency, tree_size(latency, depth) + 1, items);
        assert_verified(path, claim);
        items_schedule_clear(&schedule);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_schedules), cmocka_unit_test(larger_schedules),
        cmocka_unit_test(every_block),     cmocka_unit_test(printed_rules),
        cmocka_unit_test(printed_fault),   cmocka_unit_test(figure_4),
        cmocka_unit_test(digraphs),        cmocka_unit_test(figure_3),
        cmocka_unit_test(refused),         cmocka_unit_test(certificates),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
