/* For the tests: is there a schedule? By trying all of them, for a few processors. */
#ifndef CHECK_NAIVE_EXISTS_H
#define CHECK_NAIVE_EXISTS_H

#include <stdbool.h>

/* Block-cyclic, on P(t) processors, t >= L: all letters are dealt to all places. */
bool naive_instance_exists(long L, long t);

/* Of period T on N processors, t >= L; N T <= NAIVE_CELLS. With `keep` each keeps its role: all
 * words have the length T. */
enum { NAIVE_CELLS = 8 };

struct naive_period {
    long L, t, N, T;
    bool keep;
};

bool naive_period_exists(const struct naive_period *question);

#endif
