/* SPDX-License-Identifier: MIT */
/* Prices and the window automaton: potentials against every transition, closed forms against the
 * automaton, the linear program against the closed forms; and that each of them can fail. */
#include "solver/model/sequence.h"
#include "solver/proof/bound/lp.h"
#include "solver/proof/bound/program.h"
#include "tests/solver/solver_test.h"

#include <limits.h>
#include <stdlib.h>

enum { ROUNDS = 1000 };

static const struct limits one_thread = {.threads = 1};

static bool may_receive(const struct window *window, uint64_t state, int value) {
    return (value <= window->depth - window->latency || value == window->depth) &&
           !(state >> value & 1) && (state & 1 || value == 0);
}

/* (*) of window.h for one transition, from its definition. */
static int64_t slack(const struct window *window, const int64_t *potential, uint64_t state,
                     int value) {
    uint64_t held = state | UINT64_C(1) << value;
    int64_t best = 0;
    for (int u = window->latency; u <= window->depth; u++)
        if (held >> u & 1 && window->price[u - window->latency] > best)
            best = window->price[u - window->latency];
    return window->price[value] + potential[held >> 1] - potential[state] - best - window->unit;
}

/* Every transition, or a word that really loses. */
static bool bounded(const struct window *window) {
    int64_t *potential = NULL;
    struct window_words words;
    struct failure failure;
    assert_ok(window_potentials(window, &one_thread, &potential, &words, &failure), failure);
    bool good = words.count == 0;
    if (good) {
        for (uint64_t state = 0; state < UINT64_C(1) << window->depth; state++)
            for (int value = 0; value <= window->depth; value++)
                if (may_receive(window, state, value))
                    assert_true(slack(window, potential, state, value) >= 0);
        free(potential);
    }
    for (size_t i = 0; i < words.count; i++) {
        int64_t *nothing = calloc((size_t)1 << window->depth, sizeof *nothing), sum = 0;
        uint64_t state = 0;
        /* once around brings the word into its own states, the second time counts */
        const struct window_word *word = &words.list[i];
        for (int s = -window->depth * word->length; s < 0; s++) {
            int due = s + word->values[(s + window->depth * word->length) % word->length];
            if (due >= 0)
                state |= UINT64_C(1) << due;
        }
        for (int p = 0; p < word->length; p++) {
            assert_true(may_receive(window, state, word->values[p]));
            sum += slack(window, nothing, state, word->values[p]);
            state = (state | UINT64_C(1) << word->values[p]) >> 1;
        }
        assert_true(sum < 0);
        assert_int_equal(sum, word->sum);
        free(nothing);
    }
    window_words_clear(&words);
    return good;
}

static bool closed_form_holds(const struct prices *prices) {
    return prices_check(prices, NULL) == STATUS_OK;
}

static void closed_prices_hold_on_every_transition(void **state) {
    struct prices prices;
    struct window window;
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= 5; latency++)
        for (int depth = latency; depth <= 12; depth++) {
            assert_ok(prices_tree(&prices, latency, 0, depth, &failure), failure);
            assert_ok(prices_check(&prices, &failure), failure);
            assert_ok(prices_window(&prices, &window, &failure), failure);
            assert_true(bounded(&window));
            prices_clear(&prices);
        }
    for (int depth = 3; depth <= 14; depth++) {
        assert_ok(prices_two(&prices, depth, &failure), failure);
        assert_ok(prices_check(&prices, &failure), failure);
        assert_ok(prices_window(&prices, &window, &failure), failure);
        assert_true(bounded(&window));
        prices_clear(&prices);
    }
}

/* The bounds of both closed forms, by their formulas. */
static void closed_bounds_are_the_formulas(void **state) {
    struct prices prices;
    struct failure failure;
    mpz_t bound, f;
    (void)state;
    mpz_inits(bound, f, NULL);
    for (int depth = 0; depth <= 200; depth++) {
        for (int latency = 1; latency <= 6; latency++) {
            assert_ok(prices_tree(&prices, latency, 0, depth, &failure), failure);
            assert_ok(prices_check(&prices, &failure), failure);
            prices_bound(&prices, bound);
            assert_ok(sequence_term(f, latency, depth, NULL, &failure), failure);
            assert_int_equal(mpz_cmp(bound, f), 0);
            prices_clear(&prices);
        }
        assert_ok(prices_best(&prices, 2, depth, &failure), failure);
        assert_ok(prices_check(&prices, &failure), failure);
        prices_bound(&prices, bound);
        assert_ok(sequence_term(f, 2, depth + 1, NULL, &failure), failure);
        mpz_add_ui(f, f, (unsigned long)depth);
        mpz_sub_ui(f, f, 1);
        mpz_fdiv_q_ui(f, f, 2);
        if (depth > 0)
            assert_int_equal(mpz_cmp(bound, f), 0);
        prices_clear(&prices);
    }
    mpz_clears(bound, f, NULL);
}

