/* SPDX-License-Identifier: MIT */
/* The two numbers against known values, brute force and the backtracker, and what must not change
 * them: threads, length of numbers, interruptions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "solver/count/count.h"
#include "solver/count/port_count.h"
#include "solver/question/decide/backtrack.h"
#include "tests/count/brute.h"

static const struct limits unlimited = {.threads = 0};

struct pair {
    mpz_t parikh;
    mpz_t words;
};

static int set_up(void **state) {
    struct pair *pairs = calloc(2, sizeof *pairs);
    for (int i = 0; pairs && i < 2; i++) {
        mpz_init(pairs[i].parikh);
        mpz_init(pairs[i].words);
    }
    *state = pairs;
    return pairs ? 0 : -1;
}

static int tear_down(void **state) {
    struct pair *pairs = *state;
    for (int i = 0; i < 2; i++) {
        mpz_clear(pairs[i].parikh);
        mpz_clear(pairs[i].words);
    }
    free(pairs);
    return 0;
}

static void count(int latency, int depth, const struct limits *limits, int limbs,
                  struct pair *pair) {
    struct count_options options = {.memory = COUNT_MEMORY, .limbs = limbs};
    struct failure failure = {0};
    bool finished = false;
    mpz_set_si(pair->parikh, -1);
    mpz_set_si(pair->words, -1);
    if (count_schedules_with(latency, depth, &options, limits, pair->parikh, pair->words, &finished,
                             &failure))
        fail_msg("L = %d, t = %d: %s", latency, depth, failure.message);
    assert_true(finished);
}

static void assert_same(const struct pair *left, const struct pair *right) {
    assert_int_equal(mpz_cmp(left->parikh, right->parikh), 0);
    assert_int_equal(mpz_cmp(left->words, right->words), 0);
}

static void assert_text(mpz_t number, const char *expected) {
    char *text = mpz_get_str(NULL, 10, number);
    assert_string_equal(text, expected);
    free(text);
}

/* Up to (5,15) counted by the backtracker, beyond by this engine alone. */
static void known_values(void **state) {
    static const struct {
        int latency, depth;
        const char *parikh, *words;
    } known[] = {
        {1, 0, "1", "1"},
        {1, 1000, "1", "1"},
        {2, 1, "1", "1"},
        {2, 3, "1", "1"},
        {2, 4, "0", "0"},
        {2, 30, "0", "0"},
        {3, 2, "1", "1"},
        {3, 3, "1", "1"},
        {3, 7, "1", "2"},
        {3, 9, "4", "14"},
        {3, 10, "8", "58"},
        {3, 19, "430136235857572044", "32114703216641367676920297665994933995"},
        {4, 8, "0", "0"},
        {4, 12, "70", "912"},
        {5, 14, "310", "22040"},
        {5, 15, "5349", "1385815"},
        {7, 22, "1000796364649", "55717418988834768322"},
        {40, 39, "1", "1"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct pair *pair = *state;
        count(known[i].latency, known[i].depth, &unlimited, 0, pair);
        assert_text(pair->parikh, known[i].parikh);
        assert_text(pair->words, known[i].words);
    }
}

static void by_definition(void **state) {
    struct pair *pair = *state;
    int compared = 0, positive = 0;
    for (int latency = 1; latency <= 7; latency++)
        for (int depth = latency; depth <= 3 * latency + 1; depth++) {
            struct brute brute = brute_count(latency, depth, 100000);
            if (!brute.orders)
                continue;
            count(latency, depth, &unlimited, 0, pair);
            assert_int_equal(mpz_get_si(pair->parikh), brute.parikh);
            assert_int_equal(mpz_get_si(pair->words), brute.words);
            compared++;
            positive += brute.words > 1;
        }
    assert_true(compared >= 25 && positive >= 15);
}

/* The number in one mode; false if it takes too many nodes. */
static bool backtrack(int latency, int depth, enum walk_mode mode, uint64_t nodes, mpz_t number) {
    struct limits limits = {.threads = 0, .nodes = nodes};
    struct backtrack_question question = {
        .latency = latency, .depth = depth, .mode = mode, .count = true, .ball_rule = true};
    struct backtrack_result result;
    assert_int_equal(backtrack_run(&question, &limits, &result, NULL), STATUS_OK);
    mpz_set_ui(number, result.solutions);
    free(result.letters);
    return result.finished;
}

/* Every t from L on, until words take too many nodes; then multisets alone go on as far. */
static void by_search(void **state) {
    struct pair *pairs = *state;
    const uint64_t nodes = 4000000;
    for (int latency = 1; latency <= 7; latency++) {
        bool words = true;
        int last = latency == 1 ? 9 : 3 * latency + 2, reached = 0;
        for (int depth = latency; depth <= last; depth++) {
            count(latency, depth, &unlimited, 0, &pairs[0]);
            if (!backtrack(latency, depth, WALK_MULTISETS, nodes, pairs[1].parikh))
                break;
            words = words && backtrack(latency, depth, WALK_WORDS, nodes, pairs[1].words);
            if (!words)
                mpz_set(pairs[1].words, pairs[0].words);
            assert_same(&pairs[0], &pairs[1]);
            reached = depth;
        }
        assert_true(reached >= 2 * latency + 2);
    }
}

static void on_any_number_of_threads(void **state) {
    struct pair *pairs = *state;
    static const int threads[] = {1, 2, 7};
    count(7, 21, &unlimited, 0, &pairs[0]);
    assert_text(pairs[0].words, "4419487611686444");
    for (size_t i = 0; i < 3; i++) {
        struct limits limits = {.threads = threads[i]};
        count(7, 21, &limits, 0, &pairs[1]);
        assert_same(&pairs[0], &pairs[1]);
    }
}

/* Each of the written-out lengths, and the general one; too short is seen. */
static void with_any_length_of_numbers(void **state) {
    struct pair *pairs = *state;
    count(3, 17, &unlimited, 0, &pairs[0]);
    assert_true(mpz_sizeinbase(pairs[0].words, 2) > 64);
    for (int limbs = 2; limbs <= 10; limbs++) {
        count(3, 17, &unlimited, limbs, &pairs[1]);
        assert_same(&pairs[0], &pairs[1]);
    }
    count(6, 16, &unlimited, 1, &pairs[1]);
    assert_text(pairs[1].words, "159424");
}

static void refuses_what_does_not_fit(void **state) {
    struct pair *pair = *state;
    struct count_options options = {.memory = COUNT_MEMORY, .limbs = 1};
    struct failure failure = {0};
    bool finished = false;
    mpz_set_si(pair->parikh, -1);
    mpz_set_si(pair->words, -2);
    assert_int_equal(count_schedules_with(3, 19, &options, &unlimited, pair->parikh, pair->words,
                                          &finished, &failure),
                     STATUS_INTERNAL);
    assert_non_null(strstr(failure.message, "does not fit"));
    options = (struct count_options){.memory = 100000};
    assert_int_equal(count_schedules_with(6, 18, &options, &unlimited, pair->parikh, pair->words,
                                          &finished, &failure),
                     STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "MiB"));
    assert_int_equal(
        count_schedules(50, 200, &unlimited, pair->parikh, pair->words, &finished, &failure),
        STATUS_LIMIT);
    assert_int_equal(
        count_schedules(65, 70, &unlimited, pair->parikh, pair->words, &finished, &failure),
        STATUS_LIMIT);
    assert_int_equal(
        count_schedules(0, 3, &unlimited, pair->parikh, pair->words, &finished, &failure),
        STATUS_INPUT);
    assert_text(pair->parikh, "-1");
    assert_text(pair->words, "-2");
    assert_false(finished);
}

