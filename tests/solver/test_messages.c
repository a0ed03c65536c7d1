/* SPDX-License-Identifier: MIT */
/* Lists of messages: played through one by one (tests/naive_messages.h), compared with the
 * reception table, with the least possible time, and verified by steadycheck. */
#include "automata/word.h"
#include "solver/model/certificates.h"
#include "solver/model/messages.h"
#include "solver/model/reception.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"

static void assert_told_right(const struct messages *messages) {
    const struct message_machine *machine = &messages->run.machine;
    struct message_list list = messages_list(messages);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d o=%d g=%d, N=%d, k=%d: %s", machine->latency, machine->overhead,
                 machine->gap, messages->processors, messages->items, fault);
    assert_true(list.single);
    assert_int_equal(list.delay, messages->delay);
    assert_int_equal(list.finish, messages->finish);
}

/* The best schedule for N processors, period 2 for L = 2, N = 5 and 8. */
static void build(struct schedule *periodic, int latency, int n) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(best_schedule(periodic, latency, processors, NULL, &failure), failure);
    mpz_clear(processors);
}

/* The least t with N <= f_t, counted from the definition: a tree grows. */
static int least_depth(int latency, int n) {
    long f[200] = {1};
    for (int t = 0; t < 200; t++) {
        f[t] = t < latency ? 1 : f[t - 1] + f[t - latency];
        if (n <= f[t])
            return t;
    }
    fail_msg("too large");
    return 0;
}

static void assert_best(const struct schedule *periodic, int n, int items, bool played) {
    int latency = periodic->latency, least = latency + least_depth(latency, n) + items - 1;
    int late = latency + periodic->depth + items - 1; /* by the capacity, L = 2 */
    struct message_run machine = message_run_postal(latency);
    for (int at_once = 0; at_once < 2; at_once++) {
        struct messages messages;
        struct failure failure;
        assert_ok(messages_of_schedule(&messages, periodic, &machine, items, at_once, &failure),
                  failure);
        assert_int_equal(messages.count, (long)n * items);
        if (latency != 2)
            assert_int_equal(messages.finish, least);
        assert_in_range(messages.finish, least, late);
        if (at_once)
            assert_int_equal(messages.delay, messages.finish);
        else if (periodic->period == 1)
            assert_int_equal(messages.delay, latency + periodic->depth);
        if (played && at_once == items % 2) /* the same messages, but for the times of the source */
            assert_told_right(&messages);
        messages_clear(&messages);
    }
}

static void every_small_number(void **state) {
    (void)state;
    for (int latency = 1; latency <= 8; latency++)
        for (int n = 1; n < 40; n++) {
            struct schedule periodic;
            build(&periodic, latency, n);
            for (int items = 1; items <= 12; items++)
                assert_best(&periodic, n, items, true);
            schedule_clear(&periodic);
        }
}

static void larger_numbers(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 25; i++) {
        struct schedule periodic;
        bool played = i < 15;
        int latency = 1 + random_below(&random, played ? 12 : 40);
        int n = 41 + random_below(&random, played ? 400 : 20000);
        build(&periodic, latency, n);
        assert_best(&periodic, n, 1 + random_below(&random, played ? 1500 / n : 1000), played);
        schedule_clear(&periodic);
    }
}

/* Words of more than one period, explicit silences, surplus sends, and a depth that is not the
 * least: what comes out is told, not what is hoped for. */
