/* SPDX-License-Identifier: MIT */
/* The table of constructions: who is chosen, what each promises, and what is too large for some. */
#include "solver/items/construction/simple_items.h"
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/question/constructions.h"
#include "tests/items/items_test.h"

static const struct limits no_limits;

/* f_t by its definition; all latencies up to 30 and sizes up to 200. */
static void full_trees(void **state) {
    (void)state;
    for (int latency = 1; latency <= 30; latency++) {
        int f[400], want[202];
        for (int n = 0; n <= 201; n++)
            want[n] = -1;
        for (int t = 399; t >= 0; t--)
            f[t] = 0;
        for (int t = 0; t < 400; t++) {
            f[t] = t < latency ? 1 : f[t - 1] + f[t - latency];
            if (f[t] > 201)
                break;
            if (want[f[t]] < 0)
                want[f[t]] = t;
        }
        for (int n = 1; n <= 200; n++)
            assert_int_equal(items_full_depth(latency, n), want[n]);
    }
    assert_int_equal(items_full_depth(1000, 3), 1001);
    assert_int_equal(items_full_depth(1000000, 2), 1000000);
    assert_int_equal(items_full_depth(3, 0), -1);
    assert_int_equal(items_full_depth(0, 3), -1);
}

/* Every message of the star, as the definition of the machine has it: in order, none twice, p at a
 * time. It is played as well. */
static void assert_star(int latency, int ports, int processors, int items) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(star(latency, ports, processors, items, &schedule, &failure), failure);
    struct message *heard = naive_messages_hear(&schedule.list);
    char *seen = calloc((size_t)processors * (size_t)items, 1);
    assert_non_null(seen);
    int last = 0;
    for (int i = 0; i < schedule.list.count; i++) {
        const struct message *m = &heard[i], *before = m - 1;
        bool same_step = i > 0 && m->time == before->time;
        assert_true(m->from == 0 && m->to >= 1 && m->to <= processors && m->item >= 1 &&
                    m->item <= items && m->wait == 0);
        assert_int_equal(seen[(m->to - 1) * items + m->item - 1]++, 0);
        assert_true(i == 0 || m->time == before->time || m->time == before->time + 1);
        assert_true(!same_step || m->to > before->to ||
                    (m->to == before->to && m->item > before->item));
        assert_true(i < ports || heard[i - ports].time < m->time);
        last = m->time + latency;
    }
    assert_int_equal(schedule.list.count, processors * items);
    assert_int_equal(schedule.list.finish, last);
    assert_int_equal(schedule.list.delay, last);
    assert_int_equal(last, latency + (processors * items + ports - 1) / ports - 1);
    assert_true(schedule.list.single == (processors == 1));
    assert_null(naive_messages_fault(&schedule.list));
    free(seen);
    free(heard);
    items_schedule_clear(&schedule);
}

static void stars(void **state) {
    (void)state;
    for (int latency = 1; latency <= 3; latency++)
        for (int ports = 1; ports <= 9; ports++)
            for (int processors = 1; processors <= 5; processors++)
                for (int items = 1; items <= 6; items++)
                    assert_star(latency, ports, processors, items);
    assert_star(3, 10000, 9, 5);
}

static void stars_are_verified(void **state) {
    static const int cases[][4] = {{50, 1, 9, 4}, {3, 10000, 9, 5}, {2, 3, 4, 4}, {7, 2, 1, 9}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct items_schedule schedule;
        struct failure failure;
        char path[TEST_PATH_ROOM];
        assert_ok(star(cases[i][0], cases[i][1], cases[i][2], cases[i][3], &schedule, &failure),
                  failure);
        assert_ok(evidence_write(evidence_of_messages(&schedule.list), test_path(path, "star.cert"),
                                 true, NULL, &failure),
                  failure);
        assert_verified(path, cases[i][1] == 1 ? "postal " : "ports ");
        items_schedule_clear(&schedule);
    }
}

