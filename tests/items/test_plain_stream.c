/* SPDX-License-Identifier: MIT */
/* Plain streams, for all kinds of N, against their definition. */
#include "automata/word.h"
#include "solver/items/stream/plain_stream.h"
#include "tests/items/items_test.h"

enum { ROOM = 100 };

/* f_0.., and their sums, by definition. */
struct numbers {
    long f[ROOM];
    int depth; /* B(N) */
    long sum;  /* f_0 + .. + f_{depth-1} */
};

static struct numbers numbers_of(int latency, long n) {
    struct numbers numbers = {.depth = 0};
    for (int i = 0; i < ROOM; i++)
        numbers.f[i] = i < latency ? 1 : numbers.f[i - 1] + numbers.f[i - latency];
    for (; numbers.f[numbers.depth] < n; numbers.depth++)
        numbers.sum += numbers.f[numbers.depth];
    return numbers;
}

/* What is received and sent in one step by all, each value. */
struct totals {
    long received[ROOM];
    long sent[ROOM];
    long processors;
    long silent;
};

/* The largest value held at each position: after a round everything that comes is held. */
static void largest_values(const struct word_class *class, int *largest) {
    int length = (int)class->length;
    for (int p = 0; p < length; p++) {
        largest[p] = 0;
        for (int age = 0; age < ROOM; age++) {
            int value = class->values[((p - age) % length + length) % length] - age;
            if (value > largest[p])
                largest[p] = value;
        }
    }
}

/* |S| is whole and not too small, all items are different, and a node of value v > L is sent as v,
 * v-1, .., L+1, at least. */
static void check_word(const struct word_class *class, int latency, int fewest,
                       struct totals *totals) {
    int length = (int)class->length, count = (int)mpz_get_si(class->count), sum = 0;
    int largest[ROOM * 2];
    bool taken[ROOM * 2] = {false};
    assert_in_range(length, 1, ROOM * 2);
    largest_values(class, largest);
    for (int p = 0; p < length; p++) {
        int value = class->values[p], item = (p + value) % length;
        assert_false(taken[item]);
        taken[item] = true;
        sum += value;
        for (int k = 0; value - k > latency; k++)
            assert_int_equal(class->sends[(p + k) % length], value - k);
        assert_int_equal(class->sends[p], largest[p] >= latency ? largest[p] : CLOSED_WORD_SILENT);
        totals->received[value] += count;
        if (class->sends[p] == CLOSED_WORD_SILENT)
            totals->silent += count;
        else
            totals->sent[class->sends[p] - latency] += count;
    }
    assert_int_equal(sum % length, 0);
    assert_in_range(sum / length, fewest, latency + 1);
    totals->processors += (long)count * length;
}

/* All but zeros is received that a tree has; one message or one processor is idle. */
static void check_totals(const struct totals *totals, const struct numbers *numbers, int latency,
                         long n) {
    int t = numbers->depth;
    assert_int_equal(totals->processors, n);
    assert_int_equal(totals->received[0], n - numbers->f[t - 1]);
    assert_int_equal(totals->received[t], 1);
    for (int v = 1; v < t; v++) {
        long nodes = v <= t - latency ? numbers->f[t - latency - v] : 0;
        assert_int_equal(totals->received[v], nodes);
        if (v <= t - latency)
            assert_int_equal(totals->sent[v], nodes);
    }
    assert_in_range(totals->sent[0] - totals->received[0] + totals->silent, 0, 1);
    assert_in_range(totals->silent, 0, 1);
}

static void check(const struct schedule *words, int latency, long n) {
    struct numbers numbers = numbers_of(latency, n);
    struct totals totals = {.processors = 0};
    struct failure failure;
    assert_ok(schedule_check(words, &failure), failure);
    assert_int_equal(words->latency, latency);
    assert_int_equal(words->depth, numbers.depth);
    assert_int_equal(words->period, 1);
    assert_int_equal(words->block_count, 0);
    for (size_t i = 0; i < words->word_count; i++)
        check_word(&words->words[i], latency, (int)(numbers.sum / n), &totals);
    check_totals(&totals, &numbers, latency, n);
}

