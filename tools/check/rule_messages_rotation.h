/* Who has which item in a list in rotation: all do the same, so only what processor 0 has is kept.
 * One bit for each item. */
#ifndef STEADYCHECK_RULE_MESSAGES_ROTATION_H
#define STEADYCHECK_RULE_MESSAGES_ROTATION_H

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
