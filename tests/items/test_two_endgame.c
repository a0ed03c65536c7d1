/* SPDX-License-Identifier: MIT */
/* L = 2: the endgames for every number of processors reach the bound for every number of items, and
 * where the source sends once, the time of one tree; played one by one, and judged by
 * steadycheck. */
#include "solver/base/evidence.h"
#include "solver/items/construction/items_latency_two.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "tests/items/items_test.h"

/* The bound by its definition, term by term: f_i receptions at time L+i at most. */
static int least_time(int n, int items) {
    long f = 1, before = 0, sum = 0;
    for (int j = 0;; j++) {
        sum += f < n ? f : n;
        if (sum >= (long)n * items)
            return j + 2;
        long next = j ? f + before : 1;
        if (f < n) {
            before = f;
            f = next;
        }
    }
}

/* The same for one tree: the least t with n <= f_t. */
static int tree_depth(int n) {
    long f = 1, before = 0;
    int t = 0;
    for (; f < n; t++) {
        long next = t ? f + before : 1;
        before = f;
        f = next;
    }
    return t;
}

static void find_every(int n, struct every_items *every) {
    struct failure failure;
    bool found = false;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(endgame_find(2, processors, NULL, every, &found, &failure), failure);
    mpz_clear(processors);
    assert_true(found);
}

/* The messages for so many items, as the checker sees them. */
static void assert_checked(struct every_items *every, int items) {
    char path[TEST_PATH_ROOM];
    struct items_message_source *told;
    struct message_list list;
    struct failure failure;
    assert_ok(every_items_list(every, items, &told, &list, NULL, &failure), failure);
    assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "messages.cert"), true,
                             NULL, &failure),
              failure);
    assert_verified(path, "postal L=2 ");
    items_message_source_free(told);
}

/* And the endgame as a whole: K items by time K + `late`. */
static void assert_certified(const struct every_items *every, int n, int late) {
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    struct every_items_time time = every_items_time(every);
    struct failure failure;
    assert_int_equal(time.late, late);
    assert_ok(evidence_write(evidence_of_every_items(every), test_path(path, "every.cert"), true,
                             NULL, &failure),
              failure);
    snprintf(claim, sizeof claim,
             "postal L=2 N=%d: for every K >= %d the source%s brings K items that it has at time 0 "
             "to all N others by time K+%d",
             n, time.first, time.single ? ", sending each item once," : "", late);
    assert_verified(path, claim);
}

/* What is told ends when it should; small ones are played. */
static void assert_bound_met(struct every_items *every, int n, int items) {
    struct items_question question = {2, 1, n, items, false, 0};
    struct items_message_source *told;
    struct message_list list;
    struct failure failure;
    int finish = 0;
    assert_ok(items_question_bound(&question, &finish, &failure), failure);
    assert_int_equal(finish, least_time(n, items));
    if (n * items <= 300) {
        assert_every_played(every, items, finish);
        return;
    }
    assert_ok(every_items_list(every, items, &told, &list, NULL, &failure), failure);
    assert_int_equal(list.finish, finish);
    items_message_source_free(told);
}

static void every_number(void **state) {
    (void)state;
    for (int n = 1; n <= 300; n++) {
        struct every_items every;
        find_every(n, &every);
        assert_in_range(every_items_time(&every).first, 1, 2);
        for (int items = 2; items <= 12; items++)
            assert_bound_met(&every, n, items);
        assert_bound_met(&every, n, 1000);
        if (n <= 40 || n % 50 == 0) {
            assert_checked(&every, 2 + n % 19);
            assert_certified(&every, n, least_time(n, 1000) - 1000);
        }
        every_items_clear(&every);
    }
}

static void larger_numbers(void **state) {
    static const int numbers[] = {375, 376, 377, 609, 610, 611, 799, 986, 987, 988, 4180, 4181};
    uint64_t random = random_seed();
    (void)state;
    for (size_t i = 0; i < 30; i++) {
        struct every_items every;
        size_t listed = sizeof numbers / sizeof *numbers;
        int n = i < listed ? numbers[i] : 301 + random_below(&random, i < 25 ? 3000 : 100000);
        find_every(n, &every);
        assert_bound_met(&every, n, 2 + random_below(&random, 50));
        if (i == listed)
            assert_every_played(&every, 3, least_time(n, 3));
        every_items_clear(&every);
    }
}

