/* SPDX-License-Identifier: MIT */
/* Fractional streams, held against the definitions: nodes are counted by the numbers f_t of a real
 * depth, words with more and more fill are laid out, and the words that are found for given costs
 * are compared with all words. */
#include "automata/arrangement.h"
#include "automata/juggling.h"
#include "automata/word.h"
#include "solver/items/fraction/fraction.h"
#include "solver/items/fraction/fraction_price.h"
#include "solver/items/fraction/fraction_problem.h"
#include "solver/model/sequence.h"
#include "tests/lp/lp_test.h"
#include "tests/refuse_memory.h"

enum { MOST_LATENCY = 9, ROOM = 400 };

/* --- the numbers, at a depth --- */

static long depth; /* t */

static void add_term(int latency, long index, long numerator, long denominator, mpq_t sum) {
    mpz_t term;
    mpq_t part, factor;
    mpz_init(term);
    mpq_inits(part, factor, NULL);
    assert_int_equal(sequence_term(term, latency, index, NULL, NULL), STATUS_OK);
    mpq_set_z(part, term);
    mpq_set_si(factor, numerator, (unsigned long)denominator);
    mpq_mul(part, part, factor);
    mpq_add(sum, sum, part);
    mpz_clear(term);
    mpq_clears(part, factor, NULL);
}

/* sum += factor number, with f_(t-j) in the place of alpha^-j. */
static void add_number(const struct fraction_stream *stream, mpq_t *number, long factor,
                       mpq_t sum) {
    mpq_t part;
    mpq_init(part);
    for (int j = 0; j < stream->latency; j++) {
        mpq_set_ui(part, 0, 1);
        add_term(stream->latency, depth - stream->tail - j, factor, 1, part);
        mpq_mul(part, part, number[j]);
        mpq_add(sum, sum, part);
    }
    mpq_clear(part);
}

/* How many places of the word have this value, as a leaf (0) or a head (1). */
static long count_places(const struct fraction_word *word, int value, bool head) {
    long count = 0;
    for (int p = 0; p < word->length; p++)
        count += word->places[p].value == value && (word->places[p].role != FRACTION_LEAF) == head;
    return count;
}

static long count_a(const struct fraction_word *word) {
    long count = 0;
    for (int p = 0; p < word->length; p++)
        count += word->places[p].role == FRACTION_HEAD_A;
    return count;
}

static void subtract_zeros(const struct fraction_stream *stream, mpq_t sum) {
    int L = stream->latency;
    if (stream->point == FRACTION_POINT_C)
        add_term(L, depth - L, -1, 1, sum);
    if (stream->point == FRACTION_POINT_B) {
        add_term(L, depth + L - 1, -1, stream->mean, sum);
        add_term(L, depth - 1, 1, 1, sum);
    }
}

/* Each node is used once: heads and leaves of a value, and fill. */
static void check_nodes(const struct fraction_stream *stream) {
    size_t L = (size_t)stream->latency;
    for (int v = 0; v <= stream->tail; v++) {
        mpq_t left;
        mpq_init(left);
        for (size_t i = 0; i < stream->words.count; i++) {
            const struct fraction_word *word = &stream->words.list[i];
            long count = count_places(word, v, false) + count_places(word, v, true);
            add_number(stream, stream->times + i * L, count, left);
        }
        if (v <= stream->latency)
            add_number(stream, stream->fill + (size_t)v * L, 1, left);
        if (v == 0)
            subtract_zeros(stream, left);
        else
            add_term((int)L, depth - v - (v < stream->tail ? stream->latency : 0), -1, 1, left);
        assert_int_equal(mpq_sgn(left), 0);
        mpq_clear(left);
    }
}

/* z heads are A; the fill has as many places as the tails, and the mean M-1. */
static void check_sums(const struct fraction_stream *stream) {
    size_t L = (size_t)stream->latency;
    mpq_t heads, places, sum;
    mpq_inits(heads, places, sum, NULL);
    for (size_t i = 0; i < stream->words.count; i++)
        add_number(stream, stream->times + i * L, count_a(&stream->words.list[i]), heads);
    subtract_zeros(stream, heads);
    for (size_t w = 0; w <= L; w++) {
        add_number(stream, stream->fill + w * L, 1, places);
        add_number(stream, stream->fill + w * L, (long)w - stream->mean + 1, sum);
    }
    add_term((int)L, depth + stream->latency - 1 - stream->tail, -1, 1, places);
    assert_int_equal(mpq_sgn(heads), 0);
    assert_int_equal(mpq_sgn(places), 0);
    assert_int_equal(mpq_sgn(sum), 0);
    mpq_clears(heads, places, sum, NULL);
}

