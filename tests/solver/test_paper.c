/* SPDX-License-Identifier: MIT */
/* The paper's words: the search against trying every word of Lemma 3.1 on every block, and the
 * induction's root. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/model/instance.h"
#include "solver/question/decide/paper.h"

enum { ROOM = 200 };

/* Blocks from the one at slot `first` on: can words of Lemma 3.1 use up the letters but one? */
static bool try_words(const struct slots *slots, int first, int *left, int receive_only) {
    if (first == slots->count)
        return receive_only < 0 || left[receive_only] == 1;
    int latency = slots->latency, count = slots->list[first].size - 1;
    for (int letter = 1; letter < latency; letter++) {
        /* letter 1 stands for a^(L-2) (ca)^i b*, the others for (letter-1)^(L-1-letter) letter* */
        int fixed = letter == 1 ? latency - 2 : latency - 1 - letter;
        for (int pairs = 0; fixed + 2 * pairs <= count && (letter == 1 || pairs == 0); pairs++) {
            int low = letter - 1, rest = count - fixed - 2 * pairs;
            left[low] -= fixed + pairs;
            left[2] -= pairs;
            left[letter] -= rest;
            bool enough = left[low] >= 0 && left[letter] >= 0 && left[2] >= 0;
            bool found = enough && try_words(slots, first + count, left, receive_only);
            left[low] += fixed + pairs;
            left[2] += pairs;
            left[letter] += rest;
            if (found)
                return true;
        }
    }
    return false;
}

static void search_agrees_with_brute_force(void **state) {
    static const int last[] = {0, 0, 0, 11, 13, 14, 16, 18};
    int found = 0, missing = 0;
    (void)state;
    for (int latency = 3; latency <= 7; latency++)
        for (int depth = latency; depth <= last[latency]; depth++)
            for (int letter = -1; letter < latency; letter++) {
                struct slots slots;
                struct schedule schedule;
                struct paper_result result;
                struct paper_question question = {latency, depth, letter, false, 10000000};
                assert_int_equal(slots_init(&slots, latency, depth, ROOM, NULL), STATUS_OK);
                schedule_init_blocks(&schedule, latency, depth);
                assert_int_equal(paper_find(&question, &result, &schedule, NULL), STATUS_OK);
                assert_false(result.gave_up);
                assert_int_equal(result.found, try_words(&slots, 0, slots.letters, letter));
                found += result.found;
                missing += !result.found;
                if (result.found)
                    assert_int_equal(schedule_check_whole(&schedule, NULL), STATUS_OK);
                schedule_clear(&schedule);
                slots_clear(&slots);
            }
    assert_true(found > 50 && missing > 50);
}

/* L = 4, t = 11 needs d left over; L = 6, t = 16 needs e. */
static void rare_receive_only_letters_are_found(void **state) {
    static const int cases[][3] = {{4, 11, 3}, {6, 16, 4}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct schedule schedule;
        struct paper_result result;
        struct paper_question question = {cases[i][0], cases[i][1], PAPER_ANY_LETTER, false,
                                          10000000};
        schedule_init_blocks(&schedule, cases[i][0], cases[i][1]);
        assert_int_equal(paper_find(&question, &result, &schedule, NULL), STATUS_OK);
        assert_true(result.found);
        assert_int_equal(schedule.receive_only, cases[i][2]);
        schedule_clear(&schedule);
    }
}

static void ball_root_is_a_ball(void **state) {
    int found = 0;
    (void)state;
    for (int latency = 3; latency <= 8; latency++)
        for (int depth = 3 * latency; depth <= 4 * latency; depth++) {
            struct schedule schedule;
            struct paper_result result;
            struct paper_question question = {latency, depth, 1, true, 10000000};
            schedule_init_blocks(&schedule, latency, depth);
            assert_int_equal(paper_find(&question, &result, &schedule, NULL), STATUS_OK);
            if (result.found) {
                const struct block_class *root = &schedule.blocks[0];
                int sum = latency - 1, leaves[100];
                schedule_leaves(&schedule, root, leaves);
                for (int p = 0; p < root->size - 1; p++)
                    sum += leaves[p];
                assert_int_equal(sum, root->size);
                found++;
            }
            schedule_clear(&schedule);
        }
    assert_true(found > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_agrees_with_brute_force),
        cmocka_unit_test(rare_receive_only_letters_are_found),
        cmocka_unit_test(ball_root_is_a_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
