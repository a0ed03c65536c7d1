/* SPDX-License-Identifier: MIT */
/* Endless streams with several ports: every number of processors at the depth that is proved the
 * least, message by message from the empty start, judged by a program that knows nothing but
 * messages, and by steadycheck; and steadycheck verifies no schedule that this program refuses. */
#include "solver/items/search/items_sat.h"
#include "solver/model/certificates.h"
#include "solver/model/port_growth.h"
#include "solver/stream/construction/port_family.h"
#include "solver/stream/construction/port_messages.h"
#include "solver/stream/construction/port_stream.h"
#include "solver/stream/construction/schedule_read.h"
#include "tests/naive_messages.h"
#include "tests/naive_ports.h"
#include "tests/solver/certificate_test.h"

static void make(struct schedule *schedule, int L, int p, long n) {
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(port_stream(schedule, L, p, processors, NULL, &failure), failure);
    mpz_clear(processors);
}

static int bound_of(int L, int p, long n) {
    int bound;
    struct failure failure;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    assert_ok(port_bound_find(L, p, processors, &bound, &failure), failure);
    mpz_clear(processors);
    return bound;
}

static void every_number_has_the_least_depth(void **state) {
    int late = 0;
    (void)state;
    for (int p = 2; p <= 9; p++)
        for (int L = 1; L <= 8; L++)
            for (long n = 1; n <= 200; n++) {
                struct schedule schedule;
                bool excluded;
                int depth = naive_ports_depth(L, p, n, &excluded);
                assert_int_equal(bound_of(L, p, n), depth);
                make(&schedule, L, p, n);
                if (schedule.depth != depth)
                    fail_msg("p=%d L=%d N=%ld: t = %d, not %d", p, L, n, schedule.depth, depth);
                schedule_clear(&schedule);
                late += excluded && p <= 8;
            }
    assert_int_equal(late, 291); /* results/THEOREMS.md, section 19.3 */
}

/* Those that are excluded in depth t < 2L: section 19.6. */
static void excluded_numbers_are_served_a_step_later(void **state) {
    int count = 0;
    (void)state;
    for (int p = 2; p <= 16; p++)
        for (int L = 1; L <= 12; L++)
            for (long n = 1; n <= 1 + (long)p * L; n++) {
                struct schedule schedule;
                bool excluded;
                int depth = naive_ports_depth(L, p, n, &excluded);
                if (!excluded)
                    continue;
                make(&schedule, L, p, n);
                if (schedule.depth != depth)
                    fail_msg("p=%d L=%d N=%ld: t = %d, not %d", p, L, n, schedule.depth, depth);
                schedule_clear(&schedule);
                count++;
            }
    assert_int_equal(count, 3666);
}

/* Do K items reach everybody within L+t of the step in which the source has them, legally? */
static const char *fault_of(const struct schedule *schedule, int items) {
    struct message_array array;
    struct message_list list;
    struct failure failure = {0};
    if (port_messages(schedule, items, &array, &list, NULL, &failure))
        return "no messages";
    const char *fault = naive_messages_fault(&list);
    int delay = schedule->latency + schedule->depth, p = schedule->ports;
    struct message *messages = naive_messages_hear(&list);
    for (long i = 0; i < list.count && !fault; i++)
        if (messages[i].time + schedule->latency > (messages[i].item - 1) / p + delay ||
            (messages[i].from == 0 && messages[i].time < (messages[i].item - 1) / p))
            fault = "an item is late, or sent before it is there";
    free(messages);
    message_array_clear(&array);
    return fault;
}

static void messages_are_legal_and_in_time(void **state) {
    (void)state;
    for (int p = 2; p <= 7; p++)
        for (int L = 1; L <= 3; L++)
            for (long n = 1; n <= 40; n += n < 24 ? 1 : 5) {
                struct schedule schedule;
                make(&schedule, L, p, n);
                const char *fault = fault_of(&schedule, 2 * p + 1);
                if (fault)
                    fail_msg("p=%d L=%d N=%ld: %s", p, L, n, fault);
                schedule_clear(&schedule);
            }
}

/* Numbers near the largest p, beyond 2^31; three of them in L < t < 2L, where only so many letters
 * are written. */
static void many_ports(void **state) {
    static const unsigned long numbers[] = {65537,     65538,      131000,     196607,
                                            196608000, 4000000000, 4294000000, 4295098369};
    int refused = 0;
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int L = 1; L <= 3; L++) {
            struct schedule schedule;
            struct failure failure;
            mpz_t processors;
            mpz_init_set_ui(processors, numbers[i]);
            enum status status =
                port_stream(&schedule, L, SCHEDULE_MOST_PORTS, processors, NULL, &failure);
            bool large = (L > 1 && (numbers[i] == 65538 || numbers[i] == 131000)) ||
                         (L == 3 && numbers[i] == 196607);
            if (status != (large ? STATUS_LIMIT : STATUS_OK))
                fail_msg("L=%d N=%lu: %d %s", L, numbers[i], status, status ? failure.message : "");
            refused += large;
            if (!status)
                schedule_clear(&schedule);
            mpz_clear(processors);
        }
    assert_int_equal(refused, 5);
}