/* For large t all is positive. */
static void check_signs(const struct fraction_stream *stream) {
    size_t L = (size_t)stream->latency;
    for (size_t i = 0; i <= stream->words.count + L; i++) {
        size_t w = i - stream->words.count;
        bool leaf = i >= stream->words.count;
        bool none = leaf && ((w == 0 && stream->point == FRACTION_POINT_A) ||
                             (w == L && stream->point == FRACTION_POINT_C));
        mpq_t value;
        mpq_init(value);
        add_number(stream, leaf ? stream->fill + w * L : stream->times + i * L, 1, value);
        assert_int_equal(mpq_sgn(value), none ? 0 : 1);
        mpq_clear(value);
    }
}

/* --- the words --- */

static int put(const struct fraction_word *word, int *values) {
    for (int p = 0; p < word->length; p++)
        values[p] = word->places[p].value;
    return word->length;
}

static void expect_legal(const int *values, int length) {
    bool legal = false;
    assert_int_equal(closed_word_check(values, (size_t)length, &legal, NULL), STATUS_OK);
    assert_true(legal);
}

/* The excursions b^j a^d, j = M-1-a, d = b-M+1, of the leaves that there are; then a leaf M-1. */
static void check_fill(const struct fraction_stream *stream, const struct fraction_word *word) {
    int values[ROOM], plain = stream->mean - 1, tail = word->length - 1;
    while (word->places[tail].role == FRACTION_LEAF)
        tail--;
    for (int a = 0; a < plain; a++)
        for (int b = plain + 1; b <= stream->latency; b++) {
            int length = put(word, values), before = length;
            for (int j = 0; j < plain - a; j++)
                values[length++] = b;
            for (int d = 0; d < b - plain; d++)
                values[length++] = a;
            values[length++] = plain;
            values[tail] += length - before;
            expect_legal(values, length);
        }
}

static bool is_single(const struct fraction_word *word) {
    int heads = 0;
    for (int p = 0; p < word->length; p++)
        heads += word->places[p].role != FRACTION_LEAF;
    return heads == 1;
}

static void check_word(const struct fraction_stream *stream, const struct fraction_word *word) {
    int values[ROOM], length = put(word, values), sum = fraction_word_sum(word);
    bool tail = false;
    for (int p = 0; p < length; p++)
        tail = tail || word->places[p].value == stream->tail;
    assert_int_equal(sum % length, 0);
    assert_true(sum / length >= stream->mean - (stream->point == FRACTION_POINT_C));
    assert_true(sum / length == stream->mean || !(tail || stream->point == FRACTION_POINT_B));
    if (is_single(word))
        assert_int_equal(arrangement_order(values[0], values + 1, (size_t)length - 1, NULL),
                         STATUS_OK);
    expect_legal(values, length);
    if (tail && !is_single(word))
        check_fill(stream, word);
}

static void test_streams(void **state) {
    (void)state;
    for (int latency = FRACTION_LEAST_LATENCY; latency <= MOST_LATENCY; latency++)
        for (int point = FRACTION_POINT_A; point <= FRACTION_POINT_C; point++) {
            struct fraction_stream stream;
            struct failure failure;
            bool found;
            assert_ok(
                fraction_find(latency, (enum fraction_point)point, NULL, &stream, &found, &failure),
                failure);
            assert_true(found);
            for (depth = stream.tail + latency; depth < stream.tail + 60; depth += 9) {
                check_nodes(&stream);
                check_sums(&stream);
            }
            depth = 40L * latency;
            check_signs(&stream);
            for (size_t i = 0; i < stream.words.count; i++)
                check_word(&stream, &stream.words.list[i]);
            fraction_stream_clear(&stream);
        }
}

/* --- the cheapest joined words --- */

/* Goes through all words from the ground state, and keeps the least cost for each last head, its
 * type, and the number of heads. */
enum { TAIL = 9, MOST_HEADS = 3, MOST_FIRST = 2 };

struct brute {
    const struct fraction_problem *problem;
    const struct fraction_costs *costs;
    int64_t least[MOST_HEADS + 1][TAIL + 1][3];
};

static int64_t cost_of_place(const struct brute *brute, int value, enum fraction_role role) {
    return fraction_cost(brute->costs, value, role);
}

/* The head before was of the type `before`; `last` is the type with which the word ends. */
static void next_head(struct brute *brute, int heads, enum fraction_role before,
                      enum fraction_role last, juggling_state state, int64_t cost);

static void leaves(struct brute *brute, int heads, struct fraction_place head, int left,
                   enum fraction_role last, juggling_state state, int64_t cost) {
    juggling_state ground = juggling_first_state(brute->problem->mean - 1);
    if (left == 0) {
        int64_t *least = &brute->least[heads][head.value][head.role];
        if (heads > 1 && head.role == last && state == ground && cost < *least)
            *least = cost;
        if (heads < MOST_HEADS && head.value < TAIL &&
            fraction_leaves(brute->problem->latency, head.value, head.role) <= MOST_FIRST)
            next_head(brute, heads, head.role, last, state, cost);
        return;
    }
    for (int w = fraction_least_leaf(brute->problem); w <= fraction_most_leaf(brute->problem); w++)
        if (juggling_may_throw(state, w))
            leaves(brute, heads, head, left - 1, last, juggling_successor(state, w),
                   cost + cost_of_place(brute, w, FRACTION_LEAF));
}

