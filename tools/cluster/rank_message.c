/* SPDX-License-Identifier: MIT */
#include "tools/cluster/rank_message.h"

#include <stdlib.h>

#include "tools/steadycast/frame/clock.h"

enum { LONGEST_NAP = 5 };

void rank_clock_init(struct rank_clock *clock) {
    const char *given = getenv("STEADYCAST_RANK_SILENCE");
    char *end = NULL;
    double seconds = given ? strtod(given, &end) : 0;
    bool fits = given && end != given && *end == '\0' && seconds >= 1 && seconds <= 1000000;
    *clock =
        (struct rank_clock){.looked = steady_clock(), .silence = fits ? seconds : RANK_SILENCE};
}

bool rank_clock_beats(struct rank_clock *clock) {
    double time = steady_clock(), passed = time - clock->looked;
    clock->looked = time;
    clock->time += passed < RANK_BEAT ? passed : RANK_BEAT;
    if (clock->time - clock->beat < RANK_BEAT)
        return false;
    clock->beat = clock->time;
    return true;
}

int rank_clock_nap(struct rank_clock *clock, bool happened) {
    clock->nap = happened ? 1 : clock->nap < LONGEST_NAP ? clock->nap + 1 : LONGEST_NAP;
    return clock->nap;
}
