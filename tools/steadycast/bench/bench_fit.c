#include "tools/steadycast/bench/bench_fit.h"

#include <math.h>

/* The abscissa of a point as the line sees it. */
static double place(double x, bool power) {
    return power ? log(x) : x;
}

static bool line(const double *x, const double *y, int count, bool power, struct bench_fit *fit) {
    double mean_x = 0, mean_y = 0, square = 0, product = 0, rest = 0;
    for (int i = 0; i < count; i++) {
        if (!isfinite(place(x[i], power)) || !isfinite(log(y[i])))
            return false;
        mean_x += place(x[i], power) / count;
        mean_y += log(y[i]) / count;
    }
    for (int i = 0; i < count; i++) {
        double dx = place(x[i], power) - mean_x;
        square += dx * dx;
        product += dx * (log(y[i]) - mean_y);
    }
    /* equal abscissae are not always equal to their mean; a single one, or none, is */
    if (square <= 1e-18 * count * (1 + mean_x * mean_x))
        return false;
    fit->slope = product / square;
    fit->start = mean_y - fit->slope * mean_x;
    for (int i = 0; i < count; i++) {
        double off = log(y[i]) - fit->start - fit->slope * place(x[i], power);
        rest += off * off;
    }
    fit->residual = sqrt(rest / count);
    return true;
}

bool bench_fit_power(const double *x, const double *y, int count, struct bench_fit *fit) {
    return line(x, y, count, true, fit);
}

bool bench_fit_growth(const double *x, const double *y, int count, struct bench_fit *fit) {
    return line(x, y, count, false, fit);
}
