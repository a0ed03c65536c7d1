/* SPDX-License-Identifier: MIT */
/* Streams found by changing counts of equal blocks: what a change is worth is compared with all
 * counts from the definition, and schedules with messages that are played, the tree bound, the
 * delays in whole steps, and steadycheck. */
#include <limits.h>

#include "solver/proof/bound/reach.h"
#include "solver/stream/logp/balance.h"
#include "solver/stream/logp/breakout_stream.h"
#include "solver/stream/logp/logp_messages.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

/* A change is about fewer messages of a value than the last. */
enum { TOP = 12, MOST_COUNT = 40, MOST_CHANGED = 9 };

static uint64_t random_state = 1994;

/* splitmix64 (Steele, Lea, Flood 2014) */
static int next_random(int below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)((z ^ z >> 31) % (uint64_t)below);
}

/* --- what a change is worth --- */

/* Messages and receptions by value, and what a change adds to them. */
struct naive {
    int slack, surplus, processors;
    int sent[TOP + 1], received[TOP + 1], more_sent[TOP + 1], more_received[TOP + 1];
};

static int at_least(const int *values, int z) {
    int sum = 0;
    for (int value = z; value <= TOP; value++)
        sum += values[value];
    return sum;
}

/* S(z+X) <= D(z) <= S(z), for the change made so often. */
static double naive_faults(const struct naive *naive, const double *weight, double extra,
                           int count) {
    double sum = extra * abs(naive->surplus + count * naive->processors);
    for (int z = 1; z <= TOP; z++) {
        int later = z + naive->slack;
        int S = at_least(naive->sent, z) + count * at_least(naive->more_sent, z);
        int D = at_least(naive->received, z) + count * at_least(naive->more_received, z);
        int late = at_least(naive->sent, later) + count * at_least(naive->more_sent, later);
        sum += weight[z] * (D > S ? D - S : D < late ? late - D : 0);
    }
    return sum;
}

static void fill(struct naive *naive, struct balance *balance, struct balance_change *change) {
    *naive = (struct naive){
        .slack = balance->slack, .surplus = next_random(9) - 4, .processors = next_random(3) - 1};
    for (int z = 0; z <= TOP; z++)
        naive->sent[z] = MOST_CHANGED * MOST_COUNT + next_random(30),
        naive->received[z] = MOST_CHANGED * MOST_COUNT + next_random(30);
    balance->surplus = naive->surplus;
    for (int z = 1; z <= TOP; z++) {
        balance->room[z] = at_least(naive->sent, z) - at_least(naive->received, z);
        if (balance_limited(balance))
            balance->most[z] = at_least(naive->sent, z) - at_least(naive->sent, z + naive->slack);
        balance->weight[z] = 1 + next_random(100) / 10.0;
    }
    balance_change_begin(change);
    change->processors = naive->processors;
    for (int message = next_random(4); message > 0; message--) {
        int sent = next_random(TOP + 1), received = next_random(TOP + 1);
        int many = next_random(5) - 2;
        naive->more_sent[sent] += many, naive->more_received[received] += many;
        balance_change_send(balance, change, sent, many);
        balance_change_receive(change, received, many);
    }
    for (int move = next_random(3); move > 0; move--) {
        int from = next_random(TOP + 1), to = next_random(TOP + 1);
        naive->more_received[from]--, naive->more_received[to]++;
        balance_change_receive(change, from, -1);
        balance_change_receive(change, to, 1);
    }
    balance_change_end(change);
}

static void assert_near(double a, double b) {
    assert_true(a > b - 1e-6 && a < b + 1e-6);
}