static void next_head(struct brute *brute, int heads, enum fraction_role before,
                      enum fraction_role last, juggling_state state, int64_t cost) {
    int L = brute->problem->latency, thrown = L - (before == FRACTION_HEAD_A);
    if (!juggling_may_throw(state, thrown))
        return;
    state = juggling_successor(state, thrown);
    for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B; role++)
        for (int v = L + (role == FRACTION_HEAD_B); v <= TAIL; v++) {
            struct fraction_place head = {v, (enum fraction_role)role};
            if (fraction_may_head(brute->problem, head.role))
                leaves(brute, heads + 1, head, fraction_leaves(L, v, head.role), last, state,
                       cost + cost_of_place(brute, v, head.role));
        }
}

/* Each word that is found costs as much as the least of its sort, and each sort that is wanted is
 * there. */
static void compare(const struct brute *brute, const struct fraction_words *words) {
    int wanted = 0;
    for (int heads = 2; heads <= MOST_HEADS; heads++)
        for (int v = 0; v <= TAIL; v++)
            for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B; role++)
                wanted += brute->least[heads][v][role] < FRACTION_LEAST_GAIN;
    assert_int_equal(words->count, wanted);
    for (size_t i = 0; i < words->count; i++) {
        const struct fraction_word *word = &words->list[i];
        int64_t cost = 0;
        int heads = 0, last = 0;
        for (int p = 0; p < word->length; p++) {
            cost += cost_of_place(brute, word->places[p].value, word->places[p].role);
            heads += word->places[p].role != FRACTION_LEAF;
            last = word->places[p].role != FRACTION_LEAF ? p : last;
        }
        assert_true(cost == brute->least[heads][word->places[last].value][word->places[last].role]);
    }
}

static void test_joined(void **state) {
    unsigned random = 20;
    (void)state;
    for (int trial = 0; trial < 9; trial++) {
        struct fraction_problem problem;
        struct fraction_walks *walks;
        struct fraction_words words = {0};
        struct failure failure;
        struct brute brute = {.problem = &problem};
        int64_t row[TAIL + 3];
        bool possible;
        for (int i = 0; i < TAIL + 3; i++) {
            random = random * 1103515245U + 12345U;
            row[i] =
                ((int64_t)(random >> 16) % 1000 - (i <= TAIL - 4 ? 700 : 300)) * ((int64_t)1 << 32);
        }
        struct fraction_costs costs = {&problem, row};
        assert_ok(fraction_problem_init(&problem, 4, FRACTION_POINT_B, TAIL, &possible, &failure),
                  failure);
        assert_true(possible);
        row[fraction_row_of_slack(&problem)] = 0;
        brute.costs = &costs;
        for (int i = 0; i <= MOST_HEADS; i++)
            for (int v = 0; v <= TAIL; v++)
                for (int role = 0; role < 3; role++)
                    brute.least[i][v][role] = FRACTION_NO_WORD;
        for (int role = FRACTION_HEAD_A; role <= FRACTION_HEAD_B; role++)
            next_head(&brute, 0, (enum fraction_role)role, (enum fraction_role)role,
                      juggling_first_state(problem.mean - 1), 0);
        assert_ok(fraction_walks_init(&walks, &problem, problem.mean, MOST_FIRST, &failure),
                  failure);
        assert_ok(fraction_price_joined(walks, &costs, &words, &failure), failure);
        compare(&brute, &words);
        fraction_words_clear(&words);
        fraction_walks_free(walks);
        fraction_problem_clear(&problem);
    }
}

static void test_memory(void **state) {
    long granted = 0;
    (void)state;
    for (enum status status = STATUS_MEMORY; status; granted++) {
        struct fraction_stream stream;
        struct failure failure = {STATUS_OK, ""};
        bool found;
        allocations_granted = granted;
        status = fraction_find(4, FRACTION_POINT_B, NULL, &stream, &found, &failure);
        allocations_granted = -1;
        if (!status)
            fraction_stream_clear(&stream);
        else if (status != STATUS_MEMORY || failure.status != STATUS_MEMORY)
            fail_msg("%ld granted: %s: %s", granted, status_name(status), failure.message);
        granted += granted / 20; /* most are in rounds that are alike */
    }
    assert_true(granted > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_streams),
                                       cmocka_unit_test(test_joined),
                                       cmocka_unit_test(test_memory)};
    need_program();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
