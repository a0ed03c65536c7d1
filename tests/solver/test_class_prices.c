/* SPDX-License-Identifier: MIT */
/* Prices for LogP machines: every transition of every class, the numbers of SEARCHES.md 11.5, all
 * small schedules, units, and limits. */
#include "solver/proof/bound/class_prices.h"
#include "solver/proof/bound/lp.h"
#include "solver/proof/bound/program.h"
#include "tests/naive_classes.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/solver_test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void need_the_program(void) {
    char path[PATH_MAX];
    struct failure failure;
    if (program_find(path, sizeof path, &failure)) {
        print_message("SKIPPED: %s\n", failure.message);
        skip();
    }
}

static long bound_of(const struct prices *prices) {
    mpz_t bound;
    mpz_init(bound);
    prices_bound(prices, bound);
    long result = mpz_get_si(bound);
    mpz_clear(bound);
    return result;
}

static long tree_bound(int latency, int gap, int depth) {
    struct prices prices;
    struct failure failure;
    assert_ok(class_prices_tree(latency, gap, depth, &prices, &failure), failure);
    assert_ok(prices_check(&prices, &failure), failure);
    long bound = bound_of(&prices);
    prices_clear(&prices);
    return bound;
}

/* Every class of prices that were searched for. */
static bool has_potentials(const struct prices *prices) {
    bool found = true;
    for (int least = 0; least < prices->gap && least <= prices->depth && found; least++) {
        struct window window;
        struct window_words words;
        struct failure failure;
        assert_ok(prices_window_of_class(prices, least, &window, &failure), failure);
        assert_ok(window_potentials(&window, NULL, NULL, &words, &failure), failure);
        found = words.count == 0;
        window_words_clear(&words);
    }
    return found;
}

static long searched_bound(int latency, int gap, int depth) {
    struct prices prices;
    struct failure failure;
    assert_ok(class_prices_search(latency, gap, depth, NULL, &prices, &failure), failure);
    assert_true(has_potentials(&prices));
    long bound = bound_of(&prices);
    mpz_sub_ui(prices.root, prices.root, 1); /* it is the least root */
    assert_false(has_potentials(&prices));
    prices_clear(&prices);
    return bound;
}

static long found_bound(int latency, int gap, int depth) {
    struct prices prices;
    struct failure failure;
    assert_ok(class_prices_find(latency, gap, depth, NULL, &prices, &failure), failure);
    long bound = bound_of(&prices);
    prices_clear(&prices);
    return bound;
}

/* --- every transition, from the definition --- */

static int64_t pay(const struct prices *prices, int value) {
    return value <= prices->depth - prices->latency ? mpz_get_si(prices->values[value])
                                                    : mpz_get_si(prices->root);
}

/* Sets are bits of values. */
static int64_t potential(const struct prices *prices, unsigned set) {
    int64_t sum = 0;
    if (!set)
        return 0;
    int most = 31 - __builtin_clz(set);
    if (!(set & (set - 1)))
        return -mpz_get_si(prices->single[most]);
    for (unsigned left = set ^ 1u << most; left; left &= left - 1)
        sum += mpz_get_si(prices->other[__builtin_ctz(left)]);
    return -sum - mpz_get_si(prices->largest[most]);
}

static int64_t slack(const struct prices *prices, unsigned set, int value) {
    unsigned held = set | 1u << value;
    int64_t best = 0;
    for (unsigned left = held; left; left &= left - 1) {
        int u = __builtin_ctz(left);
        if (u >= prices->latency && pay(prices, u - prices->latency) > best)
            best = pay(prices, u - prices->latency);
    }
    return pay(prices, value) + potential(prices, held >> prices->gap) - potential(prices, set) -
           best - mpz_get_si(prices->denominator);
}

static bool class_holds(const struct prices *prices, int least) {
    unsigned all = 0;
    for (int u = least; u <= prices->depth - prices->gap; u += prices->gap)
        all |= 1u << u;
    for (unsigned set = all;; set = (set - 1) & all) {
        for (int v = least; v <= prices->depth; v += prices->gap)
            if (!(set >> v & 1) && ((set >> least & 1) || v == least) && slack(prices, set, v) < 0)
                return false;
        if (!set)
            return true;
    }
}

