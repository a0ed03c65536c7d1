/* SPDX-License-Identifier: MIT */
#pragma once

/* How many processors this process may use, 1 at least: those that it may run on, and no more than
 * the quota of its control groups (cgroups, v1 and v2) allows, as containers have one
 * (`--cpus=1.5`: 2). */
int processors_available(void);

/* So many threads as are asked for; 0: one for each of these processors. */
static inline int threads_or_processors(int threads) {
    return threads > 0 ? threads : processors_available();
}