/* Says stop when it is asked for the `left`-th time. */
static bool stop_later(void *context) {
    long *left = context;
    return --*left <= 0;
}

static void stops_when_told(void **state) {
    struct pair *pair = *state;
    bool finished = false;
    long asked = 0, left;
    struct limits limits = {.threads = 2, .stop = stop_later, .context = &left};
    for (long at = 1; !finished; at *= 2) {
        left = at;
        mpz_set_si(pair->parikh, -1);
        mpz_set_si(pair->words, -2);
        assert_int_equal(
            count_schedules(4, 13, &limits, pair->parikh, pair->words, &finished, NULL), STATUS_OK);
        assert_text(pair->parikh, finished ? "423" : "-1");
        assert_text(pair->words, finished ? "13820" : "-2");
        asked++;
    }
    assert_true(asked > 6);
}

/* The backtracker stopped again and again, going on from its state: the dynamic number. */
static void search_goes_on(void **state) {
    struct pair *pair = *state;
    char path[] = "/tmp/steadycast-count-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    unlink(path);
    long left, runs = 0;
    struct limits limits = {.threads = 2, .stop = stop_later, .context = &left};
    struct backtrack_question question = {.latency = 5,
                                          .depth = 14,
                                          .mode = WALK_WORDS,
                                          .count = true,
                                          .ball_rule = true,
                                          .state = path};
    struct backtrack_result result = {.finished = false};
    for (; !result.finished; runs++) {
        struct failure failure = {0};
        left = 8;
        if (backtrack_run(&question, &limits, &result, &failure))
            fail_msg("%s", failure.message);
        free(result.letters);
        assert_true(result.finished || access(path, F_OK) == 0);
    }
    backtrack_forget(path);
    assert_true(runs > 2);
    count(5, 14, &unlimited, 0, pair);
    assert_int_equal(mpz_cmp_ui(pair->words, result.solutions), 0);
}

