/* SPDX-License-Identifier: MIT */
/* Broadcasts of K items for every K >= M at once, given by classes of processors: kind
 * items-colours of results/README.md, for any number of processors.
 *
 * A stationary schedule with delay L+t carries all items but the last M, which are the colours of a
 * plan for its slots (colour_plan.h). Without words there is no stream: M items
 * are broadcast from time 0 on, and the classes are free. */
#pragma once

#include "solver/base/evidence.h"
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
 * with the first fault in words. */
enum status items_colours_finish(struct items_colours *colours, struct failure *failure);

/* Is there no stream? */
static inline bool items_colours_are_few(const struct items_colours *colours) {
    return colours->words.word_count == 0;
}

/* Their certificate; they have been checked. */
struct evidence evidence_of_items_colours(const struct items_colours *colours);

/* The same, also message by message (items_family.h) once they are asked for messages. */
struct every_items {
    struct items_colours colours;
    bool by_messages;
    struct items_family family; /* if by_messages */
};

/* Takes over what has been checked. */
void every_items_of_colours(struct every_items *every, struct items_colours *colours);
void every_items_clear(struct every_items *every);

/* K items are everywhere at time K + late, for K >= first; `single`: the source sends each once. */
struct every_items_time {
    int first, late;
    bool single;
};
struct every_items_time every_items_time(const struct every_items *every);

/* As items_family_list (the list borrows `every`), with the failures of items_colours_family. */
enum status every_items_list(struct every_items *every, int items,
                             struct items_message_source **source, struct message_list *list,
                             const struct limits *limits, struct failure *failure);

/* Its certificate. */
struct evidence evidence_of_every_items(const struct every_items *every);