static bool holds_everywhere(const struct prices *prices) {
    for (int v = 0; v < prices->depth; v++)
        if (pay(prices, v) > pay(prices, v + 1))
            return false;
    for (int least = 0; least < prices->gap && least <= prices->depth; least++)
        if (!class_holds(prices, least))
            return false;
    return true;
}

static void prices_hold_on_every_transition(void **state) {
    struct prices prices;
    struct failure failure;
    (void)state;
    need_the_program();
    for (int gap = 1; gap <= 4; gap++)
        for (int latency = 1; latency <= 6; latency++)
            for (int depth = 0; depth <= (gap == 1 ? 7 : 11); depth++) {
                assert_ok(class_prices_tree(latency, gap, depth, &prices, &failure), failure);
                assert_ok(prices_check(&prices, &failure), failure);
                assert_true(holds_everywhere(&prices));
                long tree = bound_of(&prices);
                prices_clear(&prices);
                assert_ok(class_prices_find(latency, gap, depth, NULL, &prices, &failure), failure);
                assert_true(holds_everywhere(&prices));
                assert_true(bound_of(&prices) <= tree);
                mpz_sub_ui(prices.root, prices.root, 1); /* it is the least root */
                assert_int_equal(prices_check(&prices, &failure), STATUS_INTERNAL);
                prices_clear(&prices);
            }
}

/* Numbers changed at random: the quick check says what all transitions say. */
static void the_quick_check_is_right(void **state) {
    uint64_t random = random_seed();
    struct failure failure;
    int right = 0, wrong = 0;
    (void)state;
    for (int round = 0; round < 4000; round++) {
        struct prices prices;
        int gap = 2 + random_below(&random, 3), latency = 1 + random_below(&random, 6);
        int depth = latency + random_below(&random, 7);
        assert_ok(class_prices_tree(latency, gap, depth, &prices, &failure), failure);
        mpz_t *places[] = {&prices.single[random_below(&random, depth)],
                           &prices.largest[random_below(&random, depth)],
                           &prices.other[random_below(&random, depth)],
                           &prices.values[random_below(&random, depth - latency + 1)]};
        for (int changes = random_below(&random, 4); changes > 0; changes--) {
            mpz_ptr place = *places[random_below(&random, 4)];
            if (mpz_sgn(place) > 0 && random_below(&random, 2))
                mpz_sub_ui(place, place, 1);
            else
                mpz_add_ui(place, place, 1);
        }
        bool quick = prices_check(&prices, &failure) == STATUS_OK, slow = holds_everywhere(&prices);
        assert_true(!quick || slow); /* it refuses `other` that descend */
        right += slow && quick;
        wrong += !slow;
        prices_clear(&prices);
    }
    assert_true(right > 500 && wrong > 500);
}

/* --- numbers --- */

/* Bounds below the tree's, as `s:tree>bound`; none at the other s from l up to the last. */
static void bounds_are_those_of_the_theory(void **state) {
    static const struct {
        int latency, gap, last;
        const char *bounds;
    } rows[] = {
        {3, 2, 14, " 11:16>15 13:28>25 14:37>34"},
        {5, 2, 18, " 7:3>2 9:4>3 11:6>5 14:12>11 16:18>17 18:27>26"},
        {7, 2, 24, ""},
        {4, 3, 20, " 8:4>3 11:7>6 14:12>10 15:15>14 17:21>19 18:27>26 19:32>31 20:38>35"},
        {5, 3, 18, " 10:4>3 11:5>4 13:7>6 14:8>7 16:12>10 17:13>12 18:16>15"},
        {7, 3, 21, " 10:3>2 11:3>2 13:4>3 14:5>4 16:6>5 17:8>6 20:12>10 21:13>12"},
        {5, 4, 19, " 10:4>3 11:4>3 14:7>6 15:8>6 18:12>11 19:15>12"},
        {9, 4, 19, " 13:3>2 14:3>2 17:4>3 18:5>4 19:5>4"},
    };
    (void)state;
    need_the_program();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char found[200] = "";
        for (int s = rows[i].latency; s <= rows[i].last; s++) {
            long tree = tree_bound(rows[i].latency, rows[i].gap, s);
            long bound = found_bound(rows[i].latency, rows[i].gap, s);
            size_t used = strlen(found);
            if (bound != tree)
                snprintf(found + used, sizeof found - used, " %d:%ld>%ld", s, tree, bound);
        }
        assert_string_equal(found, rows[i].bounds);
    }
}

