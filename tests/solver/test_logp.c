/* SPDX-License-Identifier: MIT */
/* Streams on LogP machines: steps, waits and capacity from the definition, real schedules played
 * through message by message and verified by steadycheck, and the lower bound against the best of
 * all ways to send one item. Prints how far both are apart. */
#include <limits.h>

#include "solver/model/certificates.h"
#include "solver/model/messages.h"
#include "solver/proof/bound/reach.h"
#include "solver/stream/construction/best_schedule.h"
#include "solver/stream/logp/logp_stream.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

/* --- the machine --- */

/* How a postal schedule with latency steps->latency runs on the machine. */
static struct message_run logp_message_run(const struct logp_machine *machine,
                                           const struct logp_steps *steps) {
    struct message_machine cycles = {
        MESSAGE_LOGP, machine->latency, machine->overhead, machine->gap, 1, CAPACITY_FULL};
    return (struct message_run){cycles, steps->length, steps->wait};
}

/* Cycles after the sending when the reception begins, found by trying. */
static int first_reception(const struct logp_machine *machine, int step) {
    int cycle = machine->overhead + machine->latency;
    while (cycle % step < machine->overhead || cycle % step > step - machine->overhead)
        cycle++;
    return cycle;
}

/* Messages that one processor, sending in every step, has under way when one more enters. */
static int most_under_way(const struct logp_machine *machine, int step, int reception) {
    int most = 0;
    for (int sent = 0; sent > -reception; sent -= step)
        most += sent + reception > machine->overhead;
    return most;
}

static void assert_steps(const struct logp_machine *machine) {
    struct logp_steps steps;
    struct failure failure;
    int o = machine->overhead, L = machine->latency, g = machine->gap;
    assert_ok(logp_reduce(machine, &steps, &failure), failure);
    assert_int_equal(steps.length, g > 2 * o ? g : 2 * o);
    int reception = first_reception(machine, steps.length);
    assert_int_equal(steps.wait, reception - o - L);
    assert_true(steps.wait < 2 * o || steps.wait == 0);
    int ready = 0; /* the first step in which the item can be sent on */
    while (ready * steps.length < reception + o)
        ready++;
    assert_int_equal(steps.latency, ready);
    assert_int_equal(steps.latency, (L + 2 * o + steps.length - 1) / steps.length);
    assert_true(most_under_way(machine, steps.length, reception) <= (L + g - 1) / g);
    assert_int_equal(logp_delay(machine, &steps, 7), 7 * steps.length + reception + o);
    struct message_run timing = logp_message_run(machine, &steps);
    assert_int_equal(
        message_machine_flight(&timing.machine, &(struct message){.wait = timing.wait}),
        reception + o);
}

static void steps_are_those_of_the_definition(void **state) {
    (void)state;
    for (int L = 1; L <= 30; L++)
        for (int o = 0; o <= 9; o++)
            for (int g = 1; g <= 24; g++)
                assert_steps(&(struct logp_machine){L, o, g});
}

static void other_machines_are_refused(void **state) {
    static const struct logp_machine wrong[] = {{0, 0, 1}, {1, -1, 1}, {1, 0, 0}};
    static const struct logp_machine large[] = {{1, INT_MAX, 1}, {INT_MAX, 1, 1}};
    struct logp_steps steps = {7, 7, 7};
    struct reach_bound bound = {.delay = 7};
    struct failure failure;
    mpz_t n;
    (void)state;
    mpz_init_set_ui(n, 5);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(logp_reduce(&wrong[i], &steps, &failure), STATUS_INPUT);
        assert_int_equal(reach_lower(&wrong[i], n, &bound, &failure), STATUS_INPUT);
        assert_int_equal(reach_processors(&wrong[i], 3, n, &failure), STATUS_INPUT);
    }
    assert_int_equal(logp_reduce(&large[0], &steps, &failure), STATUS_LIMIT);
    assert_int_equal(reach_lower(&large[1], n, &bound, &failure), STATUS_LIMIT);
    assert_int_equal(reach_processors(&(struct logp_machine){1, 0, 1}, REACH_MAX_UNITS, n, NULL),
                     STATUS_LIMIT);
    assert_int_equal(mpz_get_ui(n), 5);
    mpz_set_ui(n, 0);
    assert_int_equal(reach_lower(&(struct logp_machine){1, 0, 1}, n, &bound, &failure),
                     STATUS_INPUT);
    assert_int_equal(steps.length, 7);
    assert_int_equal(bound.delay, 7);
    mpz_clear(n);
}

