/* SPDX-License-Identifier: MIT */
/* The messages themselves, written from the definition and from nothing else: absolute items,
 * absolute times, every send and every reception. Items are numbered 0, 1, ..; the source creates
 * item i at time i and sends it then, once. */
#include <stdlib.h>

#include "tests/solver/outcome_test.h"
#include "tests/solver/solver_test.h"

#include "solver/model/reception.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/stream/construction/family.h"
#include "solver/stream/construction/latency_two.h"
#include "tests/simulate.h"

enum { NOTHING = -1, MOST_PROCESSORS = 200, MOST_EXPANDED = 3000 };

struct simulation {
    int latency;
    int depth;
    int processors;
    int items;    /* 0..items-1 are followed to their end */
    int steps;    /* times 0..steps-1 */
    int *receive; /* receive[p * steps + s]: item, or NOTHING */
    int *head;    /* that reception is an internal node */
    int *send;
    bool fault; /* two messages at once */
};

static int *table(const struct simulation *simulation, int value) {
    size_t cells = (size_t)simulation->processors * (size_t)simulation->steps;
    int *cell = malloc(cells * sizeof *cell);
    assert_non_null(cell);
    for (size_t i = 0; i < cells; i++)
        cell[i] = value;
    return cell;
}

static void simulation_clear(struct simulation *simulation) {
    free(simulation->receive);
    free(simulation->head);
    free(simulation->send);
}

/* Two messages in one cell are a fault; what lies outside of the table is not looked at. */
static void put(struct simulation *simulation, int *cells, int processor, int time, int item) {
    if (time < 0 || time >= simulation->steps || item < 0)
        return;
    int *cell = &cells[processor * simulation->steps + time];
    simulation->fault |= *cell != NOTHING;
    *cell = item;
}

/* The j-th processor of a block of size r serves the items i = j mod r: it receives the internal
 * node of label d = t-L+1-r at time i+L+d, sends the item at this and the next r-1 steps, and
 * receives in the meantime, p steps later, the leaf of value w_p: that item's broadcast ends w_p
 * steps later, which is L+t steps after its creation. */
static void run_block(struct simulation *simulation, const struct schedule *schedule,
                      const struct block_class *class, int first) {
    int delay = simulation->latency + simulation->depth, size = class->size;
    int label = simulation->depth - simulation->latency + 1 - size;
    for (int j = 0; j < size; j++)
        for (int item = j - (delay / size + 2) * size; item < simulation->steps; item += size) {
            int start = item + simulation->latency + label;
            put(simulation, simulation->receive, first + j, start, item);
            put(simulation, simulation->head, first + j, start, item >= 0 ? 1 : NOTHING);
            for (int p = 0; p < size; p++)
                put(simulation, simulation->send, first + j, start + p, item);
            for (int p = 1; p < size; p++)
                put(simulation, simulation->receive, first + j, start + p,
                    start + p + schedule->ranges[class->first + (size_t)p - 1].first - delay);
        }
}

/* Blocks in descending order of size, as the reception table has them; the receive-only processor
 * is the last. */
static void simulation_run(struct simulation *simulation, const struct schedule *schedule) {
    int processors = 1, latency = schedule->latency, depth = schedule->depth;
    for (size_t i = 0; i < schedule->block_count; i++)
        processors += schedule->blocks[i].size * (int)mpz_get_si(schedule->blocks[i].count);
    *simulation = (struct simulation){.latency = latency,
                                      .depth = depth,
                                      .processors = processors,
                                      .items = 2 * depth + latency + 3,
                                      .steps = 3 * depth + 3 * latency + 4};
    simulation->receive = table(simulation, NOTHING);
    simulation->send = table(simulation, NOTHING);
    simulation->head = table(simulation, NOTHING);
    int next = 0;
    for (size_t i = 0; i < schedule->block_count; i++)
        for (long copy = mpz_get_si(schedule->blocks[i].count); copy > 0; copy--) {
            run_block(simulation, schedule, &schedule->blocks[i], next);
            next += schedule->blocks[i].size;
        }
    for (int time = 0; time < simulation->steps; time++)
        put(simulation, simulation->receive, next, time,
            time + schedule->receive_only - latency - depth);
}

/* Everybody has each item, once, in time; and sends only what he holds. */
static bool processors_are_served(const struct simulation *simulation) {
    int delay = simulation->latency + simulation->depth, steps = simulation->steps;
    int *when = malloc((size_t)steps * 2 * sizeof *when);
    bool good = true;
    assert_non_null(when);
    for (int p = 0; p < simulation->processors && good; p++) {
        const int *receive = simulation->receive + p * steps, *send = simulation->send + p * steps;
        for (int item = 0; item < 2 * steps; item++)
            when[item] = NOTHING;
        for (int time = 0; time < steps && good; time++) {
            int item = receive[time];
            good = item == NOTHING || (item < 2 * steps && when[item] == NOTHING);
            if (good && item != NOTHING)
                when[item] = time;
            if (good && send[time] != NOTHING)
                good = when[send[time]] != NOTHING;
        }
        for (int item = 0; item < simulation->items && good; item++)
            good = when[item] != NOTHING && when[item] <= item + delay;
    }
    free(when);
    return good;
}

