/* SPDX-License-Identifier: MIT */
#include "tools/perform/statistics.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/require.h"

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double quartile(const double *sorted, size_t count, int which) {
    double place = (double)(count - 1) * which / 4;
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

struct quartiles quartiles_of(double *numbers, size_t count) {
    require(count > 0);
    qsort(numbers, count, sizeof *numbers, ascending);
    return (struct quartiles){quartile(numbers, count, 1), quartile(numbers, count, 2),
                              quartile(numbers, count, 3)};
}

static const int least[LOGP_PARAMETERS] = {[LOGP_LATENCY] = 1, [LOGP_OVERHEAD] = 0, [LOGP_GAP] = 1};

struct logp_sample logp_sample_of(const struct logp_times *times) {
    require(times->messages >= 2);
    struct logp_sample sample = {.send = times->issue};
    sample.receive = times->interval - times->issue - times->pause;
    sample.latency = times->round_trip / 2 - sample.send - sample.receive;
    sample.gap = (times->burst - times->round_trip) / (times->messages - 1);
    return sample;
}

static long choose_cycle(const double *time) {
    double shortest = INFINITY;
    for (int i = 0; i < LOGP_PARAMETERS; i++)
        if (time[i] > 0)
            shortest = fmin(shortest, time[i]);
    if (isinf(shortest))
        return 1;
    double cycle = floor(1e9 * shortest / LOGP_FIT_CYCLES + 0.5);
    return cycle < 1 ? 1 : cycle > INT_MAX ? INT_MAX : (long)cycle;
}

static enum status fit_one(struct logp_fit *fit, int which, int *cycles, struct failure *failure) {
    static const char *const names[] = {"L", "o", "g"};
    double number = floor(1e9 * fit->time[which] / (double)fit->cycle + 0.5);
    if (number > INT_MAX)
        return failure_input(failure,
                             "--cycle: of '%ld' ns %s has %.0f, and --logp takes %d at most",
                             fit->cycle, names[which], number, INT_MAX);
    fit->negative[which] = fit->time[which] < 0;
    fit->raised[which] = number < least[which] && least[which] > 0;
    *cycles = number < least[which] ? least[which] : (int)number;
    return STATUS_OK;
}

enum status logp_fit(struct logp_fit *fit, const struct logp_sample *sample, long cycle,
                     struct failure *failure) {
    int cycles[LOGP_PARAMETERS];
    require(cycle >= 0);
    *fit = (struct logp_fit){.time = {[LOGP_LATENCY] = sample->latency,
                                      [LOGP_OVERHEAD] = (sample->send + sample->receive) / 2,
                                      [LOGP_GAP] = sample->gap}};
    fit->cycle = cycle ? cycle : choose_cycle(fit->time);
    for (int i = 0; i < LOGP_PARAMETERS; i++)
        TRY(fit_one(fit, i, &cycles[i], failure));
    fit->machine =
        (struct logp_machine){cycles[LOGP_LATENCY], cycles[LOGP_OVERHEAD], cycles[LOGP_GAP]};
    return STATUS_OK;
}

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