static bool find(int latency, long n, unsigned attempt, struct schedule *words) {
    struct plain_question question = {latency, n, (int)(numbers_of(latency, n).sum / n), attempt};
    struct failure failure;
    bool found = false;
    assert_ok(plain_stream_find(&question, NULL, words, &found, &failure), failure);
    return found;
}

static void look_for(int latency, long n, unsigned attempt) {
    struct schedule words;
    if (!find(latency, n, attempt, &words))
        fail_msg("L=%d N=%ld: no stream", latency, n);
    check(&words, latency, n);
    schedule_clear(&words);
}

/* Every N for a while. */
static void small(void **state) {
    static const int first[] = {[3] = 6, 8, 8, 10, 10, 14, 12};
    (void)state;
    for (int latency = 3; latency <= 9; latency++)
        for (long n = first[latency]; n <= 60; n++)
            look_for(latency, n, 0);
}

/* No slack or 1, a zero or two, all zeros, many. */
static void chosen(void **state) {
    static const struct {
        int latency;
        long n;
    } cells[] = {{3, 62},   {3, 1279}, {3, 1965}, {4, 83},   {4, 302},  {4, 912},  {4, 2745},
                 {5, 250},  {5, 571},  {5, 765},  {6, 80},   {6, 103},  {6, 171},  {6, 883},
                 {7, 82},   {7, 129},  {7, 820},  {8, 972},  {9, 155},  {10, 185}, {10, 265},
                 {11, 156}, {12, 26},  {12, 185}, {12, 295}, {16, 100}, {20, 200}};
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        look_for(cells[i].latency, cells[i].n, 0);
}

static bool equal(const struct schedule *one, const struct schedule *other) {
    if (one->word_count != other->word_count)
        return false;
    for (size_t i = 0; i < one->word_count; i++) {
        const struct word_class *a = &one->words[i], *b = &other->words[i];
        if (a->length != b->length || mpz_cmp(a->count, b->count) != 0 ||
            memcmp(a->values, b->values, a->length * sizeof *a->values) != 0)
            return false;
    }
    return true;
}

/* Other attempts are other streams, and the same attempt is the same stream. */
static void attempts(void **state) {
    struct schedule words[3];
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(find(5, 137, i / 2, &words[i]));
        check(&words[i], 5, 137);
    }
    assert_true(equal(&words[0], &words[1]));
    assert_false(equal(&words[0], &words[2]));
    for (unsigned i = 0; i < 3; i++)
        schedule_clear(&words[i]);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void refused(void **state) {
    struct schedule words;
    struct failure failure;
    const struct limits stopped = {.stop = always};
    struct plain_question question = {5, 200, 3, 0};
    bool found = true;
    (void)state;
    assert_false(find(4, 5, 0, &words)); /* there is none */
    assert_false(find(7, 2, 0, &words)); /* t = L: the root has one child */
    assert_int_equal(plain_stream_find(&question, &stopped, &words, &found, &failure),
                     STATUS_LIMIT);
    question.latency = PLAIN_MAX_LATENCY + 1;
    assert_int_equal(plain_stream_find(&question, NULL, &words, &found, &failure), STATUS_LIMIT);
    question = (struct plain_question){5, PLAIN_MAX_PROCESSORS + 1, 3, 0};
    assert_int_equal(plain_stream_find(&question, NULL, &words, &found, &failure), STATUS_LIMIT);
    question = (struct plain_question){5, 200, 5, 0}; /* more than all values */
    assert_ok(plain_stream_find(&question, NULL, &words, &found, &failure), failure);
    assert_false(found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(chosen),
                                       cmocka_unit_test(attempts), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