/* --- real schedules --- */

static void build(struct schedule *periodic, int latency, long n) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(best_schedule(periodic, latency, processors, NULL, &failure), failure);
    mpz_clear(processors);
}

/* The stream of so many items, played through; its delay is as promised. */
static void play(const struct logp_machine *machine, const struct logp_steps *steps,
                 const struct schedule *periodic, int n, int items) {
    struct message_run timing = logp_message_run(machine, steps);
    struct messages messages;
    struct failure failure;
    assert_ok(messages_of_schedule(&messages, periodic, &timing, items, false, &failure), failure);
    struct message_list list = messages_list(&messages);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d, N=%d: %s", machine->latency, machine->overhead, machine->gap, n,
                 fault);
    int64_t promised = logp_delay(machine, steps, periodic->depth);
    assert_true(list.single);
    assert_int_equal(list.machine.gap, machine->gap);
    assert_int_equal(list.machine.overhead, machine->overhead);
    if (periodic->period == 1)
        assert_int_equal(list.delay, promised);
    assert_true(list.delay <= promised);
    messages_clear(&messages);
}

static void schedules_are_played(void **state) {
    (void)state;
    for (int L = 1; L <= 14; L++)
        for (int o = 0; o <= 4; o++)
            for (int g = 1; g <= 11; g++) {
                struct logp_machine machine = {L, o, g};
                struct logp_steps steps;
                struct failure failure;
                struct schedule periodic;
                int n = 1 + (7 * L + 5 * o + 3 * g) % 13;
                assert_ok(logp_reduce(&machine, &steps, &failure), failure);
                build(&periodic, steps.latency, n);
                play(&machine, &steps, &periodic, n, 7);
                schedule_clear(&periodic);
            }
}

/* --- the lower bound --- */

/* Who has the item, by the time from which each may send; the first may do so `sends` times. */
struct crowd {
    int apart, transfer, time;
    int sends;
    int count;
    int free[16];
};

/* The most that have it at `time`, over all ways to send from `now` on: at every time any number of
 * those who may send now do so, the source among them or not. */
static int most_by(const struct crowd *crowd, int now);

static int most_sending(struct crowd sent, const struct crowd *before, int now) {
    int best = most_by(&sent, now + 1);
    for (int i = 1; i < before->count && sent.count < 16; i++) {
        if (before->free[i] > now)
            continue;
        sent.free[i] = now + sent.apart;
        sent.free[sent.count++] = now + sent.transfer;
        int found = most_by(&sent, now + 1);
        best = found > best ? found : best;
    }
    return best;
}

static int most_by(const struct crowd *crowd, int now) {
    if (now + crowd->transfer > crowd->time)
        return crowd->count;
    int best = most_sending(*crowd, crowd, now);
    if (crowd->sends == 0 || crowd->free[0] > now)
        return best;
    struct crowd sent = *crowd;
    sent.sends--;
    sent.free[0] = now + sent.apart;
    sent.free[sent.count++] = now + sent.transfer;
    int found = most_sending(sent, crowd, now);
    return found > best ? found : best;
}

/* The least time in which an item gets to n processors if the source sends it `sends` times. */
static int least_time(const struct logp_machine *machine, int sends, int n) {
    int apart = machine->gap > machine->overhead ? machine->gap : machine->overhead;
    struct crowd crowd = {.apart = apart, .transfer = machine->latency + 2 * machine->overhead};
    crowd.count = 1;
    crowd.sends = sends;
    while (most_by(&crowd, 0) < 1 + n)
        crowd.time++;
    return crowd.time;
}

