/* SPDX-License-Identifier: MIT */
/* Kind items-family: for every K >= M, K items from a source to N rows by time K - M + F.
 *
 * What is checked: the words are a stationary schedule; from TIME 0 to S+F what is kept of it and
 * the listed messages are simulated, beginning with what the stream has brought before TIME 0.
 *
 * Why the claim follows. Take the stationary schedule for all times, with a sender chosen for each
 * reception, which the balance of the words allows. Its messages are legal, every row receives
 * every item once, not after the deadline, and who sends an item has received it before. Item
 * j > M leaves the source at TIME M+S-j, which is the time K-j if TIME 0 is K-M-S, so item i =
 * K+1-j leaves it at i-1 >= 0. Keep the messages of items j > M that are sent before TIME U: a kept
 * message is still sent by someone who has its item, as this was received by an earlier message of
 * the same item. Nothing listed happens before TIME 0 or is received before TIME L, so up to TIME 0
 * everything is right, and each item with a deadline before TIME 0 is with everybody by then and
 * never again sent to anybody but in vain, which is refuted. From TIME 0 on the simulation sees
 * each reception, and each sending that may be made: who might send something kept counts as busy.
 * A listed message of the source is sent at TIME S or later, when its stream is over, and at a time
 * >= 0 for every K >= M. After TIME S+F nothing is received, and every item is with everybody.
 * This is a schedule for infinitely many items. Those with j > K are left out: what is left is
 * legal, as a message depends on messages of the same item only, and each chain of them begins with
 * the source at a time >= 0. All is done at TIME S+F, that is K - M + F.
 *
 * Room: 24 bytes a row, N (M+S+L+t) bits, and 24 bytes a listed message under way. Time: N for each
 * TIME from -t to S+F, and to S+L+t if that is later. This is no more than ITEMS_FAMILY_FREE, and
 * ITEMS_FAMILY_PAID for each listed message so far, of which a right file has NM. */
#ifndef STEADYCHECK_ITEMS_FAMILY_H
#define STEADYCHECK_ITEMS_FAMILY_H

#include "core/read.h"

enum { ITEMS_FAMILY_LIMIT = 1000000 };

/* Of N (S+F+t+L+M). */
#define ITEMS_FAMILY_WORK ((uint64_t)1 << 31)

enum { ITEMS_FAMILY_FREE = 1 << 27, ITEMS_FAMILY_PAID = 1 << 12 };

bool rule_items_family(struct reader *reader);

#endif
