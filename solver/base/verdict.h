/* SPDX-License-Identifier: MIT */
/* What every search, formula and engine answers. */
#pragma once

#include <stdbool.h>

/* Unknown means that a limit was reached or that the engine found nothing; it never means
 * impossible. Questions with yes or no have the first three, questions for a number the first and
 * the last two. */
enum verdict {
    VERDICT_UNKNOWN,
    VERDICT_FEASIBLE,
    VERDICT_INFEASIBLE,
    VERDICT_SETTLED, /* lower = upper */
    VERDICT_INTERVAL /* lower < upper, or one of them is not known */
};
enum { VERDICTS = VERDICT_INTERVAL + 1 };

/* `settled`: in answers and results. Static. */
static inline const char *verdict_name(enum verdict verdict) {
    static const char *const names[VERDICTS] = {"unknown", "feasible", "infeasible", "settled",
                                                "interval"};
    return names[verdict];
}

/* Something is left to be found: it is unknown, or an interval. */
static inline bool verdict_is_open(enum verdict verdict) {
    return verdict == VERDICT_UNKNOWN || verdict == VERDICT_INTERVAL;
}
