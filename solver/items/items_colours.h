/* SPDX-License-Identifier: MIT */
/*
 * Broadcasts of K items for every K >= M at once, given by classes of processors: kind
 * items-colours of results/README.md, for any number of processors.
 *
 * A stationary schedule with delay L+t carries all items but the last M, which are the colours of a
 * plan (colour_plan.h) for its slots (slot_classes.h). Without words there is no stream: M items
 * are broadcast from time 0 on, and the classes are free.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_ITEMS_COLOURS_H
#define STEADYCAST_SOLVER_ITEMS_ITEMS_COLOURS_H

#include "solver/certificate/evidence.h"
#include "solver/items/colour_plan.h"
#include "solver/items/items_family.h"

struct items_colours {
    struct schedule words;   /* period 1, lines of words, or none; owned */
    struct colour_plan plan; /* of the classes of these words, if there are any */
};

/* Takes the words over, also on failure, and finds their classes; nothing is dealt. STATUS_LIMIT
 * when stopped; the limits may be NULL. */
enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               const struct limits *limits, struct failure *failure);
/* The same without words, of free classes, which are taken over, also on failure. */
enum status items_colours_init_few(struct items_colours *colours, struct slot_classes *classes,
                                   int items, struct failure *failure);
void items_colours_clear(struct items_colours *colours);

/* How every construction ends: words and plan are checked (colour_plan_finish). STATUS_INTERNAL
 * with the first fault in words. On failure all is cleared. */
enum status items_colours_finish(struct items_colours *colours, struct failure *failure);

/* Is there no stream? */
static inline bool items_colours_are_few(const struct items_colours *colours) {
    return colours->words.word_count == 0;
}

/* The same broadcasts, of a stream, message by message: `family`, not initialised before, has its
 * own words. STATUS_LIMIT beyond its limits. O(N t M). */
enum status items_colours_family(const struct items_colours *colours, struct items_family *family,
                                 const struct limits *limits, struct failure *failure);

/* In return: the words, what the source sends and what each row receives, in its slots, of a family
 * with F = L+t-1; checked. STATUS_INTERNAL unless it is enough that each row sends the first of the
 * items that it receives. O(N (t + M)). */
enum status items_colours_of_family(struct items_colours *colours,
                                    const struct items_family *family, struct failure *failure);

/* Their certificate; they have been checked. */
struct evidence evidence_of_items_colours(const struct items_colours *colours);

#endif