static void assert_lower(const struct logp_machine *machine, int n) {
    struct reach_bound bound;
    struct failure failure;
    mpz_t processors, sum;
    mpz_init_set_si(processors, n);
    mpz_init(sum);
    assert_ok(reach_lower(machine, processors, &bound, &failure), failure);
    int sends = machine->gap <= machine->overhead ? 2 : 1;
    assert_int_equal(bound.delay, least_time(machine, sends, n));
    for (int i = 0; i < bound.count; i++) {
        mpz_t some;
        mpz_init(some);
        assert_ok(reach_processors(machine, bound.times[i], some, &failure), failure);
        mpz_add(sum, sum, some);
        mpz_clear(some);
    }
    assert_true(mpz_cmp(sum, processors) < 0);
    assert_int_equal(bound.count > 0, n > 1);
    mpz_clears(processors, sum, NULL);
}

static void lower_bound_is_the_best_for_one_item(void **state) {
    (void)state;
    for (int L = 1; L <= 4; L++)
        for (int o = 0; o <= 3; o++)
            for (int g = 1; g <= 7; g++)
                for (int n = 1; n <= 4; n++)
                    assert_lower(&(struct logp_machine){L, o, g}, n);
}

/* A(s) by its two terms, without memory. */
static long reach_by_definition(long h, long l, long s) {
    return s < l ? 1 : reach_by_definition(h, l, s - h) + reach_by_definition(h, l, s - l);
}

static void reach_is_that_of_the_definition(void **state) {
    struct failure failure;
    mpz_t found;
    (void)state;
    mpz_init(found);
    for (int L = 1; L <= 9; L++)
        for (int o = 0; o <= 3; o++)
            for (int g = 1; g <= 25; g += 3)
                for (int s = 0; s <= 30; s++) {
                    struct logp_machine machine = {L, o, g};
                    assert_ok(reach_processors(&machine, s, found, &failure), failure);
                    if (L + 2 * o < 3 && s > 16)
                        continue;
                    assert_int_equal(mpz_get_si(found),
                                     reach_by_definition(g > o ? g : o, L + 2 * o, s));
                }
    mpz_clear(found);
}

/* --- both bounds together: section 11 of results/THEOREMS.md --- */

struct both {
    struct logp_steps steps;
    int depth; /* B(N) */
    bool full; /* N = f_depth */
    int64_t upper, lower;
};

static struct both both_of(const struct logp_machine *machine, long n) {
    struct both both;
    struct reach_bound bound;
    struct failure failure;
    mpz_t processors;
    long f[400];
    int depth = 0;
    assert_ok(logp_reduce(machine, &both.steps, &failure), failure);
    assert_int_not_equal(both.steps.latency, 2);
    for (;; depth++) {
        f[depth] = depth < both.steps.latency ? 1 : f[depth - 1] + f[depth - both.steps.latency];
        if (f[depth] >= n)
            break;
    }
    mpz_init_set_si(processors, n);
    assert_ok(reach_lower(machine, processors, &bound, &failure), failure);
    mpz_clear(processors);
    both.upper = logp_delay(machine, &both.steps, depth);
    both.lower = bound.delay;
    both.depth = depth;
    both.full = f[depth] == n;
    return both;
}

static void assert_both(const struct logp_machine *machine, long n) {
    struct both both = both_of(machine, n);
    int64_t G = both.steps.length, l = machine->latency + 2 * machine->overhead;
    int64_t h = machine->gap > machine->overhead ? machine->gap : machine->overhead;
    assert_true(both.lower <= both.upper);
    bool meet = n == 1 ? both.steps.wait == 0 : l % G == 0 && machine->gap > machine->overhead;
    if (n > 1 && h < G) /* for a few N only: the last node is at the end of a path of first sends */
        meet = meet && both.full && both.depth % both.steps.latency == 0 &&
               (both.depth - both.steps.latency) * (G - h) <= h;
    assert_int_equal(both.lower == both.upper, meet);
    /* upper - l - wait <= c (lower - l), and with lower for g <= o; c = max(G/h, lambda G/l) */
    int64_t base = both.lower - (machine->gap > machine->overhead ? l : 0);
    int64_t excess = both.upper - l - both.steps.wait;
    assert_true(excess * h <= G * base || excess * l <= both.steps.latency * G * base);
}