/* Every reception has a send of its own L steps earlier; the source sends item i at time i. */
static bool receptions_are_sent(const struct simulation *simulation) {
    int steps = simulation->steps;
    int *balance = malloc((size_t)steps * 2 * sizeof *balance);
    bool good = true;
    assert_non_null(balance);
    for (int time = 0; time < steps && good; time++) {
        int sent = time - simulation->latency;
        for (int item = 0; item < 2 * steps; item++)
            balance[item] = item == sent;
        for (int p = 0; p < simulation->processors && sent >= 0; p++)
            if (simulation->send[p * steps + sent] != NOTHING)
                balance[simulation->send[p * steps + sent]]++;
        for (int p = 0; p < simulation->processors && good; p++) {
            int item = simulation->receive[p * steps + time];
            good = item == NOTHING || (item < 2 * steps && --balance[item] >= 0);
        }
    }
    free(balance);
    return good;
}

static bool simulates(const struct schedule *schedule) {
    struct simulation simulation;
    simulation_run(&simulation, schedule);
    bool good =
        !simulation.fault && processors_are_served(&simulation) && receptions_are_sent(&simulation);
    simulation_clear(&simulation);
    return good;
}

static int term(int latency, int depth) {
    struct failure failure;
    mpz_t value;
    mpz_init(value);
    assert_ok(sequence_term(value, latency, depth, NULL, &failure), failure);
    int small = mpz_cmp_si(value, 1000000) > 0 ? 1000000 : (int)mpz_get_si(value);
    mpz_clear(value);
    return small;
}

/* The arithmetic engine's schedule into `outcome`; false where there is none. */
static bool solve(int latency, int depth, struct outcome *outcome) {
    struct failure failure;
    assert_ok(arithmetic_solve(latency, depth, NULL, outcome, &failure), failure);
    assert_int_not_equal(outcome->verdict, VERDICT_UNKNOWN);
    return outcome->verdict == VERDICT_FEASIBLE;
}

static void arithmetic_schedules_run(void **state) {
    int runs = 0;
    (void)state;
    for (int latency = 1; latency <= 10; latency++)
        for (int depth = 0; term(latency, depth) <= MOST_PROCESSORS; depth++) {
            struct outcome outcome;
            bool exception = depth == 2 * latency && latency % 2 == 0;
            bool feasible = solve(latency, depth, &outcome);
            assert_int_equal(feasible, latency == 2 ? depth < 4 : !exception);
            if (feasible) {
                if (!simulates(outcome_schedule(&outcome)))
                    fail_msg("the schedule for L = %d, t = %d does not run", latency, depth);
                runs++;
            }
            outcome_clear(&outcome);
        }
    assert_true(runs > 200);
}

static void expanded_families_run(void **state) {
    struct failure failure;
    int runs = 0;
    (void)state;
    for (int latency = 1; latency <= 10; latency++) {
        struct family family;
        bool found;
        assert_ok(family_find(&family, latency, NULL, &found, &failure), failure);
        assert_int_equal(found, latency != 2);
        for (int depth = found ? family.from + latency : 0;
             found && term(latency, depth) <= MOST_EXPANDED; depth++) {
            struct schedule schedule;
            assert_ok(family_expand(&family, depth, &schedule, &failure), failure);
            assert_ok(schedule_order(&schedule, &failure), failure);
            if (!simulates(&schedule))
                fail_msg("the family of L = %d does not run for t = %d", latency, depth);
            schedule_clear(&schedule);
            runs++;
        }
        if (found)
            family_clear(&family);
    }
    assert_true(runs > 50);
}

/* One letter changed, or two exchanged: the messages must go wrong exactly where schedule_check
 * says so. */
static struct leaf_range letter_range(int letter) {
    return (struct leaf_range){letter, letter, 1};
}

/* One of the letters of an ordered block. */
static struct leaf_range *range_of(struct schedule *schedule, const struct block_class *class,
                                   uint64_t *random) {
    return &schedule->ranges[class->first + (size_t)random_below(random, class->size - 1)];
}

