#ifndef TESTS_ITEMS_ITEMS_TEST_H
#define TESTS_ITEMS_ITEMS_TEST_H

/* Lists of messages of k items: heard to the end, and played through one by one
 * (tests/messages.h). */

#include "solver/items/items_family.h"
#include "solver/items/items_schedule.h"
#include "tests/messages.h"
#include "tests/solver/certificate_test.h"

struct items_heard {
    struct told *messages; /* to be freed */
    int count;
    int room;
};

static inline enum status items_hear(void *context, const struct message *message,
                                     struct failure *failure) {
    struct items_heard *heard = context;
    if (heard->count == heard->room)
        return failure_set(failure, STATUS_INTERNAL, "more messages than expected");
    heard->messages[heard->count++] =
        (struct told){message->time, message->from, message->to, message->item, message->wait};
    return STATUS_OK;
}

static inline struct items_heard items_hear_all(const struct message_list *list) {
    struct failure failure;
    struct items_heard heard = {.room = (int)list->count};
    heard.messages = malloc((size_t)heard.room * sizeof *heard.messages + 1);
    assert_non_null(heard.messages);
    assert_ok(message_list_each(list, items_hear, &heard, NULL, &failure), failure);
    assert_int_equal(heard.count, heard.room);
    return heard;
}

/* NULL, or what is wrong with the list; its delay, finish and single are as it says. */
static inline const char *items_list_fault(const struct message_list *list) {
    struct items_heard heard = items_hear_all(list);
    struct telling telling = {.latency = list->machine.latency,
                              .gap = 1,
                              .processors = list->processors + 1,
                              .items = list->items,
                              .count = heard.count,
                              .messages = heard.messages};
    int delay = 0, finish = 0;
    bool single = false;
    const char *fault = messages_fault(&telling, &delay, &finish, &single);
    free(heard.messages);
    if (!fault && (delay != list->delay || finish != list->finish || single != list->single))
        fault = "another time or number of sends than it says";
    return fault;
}

/* The family's broadcast of so many items is right, and ends at `finish`. */
static inline void assert_items_played(const struct items_family *family, int items, int finish) {
    struct items_telling *told;
    struct message_list list;
    struct failure failure;
    assert_ok(items_family_list(family, items, &told, &list, &failure), failure);
    const char *fault = items_list_fault(&list);
    if (fault)
        fail_msg("L=%d N=%d k=%d: %s", family->words.latency, family->processors, items, fault);
    assert_int_equal(list.items, items);
    assert_int_equal(list.processors, family->processors);
    assert_int_equal(list.finish, finish);
    items_telling_free(told);
}

#endif
