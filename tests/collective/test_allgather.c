/* SPDX-License-Identifier: MIT */
/* All-to-all broadcast: schedules against their definition, the bound against exhaustive search,
 * and lists by rotation against the same with every message told. */
#include "solver/collective/exchange/allgather.h"
#include "tests/collective/allgather_search.h"
#include "tests/solver/certificate_test.h"

enum { MOST_MESSAGES = 4096 };

struct heard {
    struct message messages[MOST_MESSAGES];
    int count;
};

static enum status hear(void *context, const struct message *message, struct failure *failure) {
    struct heard *heard = context;
    if (heard->count == MOST_MESSAGES)
        return failure_set(failure, STATUS_INTERNAL, "too many messages");
    heard->messages[heard->count++] = *message;
    return STATUS_OK;
}

static bool touch(int begin, int other, int length) {
    return begin < other + length && other < begin + length;
}

/* How many of the messages in `all` from (or to) this processor are under way at a time. */
static int under_way(const struct heard *all, const struct logp_machine *machine, int processor,
                     bool from, int time) {
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const struct message *m = &all->messages[i];
        int out = m->time + machine->overhead;
        if ((from ? m->from : m->to) == processor && out <= time &&
            time < out + machine->latency + m->wait)
            count++;
    }
    return count;
}

/* Each pair of messages by the definition of the machine. NULL: legal. */
static const char *fault_of(const struct heard *all, const struct logp_machine *machine) {
    int o = machine->overhead, g = machine->gap, capacity = (machine->latency + g - 1) / g;
    for (int i = 0; i < all->count; i++) {
        const struct message *a = &all->messages[i];
        int received = a->time + o + machine->latency + a->wait;
        for (int j = 0; j < all->count; j++) {
            const struct message *b = &all->messages[j];
            int other = b->time + o + machine->latency + b->wait;
            if (j < i && a->from == b->from &&
                (touch(a->time, b->time, o) || touch(a->time, b->time, g)))
                return "sends";
            if (j < i && a->to == b->to && (touch(received, other, o) || touch(received, other, g)))
                return "receptions";
            if (a->from == b->to && touch(a->time, other, o))
                return "a send and a reception";
        }
        if (under_way(all, machine, a->from, true, a->time + o) > capacity ||
            under_way(all, machine, a->to, false, a->time + o) > capacity)
            return "capacity";
    }
    return NULL;
}

/* Every item comes to every other processor exactly once. */
static void assert_complete(const struct allgather *schedule, const struct heard *all) {
    int items = schedule->items, total = schedule->processors * items;
    bool has[64][64] = {{false}};
    assert_int_equal(all->count, total * (schedule->processors - 1));
    for (int i = 0; i < all->count; i++) {
        const struct message *m = &all->messages[i];
        assert_int_equal((m->item - 1) / items, m->from);
        assert_int_not_equal(m->from, m->to);
        assert_in_range(m->to, 0, schedule->processors - 1);
        assert_false(has[m->to][m->item - 1]);
        has[m->to][m->item - 1] = true;
    }
}

static void hear_list(const struct message_list *list, struct heard *heard) {
    struct failure failure;
    heard->count = 0;
    assert_ok(message_list_each(list, hear, heard, NULL, &failure), failure);
    assert_int_equal(heard->count, list->count);
}

/* The lines by rotation, each told P times, are the messages. */
static void assert_rotates(const struct allgather *schedule, const struct heard *all) {
    static struct heard turned;
    struct message_list list = allgather_list(schedule);
    int processors = schedule->processors, total = processors * schedule->items;
    hear_list(&list, &turned);
    assert_true(list.rotation && list.all);
    assert_int_equal(turned.count * processors, all->count);
    for (int i = 0; i < all->count; i++) {
        const struct message *m = &turned.messages[i / processors], *told = &all->messages[i];
        int r = i % processors;
        assert_int_equal(told->time, m->time);
        assert_int_equal(told->wait, m->wait);
        assert_int_equal(told->from, r);
        assert_int_equal(told->to, (m->to + r) % processors);
        assert_int_equal(told->item, (m->item - 1 + r * schedule->items) % total + 1);
    }
}

static void check_schedule(const struct allgather *schedule) {
    static struct heard all;
    const struct logp_machine *machine = &schedule->machine;
    struct message_list list = allgather_expanded(schedule);
    int finish = 0;
    hear_list(&list, &all);
    const char *fault = fault_of(&all, machine);
    if ((fault == NULL) != allgather_is_legal(schedule))
        fail_msg("L=%d o=%d g=%d P=%d k=%d: %s", machine->latency, machine->overhead, machine->gap,
                 schedule->processors, schedule->items, fault ? fault : "legal");
    if (fault)
        return;
    assert_complete(schedule, &all);
    assert_rotates(schedule, &all);
    for (int i = 0; i < all.count; i++) {
        int there = all.messages[i].time + (int)logp_machine_transfer(machine) + schedule->wait;
        finish = there > finish ? there : finish;
    }
    assert_int_equal(finish, schedule->finish);
}

/* Of n receptions, and whether a message begins while the first one is received. */
static int least_of(const struct logp_machine *machine, int n) {
    return (int)logp_machine_transfer(machine) + (n - 1) * logp_machine_apart(machine);
}

static bool has_conflict(const struct logp_machine *machine, int n) {
    int apart = logp_machine_apart(machine), d = machine->latency / apart + 1;
    return d < n && d * apart < machine->latency + 2 * machine->overhead;
}

