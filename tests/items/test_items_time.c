/* The least time from both sides: what closes the interval, and why it stays open, which is said as
 * it is. */
#include "solver/question/items_scan.h"
#include "tests/solver/solver_test.h"

#include <string.h>

static const struct limits no_limits;

static struct items_entry ask(const struct items_question *question, enum items_method method,
                              const struct limits *limits, bool *has_proof) {
    struct items_plans *plans = items_plans_new();
    struct items_time time;
    struct failure failure;
    assert_non_null(plans);
    assert_ok(items_time_find(plans, question, method, ITEMS_ORDERED, limits, &time, &failure),
              failure);
    struct items_entry entry = items_entry_of(&time);
    *has_proof = time.has_proof;
    items_time_clear(&time);
    items_plans_free(plans);
    return entry;
}

/* Why each interval stays open: what the one who refused the question says. */
static void reasons_are_those_of_who_refused(void **state) {
    static const struct {
        struct items_question question;
        enum items_method method;
        const char *reason;
    } cases[] = {
        {{1000000, 1, 99, 100, true}, ITEMS_CONSTRUCTION, "more than P(1000000) processors"},
        {{3, 1, 33, 3, false}, ITEMS_BACKTRACK, "32 processors"},
        {{3, 1, 149, 20, false}, ITEMS_SAT, "literals"},
        {{10000, 1, 5, 3, false}, ITEMS_SAT, "latency 10000 is more than 9999"},
        {{1, 4, 8, 3, false}, ITEMS_CONSTRUCTION, "no construction ends at the bound"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool has_proof;
        struct items_entry entry = ask(&cases[i].question, cases[i].method, &no_limits, &has_proof);
        assert_true(entry.lower < entry.upper);
        assert_int_equal(entry.lower, entry.counted);
        assert_false(has_proof);
        if (!strstr(entry.reason, cases[i].reason))
            fail_msg("case %zu: %s", i, entry.reason);
    }
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_is_said(void **state) {
    static const struct items_question question = {3, 1, 40, 10, false};
    const struct limits stopped = {.stop = stop};
    bool has_proof;
    (void)state;
    struct items_entry entry = ask(&question, ITEMS_CONSTRUCTION, &stopped, &has_proof);
    assert_true(entry.lower < entry.upper);
    assert_string_equal(entry.reason, LIMITS_STOPPED);
}

/* A bound above that by counting has its proof, whoever searched, and then there is no reason. */
static void settled(void **state) {
    static const struct items_question gap = {1, 4, 8, 3, false}, none = {3, 1, 9, 8, false};
    static const enum items_method methods[] = {ITEMS_ANY, ITEMS_SAT, ITEMS_BACKTRACK};
    struct items_entry entry;
    bool has_proof;
    (void)state;
    for (int i = 0; i < 3; i++) {
        entry = ask(&gap, methods[i], &no_limits, &has_proof);
        assert_true(has_proof);
        assert_int_equal(entry.lower, entry.counted + 1);
        assert_int_equal(entry.upper, entry.lower);
        assert_string_equal(entry.reason, "");
    }
    entry = ask(&none, ITEMS_ANY, &no_limits, &has_proof);
    assert_false(has_proof);
    assert_int_equal(entry.upper, entry.counted);
    assert_string_equal(entry.reason, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_those_of_who_refused),
        cmocka_unit_test(stopped_is_said),
        cmocka_unit_test(settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
