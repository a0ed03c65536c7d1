/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/step_points.h"

#include <math.h>

double step_time(struct step_cost cost, double steps, double rounds, double bytes) {
    return steps * cost.alpha + rounds * bytes * cost.beta;
}

double step_point_time(struct step_cost cost, const struct step_point *point, double bytes) {
    return step_time(cost, point->steps, point->most, bytes);
}

const struct step_point *step_point_best(struct step_cost cost, const struct step_point *points,
                                         int count, double bytes) {
    const struct step_point *best = &points[0];
    for (int i = 1; i < count; i++) {
        double here = step_point_time(cost, &points[i], bytes);
        double there = step_point_time(cost, best, bytes);
        if (here < there * (1 - 1e-12) ||
            (here <= there * (1 + 1e-12) && points[i].most < best->most))
            best = &points[i];
    }
    return best;
}

double step_point_next(struct step_cost cost, const struct step_point *points, int count,
                       const struct step_point *best, double bytes) {
    double next = INFINITY;
    for (int i = 0; i < count; i++) {
        const struct step_point *other = &points[i];
        double size =
            (other->steps - best->steps) * cost.alpha / ((best->most - other->most) * cost.beta);
        if (other->most < best->most && size > bytes * (1 + 1e-9) && size < next)
            next = size;
    }
    return next;
}
