/* SPDX-License-Identifier: MIT */
/* Kind prices with a gap: closed forms, what is left of them and of good samples after changes, and
 * prices below what schedules reach, against the definition (check_naive_classes.h). Usage:
 * check_classes_test FOLDER, the folder of the good samples. */
#include "check_change.h"
#include "check_naive_classes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static const char *folder;
static uint64_t random_state = 1996;

static long next_random(long below) {
    return change_random(&random_state, below);
}

/* Of potentials what has a meaning at the value u stands at [u]. */
enum { NUMBERS = NAIVE_CLASSES_DEPTH + 1 };
struct arrays {
    long l, g, s, D, R;
    long price[NUMBERS], single[NUMBERS], largest[NUMBERS], other[NUMBERS];
};

static long tree(long l, long g, long s) {
    return s < l ? 1 : tree(l, g, s - g) + tree(l, g, s - l);
}

/* The broadcast tree, times `scale`. */
static struct arrays tree_prices(long l, long g, long s, long scale) {
    struct arrays a = {.l = l, .g = g, .s = s, .D = scale, .R = scale * tree(l, g, s)};
    for (long u = 0; u < NUMBERS; u++) {
        a.price[u] = scale * tree(l, g, u);
        a.single[u] = a.largest[u] = a.other[u] = a.price[u] - scale;
    }
    return a;
}

static void put_line(struct text *text, const char *key, const long *numbers, long first, long end,
                     long step) {
    text_put(text, "%s", key);
    for (long i = first; i < end; i += step)
        text_put(text, " %ld", numbers[i]);
    text_put(text, "\n");
}

static void put_potential(struct text *text, const struct arrays *a) {
    for (long least = 0; least < a->g && least <= a->s; least++) {
        put_line(text, "single", a->single, least, a->s - a->g + 1, a->g);
        put_line(text, "largest", a->largest, least + a->g, a->s - a->g + 1, a->g);
        put_line(text, "other", a->other, least, a->s - 2 * a->g + 1, a->g);
    }
}

/* Returns whether it was verified. */
static bool compare(const struct arrays *a, bool largest, struct change_tally *tally) {
    static struct text text;
    unsigned long before = tally->verified;
    text.length = 0;
    text_put(&text, "steadycast certificate 1\nwriter test 1\nkind prices\ngap %ld\nlatency %ld\n",
             a->g, a->l);
    text_put(&text, "depth %ld\ndenominator %ld\n", a->s, a->D);
    put_line(&text, "prices", a->price, 0, a->s - a->l + 1, 1);
    text_put(&text, "root %ld\nbound %ld\npotential %s\n", a->R, a->R / a->D,
             largest ? "largest" : "recomputed");
    if (largest)
        put_potential(&text, a);
    change_seal_and_compare(&text, naive_classes_hold, tally);
    return tally->verified > before;
}

static void trees_hold(void **state) {
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (long g = 1; g <= 6; g++)
        for (long l = 1; l <= 9; l++)
            for (long s = 0; s <= (g == 1 ? 9 : NAIVE_CLASSES_DEPTH); s++) {
                struct arrays a = tree_prices(l, g, s, 1 + next_random(3));
                assert_true(compare(&a, true, &tally));
                assert_true(compare(&a, false, &tally));
            }
    assert_int_equal(tally.malformed + tally.refuted, 0);
}

static void disturb(struct arrays *a) {
    long *places[] = {a->price, a->single, a->largest, a->other};
    for (long changes = next_random(5); changes > 0; changes--) {
        long *place = places[next_random(4)], by = next_random(2) ? 1 : -1;
        for (long from = next_random(a->s + 1); from <= a->s; from += next_random(2) ? 1 : a->g)
            place[from] = place[from] + by < 0 ? 0 : place[from] + by;
    }
    a->R += next_random(3) - 1;
    a->D -= a->D > 1 && next_random(2) ? 1 : 0;
}

static void disturbed_trees_are_judged_right(void **state) {
    struct change_tally largest = {0, 0, 0}, recomputed = {0, 0, 0};
    (void)state;
    for (long i = 0; i < 6000; i++) {
        struct arrays a = tree_prices(1 + next_random(7), 1 + next_random(5), 1 + next_random(8),
                                      1 + next_random(4));
        disturb(&a);
        bool given = compare(&a, true, &largest);
        if (given && !compare(&a, false, &recomputed))
            fail_msg("a potential is right, but none is found");
        if (!given)
            compare(&a, false, &recomputed);
    }
    assert_true(largest.verified > 500 && largest.refuted > 500);
    assert_true(recomputed.verified > 500 && recomputed.refuted > 500);
}

/* Schedules for N processors are known there (results/THEOREMS.md, 11.5). */
static const struct {
    long l, g, s, N;
} reached[] = {{3, 2, 10, 12}, {3, 2, 11, 15}, {3, 2, 13, 25}, {5, 2, 12, 8},  {5, 2, 14, 11},
               {4, 3, 11, 6},  {4, 3, 14, 10}, {5, 3, 11, 4},  {5, 3, 14, 7},  {7, 3, 14, 4},
               {5, 4, 14, 6},  {7, 4, 14, 3},  {9, 4, 13, 2},  {10, 4, 14, 2}, {8, 3, 14, 3}};

static void no_bound_is_below_a_schedule(void **state) {
    struct change_tally tally = {0, 0, 0};
    unsigned long proved = 0;
    (void)state;
    for (size_t i = 0; i < sizeof reached / sizeof *reached; i++)
        for (long j = 0; j < 100; j++) {
            struct arrays a =
                tree_prices(reached[i].l, reached[i].g, reached[i].s, 1 + next_random(3));
            disturb(&a);
            a.R -= next_random(a.R - reached[i].N * a.D + 2);
            bool given = compare(&a, true, &tally), found = compare(&a, false, &tally);
            if (a.R / a.D < reached[i].N && (given || found))
                fail_msg("l=%ld g=%ld s=%ld: a schedule reaches more than %ld", a.l, a.g, a.s,
                         a.R / a.D);
            proved += found;
        }
    assert_true(tally.refuted > 500 && proved > 20);
}

static void changed_samples_are_judged_right(void **state) {
    static const char *const others[] = {"",  "0", "1", "2",   "3",   "4",   "5",  "6",
                                         "7", "8", "9", "2 0", "1 1", "0 2", "12", "largest"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = {"prices-gap-l3-g2-s11-largest.cert",
                                            "prices-gap-l5-g3-s13-recomputed.cert",
                                            "prices-gap-l3-g5-s13-largest.cert"};
        change_all(folder, names[i], others, sizeof others / sizeof *others, naive_classes_hold,
                   500, &random_state);
    }
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(trees_hold),
                                       cmocka_unit_test(disturbed_trees_are_judged_right),
                                       cmocka_unit_test(no_bound_is_below_a_schedule),
                                       cmocka_unit_test(changed_samples_are_judged_right)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_classes", tests, NULL, NULL);
}
