/* SPDX-License-Identifier: MIT */
/* What a count is made of: letter-count vectors, bounds, words by their letters, products. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/word_count.h"
#include "solver/count/count.h"
#include "solver/count/fillings.h"
#include "solver/count/lattice.h"
#include "tests/automata/arrangement_search.h"

static const struct limits unlimited = {.threads = 2};

static void make_lattice(struct lattice *lattice, int latency, int *copies) {
    struct small_instance instance = {.latency = latency, .letters = copies};
    struct budget budget = {.limit = UINT64_MAX};
    assert_int_equal(lattice_init(lattice, &instance, &budget, NULL), STATUS_OK);
    assert_true(budget.used == lattice->bytes);
}

/* All vectors within 3,2,0,2,1: each has its cell, once, and packed rows compare as vectors do. */
static void layers_hold_every_vector_once(void **state) {
    int most[] = {3, 2, 0, 2, 1}, c[5];
    struct lattice lattice;
    (void)state;
    make_lattice(&lattice, 5, most);
    size_t seen = 0;
    for (int total = 0; total <= 8; total++) {
        struct layer layer;
        assert_int_equal(layer_init(&layer, &lattice, total, NULL), STATUS_OK);
        assert_int_equal(layer.cells, layer_cells(&lattice, total));
        char *hit = calloc(layer.cells + 1, 1);
        size_t hits = 0;
        c[2] = 0;
        for (c[0] = 0; c[0] <= 3; c[0]++)
            for (c[1] = 0; c[1] <= 2; c[1]++)
                for (c[3] = 0; c[3] <= 2; c[3]++)
                    for (c[4] = 0; c[4] <= 1; c[4]++) {
                        if (c[0] + c[1] + c[3] + c[4] != total)
                            continue;
                        size_t cell = layer_cell(&layer, c);
                        assert_true(cell < layer.cells && !hit[cell]);
                        hit[cell] = 1;
                        hits++;
                    }
        assert_int_equal(hits, layer.cells);
        seen += hits;
        free(hit);
        layer_clear(&layer);
    }
    assert_int_equal(seen, 4 * 3 * 3 * 2);
    for (size_t row = 0; row < lattice.rows; row++)
        for (size_t inner = 0; inner < lattice.rows; inner++)
            assert_int_equal(lattice_contains(&lattice, lattice.packed[row], lattice.packed[inner]),
                             lattice_digit(&lattice, inner, 3) <= lattice_digit(&lattice, row, 3) &&
                                 lattice_digit(&lattice, inner, 4) <=
                                     lattice_digit(&lattice, row, 4));
    lattice_clear(&lattice);
}

static unsigned long factorial(int n) {
    return n < 2 ? 1 : (unsigned long)n * factorial(n - 1);
}

static void multinomial_bound_is_the_largest(void **state) {
    static const int most[3] = {5, 3, 2};
    mpz_t bound;
    (void)state;
    mpz_init(bound);
    for (int total = 0; total <= 10; total++) {
        unsigned long largest = 0;
        for (int a = 0; a <= 5; a++)
            for (int b = 0; b <= 3; b++) {
                int c = total - a - b;
                if (c < 0 || c > 2)
                    continue;
                unsigned long value = factorial(total) / factorial(a) / factorial(b) / factorial(c);
                largest = value > largest ? value : largest;
            }
        bound_multinomial(bound, most, 3, total);
        assert_int_equal(mpz_get_ui(bound), largest);
    }
    mpz_clear(bound);
}

static void multisets_of_objects(void **state) {
    mpz_t kinds, bound;
    (void)state;
    mpz_init(bound);
    mpz_init_set_ui(kinds, 4);
    bound_multisets(bound, kinds, 3);
    assert_int_equal(mpz_get_ui(bound), 20);
    mpz_set_ui(kinds, 0);
    bound_multisets(bound, kinds, 3);
    assert_int_equal(mpz_get_ui(bound), 0);
    mpz_clear(kinds);
    mpz_clear(bound);
}

/* Edges backward are the edges forward of juggling.h. */
static void edges_lead_into_states(void **state) {
    (void)state;
    for (int throw = 1; throw <= 6; throw ++)
        for (int balls = 0; balls <= throw; balls++) {
            struct ball_part part;
            size_t edges = 0, expected = 0;
            assert_int_equal(ball_part_init(&part, throw, balls, NULL), STATUS_OK);
            for (size_t i = 0; i < part.count; i++) {
                expected += (size_t)__builtin_popcountll(juggling_letters(part.states[i], throw));
                for (int e = 0; e < part.edge_count[i]; e++, edges++) {
                    struct ball_edge edge = part.edges[i * ((size_t)balls + 1) + (size_t)e];
                    int potential = ball_part_potential(part.states[i]) - edge.letter + balls;
                    assert_true(potential >= part.least && potential <= part.most);
                    juggling_state from =
                        part.states[part.first[potential - part.least] + (size_t)edge.slot];
                    assert_true(juggling_may_throw(from, edge.letter));
                    assert_true(juggling_successor(from, edge.letter) == part.states[i]);
                }
            }
            assert_int_equal(edges, expected);
            ball_part_clear(&part);
        }
}

