/* SPDX-License-Identifier: MIT */
/* Which depths a search tries that takes long where it fails: from the least one on, in steps if
 * there are more than DEPTHS_MOST, and then by halves between the last one that had no schedule and
 * the first one that had. It is as if all depths beyond one that has a schedule had one. */
#pragma once

#include <stdbool.h>

enum { DEPTHS_MOST = 24 }; /* without a schedule, but for those by halves */

struct depths {
    int depth; /* the one to be tried */
    int step;
    int least, low, high, end;
};

/* Depths from least .. end-1; none if least >= end. */
void depths_begin(struct depths *depths, int least, int end);

/* Sets depths->depth; false if all is done. */
bool depths_next(struct depths *depths);

/* Whether that one had a schedule. */
void depths_record(struct depths *depths, bool found);