static void other_schedules(void **state) {
    static const int root[] = {4, 0, 0, 0}, middle[] = {2, 4, 1, 1}, last[] = {0, 2};
    static const int sends[] = {4, 3, 2, CLOSED_WORD_SILENT},
                     last_sends[] = {CLOSED_WORD_SILENT, 2};
    static const int seven[] = {7};
    struct message_run machine = message_run_postal(2);
    struct schedule periodic;
    struct failure failure;
    struct messages messages;
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    schedule_init(&periodic, 2, 4, 2);
    assert_ok(schedule_add_word(&periodic, one, root, sends, 4, &failure), failure);
    assert_ok(schedule_add_word(&periodic, one, middle, NULL, 4, &failure), failure);
    assert_ok(schedule_add_word(&periodic, one, last, last_sends, 2, &failure), failure);
    assert_ok(schedule_check(&periodic, &failure), failure);
    for (int items = 1; items <= 9; items++) {
        assert_ok(messages_of_schedule(&messages, &periodic, &machine, items, false, &failure),
                  failure);
        assert_told_right(&messages);
        messages_clear(&messages);
    }
    schedule_clear(&periodic);
    schedule_init(&periodic, 2, 7, 1); /* its delay is L alone */
    assert_ok(schedule_add_word(&periodic, one, seven, seven, 1, &failure),
              failure); /* to nobody */
    assert_ok(schedule_check(&periodic, &failure), failure);
    assert_ok(messages_of_schedule(&messages, &periodic, &machine, 5, false, &failure), failure);
    assert_int_equal(messages.delay, 2);
    assert_int_equal(messages.finish, 6);
    assert_told_right(&messages);
    messages_clear(&messages);
    schedule_clear(&periodic);
    mpz_clear(one);
}

/* The items of one phase take two steps more than those of the other. */
static void unequal_items(void **state) {
    static const int words[3][2] = {{4, 4}, {3, 3}, {2, 0}},
                     sends[3][2] = {{4, 4}, {1, 3}, {-1, -1}};
    struct message_run machine = message_run_postal(1);
    struct schedule periodic;
    struct failure failure;
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    schedule_init(&periodic, 1, 4, 2);
    for (int i = 0; i < 3; i++)
        assert_ok(schedule_add_word(&periodic, one, words[i], sends[i], 2, &failure), failure);
    assert_ok(schedule_check(&periodic, &failure), failure);
    for (int items = 1; items <= 9; items++) {
        struct messages messages;
        assert_ok(messages_of_schedule(&messages, &periodic, &machine, items, false, &failure),
                  failure);
        assert_int_equal(messages.delay, 5);
        assert_int_equal(messages.finish, items - 1 + (items % 2 ? 5 : 4));
        assert_told_right(&messages);
        messages_clear(&messages);
    }
    schedule_clear(&periodic);
    mpz_clear(one);
}

/* Who receives what is what the reception table says, row by row. */
static void assert_as_in_table(const struct messages *messages,
                               const struct reception_table *table) {
    struct message_list told = messages_list(messages);
    struct message *list = naive_messages_hear(&told);
    struct receiver *rows = malloc((size_t)messages->processors * sizeof *rows);
    assert_non_null(rows);
    assert_int_equal(receivers_list(table, 0, messages->processors, rows), messages->processors);
    for (long i = 0; i < messages->count; i++) {
        const struct message *m = &list[i];
        long time = m->time + messages->latency;
        assert_int_equal(receiver_receives(table, &rows[m->to - 1], time).item, m->item);
    }
    free(rows);
    free(list);
}

static void block_cyclic(void **state) {
    (void)state;
    for (int latency = 1; latency <= 6; latency++)
        for (int depth = 0; depth <= 2 * latency + 5; depth++) {
            struct outcome outcome;
            struct failure failure;
            struct messages messages;
            struct reception_table table;
            struct message_run machine = message_run_postal(latency);
            assert_ok(arithmetic_solve(latency, depth, NULL, &outcome, &failure), failure);
            if (outcome_schedule(&outcome)) {
                assert_ok(schedule_order(found_schedule(&outcome), &failure), failure);
                assert_ok(reception_of_schedule(&table, found_schedule(&outcome), &failure),
                          failure);
                assert_ok(messages_of_schedule(&messages, found_schedule(&outcome), &machine, 6,
                                               false, &failure),
                          failure);
                assert_told_right(&messages);
                assert_as_in_table(&messages, &table);
                assert_int_equal(messages.delay, latency + (depth < latency ? 0 : depth));
                messages_clear(&messages);
                reception_clear(&table);
            }
            outcome_clear(&outcome);
        }
}

