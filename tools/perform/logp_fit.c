/* SPDX-License-Identifier: MIT */
#include "tools/perform/logp_fit.h"

#include <limits.h>
#include <math.h>

#include "automata/require.h"

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
        return failure_set(failure, STATUS_INPUT,
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
    enum status status = STATUS_OK;
    require(cycle >= 0);
    *fit = (struct logp_fit){.time = {[LOGP_LATENCY] = sample->latency,
                                      [LOGP_OVERHEAD] = (sample->send + sample->receive) / 2,
                                      [LOGP_GAP] = sample->gap}};
    fit->cycle = cycle ? cycle : choose_cycle(fit->time);
    for (int i = 0; i < LOGP_PARAMETERS && !status; i++)
        status = fit_one(fit, i, &cycles[i], failure);
    if (!status)
        fit->machine =
            (struct logp_machine){cycles[LOGP_LATENCY], cycles[LOGP_OVERHEAD], cycles[LOGP_GAP]};
    return status;
}
