/* SPDX-License-Identifier: MIT */
/* Conditions of claims, the points at which they hold, and what a finding counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tools/claims/claim_job.h"

/* AT({"L", "o"}, 3, 1): lives as long as the block that it stands in. */
#define KEYS(...)                                                                                  \
    { __VA_ARGS__ }
#define AT(n, keys, ...) (&(const struct claim_point){n, keys, {__VA_ARGS__}})

static void tell(struct claim_finding *finding, const struct claim_point *point,
                 enum claim_membership where, enum claim_truth claim, enum claim_truth corrected,
                 const char *why) {
    char *places[2];
    claim_count(finding, where, claim, corrected, places);
    for (int i = 0; i < 2; i++)
        if (places[i])
            claim_say(point, places[i], why);
}

static enum claim_membership at(const char *text, const struct claim_point *point) {
    const struct claim_case claim = {.path = (char[]){"a.case"}, .assumes = (char *)text};
    struct failure failure = {0};
    enum claim_membership found = CLAIM_BEYOND;
    assert_int_equal(claim_program_place(&claim, point, &found, &failure), STATUS_OK);
    return found;
}

/* Each relation against its definition, at small points. */
static void conditions_are_what_they_say(void **state) {
    (void)state;
    for (long a = 0; a < 5; a++)
        for (long b = 0; b < 5; b++) {
            const struct claim_point *point = AT(2, KEYS("a", "b"), a, b);
            const struct {
                const char *text;
                bool holds;
            } all[] = {
                {"a < b", a < b},
                {"a <= b", a <= b},
                {"a > b", a > b},
                {"a >= b", a >= b},
                {"a = b", a == b},
                {"a != b", a != b},
                {"2a + 1 > 3b - 2", 2 * a + 1 > 3 * b - 2},
                {"a+b odd", (a + b) % 2 == 1},
                {"a-b-3 odd", (a - b - 3) % 2 != 0},
                {"3b even", b % 2 == 0},
                {"a > 1, b > 2, a+b < 9", a > 1 && b > 2 && a + b < 9},
                {"a > 1 or max(a, b) = 3", a > 1 || b == 3},
                {"4 >= a, 0 = b-b", a <= 4},
            };
            for (size_t i = 0; i < sizeof all / sizeof *all; i++)
                assert_int_equal(at(all[i].text, point),
                                 all[i].holds ? CLAIM_INSIDE : CLAIM_OUTSIDE);
        }
}

static void a_point_without_the_parameter_is_nowhere(void **state) {
    (void)state;
    assert_int_equal(at("k > 1", AT(2, KEYS("L", "kk"), 3, 3)), CLAIM_NOWHERE);
    assert_int_equal(at("L > 1, k > 1", AT(1, KEYS("L"), 3)), CLAIM_NOWHERE);
    assert_int_equal(at("L > 5, k > 1", AT(1, KEYS("L"), 3)), CLAIM_NOWHERE);
    assert_int_equal(at("L > 1", AT(0, KEYS(""), 0)), CLAIM_NOWHERE);
}

static void points_are_read_as_they_are_printed(void **state) {
    (void)state;
    char text[100];
    struct claim_point point;
    assert_int_equal(claim_point_print(AT(2, KEYS("L", "P_0"), 3, 12), text, sizeof text), 11);
    assert_string_equal(text, "L=3, P_0=12");
    claim_point_read(&point, "L=3, P_0=12: x=4, and not 5");
    assert_int_equal(point.count, 2);
    assert_string_equal(point.keys[1], "P_0");
    assert_int_equal(point.values[1], 12);
    static const char *const others[] = {"", "the words", "L=", "L=x", "=3", "L 3", ": L=3"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        claim_point_read(&point, others[i]);
        assert_int_equal(point.count, 0);
    }
}

/* A point that the paper excludes is never a counter-example; one beyond `within` is none of the
 * claim there; and a construction that fails does not refute an existence. */
static void only_points_of_the_claim_count(void **state) {
    (void)state;
    struct claim_finding finding = {.found = false};
    const struct claim_tally *claim = &finding.tallies[CLAIM_TALLY],
                             *beyond = &finding.tallies[CLAIM_TALLY_BEYOND];
    for (long o = 0; o < 4; o++)
        for (long g = 0; g < 4; g++)
            tell(&finding, AT(2, KEYS("o", "g"), o, g),
                 !g       ? CLAIM_OUTSIDE
                 : g >= o ? CLAIM_INSIDE
                          : CLAIM_BEYOND,
                 g < o || !g ? CLAIM_FAILS : CLAIM_HOLDS, CLAIM_HOLDS, "why");
    assert_int_equal(finding.outside, 4);
    assert_int_equal(claim->failed, 0);
    assert_int_equal(claim->held, 9);
    assert_int_equal(beyond->failed, 3);
    assert_string_equal(beyond->failing, "o=2, g=1: why");
    assert_int_equal(finding.tallies[CLAIM_TALLY_CORRECTED].held, 16);
    tell(&finding, AT(1, KEYS("o"), 3), CLAIM_NOWHERE, CLAIM_HOLDS, CLAIM_MUTE, "no gap");
    assert_string_equal(finding.unplaced, "o=3: no gap");
    assert_int_equal(claim->held, 9);
    finding.existence = true;
    tell(&finding, AT(2, KEYS("o", "g"), 1, 2), CLAIM_INSIDE, CLAIM_FAILS, CLAIM_MUTE, "5");
    assert_int_equal(claim->failed, 0);
    assert_string_equal(claim->opened, "o=1, g=2: 5");
    tell(&finding, AT(2, KEYS("o", "g"), 1, 3), CLAIM_INSIDE, CLAIM_IMPOSSIBLE, CLAIM_MUTE, "none");
    assert_string_equal(claim->failing, "o=1, g=3: none");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_what_they_say),
        cmocka_unit_test(a_point_without_the_parameter_is_nowhere),
        cmocka_unit_test(points_are_read_as_they_are_printed),
        cmocka_unit_test(only_points_of_the_claim_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
