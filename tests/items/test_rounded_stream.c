/* SPDX-License-Identifier: MIT */
/* Rounded streams for numbers of processors of up to a hundred digits, against the definition of a
 * plain stream; and with colours, given to the checker. */
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/base/evidence.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/stream/rounded_stream.h"
#include "solver/model/sequence.h"
#include "tests/items/items_test.h"
#include "tests/lp/lp_test.h"
#include "tests/refuse_memory.h"

enum { MOST_DEPTH = 1600 };

/* Fractional streams of one latency, and f_0, f_1, .. */
struct fixture {
    int latency;
    struct fraction_stream streams[FRACTION_POINTS];
    mpz_t *f;
};

/* `depth`: as for fraction_find_all. */
static void begin(struct fixture *fixture, int latency, int depth) {
    struct failure failure;
    bool found;
    fixture->latency = latency;
    assert_ok(fraction_find_all(latency, depth, NULL, fixture->streams, &found, &failure), failure);
    assert_true(found);
    fixture->f = numbers_new(MOST_DEPTH);
    for (int i = 0; i < MOST_DEPTH; i++)
        if (i < latency)
            mpz_set_ui(fixture->f[i], 1);
        else
            mpz_add(fixture->f[i], fixture->f[i - 1], fixture->f[i - latency]);
}

static void end(struct fixture *fixture) {
    for (int point = 0; point < FRACTION_POINTS; point++)
        fraction_stream_clear(&fixture->streams[point]);
    numbers_free(fixture->f);
}

/* --- what a plain stream is --- */

/* Of each value, what is received and sent in one step by all. */
struct totals {
    mpz_t *received;
    mpz_t *sent;
    mpz_t silent;
};

/* All times of a word of this length are hit, |S| is whole and k* or more, and a head of value v is
 * sent as v, .., L+1 at least. */
static void check_word(const struct fixture *fixture, const struct word_class *class, long fewest,
                       struct totals *totals) {
    int length = (int)class->length, L = fixture->latency;
    bool *taken = calloc((size_t)length, sizeof *taken);
    long sum = 0;
    assert_non_null(taken);
    for (int p = 0; p < length; p++) {
        int value = class->values[p], sends = class->sends[p];
        assert_false(taken[(p + value) % length]);
        taken[(p + value) % length] = true;
        sum += value;
        for (int k = 0; value - k > L; k++)
            assert_int_equal(class->sends[(p + k) % length], value - k);
        mpz_add(totals->received[value], totals->received[value], class->count);
        if (sends == CLOSED_WORD_SILENT)
            mpz_add(totals->silent, totals->silent, class->count);
        else
            mpz_add(totals->sent[sends - L], totals->sent[sends - L], class->count);
    }
    assert_int_equal(sum % length, 0);
    assert_in_range(sum / length, fewest, L + 1);
    free(taken);
}

/* Everything is received that there is in the tree, but zeros; one message is sent to nobody, or
 * one processor is silent. */
static void check_totals(const struct fixture *fixture, int depth, mpz_srcptr processors,
                         struct totals *totals) {
    int L = fixture->latency;
    mpz_t zeros;
    mpz_init(zeros);
    mpz_sub(zeros, processors, fixture->f[depth - 1]);
    assert_int_equal(mpz_cmp(totals->received[0], zeros), 0);
    for (int v = 1; v < depth; v++) {
        if (v > depth - L) {
            assert_int_equal(mpz_sgn(totals->received[v]), 0);
            continue;
        }
        assert_int_equal(mpz_cmp(totals->received[v], fixture->f[depth - L - v]), 0);
        assert_int_equal(mpz_cmp(totals->sent[v], fixture->f[depth - L - v]), 0);
    }
    assert_int_equal(mpz_cmp_ui(totals->received[depth], 1), 0);
    mpz_sub(zeros, totals->sent[0], totals->received[0]);
    mpz_add(zeros, zeros, totals->silent);
    assert_int_equal(mpz_cmp_ui(zeros, 1), 0);
    mpz_clear(zeros);
}