static void stars_that_are_refused(void **state) {
    struct items_schedule schedule;
    (void)state;
    assert_int_equal(star(0, 1, 1, 1, &schedule, NULL), STATUS_INPUT);
    assert_int_equal(star(1, 0, 1, 1, &schedule, NULL), STATUS_INPUT);
    assert_int_equal(star(1, 1, 0, 1, &schedule, NULL), STATUS_INPUT);
    assert_int_equal(star(1, 1, 1, 0, &schedule, NULL), STATUS_INPUT);
    assert_int_equal(star(1, 1, 1000001, 1, &schedule, NULL), STATUS_LIMIT);
    assert_int_equal(star(1, 1, 3, 1000000000, &schedule, NULL), STATUS_LIMIT);
    assert_int_equal(star(1000000, 1, 1, 2147483647, &schedule, NULL), STATUS_LIMIT);
}

/* Who gives the best schedule, which ends at the bound. */
static const char *who_meets_the_bound(const struct items_question *question) {
    struct items_plans *plans = items_plans_new();
    const struct items_construction *construction;
    struct items_schedule schedule;
    struct failure failure;
    int bound;
    assert_non_null(plans);
    assert_ok(items_question_bound(question, &bound, &failure), failure);
    assert_ok(
        items_construct(plans, question, bound, &no_limits, &schedule, &construction, &failure),
        failure);
    assert_non_null(construction);
    assert_int_equal(schedule.list.finish, bound);
    items_schedule_clear(&schedule);
    items_plans_free(plans);
    return construction->name;
}

/* Where K N <= p L the star is the least time, and beyond it something else is better. */
static void long_latencies(void **state) {
    static const struct items_question questions[] = {{5000, 1, 99, 40, false, 0},
                                                      {100000, 1, 2, 4, false, 0},
                                                      {3, 10000, 9, 5, false, 0},
                                                      {1000000, 1, 99, 100, false, 0}};
    static const struct items_question later = {3, 1, 10, 8, false, 0};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        assert_string_equal(who_meets_the_bound(&questions[i]), "star");
    assert_string_not_equal(who_meets_the_bound(&later), "star");
}

/* Where single sending leaves nothing but a stream, which is refused, the reason is given. */
static void a_refusal_has_its_reason(void **state) {
    static const struct items_question question = {1000000, 1, 99, 100, true, 0};
    struct items_plans *plans = items_plans_new();
    const struct items_construction *by;
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_non_null(plans);
    assert_int_equal(items_construct(plans, &question, 0, &no_limits, &schedule, &by, &failure),
                     STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "P(1000000)"));
    items_plans_free(plans);
}

/* An endgame that is out of range is none, also when it is asked for again; one that is stopped is
 * looked for again. */
static bool stop(void *context) {
    (void)context;
    return true;
}

static void endgames_out_of_range(void **state) {
    const struct limits stopped = {.stop = stop};
    struct items_plans *plans = items_plans_new();
    const struct every_items *every = NULL;
    struct failure failure;
    mpz_t many, nine;
    (void)state;
    mpz_init_set_ui(many, 1000);
    mpz_init_set_ui(nine, 9);
    assert_non_null(plans);
    for (int i = 0; i < 2; i++) {
        assert_ok(items_plans_endgame(plans, 1000, many, &no_limits, &every, &failure), failure);
        assert_null(every);
    }
    assert_int_equal(items_plans_endgame(plans, 3, nine, &stopped, &every, &failure), STATUS_LIMIT);
    assert_ok(items_plans_endgame(plans, 3, nine, &no_limits, &every, &failure), failure);
    assert_non_null(every);
    mpz_clears(many, nine, NULL);
    items_plans_free(plans);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_trees),
        cmocka_unit_test(stars),
        cmocka_unit_test(stars_are_verified),
        cmocka_unit_test(stars_that_are_refused),
        cmocka_unit_test(long_latencies),
        cmocka_unit_test(a_refusal_has_its_reason),
        cmocka_unit_test(endgames_out_of_range),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
