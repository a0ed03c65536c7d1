/* SPDX-License-Identifier: MIT */
/* Streams with several ports, message by message from the empty start, for ranges of processors
 * without gaps: with the delay L + B(N), or one more for just those N that Theorem Q excludes. The
 * long part of test_port_stream. */
#include "solver/stream/construction/port_messages.h"
#include "solver/stream/construction/port_stream.h"
#include "tests/naive_messages.h"
#include "tests/naive_ports.h"
#include "tests/solver/certificate_test.h"

struct tally {
    long streams, excluded, messages;
};

static const char *judge(const struct schedule *schedule, int items, int delay,
                         struct tally *tally) {
    struct message_array array;
    struct message_list list;
    struct failure failure = {0};
    if (port_messages(schedule, items, &array, &list, NULL, &failure))
        return "no messages";
    struct message *messages = naive_messages_hear(&list);
    const char *fault = naive_ports_fault(messages, list.count, schedule->latency, schedule->ports,
                                          list.processors, items, delay);
    tally->messages += list.count;
    free(messages);
    message_array_clear(&array);
    return fault;
}

/* K = p (L + t) + 1 items are those of L + t steps and one more. The first ones are still under way
 * when the last ones begin: whatever two items of the endless stream meet at a processor, two of
 * these with the same distance do; and all steps are alike but for the names of the processors, as
 * each goes on in its word by one position. The last step is not full, as in K items. */
static void play(int L, int p, long n, struct tally *tally) {
    struct schedule schedule;
    struct failure failure;
    bool excluded;
    int t = naive_ports_depth(L, p, n, &excluded);
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(port_stream(&schedule, L, p, processors, NULL, &failure), failure);
    schedule_processors(&schedule, processors);
    assert_true(mpz_cmp_si(processors, n) == 0);
    const char *fault = judge(&schedule, p * (L + t) + 1, L + t, tally);
    if (fault || schedule.depth != t)
        fail_msg("L=%d p=%d N=%ld, t = %d for %d: %s", L, p, n, schedule.depth, t,
                 fault ? fault : "legal");
    tally->streams++;
    tally->excluded += excluded;
    mpz_clear(processors);
    schedule_clear(&schedule);
}

static void assert_tally(const struct tally *tally, long streams, long excluded, long messages) {
    print_message("%ld streams, %ld of them a step later, %ld messages\n", tally->streams,
                  tally->excluded, tally->messages);
    assert_int_equal(tally->streams, streams);
    assert_int_equal(tally->excluded, excluded);
    assert_int_equal(tally->messages, messages);
}

/* Every t >= L with P(t) = f_t <= 2000. */
static void whole_trees(void **state) {
    struct tally tally = {0};
    (void)state;
    for (int p = 2; p <= 8; p++)
        for (int L = 1; L <= 10; L++) {
            long f[2000];
            for (int t = 0; (f[t] = t < L ? 1 : f[t - 1] + p * f[t - L]) <= 2000; t++)
                if (t >= L)
                    play(L, p, f[t], &tally);
        }
    assert_tally(&tally, 953, 0, 40198389);
}

static void every_number(int p, int ports, int latency, long last, struct tally *tally) {
    for (; p <= ports; p++)
        for (int L = 1; L <= latency; L++)
            for (long n = 1; n <= last; n++)
                play(L, p, n, tally);
}

static void every_number_up_to_300(void **state) {
    struct tally tally = {0};
    (void)state;
    every_number(2, 6, 5, 300, &tally);
    assert_tally(&tally, 7500, 58, 53975310);
}

static void every_number_of_many_ports(void **state) {
    struct tally tally = {0};
    (void)state;
    every_number(7, 16, 4, 100, &tally);
    assert_tally(&tally, 4000, 467, 17356202);
}

/* Which says that a list is legal and in time: the judge, or the one that looks at every pair? */
static bool is_legal(struct message_array *array, struct message_list *list, int delay, bool all) {
    int p = list->machine.ports, L = list->machine.latency;
    if (!all)
        return !naive_ports_fault(array->messages, (long)array->count, L, p, list->processors,
                                  list->items, delay);
    list->finish = list->delay = 0;
    for (size_t i = 0; i < array->count; i++)
        list->finish =
            array->messages[i].time + L > list->finish ? array->messages[i].time + L : list->finish;
    list->delay = list->finish;
    bool legal = !naive_messages_fault(list);
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        int made = (m->item - 1) / p;
        legal = legal && m->time + L <= made + delay && (m->from || m->time >= made);
    }
    return legal;
}

/* One number of a message is changed by one, or exchanged with that of the next message. */
static void change(struct message *m, int place, int kind) {
    int *number = place == 0 ? &m->time : place == 1 ? &m->from : place == 2 ? &m->to : &m->item;
    int *next = place == 0   ? &m[1].time
                : place == 1 ? &m[1].from
                : place == 2 ? &m[1].to
                             : &m[1].item;
    int old = *number;
    *number = kind < 2 ? old + 2 * kind - 1 : *next;
    *next = kind < 2 ? *next : old;
}

static void the_judges_agree(void **state) {
    static const int cases[][3] = {{1, 2, 4}, {2, 3, 7}, {3, 2, 6}, {1, 5, 7}, {4, 3, 5}};
    int counts[2] = {0, 0};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct schedule schedule;
        struct message_array array;
        struct message_list list;
        struct failure failure;
        int L = cases[c][0], p = cases[c][1];
        mpz_t processors;
        mpz_init_set_si(processors, cases[c][2]);
        assert_ok(port_stream(&schedule, L, p, processors, NULL, &failure), failure);
        assert_ok(port_messages(&schedule, 2 * p + 1, &array, &list, NULL, &failure), failure);
        list.single = true;
        for (int i = 0; i < 12 * ((int)array.count - 1); i++) {
            change(&array.messages[i / 12], i % 4, i / 4 % 3);
            message_array_sort(&array);
            bool legal = is_legal(&array, &list, L + schedule.depth, false);
            if (legal != is_legal(&array, &list, L + schedule.depth, true))
                fail_msg("L=%d p=%d N=%d, change %d: %s for one", L, p, cases[c][2], i,
                         legal ? "legal" : "a fault");
            counts[legal]++;
            message_array_clear(&array);
            assert_ok(port_messages(&schedule, 2 * p + 1, &array, &list, NULL, &failure), failure);
            list.single = true;
        }
        message_array_clear(&array);
        schedule_clear(&schedule);
        mpz_clear(processors);
    }
    print_message("%d changed lists are legal, %d not\n", counts[1], counts[0]);
    assert_true(counts[1] > 20 && counts[0] > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judges_agree),
        cmocka_unit_test(whole_trees),
        cmocka_unit_test(every_number_up_to_300),
        cmocka_unit_test(every_number_of_many_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