static void check_stream(const struct fixture *fixture, mpz_srcptr processors,
                         const struct schedule *words) {
    struct failure failure;
    struct endgame_bound bound;
    size_t room = (size_t)words->depth + 1;
    struct totals totals = {.received = numbers_new(room), .sent = numbers_new(room)};
    mpz_t sum;
    mpz_inits(totals.silent, sum, NULL);
    assert_ok(endgame_bound_find(fixture->latency, processors, &bound, &failure), failure);
    assert_ok(schedule_check(words, &failure), failure);
    assert_int_equal(words->depth, bound.depth);
    schedule_processors(words, sum);
    assert_int_equal(mpz_cmp(sum, processors), 0);
    for (size_t i = 0; i < words->word_count; i++)
        check_word(fixture, &words->words[i], bound.most, &totals);
    check_totals(fixture, words->depth, processors, &totals);
    numbers_free(totals.received);
    numbers_free(totals.sent);
    mpz_clears(totals.silent, sum, NULL);
}

/* --- for which N --- */

static void look_for(const struct fixture *fixture, mpz_srcptr processors) {
    struct schedule words;
    struct failure failure;
    bool found;
    assert_ok(rounded_stream_build(fixture->streams, processors, &words, &found, &failure),
              failure);
    if (!found) {
        gmp_printf("L=%d N=%Zd\n", fixture->latency, processors);
        fail();
    }
    check_stream(fixture, processors, &words);
    schedule_clear(&words);
}

/* N = from + add, .., so many, if they are more than f_(t-1) and no more than f_t. */
static void look_from(const struct fixture *fixture, int depth, mpz_srcptr from, long add,
                      int count) {
    mpz_t n;
    mpz_init(n);
    for (int i = 0; i < count; i++) {
        mpz_set_si(n, add + i);
        mpz_add(n, n, from);
        if (mpz_cmp(n, fixture->f[depth - 1]) > 0 && mpz_cmp(n, fixture->f[depth]) <= 0)
            look_for(fixture, n);
    }
    mpz_clear(n);
}

/* Few zeros, no slack and a little more or less, nearly all zeros, and in between. */
static void look_at(const struct fixture *fixture, int depth) {
    int L = fixture->latency, mean = fixture->streams[0].mean;
    mpz_t sum, part;
    mpz_inits(sum, part, NULL);
    look_from(fixture, depth, fixture->f[depth - 1], 1, 3);
    look_from(fixture, depth, fixture->f[depth], -2, 3);
    mpz_sub_ui(sum, fixture->f[depth + L - 1], 1);
    for (int most = mean - 1; most <= mean; most++) {
        mpz_fdiv_q_ui(part, sum, (unsigned long)most);
        look_from(fixture, depth, part, -12, 15);
    }
    for (unsigned long i = 1; i < 9; i++) {
        mpz_sub(part, fixture->f[depth], fixture->f[depth - 1]);
        mpz_mul_ui(part, part, i);
        mpz_fdiv_q_ui(part, part, 9);
        mpz_add(part, part, fixture->f[depth - 1]);
        look_from(fixture, depth, part, 0, 1);
    }
    mpz_clears(sum, part, NULL);
}

/* From depths on where it has been seen that nothing fails. */
static void streams(void **state) {
    static const struct {
        int latency, first, last;
    } cases[] = {{4, 30, 60}, {5, 44, 60}, {6, 38, 60}, {7, 46, 70}, {8, 52, 80}, {9, 56, 80}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture;
        begin(&fixture, cases[i].latency, 0);
        for (int depth = cases[i].first; depth <= cases[i].last; depth += 3)
            look_at(&fixture, depth);
        look_at(&fixture, 60 * cases[i].latency / 2);
        end(&fixture);
    }
}