/* Where a stream is not as good, and only there. */
static void each_item_sent_once(void **state) {
    static const int capacity[] = {1, 1, 2, 3, 5, 8, 13, 20, 31, 48, 76, 121, 194};
    int needed_count = 0;
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int n = 1; n <= 377; n++) {
        struct items_colours colours;
        struct every_items every;
        struct failure failure;
        bool needed;
        int t = tree_depth(n);
        mpz_set_si(processors, n);
        assert_ok(two_single_needed(processors, &needed, &failure), failure);
        if (t <= 12)
            assert_int_equal(needed, n > capacity[t]);
        if (!needed) {
            assert_int_equal(two_single_colours(&colours, processors, NULL, NULL), STATUS_INPUT);
            continue;
        }
        needed_count++;
        assert_ok(two_single_colours(&colours, processors, NULL, &failure), failure);
        every_items_of_colours(&every, &colours);
        assert_true(every_items_time(&every).single);
        for (int items = 1; items <= 40; items = 2 * items + 1)
            if (n * items <= 200)
                assert_every_played(&every, items, 2 + t + items - 1);
        assert_int_equal(every_items_time(&every).late, 2 + t - 1);
        if (n <= 55 || n % 30 == 0) {
            assert_checked(&every, 2 + n % 19);
            assert_certified(&every, n, 2 + t - 1);
        }
        every_items_clear(&every);
    }
    assert_int_equal(needed_count, 1 + 3 + 7 + 13 + 23 + 39 + 66);
    mpz_clear(processors);
}

/* Numbers of many digits, up to the largest: by classes, and judged by steadycheck. */
static void of_many_digits(void **state) {
    (void)state;
    for (int digits = 7; digits <= 165; digits += 79) {
        struct items_colours colours;
        struct every_items every;
        struct failure failure;
        char path[TEST_PATH_ROOM];
        bool needed;
        mpz_t processors;
        mpz_init(processors);
        mpz_ui_pow_ui(processors, 10, (unsigned long)digits);
        mpz_mul_ui(processors, processors, 7);
        assert_ok(two_endgame_colours(&colours, processors, NULL, &failure), failure);
        every_items_of_colours(&every, &colours);
        assert_int_equal(every_items_time(&every).first, 2);
        assert_int_equal(every_items_time(&every).late, every.colours.words.depth - 1);
        assert_ok(evidence_write(evidence_of_every_items(&every), test_path(path, "many.cert"),
                                 true, NULL, &failure),
                  failure);
        assert_verified(path, "postal L=2 N=7000000");
        every_items_clear(&every);
        assert_ok(two_single_needed(processors, &needed, &failure), failure);
        if (needed) {
            assert_ok(two_single_colours(&colours, processors, NULL, &failure), failure);
            items_colours_clear(&colours);
        }
        mpz_clear(processors);
    }
}

static void what_is_refused(void **state) {
    struct items_colours colours;
    bool needed;
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    assert_int_equal(two_endgame_colours(&colours, processors, NULL, NULL), STATUS_INPUT);
    assert_int_equal(two_single_colours(&colours, processors, NULL, NULL), STATUS_INPUT);
    assert_int_equal(two_single_needed(processors, &needed, NULL), STATUS_INPUT);
    mpz_set_si(processors, -7);
    assert_int_equal(two_endgame_colours(&colours, processors, NULL, NULL), STATUS_INPUT);
    mpz_set_ui(processors, 9);
    assert_false(two_endgame_has(processors));
    assert_int_equal(two_endgame_colours(&colours, processors, NULL, NULL), STATUS_INPUT);
    mpz_ui_pow_ui(processors, 10, 167);
    assert_int_equal(two_endgame_colours(&colours, processors, NULL, NULL), STATUS_LIMIT);
    mpz_clear(processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number),        cmocka_unit_test(larger_numbers),
        cmocka_unit_test(each_item_sent_once), cmocka_unit_test(of_many_digits),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
