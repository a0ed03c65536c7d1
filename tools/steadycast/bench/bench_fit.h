/*
 * How time grows: straight lines by least squares through logarithms.
 */
#ifndef STEADYCAST_TOOLS_BENCH_FIT_H
#define STEADYCAST_TOOLS_BENCH_FIT_H

#include <stdbool.h>

struct bench_fit {
    double slope;    /* the exponent, or the logarithm of the factor for each step */
    double start;    /* logarithm at 0 */
    double residual; /* root of the mean square of what is left in the logarithms: 0.1 is 10 % */
};

/* y = exp(start) x^slope through `count` points. False, and *fit untouched, unless two abscissae
 * differ and all numbers are finite and positive. */
bool bench_fit_power(const double *x, const double *y, int count, struct bench_fit *fit);

/* y = exp(start) exp(slope)^x. The x need not be positive. */
bool bench_fit_growth(const double *x, const double *y, int count, struct bench_fit *fit);

#endif