/* Fractional streams of one depth, for small ones. */
static void streams_of_a_depth(void **state) {
    (void)state;
    for (int latency = 4; latency <= 8; latency++) {
        struct fixture fixture;
        int depth = 10 * latency;
        begin(&fixture, latency, depth);
        look_at(&fixture, depth);
        end(&fixture);
    }
}

/* A hundred digits. */
static void many_digits(void **state) {
    struct fixture fixture;
    (void)state;
    begin(&fixture, 4, 0);
    look_at(&fixture, 720);
    end(&fixture);
}

/* Too few processors, and latencies for which no fractions are known. */
static void not_found(void **state) {
    struct schedule words;
    struct failure failure;
    struct fixture fixture;
    bool found = true;
    mpz_t n;
    (void)state;
    begin(&fixture, 4, 0);
    mpz_init(n);
    for (long small = 1; small <= 3000; small += small / 7 + 1) {
        mpz_set_si(n, small);
        assert_ok(rounded_stream_build(fixture.streams, n, &words, &found, &failure), failure);
        if (found) {
            check_stream(&fixture, n, &words);
            schedule_clear(&words);
        }
    }
    mpz_ui_pow_ui(n, 10, 30);
    assert_ok(rounded_stream_find(21, n, NULL, &words, &found, &failure), failure);
    assert_false(found);
    mpz_clear(n);
    end(&fixture);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static void stopped(void **state) {
    const struct limits limits = {.stop = always};
    struct schedule words;
    struct failure failure;
    bool found;
    mpz_t n;
    (void)state;
    mpz_init_set_str(n, "1000000000000000000000000000000", 10);
    assert_int_equal(rounded_stream_find(4, n, &limits, &words, &found, &failure), STATUS_LIMIT);
    mpz_clear(n);
}

/* --- with colours --- */

static void every_item(void **state) {
    static const char *const numbers[] = {"1000003", "1000000000000000000000000000000"};
    (void)state;
    for (int latency = 4; latency <= 8; latency += 2)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            char path[TEST_PATH_ROOM], claim[TEST_PATH_ROOM];
            struct every_items every;
            struct failure failure;
            bool found;
            mpz_t n;
            mpz_init_set_str(n, numbers[i], 10);
            assert_ok(endgame_find(latency, n, NULL, &every, &found, &failure), failure);
            assert_true(found);
            assert_ok(evidence_write(evidence_of_every_items(&every),
                                     test_path(path, "rounded.cert"), true, NULL, &failure),
                      failure);
            snprintf(claim, sizeof claim, "postal L=%d N=%s: for every K >= %d ", latency,
                     numbers[i], every_items_time(&every).first);
            assert_verified(path, claim);
            every_items_clear(&every);
            mpz_clear(n);
        }
}

/* --- without memory --- */

static void memory(void **state) {
    struct fixture fixture;
    long granted = 0;
    mpz_t n;
    (void)state;
    begin(&fixture, 4, 0);
    mpz_init_set_ui(n, 1000000);
    for (enum status status = STATUS_MEMORY; status; granted++) {
        struct schedule words;
        struct failure failure = {STATUS_OK, ""};
        bool found;
        allocations_granted = granted;
        status = rounded_stream_build(fixture.streams, n, &words, &found, &failure);
        allocations_granted = -1;
        if (!status)
            schedule_clear(&words);
        else if (status != STATUS_MEMORY || failure.status != STATUS_MEMORY)
            fail_msg("%ld granted: %s: %s", granted, status_name(status), failure.message);
    }
    assert_true(granted > 100);
    mpz_clear(n);
    end(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams),     cmocka_unit_test(streams_of_a_depth),
        cmocka_unit_test(many_digits), cmocka_unit_test(not_found),
        cmocka_unit_test(stopped),     cmocka_unit_test(every_item),
        cmocka_unit_test(memory)};
    need_program();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
