/* SPDX-License-Identifier: MIT */
/*
 * Broadcasts of K items for every K >= M at once, told by classes of processors: kind items-colours
 * of results/README.md, for any number of processors.
 *
 * A stationary schedule with delay L+t carries all items but the last M, which are *colours* here.
 * All is done at TIME L+t-1 (slot_classes.h has TIMEs and slots). In its slots a row receives every
 * colour once; from its first colour on, while it is free to send, it sends this colour at every
 * TIME. A colour is received no more often than it has been sent L steps before.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ITEMS_COLOURS_H
#define STEADYCAST_SOLVER_ITEMS_ITEMS_COLOURS_H

#include "solver/items/items_family.h"
#include "solver/items/slot_classes.h"

/* Rows of one class that receive the same colours at the same TIMEs. */
struct colour_deal {
    size_t class;
    int slots;    /* of the class */
    int *colours; /* [slots]: 1..M, the item's number from the last; 0: nothing is received */
    mpz_t rows;
};

struct items_colours {
    struct schedule words;       /* period 1, lines of words; owned */
    struct slot_classes classes; /* of these words */
    int endgame;                 /* M >= 1 */
    int *source;                 /* [t]: the colour that the source sends at TIME 0..t-1, or 0 */
    size_t deal_count, deal_room;
    struct colour_deal *deals;
    bool single; /* the source sends each colour once */
};

/* Takes the words over, also on failure, and finds their classes; no deals. */
enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               struct failure *failure);
void items_colours_clear(struct items_colours *colours);

/* Copies; `rows` = 0 adds nothing. */
enum status items_colours_deal(struct items_colours *colours, size_t class, const int *dealt,
                               mpz_srcptr rows, struct failure *failure);

/*
 * How every construction ends: equal deals are merged and put in order, and the whole is checked by
 * its definition. STATUS_INTERNAL with the first fault in words. On failure all is cleared.
 * O(words, (classes + deals) M + t M).
 */
enum status items_colours_finish(struct items_colours *colours, struct failure *failure);

/* The same broadcasts message by message (kind items-family): `family`, not initialised before, has
 * its own words. STATUS_LIMIT beyond its limits. O(N t). */
enum status items_colours_family(const struct items_colours *colours, struct items_family *family,
                                 struct failure *failure);

#endif
