/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/juggling.h"
#include "automata/word.h"
#include "tests/automata/naive.h"

/* The conventions of juggling.h in their longest form: a state as the set of landing times. */
static void letters_and_successors_by_definition(void **state) {
    (void)state;
    for (int maximal = 0; maximal <= 9; maximal++)
        for (juggling_state set = 0; set >> maximal == 0; set++)
            for (int letter = 0; letter <= maximal; letter++) {
                bool landing[80] = {false};
                juggling_state next = 0;
                for (int bit = 0; bit < maximal; bit++)
                    landing[bit] = (set >> bit & 1) != 0;
                const bool collides = landing[letter];
                landing[letter] = true;
                const bool may = !collides && landing[0]; /* else nothing ever lands now */
                assert_int_equal(juggling_may_throw(set, letter), may);
                assert_int_equal(juggling_letters(set, maximal) >> letter & 1, may);
                if (!may)
                    continue;
                for (int bit = 0; bit < maximal; bit++)
                    next |= (juggling_state)landing[bit + 1] << bit;
                assert_true(juggling_successor(set, letter) == next);
                assert_int_equal(juggling_balls(next), juggling_balls(set));
            }
}

static void letters_of_the_widest_state(void **state) {
    const juggling_state full = UINT64_MAX >> 1;
    (void)state;
    assert_true(juggling_letters(full, 63) == UINT64_C(1) << 63);
    assert_true(juggling_successor(full, 63) == full);
    assert_true(juggling_letters(0, 63) == 1);
    assert_true(juggling_letters(1, 63) == UINT64_MAX - 1);
}

static void states_are_all_and_ascending(void **state) {
    (void)state;
    for (int maximal = 0; maximal <= 14; maximal++)
        for (int balls = 0; balls <= maximal; balls++) {
            juggling_state next = juggling_first_state(balls);
            uint64_t found = 0;
            bool more = true;
            for (juggling_state set = 0; set >> maximal == 0; set++) {
                if (juggling_balls(set) != balls)
                    continue;
                assert_true(more);
                assert_true(next == set);
                more = juggling_next_state(&next, maximal);
                found++;
            }
            assert_false(more);
            assert_true(found == juggling_state_count(maximal, balls));
        }
}

static void states_at_the_upper_limit(void **state) {
    juggling_state next = juggling_first_state(62);
    uint64_t found = 1;
    (void)state;
    while (juggling_next_state(&next, 63))
        found++;
    assert_int_equal(found, 63);
    assert_true(next == (UINT64_MAX >> 1) - 1);
    next = juggling_first_state(63);
    assert_false(juggling_next_state(&next, 63));
    assert_true(juggling_state_count(63, 31) == UINT64_C(916312070471295267));
}

/* From how many states are head and word a closed walk? */
static int closed_walks(int head, const int *letters, size_t count) {
    int found = 0;
    for (juggling_state start = 0; start >> head == 0; start++) {
        juggling_state now = start;
        bool walks = juggling_may_throw(now, head);
        if (walks)
            now = juggling_successor(now, head);
        for (size_t index = 0; index < count && walks; index++) {
            walks = juggling_may_throw(now, letters[index]);
            now = juggling_successor(now, letters[index]);
        }
        found += walks && now == start;
    }
    return found;
}

/* L <= 7, r <= 9, as far as there are at most 10^6 words. */
static void legal_words_are_closed_walks(void **state) {
    (void)state;
    for (int latency = 1; latency <= 7; latency++) {
        double words = 1;
        for (size_t count = 0; count <= 8 && words <= 1e6; count++, words *= latency) {
            int letters[8] = {0};
            do
                assert_int_equal(closed_walks(latency - 1, letters, count),
                                 naive_word_is_legal(latency - 1, letters, count));
            while (naive_next_word(letters, count, latency));
        }
    }
}

