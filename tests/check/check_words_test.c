/* SPDX-License-Identifier: MIT */
/* Schedules and prices against check_naive.h: good certificates with their words replaced, removed,
 * doubled and exchanged, two changes at a time as well, and prices at random. The checker and the
 * definitions must agree on all that is no fault of grammar. Usage: check_words_test FOLDER */
#include "check_change.h"
#include "check_fields.h"
#include "check_naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static uint64_t random_state = 1993;

static long next_random(long below) {
    return change_random(&random_state, below);
}

static const char *const others[] = {"",    "0",   "1",   "2",       "3",   "4",   "5",
                                     "6",   "7",   "8",   "-",       "0*2", "1*2", "-*2",
                                     "2 0", "1 1", "0 2", "largest", "2*3", "- -"};

enum { OTHERS = sizeof others / sizeof *others };

static void change_all_words(const char *name, bool (*holds)(const struct text *text),
                             long several) {
    change_all(folder, name, others, OTHERS, holds, several, &random_state);
}

static void test_schedules(void **state) {
    static const char *const names[] = {
        "stationary-l2-t3.cert",           "stationary-l2-t6.cert",
        "stationary-l2-t6-surplus.cert",   "stationary-l2-t7-explicit.cert",
        "stationary-l1-t1.cert",           "stationary-l2-t7-three-balls.cert",
        "stationary-l4-t8-two-heads.cert", "periodic-l2-t4-roles-change.cert",
        "periodic-l2-t4-roles-kept.cert",  "periodic-l2-t3-unequal-phases.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all_words(names[i], fields_schedule_holds, 4000);
}

static void test_changed_prices(void **state) {
    (void)state;
    change_all_words("prices-l2-t7-largest.cert", naive_prices_hold, 4000);
    change_all_words("prices-l2-t7-recomputed.cert", naive_prices_hold, 1000);
    change_all_words("prices-l2-t4-not-monotone.cert", naive_prices_hold, 1000);
    change_all_words("prices-l4-t2-largest.cert", naive_prices_hold, 1000);
    change_all_words("prices-l1-t1-largest.cert", naive_prices_hold, 1000);
}

struct arrays {
    long L, t, D, R;
    long price[12], single[12], largest[12], other[12];
};

/* The closed forms of the theory, which hold; times `scale`. */
static void closed_form(struct arrays *a, long L, long t, bool capacity, long scale) {
    long f[20];
    for (long i = 0; i < 20; i++)
        f[i] = i < L ? 1 : f[i - 1] + f[i - L];
    a->L = L, a->t = t;
    a->D = scale * (capacity ? 2 : 1);
    a->R = scale * (capacity ? f[t + 1] + t - 1 : f[t]);
    for (long i = 0; i < 12; i++) {
        a->price[i] = scale * (capacity ? f[i + 1] + t - 2 : f[i]);
        a->single[i] = scale * (!capacity ? f[i] - 1 : i == 0 ? t : f[i + 1] + i);
        a->largest[i] = scale * (capacity ? f[i + 1] : f[i] - 1);
        a->other[i] = scale * (capacity ? i : f[i] - 1);
    }
}

static void put_array(struct text *text, const char *key, const long *numbers, long from,
                      long end) {
    text->length += (size_t)sprintf(text->bytes + text->length, "%s", key);
    for (long i = from; i < end; i++)
        text->length += (size_t)sprintf(text->bytes + text->length, " %ld", numbers[i]);
    text->length += (size_t)sprintf(text->bytes + text->length, "\n");
}

static void put_prices(struct text *text, const struct arrays *a, bool largest) {
    long t = a->t;
    text->length = (size_t)sprintf(
        text->bytes,
        "steadycast certificate 1\nwriter test 1\nkind prices\nlatency %ld\ndepth %ld\n"
        "denominator %ld\n",
        a->L, t, a->D);
    put_array(text, "prices", a->price, 0, t - a->L + 1);
    put_array(text, "root", &a->R, 0, 1);
    long bound = a->R / a->D;
    put_array(text, "bound", &bound, 0, 1);
    text->length += (size_t)sprintf(text->bytes + text->length, "potential %s\n",
                                    largest ? "largest" : "recomputed");
    if (!largest)
        return;
    put_array(text, "single", a->single, 0, t);
    put_array(text, "largest", a->largest, 1, t);
    put_array(text, "other", a->other, 0, t - 1);
}

/* Returns whether it was verified. */
static bool compare_prices(const struct arrays *a, bool largest, struct change_tally *tally) {
    static struct text text;
    unsigned long before = tally->verified;
    put_prices(&text, a, largest);
    change_seal_and_compare(&text, naive_prices_hold, tally);
    return tally->verified > before;
}

static void test_closed_forms(void **state) {
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (long L = 1; L <= 5; L++)
        for (long t = 0; t <= 9; t++)
            for (int capacity = 0; capacity <= (L == 2 && t >= 3); capacity++) {
                struct arrays a;
                closed_form(&a, L, t, capacity, 1 + next_random(3));
                assert_true(compare_prices(&a, true, &tally));
                assert_true(compare_prices(&a, false, &tally));
            }
    assert_int_equal(tally.malformed + tally.refuted, 0);
}

static void disturb(struct arrays *a) {
    long *places[] = {a->price, a->single, a->largest, a->other};
    for (long changes = next_random(5); changes > 0; changes--) {
        long *place = places[next_random(4)] + next_random(a->t + 1);
        long by = next_random(5) - 2;
        *place = *place + by < 0 ? 0 : *place + by;
    }
    a->R += next_random(3) - 1;
    a->R = a->R < 0 ? 0 : a->R;
    a->D -= a->D > 1 && next_random(2) ? 1 : 0;
}

/* Small numbers at random, ascending where they have to: mostly wrong, in many ways. */
static void scatter(struct arrays *a) {
    a->L = 1 + next_random(4), a->t = next_random(7);
    a->D = 1, a->R = 5 + next_random(30);
    for (long i = 0; i < 12; i++) {
        a->price[i] = (i > 0 ? a->price[i - 1] : 1) + next_random(3);
        a->other[i] = (i > 0 ? a->other[i - 1] : 0) + next_random(3);
        a->single[i] = (i > 0 ? a->single[i - 1] : 0) + next_random(4);
        a->largest[i] = (i > 0 ? a->largest[i - 1] : 0) + next_random(4);
    }
}

static void test_random_prices(void **state) {
    struct change_tally largest = {0, 0, 0}, recomputed = {0, 0, 0};
    (void)state;
    for (long i = 0; i < 60000; i++) {
        struct arrays a;
        if (i % 4 == 0) {
            scatter(&a);
        } else {
            bool capacity = next_random(2);
            closed_form(&a, capacity ? 2 : 1 + next_random(4), 3 + next_random(4), capacity,
                        1 + next_random(4));
            disturb(&a);
        }
        bool given = compare_prices(&a, true, &largest);
        bool found = compare_prices(&a, false, &recomputed);
        if (given && !found)
            fail_msg("a potential is right, but none is found");
    }
    printf("largest: %lu malformed, %lu refuted, %lu verified; recomputed: %lu refuted, %lu "
           "verified\n",
           largest.malformed, largest.refuted, largest.verified, recomputed.refuted,
           recomputed.verified);
    assert_true(largest.verified > 1000 && largest.refuted > 1000 && recomputed.refuted > 1000);
}

/* Schedules that reach as many processors as there can be, or nearly. */
static const char *const reaching[] = {"stationary-l1-t1.cert",
                                       "block-cyclic-l1-t4.cert",
                                       "stationary-l2-t3.cert",
                                       "stationary-l2-t6.cert",
                                       "periodic-l2-t4-roles-change.cert",
                                       "stationary-l2-t7-explicit.cert",
                                       "block-cyclic-l3-t6.cert",
                                       "block-cyclic-l3-t7.cert",
                                       "stationary-l4-t8-two-heads.cert",
                                       "pruned-l4-t9-n9.cert",
                                       "block-cyclic-l5-t8-only-root.cert"};

enum { REACHING = sizeof reaching / sizeof *reaching, TOO_LOW = 150 };

/* What the simulator has seen to reach its processors. */
static void load_reached(const char *name, long *L, long *t, long *N) {
    static struct text text;
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.bytes[text.length] = '\0';
    assert_true(naive_schedule_holds(&text));
    sscanf(strstr(text.bytes, "\nlatency "), "\nlatency %ld\ndepth %ld\nprocessors %ld", L, t, N);
}

/* The root pays for one processor too few or for all, and other prices are changed to go with
 * it. */
static void lower(struct arrays *a, long N) {
    a->R = (N - next_random(3)) * a->D + next_random(a->D);
    for (long changes = next_random(4); changes > 0; changes--) {
        long from = next_random(a->t - a->L + 1), by = next_random(2) ? 1 : -1;
        for (long w = from; w < 12; w++)
            a->price[w] = a->price[w] + by < 0 ? 0 : a->price[w] + by;
    }
}

/* No bound is below what a schedule reaches. */
static void test_prices_too_low(void **state) {
    struct change_tally tally = {0, 0, 0};
    unsigned long of_false = 0, of_true = 0, proved = 0;
    (void)state;
    for (long i = 0; i < REACHING; i++) {
        long L, t, N;
        load_reached(reaching[i], &L, &t, &N);
        for (long j = 0; j < TOO_LOW; j++) {
            struct arrays a;
            closed_form(&a, L, t, L == 2 && t >= 3 && next_random(2), 1 + next_random(3));
            if (j > 0)
                lower(&a, N);
            bool is_true = a.R / a.D >= N, given = compare_prices(&a, true, &tally);
            bool found = compare_prices(&a, false, &tally);
            if (!is_true && (given || found))
                fail_msg("L=%ld t=%ld: %ld at most, but there is a schedule for %ld", L, t,
                         a.R / a.D, N);
            ++*(is_true ? &of_true : &of_false);
            proved += found;
        }
    }
    printf("%lu false bounds, %lu true ones, %lu of these verified\n", of_false, of_true, proved);
    assert_true(of_false > 500 && of_true > 300 && proved > 80);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedules), cmocka_unit_test(test_changed_prices),
        cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_random_prices),
        cmocka_unit_test(test_prices_too_low)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_words", tests, NULL, NULL);
}