/* No other distance and wait is legal and ends sooner; the paper's own times are legal exactly
 * where there is no conflict. */
static void check_best(const struct allgather *best) {
    const struct logp_machine *machine = &best->machine;
    int n = best->items * (best->processors - 1), apart = logp_machine_apart(machine);
    struct allgather other = *best;
    bool conflict = has_conflict(machine, n);
    for (other.apart = 1; other.apart <= 2 * logp_machine_step(machine); other.apart++)
        for (other.wait = 0; other.wait <= 3 * logp_machine_step(machine) + n; other.wait++) {
            other.finish = (int)logp_machine_transfer(machine) + other.wait + (n - 1) * other.apart;
            bool legal = allgather_is_legal(&other);
            if (other.apart == apart && other.wait == 0)
                assert_int_equal(legal, !conflict);
            if (legal && other.finish < best->finish)
                fail_msg("L=%d o=%d g=%d P=%d k=%d: apart %d, wait %d", machine->latency,
                         machine->overhead, machine->gap, best->processors, best->items,
                         other.apart, other.wait);
            if (n <= 8 && other.wait < 3)
                check_schedule(&other);
        }
    assert_int_equal(conflict, best->finish > least_of(machine, n));
    assert_true(best->finish >= best->bound);
}

static void test_schedules(void **state) {
    struct logp_machine machine;
    struct failure failure;
    int questions = 0;
    (void)state;
    for (machine.latency = 1; machine.latency <= 7; machine.latency++)
        for (machine.overhead = 0; machine.overhead <= 4; machine.overhead++)
            for (machine.gap = 1; machine.gap <= 7; machine.gap++)
                for (int processors = 2; processors <= 6; processors++)
                    for (int items = 1; items <= 3; items++) {
                        struct allgather schedule;
                        assert_ok(allgather_build(&schedule, &machine, processors, items, &failure),
                                  failure);
                        assert_true(allgather_is_legal(&schedule));
                        check_schedule(&schedule);
                        if (processors != 5 && items != 3)
                            check_best(&schedule);
                        questions++;
                    }
    assert_int_equal(questions, 7 * 5 * 7 * 5 * 3);
}

/* By search over all schedules: the bound of the paper is reached exactly where the schedule says
 * so, and nothing ends before. */
static void test_search(void **state) {
    static const int sizes[][2] = {{2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {4, 1}};
    struct logp_machine machine;
    struct failure failure;
    struct limits limits = {.nodes = 20000000};
    int reached = 0, not_reached = 0;
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (machine.latency = 1; machine.latency <= 4; machine.latency++)
            for (machine.overhead = 0; machine.overhead <= 3; machine.overhead++)
                for (machine.gap = 1; machine.gap <= 4; machine.gap++) {
                    int processors = sizes[i][0], items = sizes[i][1];
                    int least = least_of(&machine, items * (processors - 1));
                    bool possible, before;
                    assert_ok(allgather_search(&machine, processors, items, least, &limits,
                                               &possible, &failure),
                              failure);
                    assert_ok(allgather_search(&machine, processors, items, least - 1, &limits,
                                               &before, &failure),
                              failure);
                    if (possible != !has_conflict(&machine, items * (processors - 1)) || before)
                        fail_msg("L=%d o=%d g=%d P=%d k=%d: time %d is %spossible", machine.latency,
                                 machine.overhead, machine.gap, processors, items, least,
                                 possible ? "" : "im");
                    possible ? reached++ : not_reached++;
                }
    print_message("bound reached: %d, not reached: %d\n", reached, not_reached);
    assert_in_range(not_reached, 50, reached);
}

static void test_refused(void **state) {
    struct allgather schedule;
    struct failure failure;
    bool possible;
    static const struct logp_machine good = {6, 2, 4}, bad[] = {{0, 0, 1}, {1, -1, 1}, {1, 0, 0}};
    static const struct logp_machine slow = {2147483647, 2147483647, 2147483647};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(allgather_build(&schedule, &bad[i], 3, 1, &failure), STATUS_INPUT);
    assert_int_equal(allgather_build(&schedule, &good, 1, 1, &failure), STATUS_INPUT);
    assert_int_equal(allgather_build(&schedule, &good, 2, 0, &failure), STATUS_INPUT);
    assert_int_equal(allgather_build(&schedule, &slow, 2, 1, &failure), STATUS_LIMIT);
    assert_int_equal(allgather_build(&schedule, &good, 2147483647, 2147483647, &failure),
                     STATUS_LIMIT);
    assert_int_equal(allgather_build(&schedule, &good, 2, 2147483647, &failure), STATUS_LIMIT);
    assert_int_equal(allgather_search(&good, 5, 1, 10, NULL, &possible, &failure), STATUS_INPUT);
    assert_int_equal(allgather_search(&good, 4, 4, 10, NULL, &possible, &failure), STATUS_INPUT);
    assert_int_equal(allgather_search(&good, 2, 1, -1, NULL, &possible, &failure), STATUS_INPUT);
    static const struct logp_machine seldom = {1, 0, 2147483647};
    assert_ok(allgather_search(&seldom, 2, 1, 1, NULL, &possible, &failure), failure);
    assert_true(possible);
    assert_ok(allgather_search(&seldom, 2, 2, 1000, NULL, &possible, &failure), failure);
    assert_false(possible);
    struct limits few = {.nodes = 10};
    assert_int_equal(allgather_search(&good, 4, 1, 30, &few, &possible, &failure), STATUS_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedules),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
