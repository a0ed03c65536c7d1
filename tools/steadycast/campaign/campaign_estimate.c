/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/campaign_estimate.h"

#include <math.h>

/* A power says nothing of times that are those of starting and writing, and engines that are worse
 * than their guess by more than this stop at limits. */
static const double LEAST_SECONDS = 1e-4, MOST_EXPONENT = 1.5;
/* As long as the costs that are done lie close together, scatter of their times would be taken for
 * a power, and what is left may be far away: the guess counts as if it had been seen. */
static const double GUESS = 0.7, TRUST = 1;
static const size_t FEW = 3; /* cases, too few for a power */

/* NULL: there are more engines than places, which costs no more than an estimate. */
static struct campaign_effort *effort_of(struct campaign_estimate *estimate,
                                         const struct campaign_case *asked) {
    for (int i = 0; i < estimate->count; i++)
        if (estimate->efforts[i].engine == asked->engine)
            return &estimate->efforts[i];
    if (estimate->count == CAMPAIGN_MOST_ENGINES)
        return NULL;
    struct campaign_effort *effort = &estimate->efforts[estimate->count++];
    *effort = (struct campaign_effort){.engine = asked->engine};
    return effort;
}

double campaign_case_most_seconds(const struct campaign_case *asked) {
    double most = 0;
    for (int attempt = 1; attempt <= asked->retries + 1; attempt++)
        most += campaign_case_limits(asked, attempt).seconds;
    return most;
}

/* What one case weighs must not drown all others. */
static double log_cost(const struct campaign_case *asked) {
    return log(fmax(1, fmin(campaign_case_cost(asked), 1e30)));
}

static struct campaign_costs *costs_of(struct campaign_effort *effort, double cost) {
    int digits = (int)(cost / log(2));
    return &effort->costs[digits < CAMPAIGN_COSTS ? digits : CAMPAIGN_COSTS - 1];
}

void campaign_estimate_add(struct campaign_estimate *estimate, const struct campaign_case *asked) {
    struct campaign_effort *effort = effort_of(estimate, asked);
    if (!effort)
        return;
    double most = campaign_case_most_seconds(asked), cost = log_cost(asked);
    struct campaign_costs *costs = costs_of(effort, cost);
    costs->left++;
    costs->left_log += cost;
    costs->most += most;
    costs->unlimited += most == 0;
}

void campaign_estimate_take(struct campaign_estimate *estimate, const struct campaign_case *asked,
                            double seconds) {
    struct campaign_effort *effort = effort_of(estimate, asked);
    if (!effort)
        return;
    double most = campaign_case_most_seconds(asked), cost = log_cost(asked);
    struct campaign_costs *costs = costs_of(effort, cost);
    costs->left--;
    costs->left_log -= cost;
    costs->most = fmax(0, costs->most - most);
    costs->unlimited -= most == 0;
    if (seconds < 0)
        return;
    costs->done++;
    costs->done_log += cost;
    costs->seconds += fmax(seconds, LEAST_SECONDS);
}

/* --- what was learned --- */

/* Seconds of a case are taken to be level * exp(exponent * log of its cost). */
struct power {
    double level, exponent;
};

/* Least squares through the means of the costs, each of which weighs as much as its cases. */
static double fit_exponent(const struct campaign_effort *effort, double cases) {
    double x_mean = 0, y_mean = 0, square = 0, product = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < CAMPAIGN_COSTS; i++) {
            const struct campaign_costs *costs = &effort->costs[i];
            if (!costs->done)
                continue;
            double weight = (double)costs->done, x = costs->done_log / weight,
                   y = log(costs->seconds / weight);
            if (pass == 0) {
                x_mean += weight * x / cases;
                y_mean += weight * y / cases;
            } else {
                square += weight * (x - x_mean) * (x - x_mean);
                product += weight * (x - x_mean) * (y - y_mean);
            }
        }
    return fmax(0, fmin(MOST_EXPONENT, (product + GUESS * TRUST) / (square + TRUST)));
}

/* The level is the one by which all that is done took the time that it took. */
static struct power fit(const struct campaign_effort *effort, double cases) {
    struct power power = {0, fit_exponent(effort, cases)};
    double seconds = 0, weight = 0;
    for (int i = 0; i < CAMPAIGN_COSTS; i++) {
        const struct campaign_costs *costs = &effort->costs[i];
        if (!costs->done)
            continue;
        seconds += costs->seconds;
        weight += (double)costs->done * exp(power.exponent * costs->done_log / (double)costs->done);
    }
    power.level = seconds / weight;
    return power;
}

/* The mean of the cases that are nearest in cost; some are done. */
static double nearest_mean(const struct campaign_effort *effort, int place) {
    const struct campaign_costs *nearest = NULL;
    for (int away = 0; away < CAMPAIGN_COSTS && !nearest; away++) {
        if (place + away < CAMPAIGN_COSTS && effort->costs[place + away].done)
            nearest = &effort->costs[place + away];
        if (place - away >= 0 && effort->costs[place - away].done)
            nearest = &effort->costs[place - away];
    }
    return nearest ? nearest->seconds / (double)nearest->done : 0;
}

struct tally {
    size_t done;
    int kinds; /* of costs, among those that are done */
    double seconds;
};

static struct tally count_done(const struct campaign_effort *effort) {
    struct tally tally = {0};
    for (int i = 0; i < CAMPAIGN_COSTS; i++) {
        tally.done += effort->costs[i].done;
        tally.kinds += effort->costs[i].done > 0;
        tally.seconds += effort->costs[i].seconds;
    }
    return tally;
}

/* `other`: seconds of a case of any engine, for one that has done nothing yet. */
static double effort_left(const struct campaign_effort *effort, double other) {
    struct tally tally = count_done(effort);
    struct power power = {0};
    bool fitted = tally.done >= FEW && tally.kinds > 1;
    double left = 0;
    if (fitted)
        power = fit(effort, (double)tally.done);
    for (int i = 0; i < CAMPAIGN_COSTS; i++) {
        const struct campaign_costs *costs = &effort->costs[i];
        if (!costs->left)
            continue;
        double cases = (double)costs->left;
        double each = fitted       ? power.level * exp(power.exponent * costs->left_log / cases)
                      : tally.done ? nearest_mean(effort, i)
                                   : other;
        left += costs->unlimited ? cases * each : fmin(cases * each, costs->most);
    }
    return left;
}

double campaign_estimate_left(const struct campaign_estimate *estimate, int workers) {
    double seconds = 0, left = 0;
    size_t done = 0;
    for (int i = 0; i < estimate->count; i++) {
        struct tally tally = count_done(&estimate->efforts[i]);
        seconds += tally.seconds;
        done += tally.done;
    }
    if (done == 0 || workers < 1)
        return -1;
    for (int i = 0; i < estimate->count; i++)
        left += effort_left(&estimate->efforts[i], seconds / (double)done);
    return left / workers;
}
