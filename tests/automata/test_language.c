/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/language.h"
#include "automata/tuple_table.h"
#include "tests/automata/language_words.h"
#include "tests/automata/naive.h"
#include "tests/automata/random.h"

static struct language parse(const char *text, int letters) {
    struct language language;
    assert_int_equal(regular_expression_parse(text, letters, &language, NULL), STATUS_OK);
    return language;
}

static void assert_identical(const struct language *left, const struct language *right) {
    assert_int_equal(left->letters, right->letters);
    assert_int_equal(left->state_count, right->state_count);
    assert_memory_equal(left->successors, right->successors,
                        left->state_count * (size_t)left->letters * sizeof *left->successors);
    assert_memory_equal(left->accepts, right->accepts, left->state_count * sizeof *left->accepts);
}

/* Both by their automata and by language_separate. */
static void assert_equal_languages(const struct language *left, const struct language *right) {
    bool equal = false;
    int *word = NULL;
    size_t count = 7;
    assert_identical(left, right);
    assert_int_equal(language_separate(left, right, &equal, &word, &count, NULL), STATUS_OK);
    assert_true(equal);
    assert_null(word);
    assert_int_equal(count, 0);
}

static void assert_equal_expressions(const char *left_text, const char *right_text) {
    struct language left = parse(left_text, 3);
    struct language right = parse(right_text, 3);
    assert_equal_languages(&left, &right);
    language_clear(&left);
    language_clear(&right);
}

static void assert_separated(const char *left_text, const char *right_text, const int *expected,
                             size_t expected_count) {
    struct language left = parse(left_text, 3);
    struct language right = parse(right_text, 3);
    bool equal = true;
    int *word = NULL;
    size_t count = 0;
    assert_int_equal(language_separate(&left, &right, &equal, &word, &count, NULL), STATUS_OK);
    assert_false(equal);
    assert_int_equal(count, expected_count);
    if (count > 0)
        assert_memory_equal(word, expected, count * sizeof *word);
    free(word);
    language_clear(&left);
    language_clear(&right);
}

static void laws_of_regular_expressions(void **state) {
    (void)state;
    assert_equal_expressions("(a|b)*", "(a*b*)*");
    assert_equal_expressions("(ab)*a", "a(ba)*");
    assert_equal_expressions("a**", "a*");
    assert_equal_expressions("()", "");
    assert_equal_expressions("|a", "a|()");
    assert_equal_expressions(" a ( b | c ) * ", "a(b*c*)*");
    assert_equal_expressions("(()*)*", "");
    assert_equal_expressions("((ca)*(bb*ca)*)*", "(b*ca)*"); /* what Figure 2 could say shorter */
}

static void separating_words_are_shortest(void **state) {
    const int aab[3] = {0, 0, 1};
    const int ba[2] = {1, 0};
    const int c[1] = {2};
    (void)state;
    assert_separated("(a|b)*", "(a|b|ab|c)*", c, 1);
    assert_separated("a*b*", "(a|b)*", ba, 2);
    assert_separated("a*b|c", "ab|b|c", aab, 3);
    assert_separated("aa*", "a*", NULL, 0);
}

static void mistakes_are_reported(void **state) {
    static const struct {
        const char *text;
        const char *column;
    } mistakes[] = {{"a(b", "column 4: \")\" expected"},
                    {"ab)", "column 3: nothing is open"},
                    {"ad", "column 2: a letter from a to c expected, not \"d\""},
                    {"*a", "column 1: a letter"},
                    {"a|B", "column 3: a letter"}};
    struct language language = {.letters = 77};
    struct failure failure;
    char deep[3000];
    (void)state;
    for (size_t index = 0; index < sizeof mistakes / sizeof mistakes[0]; index++) {
        assert_int_equal(regular_expression_parse(mistakes[index].text, 3, &language, &failure),
                         STATUS_INPUT);
        assert_non_null(strstr(failure.message, mistakes[index].column));
    }
    assert_int_equal(regular_expression_parse("a", 0, &language, &failure), STATUS_INPUT);
    assert_int_equal(regular_expression_parse("a", 27, &language, &failure), STATUS_INPUT);
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_int_equal(regular_expression_parse(deep, 3, &language, &failure), STATUS_LIMIT);
    assert_int_equal(language.letters, 77); /* untouched */
    for (size_t index = 0; index + 1 < sizeof deep; index++)
        deep[index] = "()"[index % 2]; /* many parentheses one after the other are not deep */
    deep[sizeof deep - 2] = '\0';
    assert_equal_expressions(deep, "");
}