/* --- several ports, block by block --- */

enum { MOST_LATENCY = 4, MOST_BLOCKS = 40 };

struct naive {
    int L, p, blocks;
    int size[MOST_BLOCKS];
    int left[MOST_LATENCY];
    int filling[MOST_BLOCKS][MOST_LATENCY];
    long count;
};

static void naive_block(struct naive *n, int block);

/* The leaves of values below v are chosen. */
static void naive_leaves(struct naive *n, int block, int v, int more, int sum) {
    int *filling = n->filling[block];
    if (v < n->L && v < MOST_LATENCY) {
        for (int i = 0; i <= more && i <= n->left[v]; i++) {
            filling[v] = i;
            n->left[v] -= i;
            naive_leaves(n, block, v + 1, more - i, sum + i * v);
            n->left[v] += i;
        }
        return;
    }
    bool twin = block > 0 && n->size[block - 1] == n->size[block];
    int order = 0;
    for (int i = 0; twin && i < n->L && order == 0; i++)
        order = filling[i] - n->filling[block - 1][i];
    if (more == 0 && sum % n->size[block] == 0 && order >= 0)
        naive_block(n, block + 1);
}

static void naive_block(struct naive *n, int block) {
    if (block == n->blocks)
        n->count++;
    else
        naive_leaves(n, block, 0, n->p * n->size[block] - 1, n->size[block] + n->L - 1);
}

/* The tree is made node by node: a node of value v has p children v-L, v-L-1, .., 0 each. */
static void naive_tree(struct naive *n, int value) {
    if (value < n->L) {
        n->left[value]++;
        return;
    }
    for (int child = value - n->L; child >= 0; child--)
        for (int i = 0; i < n->p; i++)
            naive_tree(n, child);
    if (value > n->L) {
        assert_true(n->blocks < MOST_BLOCKS);
        int at = n->blocks++; /* in ascending order */
        for (; at > 0 && n->size[at - 1] > value - n->L + 1; at--)
            n->size[at] = n->size[at - 1];
        n->size[at] = value - n->L + 1;
    }
}

static void with_several_ports(void **state) {
    static const int cells[][3] = {{1, 2, 2}, {1, 3, 3}, {2, 2, 4}, {2, 2, 5}, {2, 3, 5},
                                   {3, 2, 2}, {3, 2, 5}, {3, 2, 6}, {3, 2, 7}, {3, 3, 6},
                                   {3, 2, 8}, {4, 2, 8}, {4, 2, 9}};
    mpz_t count;
    (void)state;
    mpz_init(count);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct naive n = {.L = cells[i][0], .p = cells[i][1]};
        struct failure failure = {0};
        naive_tree(&n, cells[i][2]);
        naive_block(&n, 0);
        assert_int_equal(port_count(n.L, n.p, cells[i][2], NULL, count, &failure), STATUS_OK);
        if (mpz_cmp_si(count, n.count) != 0)
            fail_msg("L=%d p=%d t=%d: %ld", n.L, n.p, cells[i][2], n.count);
    }
    assert_int_equal(port_count(3, 1, 5, NULL, count, NULL), STATUS_INPUT);
    assert_int_equal(port_count(3, 2, 40, NULL, count, NULL), STATUS_LIMIT);
    assert_int_equal(port_count(3, 2, 15, NULL, count, NULL), STATUS_LIMIT);
    mpz_clear(count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(known_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(by_definition, set_up, tear_down),
        cmocka_unit_test_setup_teardown(by_search, set_up, tear_down),
        cmocka_unit_test_setup_teardown(on_any_number_of_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(with_any_length_of_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_does_not_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stops_when_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(search_goes_on, set_up, tear_down),
        cmocka_unit_test(with_several_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
