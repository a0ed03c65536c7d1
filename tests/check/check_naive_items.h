/* SPDX-License-Identifier: MIT */
/* For the tests: a stream and an endgame, message by message, for every number of items from M on.
 * Such a family is expanded to the list of all its messages, for one number of items after the
 * other, and each list is judged as in check_naive_messages.h, without the checker's ideas. TIME
 * and the numbers of items are those of kind items-colours. */
#pragma once

#include "check_naive.h"
#include "check_naive_messages.h"

enum { NAIVE_ROWS = 24, NAIVE_LISTED = 400 };

struct naive_listed {
    long time, from, to, item;
};

struct naive_family {
    long L, t, N, M, F; /* M items, counted from the last, by TIME F */
    bool single;
    struct naive_row rows[NAIVE_ROWS]; /* row q at [q-1] */
    long count;
    struct naive_listed listed[NAIVE_LISTED];
};

/* It holds for M items, M+1, .., M+12 and for as many as the window can touch. */
bool naive_family_holds(const struct naive_family *family);
