/* SPDX-License-Identifier: MIT */
/* Closed words against their definition: which items arrive when, and until when they are held. */
#include "automata/juggling.h"
#include "automata/word.h"
#include "tests/automata/naive.h"
#include "tests/automata/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LONGEST = 7, ROUNDS = 40 };

/* Is the item with deadline `deadline` at hand at time `time`, when the word runs from time 0
 * on? */
static bool has(const int *values, int length, int time, int deadline) {
    for (int s = 0; s <= time; s++)
        if (s + values[s % length] == deadline)
            return true;
    return false;
}

static bool every_item_once(const int *values, int length) {
    int most = 0;
    for (int p = 0; p < length; p++)
        most = values[p] > most ? values[p] : most;
    for (int deadline = most + length; deadline < most + 2 * length; deadline++) {
        int count = 0;
        for (int s = 0; s <= deadline; s++)
            count += s + values[s % length] == deadline;
        if (count != 1)
            return false;
    }
    return true;
}

static void check_word(const int *values, int length, int counts[2]) {
    bool legal = false, possible = false;
    int largest[LONGEST], sends[LONGEST];
    assert_int_equal(closed_word_check(values, (size_t)length, &legal, NULL), STATUS_OK);
    assert_int_equal(legal, every_item_once(values, length));
    counts[legal]++;
    if (!legal)
        return;
    closed_word_largest(values, (size_t)length, largest);
    for (int p = 0; p < length; p++)
        sends[p] = CLOSED_WORD_SILENT;
    for (int p = 0; p < length; p++) {
        int time = ROUNDS * length + p, most = 0;
        for (int value = 0; value <= 12; value++) {
            bool held = has(values, length, time, time + value);
            most = held ? value : most;
            sends[p] = value;
            assert_int_equal(
                closed_word_check_sends(values, sends, (size_t)length, 1, &possible, NULL),
                STATUS_OK);
            assert_int_equal(possible, held && value >= 1);
        }
        sends[p] = CLOSED_WORD_SILENT;
        assert_int_equal(largest[p], most);
    }
}

static void random_words_match_their_definition(void **state) {
    uint64_t random = random_seed();
    int counts[2] = {0, 0}, values[LONGEST];
    (void)state;
    for (int i = 0; i < 20000; i++) {
        int length = 1 + (int)random_below(&random, LONGEST);
        for (int p = 0; p < length; p++)
            values[p] = (int)random_below(&random, 8);
        check_word(values, length, counts);
    }
    assert_true(counts[0] > 1000 && counts[1] > 200);
}

/* A legal word is a closed walk of the juggling graph, from the state of what is on its way. */
static void legal_words_are_closed_walks(void **state) {
    static const int words[][LONGEST] = {{6, 0, 0, 0, 0, 0}, {4, 2, 0}, {5, 1, 1, 3, 0}, {3}};
    static const int lengths[] = {6, 3, 5, 1};
    (void)state;
    for (int i = 0; i < 4; i++) {
        juggling_state start = 0;
        for (int s = -LONGEST * lengths[i]; s < 0; s++) {
            int p = (s + LONGEST * lengths[i]) % lengths[i];
            if (s + words[i][p] >= 0)
                start |= UINT64_C(1) << (s + words[i][p]);
        }
        juggling_state at = start;
        for (int p = 0; p < lengths[i]; p++) {
            assert_true(juggling_may_throw(at, words[i][p]));
            at = juggling_successor(at, words[i][p]);
        }
        assert_int_equal(at, start);
    }
}

static void bad_words_are_refused(void **state) {
    static const int bad[] = {-1, 0}, late[] = {0, -1};
    bool legal = true;
    (void)state;
    assert_int_equal(closed_word_check(bad, 2, &legal, NULL), STATUS_INPUT);
    assert_int_equal(closed_word_check(late, 2, &legal, NULL), STATUS_INPUT);
    assert_int_equal(closed_word_check(bad, 0, &legal, NULL), STATUS_INPUT);
    assert_true(legal);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_words_match_their_definition),
        cmocka_unit_test(legal_words_are_closed_walks),
        cmocka_unit_test(bad_words_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
