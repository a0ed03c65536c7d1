/* Who has which item in a list in rotation: what processor 0 has. One bit for each item.
 *
 * Why this is enough. A line stands for the same message with all processors turned by r and all
 * items by rK, for every r; so turning everything leaves the list as it is, and takes processor 0
 * to r. Whatever processor r has, sends and receives, and when, is what processor 0 does, turned;
 * and every rule speaks about one processor, or about who sends one message. So a rule is broken
 * somewhere if and only if it is broken at processor 0, as sender or as receiver; everybody gets
 * all items if processor 0 does; and the last time of all is its last time. */
#ifndef STEADYCHECK_MESSAGES_ROTATION_H
#define STEADYCHECK_MESSAGES_ROTATION_H

#include <stdbool.h>
#include <stdint.h>

struct rotation {
    uint32_t each;    /* items that processor 0 has at the beginning, 1..each */
    uint32_t count;   /* of all items, a multiple of each, below 2^31 */
    uint32_t missing; /* items that processor 0 has not yet */
    uint64_t *marks;  /* a bit for each item: it was received; or, of the first ones, sent */
};

void rotation_init(struct rotation *rotation, uint32_t each, uint32_t count);
void rotation_clear(struct rotation *rotation);

/* Is it one of those at the beginning? */
bool rotation_is_own(const struct rotation *rotation, uint32_t item);

bool rotation_has(const struct rotation *rotation, uint32_t item);

/* Processor 0 gets it, or sends it, as one of its own. False, and no change, if it was so before.
 */
bool rotation_mark(struct rotation *rotation, uint32_t item);

/* While processor 0 sends this item to processor `to`, what is on its way to processor 0. */
uint32_t rotation_arriving(const struct rotation *rotation, uint32_t to, uint32_t item);

/* The first item that processor 0 has not. Contract: missing > 0. */
uint32_t rotation_missing(const struct rotation *rotation);

#endif