/* Sums over all letters are the totals of word_count; single numbers those of arrangement. */
static void check_words(const struct lattice *lattice, int latency, int size,
                        const uint64_t *words) {
    struct layer layer;
    mpz_t number, sum;
    unsigned long filled = 0;
    mpz_init(number);
    mpz_init(sum);
    assert_int_equal(layer_init(&layer, lattice, size - 1, NULL), STATUS_OK);
    for (size_t cell = 0; cell < layer.cells; cell++) {
        mpz_add_ui(sum, sum, words[cell]);
        filled += words[cell] > 0;
    }
    assert_int_equal(word_count_words(latency, (size_t)size, number, NULL), STATUS_OK);
    assert_int_equal(mpz_cmp(number, sum), 0);
    assert_int_equal(word_count_multisets(latency, (size_t)size, number, NULL), STATUS_OK);
    assert_int_equal(mpz_cmp_ui(number, filled), 0);
    for (int ones = 0; ones < size; ones++) { /* words of the letters 0, 1 and L-1 */
        int letters[16] = {0}, vector[8] = {0}, last = size - 1 > ones && latency > 2;
        for (int i = 0; i < size - 1; i++) {
            letters[i] = i < ones ? 1 : i == ones && last ? latency - 1 : 0;
            vector[letters[i]]++;
        }
        assert_int_equal(arrangement_count(latency - 1, letters, (size_t)size - 1, number, NULL),
                         STATUS_OK);
        assert_int_equal(mpz_cmp_ui(number, words[layer_cell(&layer, vector)]), 0);
    }
    layer_clear(&layer);
    mpz_clear(number);
    mpz_clear(sum);
}

static void words_by_letters(void **state) {
    (void)state;
    enum { LARGEST = 8 };
    for (int latency = 2; latency <= 6; latency++) {
        int copies[8] = {7, 7, 7, 7, 7, 7, 7, 7};
        struct lattice lattice;
        struct budget budget = {.limit = UINT64_MAX};
        struct crew crew = {.limits = &unlimited};
        uint64_t *words[LARGEST + 1] = {NULL};
        make_lattice(&lattice, latency, copies);
        for (int size = 1; size <= LARGEST; size++)
            words[size] = calloc(layer_cells(&lattice, size - 1), sizeof **words);
        assert_int_equal(walks_count(&lattice, latency, LARGEST, words, &crew, &budget, NULL),
                         STATUS_OK);
        assert_true(budget.used == 0);
        for (int size = 1; size <= LARGEST; size++) {
            check_words(&lattice, latency, size, words[size]);
            free(words[size]);
        }
        lattice_clear(&lattice);
    }
}

static void words_beyond_64_bits_are_refused(void **state) {
    int copies[3] = {40, 40, 40};
    struct lattice lattice;
    struct budget budget = {.limit = UINT64_MAX};
    struct crew crew = {.limits = &unlimited};
    uint64_t *words[61] = {NULL};
    (void)state;
    make_lattice(&lattice, 3, copies);
    assert_int_equal(walks_count(&lattice, 3, 60, words, &crew, &budget, NULL), STATUS_LIMIT);
    lattice_clear(&lattice);
}

/* (x0 + 5 x1)^2 / divisor, in tables of some limbs. */
static enum status square(struct lattice *lattice, int limbs, mp_limb_t weight, mp_limb_t divisor,
                          struct table *result) {
    struct table one, first;
    struct crew crew = {.limits = &unlimited};
    static const int vectors[2][3] = {{1, 0, 0}, {0, 1, 0}};
    struct monomial sum[2];
    for (int i = 0; i < 2; i++)
        sum[i] = table_monomial(lattice, vectors[i], i ? weight : 1);
    assert_int_equal(table_init(&one, lattice, 0, limbs, NULL), STATUS_OK);
    assert_int_equal(table_init(&first, lattice, 1, limbs, NULL), STATUS_OK);
    assert_int_equal(table_init(result, lattice, 2, limbs, NULL), STATUS_OK);
    one.numbers[0] = 1;
    assert_int_equal(table_add_products(&first, &(struct product){&one, sum, 2}, 1, 1, &crew, NULL),
                     STATUS_OK);
    enum status status =
        table_add_products(result, &(struct product){&first, sum, 2}, 1, divisor, &crew, NULL);
    table_clear(&one);
    table_clear(&first);
    return status;
}

static void products_are_exact(void **state) {
    int most[3] = {2, 2, 1}, middle[3] = {1, 1, 0}, high[3] = {0, 2, 0};
    struct lattice lattice;
    struct table table;
    (void)state;
    make_lattice(&lattice, 3, most);
    for (int limbs = 1; limbs <= 10; limbs++) {
        assert_int_equal(square(&lattice, limbs, 5, 1, &table), STATUS_OK);
        size_t at = layer_cell(&table.layer, middle) * (size_t)limbs;
        assert_int_equal(table.numbers[at], 10);
        at = layer_cell(&table.layer, high) * (size_t)limbs;
        assert_int_equal(table.numbers[at], 25);
        table_clear(&table);
        assert_int_equal(square(&lattice, limbs, 5, 2, &table), STATUS_INTERNAL); /* 1 / 2 */
        table_clear(&table);
        enum status large = square(&lattice, limbs, UINT64_C(1) << 40, 1, &table);
        assert_int_equal(large, limbs == 1 ? STATUS_INTERNAL : STATUS_OK);
        if (limbs > 1)
            assert_true(table.numbers[layer_cell(&table.layer, high) * (size_t)limbs + 1] ==
                        UINT64_C(1) << 16);
        table_clear(&table);
    }
    lattice_clear(&lattice);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_hold_every_vector_once),
        cmocka_unit_test(multinomial_bound_is_the_largest),
        cmocka_unit_test(multisets_of_objects),
        cmocka_unit_test(edges_lead_into_states),
        cmocka_unit_test(words_by_letters),
        cmocka_unit_test(words_beyond_64_bits_are_refused),
        cmocka_unit_test(products_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