static void write_schedule(const struct schedule *schedule, const char *path) {
    struct failure failure;
    assert_ok(evidence_write(evidence_of_schedule(schedule), path, true, NULL, &failure), failure);
}

static void many_digits_are_verified(void **state) {
    static const struct {
        int L, p, digits;
    } sizes[] = {{3, 2, 60}, {1, 5, 40}, {2, 3, 50}, {10, 4, 30}, {4, 16, 20}, {7, 11, 25}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned long more = 0; more < 5; more++) {
            struct schedule schedule;
            struct failure failure;
            int bound;
            char path[TEST_PATH_ROOM], claim[80];
            mpz_t n;
            mpz_init(n);
            mpz_ui_pow_ui(n, 10, (unsigned long)sizes[i].digits);
            mpz_add_ui(n, n, more);
            assert_ok(port_stream(&schedule, sizes[i].L, sizes[i].p, n, NULL, &failure), failure);
            assert_ok(port_bound_find(sizes[i].L, sizes[i].p, n, &bound, &failure), failure);
            assert_int_equal(schedule.depth, bound);
            write_schedule(&schedule, test_path(path, "many.cert"));
            snprintf(claim, sizeof claim, "L=%d ports=%d t=%d N=1000", sizes[i].L, sizes[i].p,
                     bound);
            assert_verified(path, claim);
            schedule_clear(&schedule);
            mpz_clear(n);
        }
}

/* Of the first K items: are they served with this delay? A refutation is written. */
static enum verdict decide_first(int L, int p, int N, int delay, int steps, const char *path) {
    struct items_question question = {
        .latency = L, .ports = p, .processors = N, .items = p * steps, .delay = delay};
    struct limits limits = {.nodes = 2000000};
    struct items_answer answer;
    struct failure failure;
    assert_ok(items_sat(&question, steps - 1 + delay, ITEMS_ORDERED, &limits, &answer, &failure),
              failure);
    enum verdict verdict = answer.verdict;
    if (verdict == VERDICT_INFEASIBLE)
        assert_ok(
            evidence_write(evidence_of_impossible_items(&answer.proof), path, true, NULL, &failure),
            failure);
    if (verdict == VERDICT_FEASIBLE)
        assert_null(naive_messages_fault(&answer.list));
    items_answer_clear(&answer);
    return verdict;
}

/* Formulas that know messages alone refute what is below the least delay, excluded numbers too, and
 * don't refute what is not. The last one is refuted in an order of processors and items, which
 * takes longer than all others: one time in three. */
static void formulas_say_the_same(void **state) {
    static const struct {
        int L, p, N, steps;
    } cells[] = {{1, 2, 2, 1}, {1, 2, 4, 2}, {1, 5, 4, 3}, {1, 6, 5, 2}, {1, 7, 5, 2}, {2, 2, 4, 3},
                 {2, 4, 6, 3}, {2, 5, 4, 5}, {3, 2, 4, 4}, {3, 2, 6, 5}, {1, 3, 17, 3}};
    (void)state;
    uint64_t random = random_seed();
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        if (cells[i].N == 17 && !random_takes(&random, 3))
            break;
        int L = cells[i].L, p = cells[i].p, N = cells[i].N, least = L + bound_of(L, p, N);
        char path[TEST_PATH_ROOM], claim[80];
        test_path(path, "first.cert");
        enum verdict verdict = VERDICT_FEASIBLE;
        int steps = 0;
        while (verdict == VERDICT_FEASIBLE)
            verdict = decide_first(L, p, N, least - 1, ++steps, path);
        if (verdict != VERDICT_INFEASIBLE || steps != cells[i].steps)
            fail_msg("L=%d p=%d N=%d: %d steps", L, p, N, steps);
        snprintf(claim, sizeof claim,
                 "postal L=%d ports=%d: no stream with delay %d or less serves %d ", L, p,
                 least - 1, N);
        assert_verified(path, claim);
        assert_int_equal(decide_first(L, p, N, least, 2, path), VERDICT_FEASIBLE);
    }
}