/* Other potentials allow less, but seldom. */
static void searched_bounds(void **state) {
    (void)state;
    need_the_program();
    assert_int_equal(searched_bound(5, 2, 20), 39);
    assert_int_equal(found_bound(5, 2, 20), 40);
    assert_int_equal(searched_bound(10, 4, 41), 39);
    assert_int_equal(searched_bound(7, 3, 23), 15);
    assert_int_equal(found_bound(7, 3, 23), 16);
    for (int gap = 2; gap <= 4; gap++)
        for (int latency = 1; latency <= 5; latency++)
            for (int depth = latency + 2; depth <= 11; depth += 6)
                assert_int_equal(searched_bound(latency, gap, depth),
                                 found_bound(latency, gap, depth));
}

static void large_bounds(void **state) {
    (void)state;
    need_the_program();
    assert_int_equal(found_bound(5, 2, 36), 1132);
    assert_int_equal(found_bound(3, 2, 26), 828);
    assert_int_equal(found_bound(9, 4, 40), 45);
}

/* The bound by cases where they allow less than `most`, else that. */
static long split_bound(int latency, int gap, int depth, long most) {
    struct prices prices;
    struct failure failure;
    bool found;
    mpz_t number;
    mpz_init_set_si(number, most);
    assert_ok(class_prices_split(latency, gap, depth, number, NULL, &found, &prices, &failure),
              failure);
    mpz_clear(number);
    return found ? bound_of(&prices) : most;
}

/* Machines and depths of which whole numbers of processors in each class are what matters. */
static void cases_bound_more(void **state) {
    static const int known[][4] = {{7, 4, 18, 5},  {7, 4, 22, 9},  {9, 4, 15, 2}, {9, 4, 23, 6},
                                   {9, 4, 27, 10}, {11, 4, 27, 7}, {11, 5, 29, 6}};
    (void)state;
    need_the_program();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const int *machine = known[i];
        assert_int_equal(searched_bound(machine[0], machine[1], machine[2]), machine[3] + 1);
        assert_int_equal(split_bound(machine[0], machine[1], machine[2], machine[3] + 1),
                         machine[3]);
    }
    assert_int_equal(split_bound(7, 4, 18, 5), 5); /* as many are served */
    assert_int_equal(split_bound(9, 4, 15, 1), 1);
    assert_int_equal(split_bound(8, 4, 18, 5), 5); /* l and g have a divisor: not looked at */
}

/* No schedule of words reaches more, and one reaches as many; so no cases say less. */
static void schedules_are_within_the_bounds(void **state) {
    int reached = 0, tried = 0;
    (void)state;
    need_the_program();
    for (int gap = 1; gap <= 5; gap++)
        for (int latency = 1; latency <= 7; latency++)
            for (int depth = 0; depth <= 12; depth++) {
                if (tree_bound(latency, gap, depth) >= NAIVE_CLASSES_PROCESSORS)
                    break;
                long bound = found_bound(latency, gap, depth);
                assert_false(naive_classes_serve(latency, gap, depth, (int)bound + 1));
                reached += naive_classes_serve(latency, gap, depth, (int)bound);
                if ((latency + depth) % 7 == 0)
                    assert_int_equal(split_bound(latency, gap, depth, bound), bound);
                tried++;
            }
    assert_true(tried > 150);
    assert_int_equal(reached, tried);
}