static void print_table(void) {
    static const struct logp_machine machines[] = {{6, 2, 4},  {8, 2, 4}, {5, 2, 4}, {4, 1, 2},
                                                   {9, 1, 5},  {9, 3, 4}, {9, 3, 3}, {9, 3, 2},
                                                   {20, 0, 7}, {21, 0, 7}};
    static const long numbers[] = {1, 2, 7, 100, 1000000};
    printf("   L  o  g |  G  lambda  wait | delay of the schedule / lower bound, for P-1 =\n");
    printf("                              |     1         2         7       100   1000000\n");
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct logp_steps steps = both_of(&machines[i], 1).steps;
        printf("%4d %2d %2d | %2d %7d %5d |", machines[i].latency, machines[i].overhead,
               machines[i].gap, steps.length, steps.latency, steps.wait);
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
            struct both both = both_of(&machines[i], numbers[j]);
            printf(" %4lld/%-4lld", (long long)both.upper, (long long)both.lower);
        }
        printf("\n");
    }
}

static void bounds_are_as_far_apart_as_proved(void **state) {
    (void)state;
    for (int L = 1; L <= 16; L++)
        for (int o = 0; o <= 5; o++)
            for (int g = 1; g <= 13; g++) {
                struct logp_machine machine = {L, o, g};
                struct logp_steps steps;
                struct failure failure;
                assert_ok(logp_reduce(&machine, &steps, &failure), failure);
                for (long n = 1; n <= 40 && steps.latency != 2; n++)
                    assert_both(&machine, n);
                if (steps.latency != 2)
                    assert_both(&machine, 12345);
            }
    print_table();
}

/* --- certificates --- */

static enum status write_reach(const char *path, const struct logp_machine *machine, int64_t time,
                               struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, true, "reach", failure);
    if (status)
        return status;
    return certificate_end(output, certificate_put_reach(output, machine, time, failure), failure);
}

static void certificates_are_verified(void **state) {
    static const struct logp_machine machines[] = {{6, 2, 4}, {9, 3, 3}, {5, 2, 3}, {20, 0, 7}};
    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const struct logp_machine *machine = &machines[i];
        char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
        struct logp_steps steps;
        struct reach_bound bound;
        struct schedule periodic;
        struct messages messages;
        struct failure failure;
        mpz_t n;
        mpz_init_set_ui(n, 30);
        assert_ok(logp_reduce(machine, &steps, &failure), failure);
        build(&periodic, steps.latency, 30);
        struct message_run timing = logp_message_run(machine, &steps);
        assert_ok(messages_of_schedule(&messages, &periodic, &timing, 40, false, &failure),
                  failure);
        struct message_list list = messages_list(&messages);
        assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "m.cert"), true, NULL,
                                 &failure),
                  failure);
        snprintf(claim, sizeof claim,
                 "LogP L=%d o=%d g=%d P=31 K=40 period %d: the source, sending each item once, "
                 "brings every item to all others, delay %lld, ",
                 machine->latency, machine->overhead, machine->gap, steps.length,
                 (long long)logp_delay(machine, &steps, periodic.depth));
        assert_verified(path, claim);
        assert_ok(reach_lower(machine, n, &bound, &failure), failure);
        assert_int_equal(bound.count, i == 1 ? 2 : 1);
        for (int j = 0; j < bound.count; j++) {
            assert_ok(write_reach(test_path(path, "r.cert"), machine, bound.times[j], &failure),
                      failure);
            snprintf(claim, sizeof claim, "LogP L=%d o=%d g=%d: no more than ", machine->latency,
                     machine->overhead, machine->gap);
            assert_verified(path, claim);
        }
        assert_int_equal(write_reach(path, machine, INT64_C(1) << 31, &failure), STATUS_LIMIT);
        messages_clear(&messages);
        schedule_clear(&periodic);
        mpz_clear(n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_definition),
        cmocka_unit_test(other_machines_are_refused),
        cmocka_unit_test(schedules_are_played),
        cmocka_unit_test(reach_is_that_of_the_definition),
        cmocka_unit_test(lower_bound_is_the_best_for_one_item),
        cmocka_unit_test(bounds_are_as_far_apart_as_proved),
        cmocka_unit_test(certificates_are_verified),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
