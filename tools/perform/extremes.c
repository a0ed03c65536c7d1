/* SPDX-License-Identifier: MIT */
#include "tools/perform/extremes.h"

#include <stdio.h>
#include <string.h>

#include "automata/require.h"
#include "tools/perform/statistics.h"

/* As o is the mean of o_s and o_r, 2o is their sum. */
static double median_of(const struct logp_sample *samples, int repeat, double *numbers) {
    for (int i = 0; i < repeat; i++)
        numbers[i] = samples[i].latency + samples[i].send + samples[i].receive;
    return quartiles_of(numbers, (size_t)repeat).median;
}

struct extremes extremes_of(const struct pair *pairs, size_t count,
                            const struct logp_sample *samples, int repeat, double *numbers) {
    struct extremes extremes = {0};
    require(count >= 1 && repeat >= 1);
    for (size_t i = 0; i < count; i++) {
        double seconds = median_of(samples + i * (size_t)repeat, repeat, numbers);
        struct pair_time found = {.pair = pairs[i], .seconds = seconds};
        if (i == 0 || seconds < extremes.fastest.seconds)
            extremes.fastest = found;
        if (i == 0 || seconds > extremes.slowest.seconds)
            extremes.slowest = found;
    }
    return extremes;
}

bool extremes_mislead(const struct extremes *extremes) {
    return extremes->slowest.seconds > 2 * extremes->fastest.seconds;
}

static bool on_one_host(const struct extremes *extremes) {
    const char *host = extremes->fastest.hosts[0];
    return strcmp(host, extremes->fastest.hosts[1]) == 0 &&
           strcmp(host, extremes->slowest.hosts[0]) == 0 &&
           strcmp(host, extremes->slowest.hosts[1]) == 0;
}

void extremes_text(const struct extremes *extremes, const struct pair_time *which,
                   char text[EXTREMES_TEXT_ROOM]) {
    if (on_one_host(extremes))
        snprintf(text, EXTREMES_TEXT_ROOM, "ranks %d and %d", which->pair.first,
                 which->pair.second);
    else
        snprintf(text, EXTREMES_TEXT_ROOM, "ranks %d (%s) and %d (%s)", which->pair.first,
                 which->hosts[0], which->pair.second, which->hosts[1]);
}