static void gains_are_the_best(void **state) {
    int helped = 0;
    (void)state;
    for (int trial = 0; trial < 3000; trial++) {
        struct balance balance;
        struct balance_change change;
        struct naive naive;
        struct failure failure;
        assert_ok(balance_init(&balance, TOP, next_random(TOP + 3), &failure), failure);
        assert_ok(balance_change_init(&change, &balance, &failure), failure);
        for (int round = 0; round < 3; round++) {
            fill(&naive, &balance, &change);
            double before = naive_faults(&naive, balance.weight, balance.extra_weight, 0), best = 0;
            for (int count = 1; count <= MOST_COUNT; count++) {
                double gain =
                    before - naive_faults(&naive, balance.weight, balance.extra_weight, count);
                best = gain > best ? gain : best;
            }
            int64_t count = 0;
            double gain = balance_gain(&balance, &change, MOST_COUNT, &count);
            assert_near(gain, best);
            assert_near(balance_weighed_faults(&balance), before);
            assert_near(balance_saved(&balance, &change),
                        before - naive_faults(&naive, balance.weight, balance.extra_weight, 1));
            static const double ones[TOP + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
            assert_int_equal(balance_faults(&balance), (int64_t)naive_faults(&naive, ones, 1, 0));
            if (gain > 0) {
                helped++;
                balance_make(&balance, &change, count);
                assert_int_equal(balance_faults(&balance),
                                 (int64_t)naive_faults(&naive, ones, 1, (int)count));
            }
        }
        balance_change_clear(&change);
        balance_clear(&balance);
    }
    assert_true(helped > 1000);
}

static void weights_grow_where_faults_are(void **state) {
    struct balance balance;
    struct failure failure;
    (void)state;
    assert_ok(balance_init(&balance, TOP, 1, &failure), failure);
    balance.room[3] = -4, balance.room[5] = 2;
    balance_weigh(&balance);
    assert_true(balance.weight[3] > balance.weight[5] && balance.weight[5] > balance.weight[4]);
    assert_true(balance.weight[4] == balance.extra_weight);
    balance_clear(&balance);
}

/* --- streams --- */

/* The postal schedule in whole steps, and what becomes of it. */
static void improve(const struct logp_machine *machine, enum logp_capacity capacity,
                    const char *number, int64_t *whole, struct logp_schedule *schedule) {
    struct failure failure;
    mpz_t n;
    mpz_init_set_str(n, number, 10);
    assert_ok(whole_steps_stream(schedule, machine, capacity, n, NULL, &failure), failure);
    *whole = logp_schedule_delay(schedule);
    assert_ok(breakout_improve(schedule, NULL, &failure), failure);
    assert_ok(logp_schedule_finish(schedule, n, &failure), failure);
    assert_int_equal(schedule->capacity, capacity);
    mpz_clear(n);
}

/* Later in whole steps: 164, 164, 202, 228, 1276 and so on. */
static void delays_are_known(void **state) {
    static const struct {
        struct logp_machine machine;
        const char *processors;
        int delay;
    } known[] = {{{6, 2, 4}, "1000000", 148},        {{5, 2, 4}, "1000000", 138},
                 {{9, 1, 5}, "1000000", 171},        {{15, 2, 4}, "1000000", 220},
                 {{60, 22, 40}, "10000", 1108},      {{25, 6, 10}, "1000000", 500},
                 {{6, 2, 4}, "10000000000000", 298}, {{9, 3, 4}, "100", 90}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct logp_schedule schedule;
        struct failure failure;
        char path[TEST_PATH_ROOM];
        int64_t whole;
        improve(&known[i].machine, CAPACITY_FULL, known[i].processors, &whole, &schedule);
        assert_int_equal(logp_schedule_delay(&schedule), known[i].delay);
        assert_true(whole >= known[i].delay);
        assert_ok(evidence_write(evidence_of_logp_schedule(&schedule), test_path(path, "s.cert"),
                                 true, NULL, &failure),
                  failure);
        assert_verified(path, "LogP L=");
        logp_schedule_clear(&schedule);
    }
}

static void assert_plays(const struct logp_schedule *schedule) {
    struct message_array array;
    struct message_list list;
    struct failure failure;
    assert_ok(logp_messages(&array, &list, schedule, 5, false, &failure), failure);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d capacity %s N=%d: %s", list.machine.latency, list.machine.overhead,
                 list.machine.gap, logp_capacity_names[list.machine.capacity], list.processors,
                 fault);
    assert_true(list.delay <= logp_schedule_delay(schedule));
    message_array_clear(&array);
}

static void streams_play(void **state) {
    int better = 0;
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        const struct logp_machine machine = {
            1 + next_random(24), next_random(3) ? next_random(5) : 0, 1 + next_random(12)};
        struct logp_schedule schedule;
        struct reach_bound bound;
        struct failure failure;
        char number[16];
        int64_t whole;
        mpz_t n;
        snprintf(number, sizeof number, "%d", 1 + next_random(trial % 10 ? 40 : 200));
        improve(&machine, (enum logp_capacity)(trial % 3), number, &whole, &schedule);
        mpz_init_set_str(n, number, 10);
        assert_ok(reach_lower(&machine, n, &bound, &failure), failure);
        assert_true(logp_schedule_delay(&schedule) >= bound.delay);
        assert_true(logp_schedule_delay(&schedule) <= whole);
        better += logp_schedule_delay(&schedule) < whole;
        assert_plays(&schedule);
        logp_schedule_clear(&schedule);
        mpz_clear(n);
    }
    assert_true(better > 100);
}

/* --- limits --- */

static bool stop(void *context) {
    (void)context;
    return true;
}

static void what_is_too_large_stays(void **state) {
    static const struct logp_machine small = {6, 2, 4}, wide = {1000, 0, 999};
    const struct limits stopped = {.threads = 1, .stop = stop};
    struct logp_schedule schedule;
    struct failure failure;
    int64_t whole;
    (void)state;
    improve(&small, CAPACITY_FULL, "100000000000001", &whole, &schedule);
    assert_int_equal(logp_schedule_delay(&schedule), whole);
    logp_schedule_clear(&schedule);
    improve(&wide, CAPACITY_FULL, "100", &whole, &schedule);
    assert_int_equal(logp_schedule_delay(&schedule), whole);
    logp_schedule_clear(&schedule);
    mpz_t n;
    mpz_init_set_ui(n, 1000000);
    assert_ok(whole_steps_stream(&schedule, &small, CAPACITY_FULL, n, NULL, &failure), failure);
    assert_ok(breakout_improve(&schedule, &stopped, &failure), failure);
    assert_int_equal(logp_schedule_delay(&schedule), 164);
    logp_schedule_clear(&schedule);
    mpz_clear(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gains_are_the_best),      cmocka_unit_test(weights_grow_where_faults_are),
        cmocka_unit_test(delays_are_known),        cmocka_unit_test(streams_play),
        cmocka_unit_test(what_is_too_large_stays),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