static void rows_of_words(void **state) {
    static const int questions[][2] = {{2, 5}, {2, 8}, {2, 21}, {3, 10}, {4, 7}, {1, 9}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct schedule periodic;
        struct failure failure;
        struct messages messages;
        struct reception_table table;
        struct message_run machine = message_run_postal(questions[i][0]);
        build(&periodic, questions[i][0], questions[i][1]);
        assert_ok(reception_of_schedule(&table, &periodic, &failure), failure);
        assert_ok(messages_of_schedule(&messages, &periodic, &machine, 7, true, &failure), failure);
        assert_as_in_table(&messages, &table);
        messages_clear(&messages);
        reception_clear(&table);
        schedule_clear(&periodic);
    }
}

static void assert_checked(const struct messages *messages) {
    const struct message_machine *machine = &messages->run.machine;
    struct message_list list = messages_list(messages);
    char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
    struct failure failure;
    assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "checked.cert"), true,
                             NULL, &failure),
              failure);
    snprintf(claim, sizeof claim, "%s L=%d ", machine->model == MESSAGE_LOGP ? "LogP" : "postal",
             machine->latency);
    assert_verified(path, claim);
}

/* A machine runs the schedule for its latency in steps; where it can't, it is refused. */
static void machines(void **state) {
    int ran = 0, refused = 0;
    (void)state;
    for (int latency = 1; latency <= 7; latency++)
        for (int overhead = 0; overhead <= 3; overhead++)
            for (int gap = 1; gap <= 6; gap++) {
                int step = gap > 2 * overhead ? gap : 2 * overhead;
                int steps = (latency + 2 * overhead + step - 1) / step;
                struct schedule periodic;
                struct failure failure;
                struct messages messages;
                build(&periodic, steps, 11);
                for (int wait = 0; wait <= step; wait++) {
                    struct message_run machine = {
                        {MESSAGE_LOGP, latency, overhead, gap, 1, CAPACITY_FULL}, step, wait};
                    if (messages_of_schedule(&messages, &periodic, &machine, 4, wait % 2,
                                             &failure)) {
                        refused++;
                        continue;
                    }
                    assert_told_right(&messages);
                    if (ran++ % 5 == 0)
                        assert_checked(&messages);
                    messages_clear(&messages);
                }
                schedule_clear(&periodic);
            }
    assert_in_range(ran, 100, 1000);
    assert_in_range(refused, 10, 1000);
}

static void certificates_are_as_described(void **state) {
    static const char want[] = "kind messages\nmodel logp\nlatency 6\noverhead 2\ngap 4\n"
                               "processors 3\nitems 2\nperiod 4\nsends single\ndelay 24\n"
                               "finish 28\nstep 0\n";
    char path[TEST_PATH_ROOM], text[2048];
    struct message_run machine = {{MESSAGE_LOGP, 6, 2, 4, 1, CAPACITY_FULL}, 4, 2};
    struct schedule periodic;
    struct failure failure;
    struct messages messages;
    (void)state;
    build(&periodic, 3, 2);
    assert_ok(messages_of_schedule(&messages, &periodic, &machine, 2, false, &failure), failure);
    struct message_list list = messages_list(&messages);
    assert_ok(evidence_write(evidence_of_messages(&list), test_path(path, "messages.cert"), true,
                             NULL, &failure),
              failure);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_non_null(strstr(text, want));
    assert_non_null(strstr(text, "\nstep 4\nsend 0 1 2 wait 2\nstep 12\nsend 1 2 1 wait 2\n"));
    messages_clear(&messages);
    schedule_clear(&periodic);
}

