/* SPDX-License-Identifier: MIT */
/* M items, *colours*, in the slots of processors, given by classes (slot_classes.h), for any number
 * of processors.
 *
 * In its slots a row receives every colour once; from its first colour on, while it is free to
 * send, it sends this colour at every TIME. A colour is received no more often than it has been
 * sent L steps before. All is done at TIME L+t-1. */
#pragma once

#include "solver/items/slot_classes.h"
#include "solver/model/message_list.h"

/* Rows of one class that receive the same colours at the same TIMEs. */
struct colour_deal {
    size_t class;
    int slots;    /* of the class */
    int *colours; /* [slots]: 1..M, the item's number from the last; 0: nothing is received */
    mpz_t rows;
};

struct colour_plan {
    struct slot_classes classes;
    int colours; /* M >= 1 */
    int *source; /* [t]: the colour that the source sends at TIME 0..t-1, or 0 */
    size_t deal_count;
    struct colour_deal *deals;
    bool single; /* the source sends each colour once */
};

/* Takes the classes over, also on failure; the source sends nothing, nothing is dealt. */
enum status colour_plan_init(struct colour_plan *plan, struct slot_classes *classes, int colours,
                             struct failure *failure);
void colour_plan_clear(struct colour_plan *plan);

/* Copies; `rows` = 0 adds nothing. */
enum status colour_plan_deal(struct colour_plan *plan, size_t class, const int *dealt,
                             mpz_srcptr rows, struct failure *failure);

/* Equal deals are merged and put in order, and the whole is checked by its definition.
 * STATUS_INTERNAL with the first fault in words. O((classes + deals) M + (L+t) M). */
enum status colour_plan_finish(struct colour_plan *plan, struct failure *failure);

/* Adds the messages of a plan that is finished, of rows 1..`rows`, row q of class class_of[q - 1]:
 * the rows of a class take its deals one after the other, and at each TIME those who receive a
 * colour take it from those who send it in the order of their numbers, the source first. O(rows t
 * M). */
enum status colour_plan_messages(const struct colour_plan *plan, const int *class_of, int rows,
                                 struct message_array *messages, const struct limits *limits,
                                 struct failure *failure);
