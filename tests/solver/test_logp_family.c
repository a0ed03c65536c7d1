/* SPDX-License-Identifier: MIT */
/* Families of LogP streams: the least windows of some machines, every instance for A(s) processors
 * and of blocks from the window on, the small ones played message by message, certificates verified
 * for the claim, and searches that are stopped at any time. */
#include <limits.h>

#include "solver/stream/logp/logp_family.h"
#include "solver/stream/logp/logp_messages.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

static const struct known {
    struct logp_machine machine;
    int from, window, unit;
    const char *last; /* A(U+l-d) */
} known[] = {{{7, 0, 2}, 0, 25, 1, "120"},  {{5, 1, 2}, 0, 25, 1, "120"},
             {{9, 0, 2}, 12, 20, 1, "33"},  {{8, 2, 4}, 0, 16, 4, "6"},
             {{14, 2, 4}, 24, 40, 2, "33"}, {{11, 0, 3}, 86, 89, 1, "37599"}};

enum { KNOWN = sizeof known / sizeof *known };

/* A(s) by its definition. */
static void count(const struct logp_machine *machine, int s, mpz_t number) {
    int step = (int)logp_machine_step(machine), transfer = (int)logp_machine_transfer(machine);
    mpz_t other;
    if (s < transfer) {
        mpz_set_ui(number, 1);
        return;
    }
    mpz_init(other);
    count(machine, s - step, number);
    count(machine, s - transfer, other);
    mpz_add(number, number, other);
    mpz_clear(other);
}

static void assert_plays(const struct logp_schedule *schedule) {
    struct message_array array;
    struct message_list list;
    struct failure failure;
    assert_ok(logp_messages(&array, &list, schedule, 6, false, &failure), failure);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d s=%d: %s", list.machine.latency, list.machine.overhead,
                 list.machine.gap, schedule->depth, fault);
    assert_int_equal(list.count, (long)list.processors * 6);
    assert_true(list.delay <= logp_schedule_delay(schedule));
    message_array_clear(&array);
}

static void assert_instance(const struct logp_schedule *instance, bool blocks) {
    mpz_t wanted, served;
    struct failure failure;
    mpz_inits(wanted, served, NULL);
    count(&instance->machine, instance->depth, wanted);
    logp_schedule_processors(instance, served);
    assert_int_equal(mpz_cmp(wanted, served), 0);
    assert_int_equal(instance->capacity, CAPACITY_NONE);
    assert_int_equal(instance->period, 1);
    assert_ok(logp_schedule_check(instance, &failure), failure);
    for (size_t i = 0; blocks && i < instance->count; i++)
        assert_int_equal(instance->parts[i].steps.word_count, 0);
    if (mpz_cmp_ui(wanted, 64) < 0)
        assert_plays(instance);
    mpz_clears(wanted, served, NULL);
}

static void assert_family(const struct logp_family *family, int unit) {
    int depth = family->from;
    for (size_t i = 0; i < family->count; i++, depth += unit) {
        assert_int_equal(family->instances[i].depth, depth);
        assert_instance(&family->instances[i], depth >= family->window);
    }
    assert_int_equal(depth, family->window + logp_machine_transfer(&family->machine));
}

static void assert_certificate(const struct logp_family *family) {
    const struct logp_machine *machine = &family->machine;
    int step = (int)logp_machine_step(machine), transfer = (int)logp_machine_transfer(machine);
    struct failure failure;
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    assert_ok(evidence_write(evidence_of_logp_family(family), test_path(path, "family.cert"), true,
                             NULL, &failure),
              failure);
    snprintf(claim, sizeof claim,
             "LogP L=%d o=%d g=%d capacity none: for every s >= %d a stream with an item in %d "
             "cycles and delay %d+s to A(s) = A(s-%d) + A(s-%d) processors exists",
             machine->latency, machine->overhead, machine->gap, family->from, step, transfer, step,
             transfer);
    assert_verified(path, claim);
}

static void families_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        struct logp_family family;
        struct failure failure;
        bool found;
        mpz_t last;
        mpz_init(last);
        assert_ok(logp_family_find(&family, &known[i].machine, NULL, &found, &failure), failure);
        assert_true(found);
        assert_int_equal(family.from, known[i].from);
        assert_int_equal(family.window, known[i].window);
        assert_family(&family, known[i].unit);
        logp_schedule_processors(&family.instances[family.count - 1], last);
        char *text = mpz_get_str(NULL, 10, last);
        assert_string_equal(text, known[i].last);
        free(text);
        assert_certificate(&family);
        logp_family_clear(&family);
        mpz_clear(last);
    }
}

/* What is found for l < 2G, where there is none, is nothing; and so it is for l = 2G. */
static void others_are_not_found(void **state) {
    static const struct logp_machine machines[] = {{1, 0, 1}, {3, 0, 2}, {5, 0, 4},
                                                   {1, 2, 1}, {2, 0, 1}, {6, 0, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct logp_family family;
        struct failure failure;
        bool found = true;
        assert_ok(logp_family_find(&family, &machines[i], NULL, &found, &failure), failure);
        assert_false(found);
    }
}

static void machines_have_limits(void **state) {
    static const struct logp_machine wrong = {0, 0, 1}, slow = {1 << 30, 0, 1},
                                     seldom = {1, 0, INT_MAX};
    struct logp_family family;
    bool found = true;
    (void)state;
    assert_int_equal(logp_family_find(&family, &wrong, NULL, &found, NULL), STATUS_INPUT);
    assert_false(found);
    assert_int_equal(logp_family_find(&family, &slow, NULL, &found, NULL), STATUS_LIMIT);
    assert_false(found);
    assert_int_equal(logp_family_find(&family, &seldom, NULL, &found, NULL), STATUS_OK);
    assert_false(found);
}

/* True from some question on. */
static bool stop_after(void *context) {
    long *questions = context;
    return (*questions)-- <= 0;
}

/* What comes of a search does not depend on time: the whole family, or nothing. */
static void searches_are_stopped(void **state) {
    int stopped = 0;
    (void)state;
    for (long asked = 0;; asked++) {
        long questions = asked;
        const struct limits limits = {.threads = 1, .stop = stop_after, .context = &questions};
        struct logp_family family;
        struct failure failure;
        bool found;
        enum status status =
            logp_family_find(&family, &known[0].machine, &limits, &found, &failure);
        if (status) {
            assert_int_equal(status, STATUS_LIMIT);
            stopped++;
            continue;
        }
        assert_true(found);
        assert_int_equal(family.window, known[0].window);
        assert_int_equal(family.from, 0);
        assert_family(&family, 1);
        logp_family_clear(&family);
        break;
    }
    assert_true(stopped > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_found),
        cmocka_unit_test(others_are_not_found),
        cmocka_unit_test(machines_have_limits),
        cmocka_unit_test(searches_are_stopped),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