/* phi(S) in closed form, from its definition. */
static int64_t closed_potential(const struct prices *prices, uint64_t state) {
    int64_t sum = 0;
    int most = -1, count = 0;
    for (int u = 0; u < prices->depth; u++)
        if (state >> u & 1) {
            most = u;
            count++;
        }
    if (count < 2)
        return count == 0 ? 0 : -mpz_get_si(prices->single[most]);
    for (int u = 0; u < most; u++)
        if (state >> u & 1)
            sum += mpz_get_si(prices->other[u]);
    return -sum - mpz_get_si(prices->largest[most]);
}

static bool ascend(mpz_t *numbers, int count) {
    for (int i = 1; i < count; i++)
        if (mpz_cmp(numbers[i - 1], numbers[i]) > 0)
            return false;
    return true;
}

/* The least slack of all transitions of all states. */
static int64_t least_slack(const struct prices *prices) {
    struct window window;
    struct failure failure;
    size_t states = (size_t)1 << prices->depth;
    int64_t *potential = calloc(states, sizeof *potential), least = INT64_MAX;
    assert_non_null(potential);
    assert_ok(prices_window(prices, &window, &failure), failure);
    for (uint64_t state = 0; state < states; state++)
        potential[state] = closed_potential(prices, state);
    for (uint64_t state = 0; state < states; state++)
        for (int value = 0; value <= prices->depth; value++)
            if (may_receive(&window, state, value)) {
                int64_t found = slack(&window, potential, state, value);
                least = found < least ? found : least;
            }
    free(potential);
    return least;
}

static bool holds_everywhere(const struct prices *prices) {
    return ascend(prices->values, prices->depth - prices->latency + 1) &&
           ascend(prices->other, prices->depth - 1) && least_slack(prices) >= 0;
}

/* Random changes: the quick check accepts what holds on every transition, and nothing else. */
static void the_quick_check_accepts_what_holds(void **state) {
    uint64_t random = random_seed();
    int accepted = 0, refused = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        int depth = 3 + random_below(&random, 5);
        struct prices prices;
        struct failure failure;
        struct window window;
        assert_ok(prices_two(&prices, depth, &failure), failure);
        mpz_t *lists[] = {prices.values, prices.single, prices.largest, prices.other};
        mpz_t *list = lists[random_below(&random, 4)];
        mpz_ptr number = list[random_below(&random, list == prices.values ? depth - 1 : depth)];
        mpz_add_ui(number, number, (unsigned long)random_below(&random, 3));
        if (random_below(&random, 2) && mpz_sgn(number) > 0)
            mpz_sub_ui(number, number, 1);
        bool good = closed_form_holds(&prices);
        accepted += good;
        refused += !good;
        assert_int_equal(good, holds_everywhere(&prices));
        assert_ok(prices_window(&prices, &window, &failure), failure);
        if (good)
            assert_true(bounded(&window));
        prices_clear(&prices);
    }
    assert_true(accepted > ROUNDS / 10 && refused > ROUNDS / 10);
}

static void random_numbers(mpz_t *numbers, int count, bool ascending, uint64_t *random) {
    int range = 1 + random_below(random, 30);
    for (int i = 0; i < count; i++) {
        mpz_set_ui(numbers[i], (unsigned long)random_below(random, range));
        if (ascending && i > 0)
            mpz_add(numbers[i], numbers[i], numbers[i - 1]);
    }
}

/* Any numbers that ascend where they must hold with the denominator that takes all their slack, not
 * with a larger one: so every transition is the one that decides, now and then. */
static void the_quick_check_is_sharp(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        int latency = 1 + random_below(&random, 3), depth = latency + random_below(&random, 6);
        struct prices prices;
        struct failure failure;
        assert_ok(prices_init(&prices, latency, depth, true, &failure), failure);
        random_numbers(prices.values, depth - latency + 1, true, &random);
        mpz_set_ui(prices.root, 30 * (unsigned long)random_below(&random, depth + 3));
        random_numbers(prices.single, depth, random_below(&random, 2), &random);
        random_numbers(prices.largest, depth, random_below(&random, 2), &random);
        random_numbers(prices.other, depth - 1, true, &random);
        mpz_set_ui(prices.denominator, 0);
        mpz_set_si(prices.denominator, least_slack(&prices));
        assert_true(closed_form_holds(&prices));
        mpz_add_ui(prices.denominator, prices.denominator, 1);
        assert_false(closed_form_holds(&prices));
        prices_clear(&prices);
    }
}

