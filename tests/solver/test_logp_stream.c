/* SPDX-License-Identifier: MIT */
/* Streams whose processors receive at different offsets: random machines, every stream played
 * message by message from the definition under its capacity, Theorem M's distance from the tree
 * bound kept, certificates verified and read again, and anything changed found. */
#include <limits.h>

#include "solver/proof/bound/reach.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_schedule.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

static uint64_t random_state = 1993;

/* splitmix64 (Steele, Lea, Flood 2014) */
static int next_random(int below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (uint64_t)below);
}

static struct logp_machine random_machine(void) {
    return (struct logp_machine){1 + next_random(24), next_random(3) ? next_random(5) : 0,
                                 1 + next_random(12)};
}

static int divisor(int a, int b) {
    return b == 0 ? a : divisor(b, a % b);
}

static void assert_plays(const struct logp_schedule *schedule, int items, bool at_once) {
    struct message_array array;
    struct message_list list;
    struct failure failure;
    assert_ok(logp_messages(&array, &list, schedule, items, at_once, &failure), failure);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d capacity %s N=%d: %s", list.machine.latency, list.machine.overhead,
                 list.machine.gap, logp_capacity_names[list.machine.capacity], list.processors,
                 fault);
    assert_int_equal(list.count, (long)list.processors * items);
    assert_true(list.single);
    int64_t last = at_once ? (int64_t)(items - 1) * logp_machine_step(&schedule->machine) : 0;
    assert_true(list.delay <= logp_schedule_delay(schedule) + last);
    message_array_clear(&array);
}

/* g >= 2o: l + S(N) + 2g - d, and never less than the tree bound. */
static void assert_within_theorem(const struct logp_schedule *schedule, mpz_srcptr n) {
    const struct logp_machine *machine = &schedule->machine;
    struct reach_bound bound;
    struct failure failure;
    assert_ok(reach_lower(machine, n, &bound, &failure), failure);
    assert_true(logp_schedule_delay(schedule) >= bound.delay);
    int step = (int)logp_machine_step(machine);
    int unit = divisor((int)logp_machine_transfer(machine), step);
    if (machine->gap >= 2 * machine->overhead && mpz_cmp_ui(n, 1) > 0)
        assert_true(logp_schedule_delay(schedule) <= bound.delay + 2 * step - unit);
}

static void streams_play(void **state) {
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        const struct logp_machine machine = random_machine();
        struct logp_schedule schedule;
        struct failure failure;
        mpz_t n;
        mpz_init_set_ui(n, (unsigned long)(1 + next_random(trial % 10 ? 16 : 70)));
        assert_ok(waiting_stream(&schedule, &machine, n, NULL, &failure), failure);
        assert_int_equal(schedule.capacity, CAPACITY_NONE);
        assert_within_theorem(&schedule, n);
        assert_plays(&schedule, 7, trial % 2);
        logp_schedule_clear(&schedule);
        for (int capacity = 0, last = INT_MAX; capacity < 3 && trial % 30 == 0; capacity++) {
            assert_ok(
                logp_stream(&schedule, &machine, (enum logp_capacity)capacity, n, NULL, &failure),
                failure);
            assert_true(schedule.depth <= last);
            last = schedule.depth;
            assert_plays(&schedule, 5, trial % 2);
            logp_schedule_clear(&schedule);
        }
        mpz_clear(n);
    }
}

/* Without a limit never later than in whole steps, and as the theory says for these. */
static void delays_are_known(void **state) {
    static const struct {
        struct logp_machine machine;
        const char *processors;
        int delay;
    } known[] = {
        {{6, 2, 4}, "7", 34},         {{6, 2, 4}, "100", 60},   {{6, 2, 4}, "1000000", 148},
        {{5, 2, 4}, "100", 57},       {{9, 1, 5}, "100", 70},   {{20, 0, 7}, "1000000", 279},
        {{15, 2, 4}, "1000000", 220}, {{15, 2, 4}, "7", 57},    {{15, 2, 4}, "100", 93},
        {{8, 2, 4}, "1000000", 164},  {{86, 17, 142}, "7", 546}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct logp_schedule schedule, whole;
        struct failure failure;
        mpz_t n;
        mpz_init_set_str(n, known[i].processors, 10);
        assert_ok(logp_stream(&schedule, &known[i].machine, CAPACITY_NONE, n, NULL, &failure),
                  failure);
        assert_int_equal(logp_schedule_delay(&schedule), known[i].delay);
        assert_ok(whole_steps_stream(&whole, &known[i].machine, CAPACITY_FULL, n, NULL, &failure),
                  failure);
        assert_true(schedule.depth <= whole.depth);
        logp_schedule_clear(&schedule);
        logp_schedule_clear(&whole);
        mpz_clear(n);
    }
}

/* When time is up from the beginning, Theorem M's stream is there all the same. */
static bool stop(void *context) {
    (void)context;
    return true;
}

static void stopped_streams_are_raised(void **state) {
    const struct limits limits = {.threads = 1, .stop = stop};
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        const struct logp_machine machine = random_machine();
        struct logp_schedule schedule;
        struct failure failure;
        mpz_t n;
        mpz_init_set_ui(n, (unsigned long)(2 + next_random(60)));
        assert_ok(waiting_stream(&schedule, &machine, n, &limits, &failure), failure);
        assert_within_theorem(&schedule, n);
        assert_plays(&schedule, 3, false);
        logp_schedule_clear(&schedule);
        mpz_clear(n);
    }
}

