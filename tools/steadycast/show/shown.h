/* SPDX-License-Identifier: MIT */
/* From a certificate to what is drawn of it: schedules of all kinds as one reception table. */
#ifndef STEADYCAST_TOOLS_SHOWN_H
#define STEADYCAST_TOOLS_SHOWN_H

#include "solver/certificate/read.h"
#include "tools/steadycast/show/show.h"

/* A view with the memory that holds it. Not to be copied: the view points into it. */
struct shown {
    struct view view; /* its receivers and times are the caller's to choose */
    struct reception_table table;
    struct receiver *receivers; /* the caller's, freed here; NULL at first */
    struct schedule schedule;
    struct tree tree;
};

enum { SHOWN_OWN_DEPTH = -1 };

/*
 * `input` stands at its kind, which is one that holds a schedule, not a list of messages.
 * SHOWN_OWN_DEPTH, or a depth of a family. STATUS_INPUT with the file's name for what
 * holds no schedule, and for depths too large or not held. It checks the schedule, but is not what
 * verifies a certificate. The caller clears `shown`, also on failure.
 */
enum status shown_load(struct shown *shown, struct certificate_input *input, int depth,
                       struct failure *failure);
void shown_clear(struct shown *shown);

/* Rows from `first` (from 0) on, `count` at most, and the times of the view. STATUS_SYSTEM without
 * memory. */
enum status shown_choose(struct shown *shown, long first, int count, int first_time, int last_time,
                         struct failure *failure);

#endif
