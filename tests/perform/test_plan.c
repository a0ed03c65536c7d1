/* SPDX-License-Identifier: MIT */
/* Plans of single processors: what they do in which order, and what is no schedule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/perform/plan.h"

/* P = 4, two items of each, one after the other to the next, the one after and the last. */
static const struct plan_collective no_collective;

static const struct message turning[] = {
    {0, 0, 1, 1, 0}, {2, 0, 2, 1, 0}, {4, 0, 3, 1, 0},
    {6, 0, 1, 2, 0}, {8, 0, 2, 2, 0}, {10, 0, 3, 2, 0},
};
enum { TURNING = sizeof turning / sizeof *turning, MOST_EVENTS = 20 };

static struct message_list list_of(int processors, int items, bool all, bool rotation) {
    return (struct message_list){.machine = message_machine_postal(3),
                                 .processors = processors - 1,
                                 .items = items,
                                 .all = all,
                                 .rotation = rotation};
}

/* The message that says what is wrong, or "". */
static const char *fault_of(const struct message_list *list, int processor,
                            const struct message *messages, size_t count) {
    static struct failure failure;
    struct plan plan;
    failure = (struct failure){0};
    plan_init(&plan, list, &no_collective, processor);
    for (size_t i = 0; i < count; i++)
        plan_add(&plan, &messages[i]);
    enum status status = plan_finish(&plan, &failure);
    plan_clear(&plan);
    assert_int_equal(status, *failure.message ? STATUS_INPUT : STATUS_OK);
    return failure.message;
}

/* By rotation a processor does what it does if all messages are written out. */
static void test_rotation(void **state) {
    struct message_list list = list_of(4, 2, true, true), plain = list_of(4, 2, true, false);
    (void)state;
    for (int processor = 0; processor < 4; processor++) {
        struct plan one, other;
        plan_init(&one, &list, &no_collective, processor);
        plan_init(&other, &plain, &no_collective, processor);
        assert_int_equal(one.total, 8);
        for (int i = 0; i < TURNING; i++) {
            plan_add(&one, &turning[i]);
            for (int r = 0; r < 4; r++) {
                struct message m = turning[i];
                m.from = r;
                m.to = (m.to + r) % 4;
                m.item = (m.item - 1 + 2 * r) % 8 + 1;
                plan_add(&other, &m);
            }
        }
        assert_int_equal(plan_finish(&one, NULL), STATUS_OK);
        assert_int_equal(plan_finish(&other, NULL), STATUS_OK);
        assert_int_equal(one.count, 2 * TURNING);
        assert_int_equal(other.count, 2 * TURNING);
        for (size_t i = 0; i < one.count; i++) {
            const struct plan_event *a = &one.events[i], *b = &other.events[i];
            assert_true(a->time == b->time && a->send == b->send && a->peer == b->peer &&
                        a->item == b->item);
            assert_true(i == 0 || one.events[i - 1].time <= a->time);
            assert_int_equal(plan_owns(&one, a->item), a->send); /* nobody passes items on */
        }
        plan_clear(&one);
        plan_clear(&other);
    }
}

/* A chain 0, 1, 2: an item may be sent on at the time at which it is received. */
static void test_chain(void **state) {
    struct message chain[] = {{0, 0, 1, 1, 0}, {3, 1, 2, 1, 0}};
    struct message_list list = list_of(3, 1, false, false);
    struct plan plan;
    (void)state;
    plan_init(&plan, &list, &no_collective, 1);
    plan_add(&plan, &chain[1]);
    plan_add(&plan, &chain[0]);
    assert_int_equal(plan_finish(&plan, NULL), STATUS_OK);
    assert_int_equal(plan.count, 2);
    assert_false(plan.events[0].send);
    assert_true(plan.events[1].send);
    plan_clear(&plan);
    chain[1].time = 2;
    assert_string_equal(fault_of(&list, 0, chain, 2), "");
    assert_string_equal(fault_of(&list, 2, chain, 2), "");
    assert_string_equal(
        fault_of(&list, 1, chain, 2),
        "no schedule: processor 1 sends item 1 at time 2 before it has it (see steadycheck)");
}

static void test_faults(void **state) {
    struct message_list list = list_of(4, 2, true, true), stream = list_of(2, 2, false, false);
    struct message wrong[TURNING], late[] = {{0, 0, 1, 1, 0}, {2, 0, 1, 2, 0}};
    (void)state;
    assert_string_equal(fault_of(&list, 3, turning, TURNING), "");
    assert_non_null(
        strstr(fault_of(&list, 3, turning, TURNING - 1), "processor 3 never receives item 2"));
    memcpy(wrong, turning, sizeof wrong);
    wrong[5].item = 1;
    assert_non_null(strstr(fault_of(&list, 0, wrong, TURNING),
                           "processor 0 receives item 3 at time 13 that it has"));
    wrong[5].item = 4; /* its receiver has had it */
    assert_non_null(strstr(fault_of(&list, 0, wrong, TURNING), "at time 10 before it has it"));
    stream.period = 2;
    assert_string_equal(fault_of(&stream, 0, late, 2), "");
    stream.period = 3;
    assert_non_null(strstr(fault_of(&stream, 0, late, 2), "sends item 2 at time 2 before"));
    assert_string_equal(fault_of(&stream, 1, late, 2), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
