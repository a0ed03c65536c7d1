/* SPDX-License-Identifier: MIT */
/* Kind items-colours against check_naive_colours.h: with words changed the samples are verified if
 * and only if every list of messages that they stand for is right. Usage: check_colours_test
 * FOLDER */
#include "check_change.h"
#include "check_naive_colours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *folder;

static uint64_t random_state = 31415;

static const char *const others[] = {"",  "0", "1", "2",  "3",  "4",  "5",      "6",  "-",
                                     "7", "8", "9", "10", "11", "12", "single", "any"};

enum { OTHERS = sizeof others / sizeof *others };

static void test_samples(void **state) {
    static const char *const names[] = {
        "items-colours-l1-n1.cert",  "items-colours-l1-n4.cert",
        "items-colours-l2-n1.cert",  "items-colours-l2-n21-single.cert",
        "items-colours-l2-n3.cert",  "items-colours-l2-n9.cert",
        "items-colours-l2-n10.cert", "items-colours-l3-n5.cert",
        "items-colours-l3-n7.cert",  "items-colours-l3-n10.cert",
        "items-colours-l4-n4.cert",  "items-colours-l4-n12.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all(folder, names[i], others, OTHERS, naive_items_colours_hold, 2000, &random_state);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_colours", tests, NULL, NULL);
}