/* A family's schedules, those that it holds and those that its rule makes. */
static void follow(const struct family *family) {
    mpz_t wanted, served;
    mpz_inits(wanted, served, NULL);
    for (int t = family->latency; t < family->from + 3 * family->latency + 3; t++) {
        struct schedule schedule;
        struct failure failure;
        bool found = true;
        assert_ok(t < family->from + family->latency
                      ? family_instance(family, t, &found, &schedule, &failure)
                      : family_expand(family, t, &schedule, &failure),
                  failure);
        assert_true(found);
        assert_ok(schedule_check(&schedule, &failure), failure);
        assert_int_equal(schedule.depth, t);
        assert_ok(port_capacity(family->latency, family->ports, t, wanted, &failure), failure);
        schedule_processors(&schedule, served);
        assert_int_equal(mpz_cmp(served, wanted), 0);
        bool small = mpz_cmp_ui(served, 400) < 0;
        const char *fault = small ? fault_of(&schedule, family->ports + 1) : NULL;
        if (fault)
            fail_msg("p=%d L=%d t=%d: %s", family->ports, family->latency, t, fault);
        schedule_clear(&schedule);
    }
    mpz_clears(wanted, served, NULL);
}

static void families_go_on(void **state) {
    (void)state;
    for (int p = 2; p <= 8; p += p - 1)
        for (int L = 1; L <= 7; L++) {
            struct family family;
            struct failure failure;
            char path[TEST_PATH_ROOM], claim[80];
            bool found;
            assert_ok(port_family_find(&family, L, p, NULL, &found, &failure), failure);
            assert_true(found);
            follow(&family);
            assert_ok(evidence_write(evidence_of_family(&family), test_path(path, "family.cert"),
                                     true, NULL, &failure),
                      failure);
            snprintf(claim, sizeof claim, "L=%d ports=%d: for every t >= %d a stat", L, p, L);
            assert_verified(path, claim);
            struct schedule schedule; /* read back, beyond what is listed */
            assert_ok(schedule_read_file(&schedule, path, family.from + 2 * L, &failure), failure);
            schedule_clear(&schedule);
            family_clear(&family);
        }
    struct family none;
    bool found;
    assert_int_equal(port_family_find(&none, 3, 1, NULL, &found, NULL), STATUS_INPUT);
    assert_int_equal(port_family_find(&none, 0, 2, NULL, &found, NULL), STATUS_INPUT);
    assert_int_equal(port_family_find(&none, 1000000, 2, NULL, &found, NULL), STATUS_LIMIT);
}

/* --- steadycheck against messages --- */

/* A number is changed by one, or exchanged with the next one of its line or its column. */
static bool change_numbers(int *numbers, int rows, int columns, int kind, int *at) {
    int count = rows * columns, other = *at + (kind < 2 ? 0 : kind == 2 ? 1 : columns);
    if (*at >= count) {
        *at -= count;
        return false;
    }
    int old = numbers[*at];
    numbers[*at] = kind < 2 ? old + 2 * kind - 1 : numbers[other % count];
    if (kind >= 2)
        numbers[other % count] = old;
    return true;
}

static bool change_coloured(struct schedule *schedule, int i) {
    int p = schedule->ports, kind = i % 4, at = i / 4;
    bool changed =
        change_numbers(schedule->copies, p, schedule->depth - schedule->latency + 1, kind, &at);
    for (size_t w = 0; w < schedule->coloured_count && !changed; w++) {
        struct coloured_word *word = &schedule->coloured[w];
        changed = change_numbers(word->values, p, word->length, kind, &at);
    }
    return changed;
}

/* How many changes there are, and the i-th of them; counts stay small. */
static bool change(struct schedule *schedule, int i) {
    int kind = i % 2 ? 1 : -1, at = i / 2;
    if (schedule->coloured_count)
        return change_coloured(schedule, i);
    for (size_t b = 0; b < schedule->block_count; b++) {
        struct block_class *class = &schedule->blocks[b];
        if (at < 3) {
            class->head += at == 0 ? kind : 0;
            class->size += at == 1 ? kind : 0;
            if (at == 2 && kind > 0)
                mpz_add_ui(class->count, class->count, 1);
            else if (at == 2)
                mpz_sub_ui(class->count, class->count, 1);
            return true;
        }
        at -= 3;
    }
    for (size_t r = 0; r < schedule->range_count; r++, at -= 2)
        if (at < 2) {
            schedule->ranges[r].first += at == 0 ? kind : 0;
            schedule->ranges[r].last += at == 0 ? kind : 0;
            schedule->ranges[r].copies += at == 1 ? kind : 0;
            return true;
        }
    for (int v = 0; v <= schedule->depth; v++, at--)
        if (at == 0) {
            mpz_set_si(schedule->loose[v], mpz_get_si(schedule->loose[v]) + kind);
            return true;
        }
    if (at >= 4)
        return false;
    int form = (int)schedule->partial.form + kind;
    if (at == 0)
        schedule->partial.form = (enum partial_form)(form < 0 ? 0 : form > 2 ? 2 : form);
    schedule->partial.head += at == 1 ? kind : 0;
    schedule->partial.sends += at == 2 ? kind : 0;
    schedule->ports += at == 3 ? kind : 0;
    return true;
}

