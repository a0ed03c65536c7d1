/* SPDX-License-Identifier: MIT */
/* Streams with several ports of which only roots send, by formula (port_arithmetic.h): message by
 * message from the empty start, judged by a program that knows nothing but messages, and, a part of
 * them, by steadycheck and by formulas that know messages alone. */
#include "solver/items/search/items_sat.h"
#include "solver/model/certificates.h"
#include "solver/stream/construction/port_arithmetic.h"
#include "solver/stream/construction/port_messages.h"
#include "solver/stream/construction/port_stream.h"
#include "tests/naive_messages.h"
#include "tests/naive_ports.h"
#include "tests/solver/certificate_test.h"

/* The long word, and D: R for m = p (R-1) + c, and R - 1 where c divides p. */
static int length_of(int p, int n) {
    return n % 2 == 1 || p % 2 == 0 ? n : n - 1;
}

static int depth_above(int p, int n) {
    int m = length_of(p, n), R = (m + p - 1) / p;
    return p % (m - p * (R - 1)) == 0 ? R - 1 : R;
}

static void make(struct schedule *schedule, int L, int p, int n, int depth) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(schedule_init_ports(schedule, L, depth, p, &failure), failure);
    assert_ok(port_arithmetic(schedule, n, &failure), failure);
    assert_ok(schedule_finish(schedule, processors, &failure), failure);
    mpz_clear(processors);
}

/* The items of L + t steps and one more, as in test_port_messages. */
static const char *fault_of(const struct schedule *schedule, int N) {
    struct message_array array;
    struct message_list list;
    struct failure failure = {0};
    int L = schedule->latency, p = schedule->ports, delay = L + schedule->depth;
    int items = p * delay + 1;
    if (port_messages(schedule, items, &array, &list, NULL, &failure))
        return "no messages";
    struct message *messages = naive_messages_hear(&list);
    const char *fault = list.processors == N
                            ? naive_ports_fault(messages, list.count, L, p, N, items, delay)
                            : "other processors";
    free(messages);
    message_array_clear(&array);
    return fault;
}

struct tally {
    int streams, spare, divided, least, excluded;
};

/* In depth L + D, and a step later. A stream below B(N) would refute Theorem P's bound; those in
 * depth B(N) are of c that divides p. */
static void play(int L, int p, int n, struct tally *tally) {
    int D = depth_above(p, n), m = length_of(p, n);
    bool excluded;
    int least = naive_ports_depth(L, p, n, &excluded);
    for (int later = 0; later < 2; later++) {
        struct schedule schedule;
        make(&schedule, L, p, n, L + D + later);
        const char *fault = fault_of(&schedule, n);
        if (fault)
            fail_msg("L=%d p=%d N=%d, %d later: %s", L, p, n, later, fault);
        schedule_clear(&schedule);
    }
    assert_true(least <= L + D);
    tally->streams++;
    tally->spare += n != m;
    tally->divided += D == (m - 1) / p;
    tally->least += least == L + D;
    tally->excluded += excluded && least == L + D;
}

static void every_message_of_every_number(void **state) {
    struct tally tally = {0};
    (void)state;
    for (int p = 2; p <= 9; p++)
        for (int L = 1; L <= 5; L++)
            for (int n = 1; n <= 30; n++)
                play(L, p, n, &tally);
    for (int p = 11; p <= 16; p++)
        for (int n = 1; n <= 50; n++)
            play(4, p, n, &tally);
    print_message("%d streams, %d with a processor more, %d of c that divides p; %d have the least "
                  "delay, %d of them of excluded numbers\n",
                  tally.streams, tally.spare, tally.divided, tally.least, tally.excluded);
    assert_int_equal(tally.streams, 1500);
    assert_int_equal(tally.spare, 375);
}

/* Processors of a word of any length, with many ports: what is sent has always room. */
static void long_words(void **state) {
    static const int cases[][4] = {{20, 128, 1919, 35},
                                   {20, 201, 3014, 35},
                                   {1, 2000, 1900, 2},
                                   {3, 210, 15015, 75},
                                   {7, 1, 0, 0}};
    (void)state;
    for (int i = 0; cases[i][2]; i++) {
        int L = cases[i][0], p = cases[i][1], n = cases[i][2];
        struct schedule schedule;
        struct failure failure;
        char path[TEST_PATH_ROOM], claim[80];
        make(&schedule, L, p, n, cases[i][3]);
        assert_ok(evidence_write(evidence_of_schedule(&schedule), test_path(path, "long.cert"),
                                 true, NULL, &failure),
                  failure);
        snprintf(claim, sizeof claim, "L=%d ports=%d t=%d N=%d", L, p, cases[i][3], n);
        assert_verified(path, claim);
        schedule_clear(&schedule);
    }
}

/* Where Theorem Q excludes N, formulas of the first items refute each delay below, and none refutes
 * this one. */
static void searches_say_the_same(void **state) {
    static const int cells[][4] = {{1, 5, 4, 3}, {1, 6, 5, 2}, {1, 7, 5, 2}, {2, 5, 4, 5}};
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (int late = 0; late < 2; late++) {
            int L = cells[i][0], p = cells[i][1], n = cells[i][2], steps = cells[i][3];
            struct items_question question = {.latency = L,
                                              .ports = p,
                                              .processors = n,
                                              .items = p * steps,
                                              .delay = L + L + depth_above(p, n) - 1 + late};
            struct limits limits = {.nodes = 2000000};
            struct items_answer answer;
            struct failure failure;
            assert_ok(items_sat(&question, steps - 1 + question.delay, ITEMS_ORDERED, &limits,
                                &answer, &failure),
                      failure);
            assert_int_equal(answer.verdict, late ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE);
            items_answer_clear(&answer);
        }
}

/* What port_stream.h leaves to it, p N letters, is refused beyond a limit, and nothing else is. */
static void too_many_letters(void **state) {
    static const int cases[][4] = {
        {1, 2050, 2045, STATUS_OK}, {1, 2050, 2048, STATUS_LIMIT}, {2, 2050, 2100, STATUS_LIMIT},
        {2, 2050, 2051, STATUS_OK}, {2, 2050, 4100, STATUS_OK},    {2, 2050, 4101, STATUS_OK},
        {2, 2050, 6000, STATUS_OK}, {3, 2050, 2000, STATUS_OK},    {4, 2050, 8000, STATUS_LIMIT}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct schedule schedule;
        struct failure failure = {0};
        mpz_t n;
        mpz_init_set_si(n, cases[i][2]);
        enum status status = port_stream(&schedule, cases[i][0], cases[i][1], n, NULL, &failure);
        if ((int)status != cases[i][3])
            fail_msg("L=%d p=%d N=%d: %d %s", cases[i][0], cases[i][1], cases[i][2], status,
                     failure.message);
        if (!status)
            schedule_clear(&schedule);
        mpz_clear(n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_of_every_number),
        cmocka_unit_test(long_words),
        cmocka_unit_test(searches_say_the_same),
        cmocka_unit_test(too_many_letters),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