static void changed_schedules_run_as_checked(void **state) {
    uint64_t random = random_seed();
    int good = 0, bad = 0;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        int latency = 1 + random_below(&random, 8), depth = latency + random_below(&random, 14);
        struct outcome outcome;
        if (term(latency, depth) > 60)
            continue;
        if (!solve(latency, depth, &outcome)) {
            outcome_clear(&outcome);
            continue;
        }
        struct schedule *schedule = found_schedule(&outcome);
        struct block_class *a =
            &schedule->blocks[random_below(&random, (int)schedule->block_count)];
        struct block_class *b =
            &schedule->blocks[random_below(&random, (int)schedule->block_count)];
        int kind = random_below(&random, 3);
        if (kind == 0 && a->size > 1)
            *range_of(schedule, a, &random) = letter_range(random_below(&random, latency));
        if (kind == 1)
            schedule->receive_only = random_below(&random, latency);
        if (kind == 2 && a->size > 1 && b->size > 1) {
            struct leaf_range *x = range_of(schedule, a, &random);
            struct leaf_range *y = range_of(schedule, b, &random), old = *x;
            *x = *y;
            *y = old;
        }
        bool right = schedule_check_whole(schedule, NULL) == STATUS_OK;
        if (simulates(schedule) != right)
            fail_msg("L = %d, t = %d: schedule_check says %d", latency, depth, right);
        right ? good++ : bad++;
        outcome_clear(&outcome);
    }
    assert_true(good > 100);
    assert_true(bad > 100);
}

/* The simulation's receptions and reception.h's table, whose items and creation times start at 1
 * and 0. */
static void compare_table(const struct schedule *schedule) {
    struct simulation simulation;
    struct reception_table table;
    struct failure failure;
    simulation_run(&simulation, schedule);
    assert_ok(reception_of_schedule(&table, schedule, &failure), failure);
    struct receiver *rows = calloc((size_t)simulation.processors + 1, sizeof *rows);
    assert_non_null(rows);
    assert_int_equal(receivers_list(&table, 0, simulation.processors + 1, rows),
                     simulation.processors);
    for (int p = 0; p < simulation.processors; p++)
        for (int time = 0; time < simulation.steps; time++) {
            struct reception reception = receiver_receives(&table, &rows[p], time);
            int cell = p * simulation.steps + time;
            assert_int_equal(reception.item, simulation.receive[cell] + 1);
            assert_int_equal(reception.head, simulation.head[cell] == 1);
        }
    for (int first = 0; first <= simulation.processors; first++) {
        struct receiver part[3];
        int count = receivers_list(&table, first, 3, part);
        int left = simulation.processors - first;
        assert_int_equal(count, left < 3 ? left : 3);
        for (int i = 0; i < count; i++) {
            assert_ptr_equal(part[i].role, rows[first + i].role);
            assert_int_equal(part[i].begin, rows[first + i].begin);
            assert_int_equal(part[i].first, rows[first + i].first);
        }
    }
    free(rows);
    reception_clear(&table);
    simulation_clear(&simulation);
}

static void reception_table_is_what_happens(void **state) {
    int tables = 0;
    (void)state;
    for (int latency = 1; latency <= 10; latency++)
        for (int depth = 0; term(latency, depth) <= 60; depth++) {
            struct outcome outcome;
            if (solve(latency, depth, &outcome)) {
                compare_table(outcome_schedule(&outcome));
                tables++;
            }
            outcome_clear(&outcome);
        }
    assert_true(tables > 100);
}

/* The same for closed words, whose messages tests/simulate.h knows. An item is marked iff it is
 * ever sent on. */
static void compare_words(const struct schedule *periodic) {
    enum { ROWS = 100 };
    struct reception_table table;
    struct receiver rows[ROWS];
    struct events events;
    struct failure failure;
    int longest = periodic->latency + periodic->depth;
    for (size_t i = 0; i < periodic->word_count; i++)
        longest += (int)periodic->words[i].length;
    events_of_periodic(periodic, 3 * longest, &events);
    assert_null(events_fault(&events));
    assert_ok(reception_of_schedule(&table, periodic, &failure), failure);
    assert_int_equal(receivers_list(&table, 0, ROWS, rows), events.processors);
    for (int p = 0; p < events.processors; p++)
        for (int time = 0; time < 2 * longest; time++) {
            const int *send = events.send + p * events.steps;
            struct reception reception = receiver_receives(&table, &rows[p], time);
            int item = events.receive[p * events.steps + time];
            bool sent = false;
            for (int later = time; item >= 0 && later < events.steps; later++)
                sent |= send[later] == item;
            assert_int_equal(reception.item, item + 1);
            assert_int_equal(reception.head, sent);
        }
    reception_clear(&table);
    events_clear(&events);
}

static void reception_table_of_words_is_what_happens(void **state) {
    struct failure failure;
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    for (int number = 1; number <= 60; number++) { /* periods 1, 2 and 3 */
        struct schedule periodic;
        mpz_set_si(processors, number);
        assert_ok(latency_two_schedule(&periodic, processors, &failure), failure);
        compare_words(&periodic);
        schedule_clear(&periodic);
    }
    mpz_clear(processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_schedules_run),
        cmocka_unit_test(expanded_families_run),
        cmocka_unit_test(changed_schedules_run_as_checked),
        cmocka_unit_test(reception_table_is_what_happens),
        cmocka_unit_test(reception_table_of_words_is_what_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
