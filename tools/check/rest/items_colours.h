/* SPDX-License-Identifier: MIT */
/* Kind items-colours: for every K >= M, K items from a source to N rows by time K - M + L+t-1,
 * given by classes of rows (slot_classes.h); or, without a stream, M items by time L+t-1.
 *
 * What is checked: the words are a stationary schedule; every row of a class is dealt every colour
 * once, in its slots; at each TIME no colour is received more often than it is sent, by the source
 * or by rows that have it first of all colours, L steps before.
 *
 * Why the claim follows. Take the stationary schedule for all times, and let TIME 0 be the time
 * K - M, when the source comes to the last M items. Keep of its messages those of the items before
 * these: they are legal, and bring all of these to every row by TIME L+t-1, as the deadline of the
 * last of them is that TIME. What is left at TIME y < L+t is, for the rows, their slots, and where
 * its class is not busy, from its first slot on, each row is free to send. The colours are the last
 * M items. What is dealt comes into slots only, so no row receives two messages at a time; a row
 * sends, of the colours, the first that it receives, at TIMEs from its reception on at which it is
 * free, so no row sends two messages and each has what it sends; the source is free from TIME 0 on.
 * For each reception a sender can be chosen, as there are enough. All colours are received by TIME
 * L+t-1, the last TIME of a slot. As all of the source's messages of colours are sent at TIME 0 or
 * later, this is a schedule for every K >= M. Without words there is nothing that is kept, every
 * TIME is free to everybody, and the classes are as the file says; TIME 0 is the time 0, and K = M.
 *
 * Room: that of slot_classes.h, and (L+t) M numbers. */
#ifndef STEADYCHECK_ITEMS_COLOURS_H
#define STEADYCHECK_ITEMS_COLOURS_H

#include "core/read.h"

/* Of L, t, M, and of (L+t+1) M. */
enum { ITEMS_COLOURS_LIMIT = 1000000, ITEMS_COLOURS_PLACES = 1 << 22 };

bool rule_items_colours(struct reader *reader);

#endif