static void large_machines_have_limits(void **state) {
    static const struct logp_machine large = {1, 0, INT_MAX}, wrong = {0, 0, 1};
    struct logp_schedule schedule;
    mpz_t n;
    (void)state;
    mpz_init_set_ui(n, 5);
    assert_int_equal(waiting_stream(&schedule, &large, n, NULL, NULL), STATUS_LIMIT);
    assert_int_equal(logp_stream(&schedule, &large, CAPACITY_NONE, n, NULL, NULL), STATUS_LIMIT);
    assert_int_equal(logp_stream(&schedule, &wrong, CAPACITY_NONE, n, NULL, NULL), STATUS_INPUT);
    const struct logp_machine slow = {1000, 0, 999};
    assert_int_equal(waiting_stream(&schedule, &slow, n, NULL, NULL), STATUS_OK);
    struct message_array array;
    struct message_list list;
    assert_int_equal(logp_messages(&array, &list, &schedule, INT_MAX, false, NULL), STATUS_LIMIT);
    logp_schedule_clear(&schedule);
    mpz_clear(n);
}

/* --- certificates --- */

static void read_again(const char *path, struct logp_schedule *schedule) {
    struct certificate_input input;
    struct failure failure;
    assert_ok(certificate_load(&input, path, &failure), failure);
    assert_ok(logp_schedule_read(schedule, &input, &failure), failure);
    certificate_unload(&input);
}

static void certificates_are_verified(void **state) {
    static const char *const numbers[] = {"1", "2", "7", "2500", "1000000000000000000000000"};
    (void)state;
    for (int trial = 0; trial < 24; trial++) {
        const struct logp_machine machine = random_machine();
        enum logp_capacity capacity = (enum logp_capacity)(trial % 3);
        struct logp_schedule schedule, again;
        struct failure failure;
        char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
        mpz_t n;
        mpz_init_set_str(n, numbers[next_random(5)], 10);
        assert_ok(logp_stream(&schedule, &machine, capacity, n, NULL, &failure), failure);
        assert_ok(evidence_write(evidence_of_logp_schedule(&schedule), test_path(path, "s.cert"),
                                 true, NULL, &failure),
                  failure);
        gmp_snprintf(claim, sizeof claim,
                     "LogP L=%d o=%d g=%d capacity %s: a stream with an item in %d cycles and "
                     "delay %d to N=%Zd processors exists",
                     machine.latency, machine.overhead, machine.gap, logp_capacity_names[capacity],
                     (int)logp_machine_step(&machine), (int)logp_schedule_delay(&schedule), n);
        assert_verified(path, claim);
        read_again(path, &again);
        assert_int_equal(again.count, schedule.count);
        assert_int_equal(again.depth, schedule.depth);
        assert_ok(logp_schedule_finish(&again, n, &failure), failure);
        logp_schedule_clear(&schedule);
        logp_schedule_clear(&again);
        mpz_clear(n);
    }
}

/* --- what is wrong is found --- */

static void assert_wrong(const struct logp_schedule *schedule) {
    assert_int_equal(logp_schedule_check(schedule, NULL), STATUS_INTERNAL);
}

static void changes_are_found(void **state) {
    const struct logp_machine machine = {6, 2, 4};
    struct logp_schedule schedule;
    struct failure failure;
    mpz_t n;
    (void)state;
    mpz_init_set_ui(n, 7);
    assert_ok(waiting_stream(&schedule, &machine, n, NULL, &failure), failure);
    assert_int_equal(schedule.count, 2);
    struct logp_part *part = &schedule.parts[1];
    part->offset = 4;
    assert_wrong(&schedule);
    part->offset = 3; /* messages that would have to come earlier */
    assert_wrong(&schedule);
    part->offset = 2;
    part->late = 1; /* g = 2o leaves no room */
    assert_wrong(&schedule);
    part->late = 0;
    part->wait = 1;
    assert_wrong(&schedule);
    part->wait = 0;
    schedule.depth -= 2;
    assert_wrong(&schedule);
    schedule.depth += 2;
    mpz_add_ui(part->steps.blocks[0].count, part->steps.blocks[0].count, 1);
    assert_wrong(&schedule);
    mpz_sub_ui(part->steps.blocks[0].count, part->steps.blocks[0].count, 1);
    schedule.parts[0].steps.receive_only = 6;
    assert_wrong(&schedule);
    schedule.parts[0].steps.receive_only = 0;
    assert_ok(logp_schedule_check(&schedule, &failure), failure);
    schedule.capacity = CAPACITY_FULL; /* waits above X = 2 */
    assert_wrong(&schedule);
    logp_schedule_clear(&schedule);
    mpz_clear(n);
}

/* Section 7 of the theory: a stream that needs more than the capacity allows. */
static void capacity_is_seen(void **state) {
    int broken = 0;
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        const struct logp_machine machine = random_machine();
        struct logp_schedule schedule;
        struct failure failure;
        mpz_t n;
        mpz_init_set_ui(n, (unsigned long)(2 + next_random(20)));
        assert_ok(waiting_stream(&schedule, &machine, n, NULL, &failure), failure);
        schedule.capacity = CAPACITY_FULL;
        if (logp_schedule_check(&schedule, NULL) == STATUS_OK)
            assert_plays(&schedule, 12, false);
        else
            broken++;
        logp_schedule_clear(&schedule);
        mpz_clear(n);
    }
    assert_true(broken > 20 && broken < 180);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_play),
        cmocka_unit_test(delays_are_known),
        cmocka_unit_test(stopped_streams_are_raised),
        cmocka_unit_test(large_machines_have_limits),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(capacity_is_seen),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