/* A reference for nondeterministic automata: a set of states, followed letter by letter. */
static uint32_t naive_close(const struct nfa *nfa, uint32_t set) {
    for (size_t round = 0; round < nfa->state_count; round++)
        for (size_t index = 0; index < nfa->edge_count; index++)
            if (nfa->edges[index].letter == NFA_EMPTY_MOVE && (set >> nfa->edges[index].from & 1))
                set |= UINT32_C(1) << nfa->edges[index].to;
    return set;
}

static bool naive_accepts(const struct nfa *nfa, const int *word, size_t count) {
    uint32_t set = 0;
    for (size_t state = 0; state < nfa->state_count; state++)
        set |= (uint32_t)nfa->states[state].starts << state;
    set = naive_close(nfa, set);
    for (size_t index = 0; index < count; index++) {
        uint32_t next = 0;
        for (size_t edge = 0; edge < nfa->edge_count; edge++)
            if (nfa->edges[edge].letter == word[index] && (set >> nfa->edges[edge].from & 1))
                next |= UINT32_C(1) << nfa->edges[edge].to;
        set = naive_close(nfa, next);
    }
    for (size_t state = 0; state < nfa->state_count; state++)
        if ((set >> state & 1) && nfa->states[state].accepts)
            return true;
    return false;
}

static void random_nfa(struct nfa *nfa, uint64_t *random) {
    const int states = 1 + random_below(random, 7);
    size_t state = 0;
    nfa_init(nfa, 2);
    for (int index = 0; index < states; index++) {
        assert_int_equal(nfa_add_state(nfa, &state, NULL), STATUS_OK);
        assert_int_equal(state, index);
        nfa->states[state].starts = random_below(random, 4) == 0;
        nfa->states[state].accepts = random_below(random, 3) == 0;
    }
    for (int edges = random_below(random, 3 * states); edges > 0; edges--)
        assert_int_equal(nfa_add_edge(nfa, (size_t)random_below(random, states),
                                      random_below(random, 3) - 1,
                                      (size_t)random_below(random, states), NULL),
                         STATUS_OK);
}

/* Two states of a minimal automaton are told apart by a word shorter than the number of states. */
static void assert_minimal(const struct language *language) {
    for (size_t one = 0; one < language->state_count; one++)
        for (size_t other = 0; other < one; other++) {
            struct language left, right;
            bool equal = true;
            int *word = NULL;
            size_t count = 0;
            assert_int_equal(language_minimise(language, one, &left, NULL), STATUS_OK);
            assert_int_equal(language_minimise(language, other, &right, NULL), STATUS_OK);
            assert_int_equal(language_separate(&left, &right, &equal, &word, &count, NULL),
                             STATUS_OK);
            assert_false(equal);
            assert_true(count < language->state_count);
            free(word);
            language_clear(&left);
            language_clear(&right);
        }
}

static void assert_count(const struct language *language, size_t length, long expected) {
    mpz_t words;
    mpz_init_set_si(words, -1);
    language_count(language, length, words);
    assert_int_equal(mpz_get_si(words), expected);
    mpz_clear(words);
}

static void random_automata_against_simulation(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct nfa nfa;
        struct language language;
        random_nfa(&nfa, &random);
        assert_int_equal(language_from_nfa(&nfa, 1000, &language, NULL), STATUS_OK);
        for (size_t count = 0; count <= 7; count++) {
            int word[7] = {0};
            long accepted = 0;
            do {
                const bool expected = naive_accepts(&nfa, word, count);
                assert_int_equal(language_contains(&language, word, count), expected);
                accepted += expected;
            } while (naive_next_word(word, count, 2));
            assert_count(&language, count, accepted);
        }
        assert_minimal(&language);
        nfa_clear(&nfa);
        language_clear(&language);
    }
}

/* Union, prefix and suffix, all words up to length 5, and the shortest separating word. */
static void check_operations(const struct language *left, const struct language *right) {
    struct language both, after, before;
    const int part[2] = {1, 0};
    bool equal = false;
    bool differs = false;
    int *separating = NULL;
    size_t separating_count = 0;
    assert_int_equal(language_union(left, right, &both, NULL), STATUS_OK);
    assert_int_equal(language_after_prefix(left, part, 2, &after, NULL), STATUS_OK);
    assert_int_equal(language_before_suffix(left, part, 2, &before, NULL), STATUS_OK);
    assert_int_equal(language_separate(left, right, &equal, &separating, &separating_count, NULL),
                     STATUS_OK);
    for (size_t count = 0; count <= 5; count++) {
        int word[9] = {1, 0}; /* room for the part before and after the five letters */
        do {
            word[2 + count] = 1;
            word[3 + count] = 0;
            const bool in_left = language_contains(left, word + 2, count);
            const bool in_right = language_contains(right, word + 2, count);
            assert_int_equal(language_contains(&both, word + 2, count), in_left || in_right);
            assert_int_equal(language_contains(&after, word + 2, count),
                             language_contains(left, word, count + 2));
            assert_int_equal(language_contains(&before, word + 2, count),
                             language_contains(left, word + 2, count + 2));
            if (in_left != in_right && !differs) {
                differs = true; /* the first in shortlex order */
                assert_false(equal);
                assert_int_equal(separating_count, count);
                assert_memory_equal(separating, word + 2, count * sizeof *separating);
            }
        } while (naive_next_word(word + 2, count, 2));
    }
    free(separating);
    language_clear(&both);
    language_clear(&after);
    language_clear(&before);
}