static void graph_is_the_computed_one(void **state) {
    (void)state;
    for (int maximal = 0; maximal <= 10; maximal++)
        for (int balls = 0; balls <= maximal; balls++) {
            struct juggling_graph graph;
            size_t edge = 0;
            assert_int_equal(juggling_graph_init(&graph, maximal, balls, NULL), STATUS_OK);
            assert_int_equal(graph.state_count, juggling_state_count(maximal, balls));
            for (size_t index = 0; index < graph.state_count; index++) {
                const juggling_state set = graph.states[index];
                assert_int_equal(juggling_balls(set), balls);
                assert_int_equal(juggling_graph_find(&graph, set), index);
                assert_int_equal(graph.first_edge[index], edge);
                for (int letter = 0; letter <= maximal; letter++) {
                    if (!juggling_may_throw(set, letter))
                        continue;
                    assert_int_equal(graph.letters[edge], letter);
                    assert_true(graph.states[graph.successor[edge]] ==
                                juggling_successor(set, letter));
                    edge++;
                }
            }
            assert_int_equal(graph.edge_count, edge);
            juggling_graph_clear(&graph);
        }
}

static void graph_arguments_are_checked(void **state) {
    struct juggling_graph graph = {.balls = 77};
    struct failure failure;
    (void)state;
    assert_int_equal(juggling_graph_init(&graph, 64, 1, &failure), STATUS_INPUT);
    assert_int_equal(juggling_graph_init(&graph, 5, 6, &failure), STATUS_INPUT);
    assert_int_equal(juggling_graph_init(&graph, 5, -1, &failure), STATUS_INPUT);
    assert_int_equal(juggling_graph_init(&graph, 60, 30, &failure), STATUS_LIMIT);
    assert_int_equal(graph.balls, 77); /* untouched */
}

/* Figure 2 of the paper: L = 3, two letters circle between ca-states, c alone in the third part. */
static void drawing_of_figure_2(void **state) {
    const char *const expected = "digraph juggling {\n"
                                 "  rankdir=LR;\n"
                                 "  node [shape=circle];\n"
                                 "  subgraph cluster_1 {\n"
                                 "    label=\"average letter 1\";\n"
                                 "    s1_0 [label=\"10\", shape=doublecircle];\n"
                                 "    s1_1 [label=\"01\"];\n"
                                 "    s1_0 -> s1_0 [label=\"b\"];\n"
                                 "    s1_0 -> s1_1 [label=\"c\"];\n"
                                 "    s1_1 -> s1_0 [label=\"a\"];\n"
                                 "  }\n"
                                 "  subgraph cluster_2 {\n"
                                 "    label=\"average letter 2\";\n"
                                 "    s2_0 [label=\"11\", shape=doublecircle];\n"
                                 "    s2_0 -> s2_0 [label=\"c\"];\n"
                                 "  }\n"
                                 "}\n";
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    (void)state;
    assert_non_null(file);
    assert_int_equal(juggling_write_dot(file, 2, 1, 2, NULL), STATUS_OK);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
    file = fopen("/dev/full", "w");
    if (file != NULL) { /* a device that Linux has */
        struct failure failure;
        setvbuf(file, NULL, _IONBF, 0);
        assert_int_equal(juggling_write_dot(file, 2, 1, 2, &failure), STATUS_SYSTEM);
        fclose(file);
    }
    /* refused before anything is written */
    assert_int_equal(juggling_write_dot(NULL, 13, 1, 1, NULL), STATUS_LIMIT);
    assert_int_equal(juggling_write_dot(NULL, 3, 1, 4, NULL), STATUS_INPUT);
    assert_int_equal(juggling_write_dot(NULL, 3, -1, 2, NULL), STATUS_INPUT);
}

static void names_of_letters(void **state) {
    char name[LETTER_NAME_SIZE];
    (void)state;
    assert_string_equal(letter_name(name, 0, 3), "a");
    assert_string_equal(letter_name(name, 25, 26), "z");
    assert_string_equal(letter_name(name, 25, 27), "25");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_successors_by_definition),
        cmocka_unit_test(letters_of_the_widest_state),
        cmocka_unit_test(states_are_all_and_ascending),
        cmocka_unit_test(states_at_the_upper_limit),
        cmocka_unit_test(legal_words_are_closed_walks),
        cmocka_unit_test(graph_is_the_computed_one),
        cmocka_unit_test(graph_arguments_are_checked),
        cmocka_unit_test(drawing_of_figure_2),
        cmocka_unit_test(names_of_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