/* A price less, and some word loses. */
static void lower_prices_fail(void **state) {
    struct prices prices;
    struct window window;
    struct failure failure;
    (void)state;
    for (int depth = 4; depth <= 10; depth++) {
        assert_ok(prices_two(&prices, depth, &failure), failure);
        assert_ok(prices_window(&prices, &window, &failure), failure);
        window.price[depth]--;
        assert_false(bounded(&window)); /* the word t 0^{t-1} has no slack */
        mpz_sub_ui(prices.root, prices.root, 1);
        mpz_sub_ui(prices.values[0], prices.values[0], 1);
        assert_false(closed_form_holds(&prices));
        prices_clear(&prices);
    }
}

static void the_program_finds_the_closed_bounds(void **state) {
    struct failure failure;
    char path[PATH_MAX];
    (void)state;
    if (program_find(path, sizeof path, &failure)) {
        print_message("SKIPPED: %s\n", failure.message);
        skip();
    }
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= (latency == 1 ? 7 : 10); depth++) {
            struct lp_solution solution;
            struct prices closed;
            mpz_t bound, expected;
            mpz_inits(bound, expected, NULL);
            assert_ok(lp_solve(latency, depth, &one_thread, &solution, &failure), failure);
            assert_ok(prices_best(&closed, latency, depth, &failure), failure);
            prices_bound(&solution.prices, bound);
            prices_bound(&closed, expected);
            assert_int_equal(mpz_cmp(bound, expected), 0);
            /* the words of the optimum are a circulation of that value */
            mpq_t sum, part;
            mpq_inits(sum, part, NULL);
            for (size_t i = 0; i < solution.word_count; i++) {
                mpq_set_si(part, solution.words[i].length, 1);
                mpq_mul(part, part, solution.words[i].count);
                mpq_add(sum, sum, part);
            }
            assert_true(mpq_equal(sum, solution.value));
            mpq_clears(sum, part, NULL);
            mpz_clears(bound, expected, NULL);
            prices_clear(&closed);
            lp_clear(&solution);
        }
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

static void limits_and_ranges(void **state) {
    struct limits stopped = {.threads = 1, .stop = stop_at_once};
    struct lp_solution solution;
    struct prices prices;
    struct window window = {.latency = 2, .depth = 1, .unit = 1}, wide = {0};
    struct window_words words;
    struct failure failure;
    (void)state;
    assert_int_equal(lp_solve(2, 8, &stopped, &solution, &failure), STATUS_LIMIT);
    assert_int_equal(lp_solve(2, LP_MAX_DEPTH + 1, NULL, &solution, &failure), STATUS_LIMIT);
    assert_int_equal(lp_solve(3, 2, NULL, &solution, &failure), STATUS_LIMIT);
    assert_int_equal(window_potentials(&window, NULL, NULL, &words, &failure), STATUS_INPUT);
    window = (struct window){.latency = 2, .depth = 4, .unit = 1};
    window.price[1] = window_max_price(4) + 1;
    assert_int_equal(window_potentials(&window, NULL, NULL, &words, &failure), STATUS_INPUT);
    assert_int_equal(prices_tree(&prices, 0, 0, 3, &failure), STATUS_INPUT);
    assert_int_equal(prices_tree(&prices, 2, 0, PRICES_MAX_DEPTH + 1, &failure), STATUS_INPUT);
    assert_int_equal(prices_two(&prices, 2, &failure), STATUS_INPUT);
    assert_ok(prices_tree(&prices, 1, 0, 50, &failure), failure); /* 2^50 does not fit */
    assert_int_equal(prices_window(&prices, &wide, &failure), STATUS_LIMIT);
    prices_clear(&prices);
}

/* Words and potentials do not depend on threads. */
static void threads_change_nothing(void **state) {
    struct window window = {.latency = 2, .depth = 9, .unit = 2};
    struct window_words words[2];
    struct failure failure;
    (void)state;
    for (int value = 0; value <= 9; value++)
        window.price[value] = 10 * value;
    for (int i = 0; i < 2; i++) {
        struct limits limits = {.threads = 1 + 3 * i};
        assert_ok(window_potentials(&window, &limits, NULL, &words[i], &failure), failure);
    }
    assert_true(words[0].count > 0);
    assert_int_equal(words[0].count, words[1].count);
    for (size_t i = 0; i < words[0].count; i++) {
        assert_int_equal(words[0].list[i].length, words[1].list[i].length);
        assert_memory_equal(words[0].list[i].values, words[1].list[i].values,
                            sizeof(int) * (size_t)words[0].list[i].length);
    }
    window_words_clear(&words[0]);
    window_words_clear(&words[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_prices_hold_on_every_transition),
        cmocka_unit_test(closed_bounds_are_the_formulas),
        cmocka_unit_test(the_quick_check_accepts_what_holds),
        cmocka_unit_test(the_quick_check_is_sharp),
        cmocka_unit_test(lower_prices_fail),
        cmocka_unit_test(the_program_finds_the_closed_bounds),
        cmocka_unit_test(limits_and_ranges),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
