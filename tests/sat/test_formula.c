/* SPDX-License-Identifier: MIT */
#include "automata/word.h"
#include "solver/proof/sat/formula.h"
#include "tests/sat/sat_test.h"

/* Numbers of variables and clauses, counted from the text of results/README.md. */
struct sizes {
    long variables;
    long clauses;
};

static void add_block_sizes(struct sizes *sizes, int latency, int size, bool words) {
    if (!words) {
        sizes->variables += (long)size * (size - 1);
        sizes->clauses += (long)(size - 2) * latency * (latency - 1) / 2 + latency +
                          (long)(size - 2) * size * latency + size - 1;
        return;
    }
    sizes->clauses += size - 1;
    for (int p = 0; p < size; p++)
        for (int q = p + 1; q < size; q++)
            for (int i = 0; i < latency; i++)
                for (int j = 0; j < latency; j++)
                    sizes->clauses +=
                        (p > 0 || i == latency - 1) && (p + i) % size == (q + j) % size;
}

static struct sizes expected_sizes(const struct slots *slots, bool words) {
    long latency = slots->latency, total = slots->count + 1, pairs = latency * (latency - 1) / 2;
    struct sizes sizes = {total * latency, total * (1 + pairs)};
    for (int s = 0; s < slots->count; s += slots->list[s].size - 1)
        add_block_sizes(&sizes, slots->latency, slots->list[s].size, words);
    for (int j = 0; j < latency; j++) {
        long copies = slots->letters[j];
        sizes.variables += total * copies;
        sizes.clauses += copies ? 2 + (copies - 1) + (total - 1) * 4 * copies + 1 : total;
    }
    return sizes;
}

static void sizes_are_those_of_the_text(void **state) {
    (void)state;
    for (int latency = 1; latency <= 8; latency++)
        for (int depth = latency; depth <= 2 * latency + 6; depth++)
            for (int words = 0; words < 2; words++) {
                struct failure failure;
                struct slots slots;
                struct formula formula;
                assert_ok(slots_init(&slots, latency, depth, 3000, &failure), failure);
                assert_ok(formula_build(&slots, words, &formula, &failure), failure);
                struct sizes sizes = expected_sizes(&slots, words);
                assert_int_equal(formula.variables, sizes.variables);
                assert_int_equal(formula.clauses, sizes.clauses);
                assert_int_equal(formula.literals[formula.length - 1], 0);
                formula_clear(&formula);
                slots_clear(&slots);
            }
}

/* The smallest formula with blocks, by hand from the text: L = 2, t = 3 has a block of size 2 and
 * the letters 0, 1. */
static void smallest_formula(void **state) {
    const int words[] = {1,  2, 0, -1, -2, 0, 3,  4, 0, -3, -4, 0, /* one letter */
                         -1, 0, 2, 0,                              /* the block */
                         -1, 5, 0, 1,  -5, 0,                      /* letter 0 */
                         -5, 6, 0, -3, 6,  0, -6, 5, 3, 0,  -3, -5, 0, 6, 0,
                         -2, 7, 0, 2,  -7, 0, /* letter 1 */
                         -7, 8, 0, -4, 8,  0, -8, 7, 4, 0,  -4, -7, 0, 8, 0};
    struct failure failure;
    struct slots slots;
    struct formula formula;
    (void)state;
    assert_ok(slots_init(&slots, 2, 3, 100, &failure), failure);
    assert_ok(formula_build(&slots, true, &formula, &failure), failure);
    assert_int_equal(formula.variables, 8);
    assert_int_equal(formula.length, sizeof words / sizeof *words);
    assert_memory_equal(formula.literals, words, sizeof words);
    formula_clear(&formula);
    slots_clear(&slots);
}

/* The assignment that the letters of all slots (the receive-only one's too) determine, variable by
 * variable as the text defines them. */
static void define_model(const struct slots *slots, const int *letters, bool sums, bool *model) {
    int total = slots->count + 1, next = 0;
    for (int s = 0; s < total; s++)
        for (int j = 0; j < slots->latency; j++)
            model[++next] = letters[s] == j;
    for (int j = 0; j < slots->latency; j++)
        for (int s = 0, count = 0; s < total; s++) {
            count += letters[s] == j;
            for (int k = 1; k <= slots->letters[j]; k++)
                model[++next] = count >= k;
        }
    for (int s = 0, sum = 0; sums && s < slots->count; s++) {
        int size = slots->list[s].size;
        sum = (slots->list[s].position == 1 ? slots->latency - 1 : sum) + letters[s];
        for (int q = 0; q < size; q++)
            model[++next] = sum % size == q;
    }
}