static enum status stop_at_seven(void *context, const struct message *message,
                                 struct failure *failure) {
    (void)message;
    return ++*(int *)context == 7 ? failure_set(failure, STATUS_SYSTEM, "enough") : STATUS_OK;
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void what_is_refused(void **state) {
    struct message_run machine = message_run_postal(3), slow = machine;
    struct limits limits = {.stop = always};
    struct schedule periodic;
    struct messages messages;
    struct failure failure;
    int count = 0;
    (void)state;
    build(&periodic, 3, 10);
    assert_int_equal(messages_of_schedule(&messages, &periodic, &machine, 0, false, NULL),
                     STATUS_INPUT);
    assert_int_equal(messages_of_schedule(&messages, &periodic, &machine, INT32_MAX, false, NULL),
                     STATUS_LIMIT);
    slow.machine.latency = 4;
    assert_int_equal(messages_of_schedule(&messages, &periodic, &slow, 5, false, NULL),
                     STATUS_INPUT);
    assert_ok(messages_of_schedule(&messages, &periodic, &machine, 5, false, &failure), failure);
    assert_int_equal(messages_each(&messages, stop_at_seven, &count, NULL, &failure),
                     STATUS_SYSTEM);
    assert_int_equal(count, 7);
    assert_int_equal(messages_each(&messages, stop_at_seven, &count, &limits, &failure),
                     STATUS_LIMIT);
    messages_clear(&messages);
    for (size_t p = 0; p < periodic.words[0].length; p++) /* the root keeps all to itself */
        periodic.words[0].sends[p] = CLOSED_WORD_SILENT;
    assert_ok(messages_of_schedule(&messages, &periodic, &machine, 5, false, &failure), failure);
    count = -1000;
    assert_int_equal(messages_each(&messages, stop_at_seven, &count, NULL, NULL), STATUS_INTERNAL);
    messages_clear(&messages);
    mpz_set_ui(periodic.words[0].count, MESSAGES_MOST_PROCESSORS + 1);
    assert_int_equal(messages_of_schedule(&messages, &periodic, &machine, 5, false, NULL),
                     STATUS_LIMIT);
    schedule_clear(&periodic);
    slow = (struct message_run){
        {MESSAGE_LOGP, 1, 0, 2, 1, CAPACITY_FULL}, 1, 0}; /* sends at every cycle, gap 2 */
    build(&periodic, 1, 5);
    assert_int_equal(messages_of_schedule(&messages, &periodic, &slow, 5, false, NULL),
                     STATUS_INPUT);
    schedule_clear(&periodic);
}

/* In balance, but not legal: one processor receives the odd items twice, the other one the even
 * ones. As many as they should be. */
static void what_is_not_legal(void **state) {
    static const int values[] = {1, 0}, sends[] = {1, CLOSED_WORD_SILENT};
    struct message_run machine = message_run_postal(1);
    struct schedule periodic;
    struct messages messages;
    struct failure failure;
    int count = -1000;
    mpz_t one;
    (void)state;
    mpz_init_set_ui(one, 1);
    schedule_init(&periodic, 1, 1, 1);
    assert_ok(schedule_add_word(&periodic, one, values, sends, 2, &failure), failure);
    assert_ok(messages_of_schedule(&messages, &periodic, &machine, 4, false, &failure), failure);
    assert_int_equal(messages_each(&messages, stop_at_seven, &count, NULL, NULL), STATUS_INTERNAL);
    assert_int_equal(count, -1000 + 8);
    messages_clear(&messages);
    schedule_clear(&periodic);
    mpz_clear(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_number), cmocka_unit_test(larger_numbers),
        cmocka_unit_test(other_schedules),    cmocka_unit_test(unequal_items),
        cmocka_unit_test(block_cyclic),       cmocka_unit_test(rows_of_words),
        cmocka_unit_test(machines),           cmocka_unit_test(certificates_are_as_described),
        cmocka_unit_test(what_is_refused),    cmocka_unit_test(what_is_not_legal),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
