/* SPDX-License-Identifier: MIT */
#include "solver/items/stream/stream_finish.h"

enum status stream_finish(struct schedule *built, enum status status, mpz_srcptr processors,
                          struct schedule *words, bool *found, struct failure *failure) {
    if (status || !*found)
        schedule_clear(built);
    else
        status = schedule_finish(built, processors, failure); /* clears on failure */
    *found = *found && !status;
    if (*found)
        *words = *built;
    return status;
}
