/* SPDX-License-Identifier: MIT */
#include "solver/stream/logp/depths.h"

void depths_begin(struct depths *depths, int least, int end) {
    int step = end > least ? (end - least - 1) / DEPTHS_MOST + 1 : 1;
    *depths = (struct depths){.step = step, .least = least, .low = least, .high = end, .end = end};
}

bool depths_next(struct depths *depths) {
    bool found_none = depths->high == depths->end;
    if (depths->low >= depths->high)
        return false;
    if (found_none)
        depths->depth = depths->low > depths->least ? depths->low + depths->step - 1 : depths->low;
    else
        depths->depth = depths->low + (depths->high - depths->low) / 2;
    return depths->depth < depths->high;
}

void depths_record(struct depths *depths, bool found) {
    if (found)
        depths->high = depths->depth;
    else
        depths->low = depths->depth + 1;
}
