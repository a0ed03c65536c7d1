/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_estimate.h"

#include <math.h>

/* NULL: there are more engines than places, which costs no more than an estimate. */
static struct sweep_effort *effort_of(struct sweep_estimate *estimate,
                                      const struct campaign_case *asked) {
    for (int i = 0; i < estimate->count; i++)
        if (estimate->efforts[i].engine == asked->engine)
            return &estimate->efforts[i];
    if (estimate->count == SWEEP_MOST_ENGINES)
        return NULL;
    struct sweep_effort *effort = &estimate->efforts[estimate->count++];
    *effort = (struct sweep_effort){.engine = asked->engine};
    return effort;
}

/* Of all attempts together; 0: without limit. */
static double most_seconds(const struct campaign_case *asked) {
    double most = 0;
    for (int attempt = 1; attempt <= asked->retries + 1; attempt++)
        most += campaign_case_limits(asked, attempt).seconds;
    return most;
}

/* What one case weighs must not drown all others. */
static double cost_of(const struct campaign_case *asked) {
    return fmin(campaign_case_cost(asked), 1e30);
}

void sweep_estimate_add(struct sweep_estimate *estimate, const struct campaign_case *asked) {
    struct sweep_effort *effort = effort_of(estimate, asked);
    if (!effort)
        return;
    double most = most_seconds(asked);
    effort->left++;
    effort->left_cost += cost_of(asked);
    effort->most += most;
    effort->unlimited += most == 0;
}

void sweep_estimate_take(struct sweep_estimate *estimate, const struct campaign_case *asked,
                         double seconds) {
    struct sweep_effort *effort = effort_of(estimate, asked);
    if (!effort)
        return;
    double most = most_seconds(asked);
    effort->left--;
    effort->left_cost = fmax(0, effort->left_cost - cost_of(asked));
    effort->most = fmax(0, effort->most - most);
    effort->unlimited -= most == 0;
    if (seconds < 0)
        return;
    effort->done++;
    effort->done_cost += cost_of(asked);
    effort->seconds += seconds;
}

/* Of an engine that has done nothing yet a case is taken to last as long as those of the others. */
double sweep_estimate_left(const struct sweep_estimate *estimate, int workers) {
    double seconds = 0, left = 0;
    size_t done = 0;
    for (int i = 0; i < estimate->count; i++) {
        seconds += estimate->efforts[i].seconds;
        done += estimate->efforts[i].done;
    }
    if (done == 0 || workers < 1)
        return -1;
    for (int i = 0; i < estimate->count; i++) {
        const struct sweep_effort *effort = &estimate->efforts[i];
        double own = effort->done_cost > 0 ? effort->left_cost * effort->seconds / effort->done_cost
                                           : (double)effort->left * seconds / (double)done;
        left += effort->unlimited ? own : fmin(own, effort->most);
    }
    return left / workers;
}
