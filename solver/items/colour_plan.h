/* SPDX-License-Identifier: MIT */
/* M items, *colours*, in the slots of processors, given by classes (below), for any number
 * of processors.
 *
 * In its slots a row receives every colour once; from its first colour on, while it is free to
 * send, it sends this colour at every TIME. A colour is received no more often than it has been
 * sent L steps before. All is done at TIME L+t-1. */
#pragma once

#include <gmp.h>
#include <stdint.h>

#include "solver/base/limits.h"
#include "solver/model/message_list.h"
#include "solver/model/schedule.h"

/* Which processors of a stream are alike in its endgame (results/THEOREMS.md, 12.5).
 *
 * A stationary schedule with delay L+t carries all items but the last ones. TIME 0 is when the
 * source comes to the first of these. A value v that a row receives at TIME y belongs to an item
 * that is not carried if and only if v + y >= L+t; such a TIME y <= L+t-1 is a *slot* of the row:
 * it has as many as it holds values at any time, |S|. Likewise it is free to send at TIME x if its
 * word sends nothing then, or a value u with u + x >= L+t; else it is *busy*.
 *
 * Rows with the same slots and, from the first of them on and before t, the same busy TIMEs make up
 * a class. There are few classes even for numbers of processors of a hundred digits. */
struct slot_class {
    int slots;       /* how many: |S| */
    int *times;      /* [slots], ascending, L..L+t-1 */
    int busy;        /* how many */
    int *busy_times; /* [busy], ascending, times[0]..t-1 */
    mpz_t rows;      /* how many processors */
};

/* Is a row free to send at this TIME, from its first slot on and before t? */
static inline bool slot_class_is_free(const struct slot_class *class, int time) {
    for (int b = 0; b < class->busy; b++)
        if (class->busy_times[b] == time)
            return false;
    return true;
}

struct slot_classes {
    int latency; /* L */
    int depth;   /* t */
    size_t count;
    struct slot_class *classes; /* by their slots, then their busy TIMEs, lexicographically */
};

/* Slots, and busy TIMEs, of all positions of all words, and positions times t. */
#define SLOT_CLASSES_MOST_SLOTS ((uint64_t)1 << 26)
#define SLOT_CLASSES_MOST_STEPS ((uint64_t)1 << 34)

/* Of a schedule of period 1 that is given by lines of words; else the caller's fault. A class has
 * at least one slot: STATUS_INTERNAL if a processor has none. STATUS_LIMIT beyond the above.
 * STATUS_LIMIT when stopped, too; the limits may be NULL. O(sum of all values of all words, and of
 * t for each position). */
enum status slot_classes_init(struct slot_classes *classes, const struct schedule *words,
                              const struct limits *limits, struct failure *failure);
void slot_classes_clear(struct slot_classes *classes);

/* For classes that come otherwise: adds one, which has these slots (copied) and is never busy; in
 * the end they are put in order, and those that are alike become one. */
enum status slot_classes_add(struct slot_classes *classes, const int *times, int slots,
                             mpz_srcptr rows, struct failure *failure);
void slot_classes_merge(struct slot_classes *classes);

/* The lexicographic order of the busy TIMEs: below 0, 0 or above. */
int slot_class_compare_busy(const struct slot_class *a, const struct slot_class *b);

/* rows = how many there are in all; initialised. */
void slot_classes_rows(const struct slot_classes *classes, mpz_ptr rows);

/* The class of each row of a schedule for few processors, in the order of the rows of struct
 * items_family: classes_of[row - 1], one for each of the N rows. */
enum status slot_classes_of_rows(const struct slot_classes *classes, const struct schedule *words,
                                 int *classes_of, struct failure *failure);

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
