/* SPDX-License-Identifier: MIT */
/* The broadcast of K items that a construction gives: a list of messages, with whatever it is made
 * from. */
#pragma once

#include "automata/memory.h"
#include "solver/model/message_list.h"

struct items_schedule {
    struct message_list list; /* borrows `owned` */
    void *owned;
    void (*release)(void *owned); /* NULL: nothing is owned */
};

/* Of messages that will be in an array of its own, which is empty; nothing is owned where there is
 * no memory for it. */
static inline struct items_schedule items_schedule_of_array(void) {
    return (struct items_schedule){.owned = memory_new(1, sizeof(struct message_array)),
                                   .release = message_array_free};
}

static inline void items_schedule_clear(struct items_schedule *schedule) {
    if (schedule->owned && schedule->release)
        schedule->release(schedule->owned);
    *schedule = (struct items_schedule){0};
}
