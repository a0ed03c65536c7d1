/* SPDX-License-Identifier: MIT */
#include "tools/perform/statistics.h"

#include <stdlib.h>

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
