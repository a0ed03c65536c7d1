/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/steady_clock.h"

#include <time.h>

double steady_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