/* Only l/d, g/d and floor(s/d) matter. */
static void units_do_not_matter(void **state) {
    (void)state;
    need_the_program();
    for (int depth = 5; depth <= 14; depth++) {
        long bound = found_bound(5, 2, depth);
        for (int unit = 2; unit <= 4; unit++)
            for (int more = 0; more < unit; more++)
                assert_int_equal(found_bound(5 * unit, 2 * unit, unit * depth + more), bound);
    }
    assert_int_equal(found_bound(9, 3, 30), tree_bound(3, 1, 10));
}

static void certificates_are_verified(void **state) {
    static const int machines[][3] = {{3, 2, 2}, {3, 2, 17}, {10, 4, 33}, {2, 5, 17}, {20, 7, 60}};
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    struct failure failure;
    (void)state;
    need_the_program();
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct prices prices;
        const int *machine = machines[i];
        assert_ok(class_prices_find(machine[0], machine[1], machine[2], NULL, &prices, &failure),
                  failure);
        assert_ok(evidence_write(evidence_of_prices(&prices), test_path(path, "prices.cert"), true,
                                 NULL, &failure),
                  failure);
        snprintf(claim, sizeof claim, "LogP L+2o=%d g=%d s=%d, g >= 2o", machine[0], machine[1],
                 machine[2]);
        assert_verified(path, claim);
        prices_clear(&prices);
        assert_ok(class_prices_search(machine[0], machine[1], machine[2], NULL, &prices, &failure),
                  failure);
        assert_ok(evidence_write(evidence_of_prices(&prices), path, true, NULL, &failure), failure);
        assert_verified(path, claim);
        prices_clear(&prices);
    }
}

/* --- limits --- */

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void limits_and_ranges(void **state) {
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct prices prices;
    struct failure failure;
    (void)state;
    assert_int_equal(class_prices_tree(0, 2, 5, &prices, &failure), STATUS_INPUT);
    assert_int_equal(class_prices_tree(3, 0, 5, &prices, &failure), STATUS_INPUT);
    assert_int_equal(class_prices_tree(3, 2, -1, &prices, &failure), STATUS_INPUT);
    assert_int_equal(class_prices_tree(3, 2, PRICES_MAX_DEPTH + 1, &prices, &failure),
                     STATUS_INPUT);
    assert_int_equal(class_prices_find(3, 0, 5, NULL, &prices, &failure), STATUS_INPUT);
    assert_int_equal(class_prices_find(3, 2, 1000, NULL, &prices, &failure), STATUS_LIMIT);
    assert_int_equal(class_prices_find(3, 2, 9, &stopped, &prices, &failure), STATUS_LIMIT);
    assert_int_equal(class_prices_search(3, 2, 2 * (LP_MAX_DEPTH + 1), NULL, &prices, &failure),
                     STATUS_LIMIT);
    assert_int_equal(class_prices_search(3, 2, 9, &stopped, &prices, &failure), STATUS_LIMIT);
    assert_int_equal(class_prices_search(0, 2, 9, NULL, &prices, &failure), STATUS_INPUT);
    assert_ok(class_prices_find(3, 2, 2, &stopped, &prices, &failure), failure); /* no program */
    assert_int_equal(bound_of(&prices), 1);
    prices_clear(&prices);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(prices_hold_on_every_transition),
                                       cmocka_unit_test(the_quick_check_is_right),
                                       cmocka_unit_test(bounds_are_those_of_the_theory),
                                       cmocka_unit_test(searched_bounds),
                                       cmocka_unit_test(large_bounds),
                                       cmocka_unit_test(cases_bound_more),
                                       cmocka_unit_test(schedules_are_within_the_bounds),
                                       cmocka_unit_test(units_do_not_matter),
                                       cmocka_unit_test(certificates_are_verified),
                                       cmocka_unit_test(limits_and_ranges)};
    return cmocka_run_group_tests_name("class_prices", tests, test_folder_make, test_folder_remove);
}
