/* SPDX-License-Identifier: MIT */
#pragma once

/* Lists of messages of k items: heard to the end, and played through one by one
 * (tests/naive_messages.h). */

#include "solver/items/items_colours.h"
#include "solver/items/items_schedule.h"
#include "tests/naive_messages.h"
#include "tests/solver/certificate_test.h"

static inline void assert_list_right(const struct message_list *list, int items, int finish) {
    const char *fault = naive_messages_fault(list);
    if (fault)
        fail_msg("L=%d N=%d k=%d: %s", list->machine.latency, list->processors, items, fault);
    assert_int_equal(list->items, items);
    assert_int_equal(list->finish, finish);
}

/* The family's broadcast of so many items is right, and ends at `finish`. */
static inline void assert_items_played(const struct items_family *family, int items, int finish) {
    struct items_message_source *told;
    struct message_list list;
    struct failure failure;
    assert_ok(items_family_list(family, items, &told, &list, &failure), failure);
    assert_list_right(&list, items, finish);
    assert_int_equal(list.processors, family->processors);
    items_message_source_free(told);
}

static inline void assert_every_played(struct every_items *every, int items, int finish) {
    struct items_message_source *told;
    struct message_list list;
    struct failure failure;
    assert_ok(every_items_list(every, items, &told, &list, NULL, &failure), failure);
    assert_list_right(&list, items, finish);
    items_message_source_free(told);
}