static bool block_fits(const struct slots *slots, int first, const int *letters, bool words) {
    int size = slots->list[first].size;
    bool fits = false;
    if (words) {
        assert_int_equal(
            word_check(slots->latency - 1, letters + first, (size_t)size - 1, &fits, NULL), 0);
        return fits;
    }
    for (int s = first + 1; s < first + size - 1; s++)
        if (letters[s - 1] > letters[s])
            return false;
    return word_sum_is_divisible(slots->latency - 1, letters + first, (size_t)size - 1);
}

static bool is_solution(const struct slots *slots, const int *letters, bool words) {
    for (int j = 0; j < slots->latency; j++) {
        int count = 0;
        for (int s = 0; s <= slots->count; s++)
            count += letters[s] == j;
        if (count != slots->letters[j])
            return false;
    }
    for (int s = 0; s < slots->count; s += slots->list[s].size - 1)
        if (!block_fits(slots, s, letters, words))
            return false;
    return true;
}

static bool next_letters(int *letters, int count, int latency) {
    int s = 0;
    while (s < count && letters[s] == latency - 1)
        letters[s++] = 0;
    if (s == count)
        return false;
    letters[s]++;
    return true;
}

/* Every assignment of letters satisfies the formula exactly if it is a schedule. */
static long compare_all(int latency, int depth, bool words) {
    struct failure failure;
    struct slots slots;
    struct formula formula;
    int letters[16] = {0}, decoded[16];
    long solutions = 0;
    assert_ok(slots_init(&slots, latency, depth, 16, &failure), failure);
    assert_ok(formula_build(&slots, words, &formula, &failure), failure);
    bool *model = calloc((size_t)formula.variables + 1, sizeof *model);
    do {
        bool solution = is_solution(&slots, letters, words);
        define_model(&slots, letters, !words, model);
        assert_int_equal(formula_violated(&formula, model) == 0, solution);
        if (solution) {
            solutions++;
            assert_ok(formula_decode(&slots, model, decoded, &failure), failure);
            assert_memory_equal(decoded, letters, (size_t)slots.count * sizeof *letters);
        }
    } while (next_letters(letters, slots.count + 1, latency));
    free(model);
    formula_clear(&formula);
    slots_clear(&slots);
    return solutions;
}

static void models_are_the_schedules(void **state) {
    (void)state;
    for (int words = 0; words < 2; words++) {
        for (int depth = 2; depth <= 3; depth++)
            assert_true(compare_all(2, depth, words) > 0);
        for (int depth = 4; depth <= 6; depth++) /* up to 13 letters; equal sizes from 6 on */
            assert_int_equal(compare_all(2, depth, words), 0);
        for (int depth = 3; depth <= 8; depth++) /* up to 9 letters */
            assert_true(compare_all(3, depth, words) > 0);
        assert_int_equal(compare_all(4, 8, words), 0);
        for (int depth = 9; depth <= 10; depth++)
            assert_true(compare_all(4, depth, words) > 0);
        assert_true(compare_all(1, 3, words) > 0);
    }
}

static void too_large_is_refused(void **state) {
    struct failure failure = {0};
    struct slots slots;
    struct formula formula;
    (void)state;
    assert_ok(slots_init(&slots, 3, 26, 100000, &failure), failure);
    assert_true(slots.count > FORMULA_MAX_LETTERS);
    assert_int_equal(formula_build(&slots, false, &formula, &failure), STATUS_LIMIT);
    assert_non_null(strstr(failure.message, "letters"));
    slots_clear(&slots);
}

static void a_slot_without_letter_is_noticed(void **state) {
    struct failure failure;
    struct slots slots;
    int letters[16];
    bool model[64] = {false};
    (void)state;
    assert_ok(slots_init(&slots, 3, 6, 16, &failure), failure);
    assert_int_equal(formula_decode(&slots, model, letters, &failure), STATUS_INTERNAL);
    slots_clear(&slots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_those_of_the_text),      cmocka_unit_test(smallest_formula),
        cmocka_unit_test(models_are_the_schedules),         cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(a_slot_without_letter_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
