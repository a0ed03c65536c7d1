/* SPDX-License-Identifier: MIT */
/* The broadcast of K items that a construction gives: a list of messages, with whatever it is made
 * from. */
#pragma once

#include "solver/model/message_list.h"

struct items_schedule {
    struct message_list list; /* borrows `owned` */
    void *owned;
    void (*release)(void *owned); /* NULL: nothing is owned */
};

static inline void items_schedule_clear(struct items_schedule *schedule) {
    if (schedule->owned && schedule->release)
        schedule->release(schedule->owned);
    *schedule = (struct items_schedule){0};
}
