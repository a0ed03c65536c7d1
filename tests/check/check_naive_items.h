/* SPDX-License-Identifier: MIT */
/* For the tests: kind items-family by the definitions. A family is expanded to the list of all its
 * messages, for one number of items after the other, and each list is judged as in
 * check_naive_messages.h, without the checker's ideas. */
#ifndef CHECK_NAIVE_ITEMS_H
#define CHECK_NAIVE_ITEMS_H

#include "check_naive.h"
#include "check_naive_messages.h"

enum { NAIVE_ROWS = 24, NAIVE_LISTED = 400 };

struct naive_listed {
    long time, from, to, item; /* of the line `step`, and `send` */
};

struct naive_family {
    long L, t, N, M, S, U, F;
    bool single;
    struct naive_row rows[NAIVE_ROWS]; /* row q at [q-1] */
    long count;
    struct naive_listed listed[NAIVE_LISTED];
};

/* False if the text is not of this kind, or too large, or its words are no stationary schedule. It
 * must follow the grammar. */
bool naive_family_read(struct naive_family *family, const struct text *text);

/* At this TIME, as item numbers from the end: what a row receives in the stream, and what its word
 * sends; 0 or below for what does not belong to the stream or is not sent before U. */
long naive_family_received(const struct naive_family *family, long row, long time);
long naive_family_sent(const struct naive_family *family, long row, long time);

/* The items that the stream brings to somebody at TIME 0 or later are below this. */
long naive_family_items(const struct naive_family *family);

/* It holds for M items, M+1, .., M+12 and for as many as the window can touch. */
bool naive_family_holds(const struct naive_family *family);

/* Kind items-family. */
bool naive_items_family_holds(const struct text *text);

#endif