/* What can be written at all. */
static bool is_writable(const struct schedule *schedule) {
    bool good = schedule->ports > 1 && schedule->partial.sends >= 0;
    for (size_t b = 0; b < schedule->block_count; b++)
        good = good && mpz_sgn(schedule->blocks[b].count) > 0 && schedule->blocks[b].size >= 1 &&
               schedule->blocks[b].head >= 0;
    for (size_t r = 0; r < schedule->range_count; r++)
        good = good && schedule->ranges[r].first >= 0 && schedule->ranges[r].copies >= 1;
    for (int v = 0; v <= schedule->depth; v++)
        good = good && mpz_sgn(schedule->loose[v]) >= 0;
    int copies = schedule->copies ? schedule->ports * (schedule->depth - schedule->latency + 1) : 0;
    for (int i = 0; i < copies; i++)
        good = good && schedule->copies[i] >= 0;
    for (size_t w = 0; w < schedule->coloured_count; w++)
        for (int i = 0; i < schedule->ports * schedule->coloured[w].length; i++)
            good = good && schedule->coloured[w].values[i] >= 0;
    return good;
}

/* Of the changes half, as each starts steadycheck. */
static void no_changed_schedule_is_verified_that_messages_refuse(void **state) {
    static const int cases[][3] = {{3, 3, 12}, {1, 3, 11}, {2, 4, 14}, {1, 5, 29}, {2, 5, 8},
                                   {1, 5, 4},  {2, 2, 9},  {1, 7, 10}, {3, 5, 9},  {1, 6, 5},
                                   {4, 3, 5},  {2, 5, 10}, {3, 5, 9},  {6, 4, 15}, {3, 7, 16}};
    int verified = 0, refused = 0;
    uint64_t random = random_seed();
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int i = 0;; i++) {
            struct schedule schedule;
            char path[TEST_PATH_ROOM], line[1024];
            make(&schedule, cases[c][0], cases[c][1], cases[c][2]);
            bool changed = change(&schedule, i);
            if (changed && is_writable(&schedule) && random_takes(&random, 2)) {
                write_schedule(&schedule, test_path(path, "changed.cert"));
                bool good = steadycheck_run(path, line, sizeof line) == 0;
                const char *fault = good ? fault_of(&schedule, 2 * schedule.ports) : NULL;
                if (fault)
                    fail_msg("L=%d p=%d N=%d, change %d: %s, but %s", cases[c][0], cases[c][1],
                             cases[c][2], i, fault, line);
                good ? verified++ : refused++;
            }
            schedule_clear(&schedule);
            if (!changed)
                break;
        }
    print_message("%d changed schedules are right, %d refused\n", verified, refused);
    assert_true(verified > 40 && refused > 250);
}

static void what_is_refused(void **state) {
    struct schedule schedule;
    int bound;
    struct message_array array;
    struct message_list list;
    mpz_t n;
    (void)state;
    mpz_init(n);
    assert_int_equal(port_bound_find(3, 2, n, &bound, NULL), STATUS_INPUT);
    mpz_set_ui(n, 7);
    assert_int_equal(port_stream(&schedule, 3, 1, n, NULL, NULL), STATUS_INPUT);
    assert_int_equal(port_stream(&schedule, 0, 2, n, NULL, NULL), STATUS_INPUT);
    assert_int_equal(port_stream(&schedule, 3, SCHEDULE_MOST_PORTS + 1, n, NULL, NULL),
                     STATUS_INPUT);
    mpz_set_ui(n, 20);
    assert_int_equal(port_stream(&schedule, 20000, 3, n, NULL, NULL), STATUS_LIMIT);
    mpz_ui_pow_ui(n, 10, 20000);
    assert_int_equal(port_stream(&schedule, 3, 2, n, NULL, NULL), STATUS_LIMIT);
    mpz_ui_pow_ui(n, 10, 9);
    struct failure failure;
    assert_ok(port_stream(&schedule, 3, 2, n, NULL, &failure), failure);
    assert_int_equal(port_messages(&schedule, 1, &array, &list, NULL, NULL), STATUS_LIMIT);
    schedule_clear(&schedule);
    mpz_clear(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_has_the_least_depth),
        cmocka_unit_test(excluded_numbers_are_served_a_step_later),
        cmocka_unit_test(messages_are_legal_and_in_time),
        cmocka_unit_test(many_ports),
        cmocka_unit_test(many_digits_are_verified),
        cmocka_unit_test(families_go_on),
        cmocka_unit_test(formulas_say_the_same),
        cmocka_unit_test(no_changed_schedule_is_verified_that_messages_refuse),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
