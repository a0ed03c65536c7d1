/* SPDX-License-Identifier: MIT */
/* Broadcasts of K items for every K >= M at once, given by classes of processors (items_colours.h),
 * and message by message (items_family.h) when they are first asked for messages. */
#ifndef STEADYCAST_SOLVER_ITEMS_EVERY_ITEMS_H
#define STEADYCAST_SOLVER_ITEMS_EVERY_ITEMS_H

#include "solver/items/items_colours.h"

struct every_items {
    struct items_colours colours;
    bool by_messages;
    struct items_family family; /* if by_messages */
};

/* Take over what has been checked; the family also on failure, for which see
 * items_colours_of_family. */
void every_items_of_colours(struct every_items *every, struct items_colours *colours);
enum status every_items_of_family(struct every_items *every, struct items_family *family,
                                  struct failure *failure);
void every_items_clear(struct every_items *every);

/* K items are everywhere at time K + late, for K >= first; `single`: the source sends each once. */
struct every_items_time {
    int first;
    int late;
    bool single;
};
struct every_items_time every_items_time(const struct every_items *every);

/* As items_family_list (the list borrows `every`), with the failures of items_colours_family. */
enum status every_items_list(struct every_items *every, int items,
                             struct items_message_source **source, struct message_list *list,
                             const struct limits *limits, struct failure *failure);

/* Its certificate. */
struct evidence evidence_of_every_items(const struct every_items *every);

#endif
