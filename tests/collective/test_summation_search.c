/* SPDX-License-Identifier: MIT */
/* The most operands: all schedules of small machines against the formula, and against schedules
 * that are built and played. */
#include "tests/collective/summation_search.h"
#include "tests/collective/summation_test.h"

static bool possible(const struct logp_machine *machine, int processors, int time, long operands) {
    struct failure failure;
    bool found;
    assert_ok(summation_search(machine, processors, time, (int)operands, &found, NULL, &failure),
              failure);
    return found;
}

static void assert_all_agree(const struct logp_machine *machine, int processors, int time) {
    for (int t = 0; t <= time; t++) {
        struct summation summation = summation_best(machine, processors, t);
        long built = (long)summation.operands,
             formula = summation_by_formula(machine, processors, t);
        summation_clear(&summation);
        bool least = possible(machine, processors, t, built),
             more = possible(machine, processors, t, formula + 1);
        if (built != formula || !least || more)
            fail_msg("L=%d o=%d g=%d P=%d t=%d: %ld by formula, %ld built, searches say %d %d",
                     machine->latency, machine->overhead, machine->gap, processors, t, formula,
                     built, least, more);
    }
}

static void the_formula_is_the_best_of_all_schedules(void **state) {
    (void)state;
    for (int L = 1; L <= 3; L++)
        for (int o = 0; o <= 2; o++)
            for (int g = 1; g <= 4; g++) {
                const struct logp_machine machine = {L, o, g};
                for (int processors = 1; processors <= (L == 1 ? 4 : 3); processors++)
                    assert_all_agree(&machine, processors, 8 + 5 * o + L + g);
            }
}

/* Of known small answers, so that searches that always say the same are seen. */
static void answers_of_two_processors(void **state) {
    const struct logp_machine machine = {1, 1, 1};
    (void)state;
    assert_true(possible(&machine, 2, 5, 6)); /* alone */
    assert_false(possible(&machine, 2, 5, 7));
    assert_true(possible(&machine, 2, 6, 8)); /* 4 and 4: sent at 2, received at 4, added at 5 */
    assert_false(possible(&machine, 2, 6, 9));
    assert_true(possible(&machine, 2, 0, 1));
    assert_false(possible(&machine, 2, 0, 2));
}

static void other_questions_are_refused(void **state) {
    static const struct logp_machine machine = {1, 1, 1}, wrong = {0, 0, 1}, large = {9, 0, 1};
    struct failure failure;
    bool found = true;
    (void)state;
    assert_int_equal(summation_search(&wrong, 2, 3, 3, &found, NULL, &failure), STATUS_INPUT);
    assert_int_equal(summation_search(&large, 2, 3, 3, &found, NULL, &failure), STATUS_INPUT);
    assert_int_equal(summation_search(&machine, 6, 3, 3, &found, NULL, &failure), STATUS_INPUT);
    assert_int_equal(summation_search(&machine, 2, 31, 3, &found, NULL, &failure), STATUS_INPUT);
    assert_true(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_two_processors),
        cmocka_unit_test(other_questions_are_refused),
        cmocka_unit_test(the_formula_is_the_best_of_all_schedules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
