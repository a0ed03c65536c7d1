/* SPDX-License-Identifier: MIT */
/* The two families for L = 2: every depth against the definition, the capacity and the closed form,
 * message by message where small; what is written is the sample of the checker, and verified. */
#include "solver/certificate/evidence.h"
#include "solver/certificate/write.h"
#include "solver/construction/two.h"
#include "solver/construction/two_family.h"
#include "solver/model/sequence.h"
#include "tests/simulate.h"
#include "tests/solver/certificate_test.h"

enum { SIMULATED = 200 };

static struct stationary_family family_of(enum two_family which) {
    struct stationary_family family;
    struct failure failure;
    assert_ok(two_family_init(&family, which, &failure), failure);
    assert_int_equal(family.latency, 2);
    return family;
}

static void assert_schedule(const struct stationary_family *family, int depth, mpz_srcptr want) {
    struct schedule periodic;
    struct failure failure;
    mpz_t found;
    mpz_init(found);
    assert_ok(stationary_family_schedule(family, depth, &periodic, &failure), failure);
    assert_int_equal(periodic.period, 1);
    assert_int_equal(periodic.depth, depth);
    assert_ok(schedule_check(&periodic, &failure), failure);
    schedule_processors(&periodic, found);
    assert_int_equal(mpz_cmp(found, want), 0);
    const char *fault =
        mpz_cmp_ui(found, SIMULATED) > 0 ? NULL : simulate_periodic(&periodic, 5 * depth);
    if (fault)
        fail_msg("t = %d: %s", depth, fault);
    mpz_clear(found);
    schedule_clear(&periodic);
}

static void the_capacity_is_reached(void **state) {
    struct stationary_family family = family_of(TWO_FAMILY_CAPACITY);
    struct failure failure;
    mpz_t want;
    (void)state;
    mpz_init(want);
    assert_int_equal(family.from, 11);
    for (int depth = 11; depth <= 40; depth++) {
        assert_ok(two_capacity(want, depth, &failure), failure);
        assert_schedule(&family, depth, want);
    }
    mpz_clear(want);
    stationary_family_clear(&family);
}

static void theorem_3_5_is_reached(void **state) {
    struct stationary_family family = family_of(TWO_FAMILY_THEOREM_3_5);
    struct failure failure;
    mpz_t want;
    (void)state;
    mpz_init(want);
    assert_int_equal(family.from, 16);
    for (int depth = 16; depth <= 40; depth++) {
        assert_ok(sequence_term(want, 2, depth - 1, &failure), failure);
        assert_schedule(&family, depth, want);
    }
    mpz_clear(want);
    stationary_family_clear(&family);
}

/* One step earlier the same formulas fail, which is why T is what it is. */
static void they_begin_where_they_can(void **state) {
    (void)state;
    for (int which = 0; which < TWO_FAMILIES; which++) {
        struct stationary_family family = family_of((enum two_family)which);
        struct schedule periodic;
        struct failure failure;
        assert_int_equal(stationary_family_schedule(&family, family.from - 1, &periodic, &failure),
                         STATUS_INPUT);
        family.from--;
        assert_int_equal(stationary_family_schedule(&family, family.from, &periodic, &failure),
                         STATUS_INTERNAL);
        stationary_family_clear(&family);
    }
}

/* Every change of one count by one processor's word, or of one head, is seen at some depth. */
static void changes_are_seen(void **state) {
    (void)state;
    for (int which = 0; which < TWO_FAMILIES; which++) {
        struct stationary_family family = family_of((enum two_family)which);
        for (size_t i = 0; i < family.count; i++) {
            struct word_pattern kept = family.patterns[i];
            int depth = family.from + 2 * family.period;
            depth += (kept.class + family.period - depth % family.period) % family.period;
            for (int change = 0; change < 2; change++) {
                struct schedule periodic;
                struct failure failure;
                if (change)
                    family.patterns[i].head++;
                else
                    family.patterns[i].count.constant += kept.count.divisor;
                assert_int_equal(stationary_family_schedule(&family, depth, &periodic, &failure),
                                 STATUS_INTERNAL);
                family.patterns[i] = kept;
            }
        }
        stationary_family_clear(&family);
    }
}

/* All lines but the one with the writer's version and the digest. */
static void assert_same_body(const char *path, const char *sample) {
    char ours[1024], theirs[1024];
    FILE *a = fopen(path, "r"), *b = fopen(sample, "r");
    assert_non_null(a);
    assert_non_null(b);
    while (fgets(ours, sizeof ours, a)) {
        assert_non_null(fgets(theirs, sizeof theirs, b));
        if (strncmp(ours, "writer ", 7) != 0 && strncmp(ours, "digest ", 7) != 0)
            assert_string_equal(ours, theirs);
    }
    assert_null(fgets(theirs, sizeof theirs, b));
    fclose(a);
    fclose(b);
}

static void certificates_are_the_samples(void **state) {
    static const char *const claims[TWO_FAMILIES] = {
        "L=2: for every t >= 11 a stationary schedule with delay L+t on N = (f(t+1)+t-1)/2, "
        "rounded down, processors exists",
        "L=2: for every t >= 16 a stationary schedule with delay L+t on N = f(t-1) processors "
        "exists"};
    (void)state;
    for (int which = 0; which < TWO_FAMILIES; which++) {
        struct stationary_family family = family_of((enum two_family)which);
        char path[TEST_PATH_ROOM], sample[1024];
        struct failure failure;
        test_path(path, two_family_name((enum two_family)which));
        assert_ok(
            evidence_write(evidence_of_stationary_family(&family), path, false, NULL, &failure),
            failure);
        assert_int_equal(
            evidence_write(evidence_of_stationary_family(&family), path, false, NULL, &failure),
            STATUS_INPUT);
        assert_verified(path, claims[which]);
        snprintf(sample, sizeof sample, "%s/stationary-family-l2-%s.cert", SAMPLES,
                 two_family_name((enum two_family)which));
        assert_same_body(path, sample);
        stationary_family_clear(&family);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_capacity_is_reached),      cmocka_unit_test(theorem_3_5_is_reached),
        cmocka_unit_test(they_begin_where_they_can),    cmocka_unit_test(changes_are_seen),
        cmocka_unit_test(certificates_are_the_samples),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
