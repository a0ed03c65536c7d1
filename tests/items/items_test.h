/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ITEMS_ITEMS_TEST_H
#define TESTS_ITEMS_ITEMS_TEST_H

/* Lists of messages of k items: heard to the end, and played through one by one
 * (tests/naive_messages.h). */

#include "solver/items/items_family.h"
#include "solver/items/items_schedule.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

/* The family's broadcast of so many items is right, and ends at `finish`. */
static inline void assert_items_played(const struct items_family *family, int items, int finish) {
    struct items_telling *told;
    struct message_list list;
    struct failure failure;
    assert_ok(items_family_list(family, items, &told, &list, &failure), failure);
    const char *fault = naive_messages_fault(&list);
    if (fault)
        fail_msg("L=%d N=%d k=%d: %s", family->words.latency, family->processors, items, fault);
    assert_int_equal(list.items, items);
    assert_int_equal(list.processors, family->processors);
    assert_int_equal(list.finish, finish);
    items_telling_free(told);
}

#endif