static void operations_against_membership(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct nfa one, other;
        struct language left, right;
        random_nfa(&one, &random);
        random_nfa(&other, &random);
        assert_int_equal(language_from_nfa(&one, 1000, &left, NULL), STATUS_OK);
        assert_int_equal(language_from_nfa(&other, 1000, &right, NULL), STATUS_OK);
        check_operations(&left, &right);
        nfa_clear(&one);
        nfa_clear(&other);
        language_clear(&left);
        language_clear(&right);
    }
}

/* (a|b)*a(a|b)^6 needs 2^7 states. */
static void state_limit_is_kept(void **state) {
    struct language language = parse("(a|b)*a(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)", 2);
    struct nfa nfa;
    size_t last = 0;
    struct failure failure;
    (void)state;
    assert_int_equal(language.state_count, 128);
    language_clear(&language);
    nfa_init(&nfa, 2);
    for (size_t index = 0; index < 8; index++) {
        assert_int_equal(nfa_add_state(&nfa, &last, NULL), STATUS_OK);
        if (index > 0)
            assert_int_equal(nfa_add_edge(&nfa, index - 1, 0, index, NULL), STATUS_OK);
        if (index > 1)
            assert_int_equal(nfa_add_edge(&nfa, index - 1, 1, index, NULL), STATUS_OK);
    }
    assert_int_equal(nfa_add_edge(&nfa, 0, 0, 0, NULL), STATUS_OK);
    assert_int_equal(nfa_add_edge(&nfa, 0, 1, 0, NULL), STATUS_OK);
    nfa.states[0].starts = true;
    nfa.states[last].accepts = true;
    assert_int_equal(language_from_nfa(&nfa, 127, &language, &failure), STATUS_LIMIT);
    assert_int_equal(language_from_nfa(&nfa, 128, &language, &failure), STATUS_OK);
    assert_int_equal(language.state_count, 128);
    language_clear(&language);
    nfa_clear(&nfa);
}

static void drawing_omits_the_hopeless_state(void **state) {
    struct language language = parse("ab*", 2);
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    assert_non_null(file);
    assert_int_equal(language_write_dot(file, &language, NULL), STATUS_OK);
    fclose(file);
    assert_string_equal(text, "digraph language {\n"
                              "  rankdir=LR;\n"
                              "  node [shape=circle];\n"
                              "  start [shape=point];\n"
                              "  start -> s0;\n"
                              "  s0 [label=\"\"];\n"
                              "  s0 -> s1 [label=\"a\"];\n"
                              "  s1 [label=\"\", shape=doublecircle];\n"
                              "  s1 -> s1 [label=\"b\"];\n"
                              "}\n");
    free(text);
    file = fopen("/dev/full", "w");
    if (file != NULL) { /* a device that Linux has */
        struct failure failure;
        setvbuf(file, NULL, _IONBF, 0);
        assert_int_equal(language_write_dot(file, &language, &failure), STATUS_SYSTEM);
        fclose(file);
    }
    language_clear(&language);
}

static void tuples_are_numbered_in_order(void **state) {
    struct tuple_table table;
    (void)state;
    assert_int_equal(tuple_table_init(&table, 2, NULL), STATUS_OK);
    for (size_t round = 0; round < 2; round++)
        for (uint64_t index = 0; index < 5000; index++) {
            const uint64_t tuple[2] = {index % 70, index / 70};
            size_t number = 77777;
            assert_int_equal(tuple_table_number(&table, tuple, &number, NULL), STATUS_OK);
            assert_int_equal(number, index);
            assert_true(tuple_table_at(&table, number)[1] == index / 70);
        }
    assert_int_equal(table.count, 5000);
    tuple_table_clear(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_of_regular_expressions),
        cmocka_unit_test(separating_words_are_shortest),
        cmocka_unit_test(mistakes_are_reported),
        cmocka_unit_test(random_automata_against_simulation),
        cmocka_unit_test(operations_against_membership),
        cmocka_unit_test(state_limit_is_kept),
        cmocka_unit_test(drawing_omits_the_hopeless_state),
        cmocka_unit_test(tuples_are_numbered_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
