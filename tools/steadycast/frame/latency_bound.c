/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/latency_bound.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/* *end is where it stops. */
static bool read_bound(const char *text, struct latency_bound *bound, const char **end) {
    char *stop = (char *)text;
    bool digits = is_digit(*text);
    errno = 0;
    long number = digits ? strtol(text, &stop, 10) : 1;
    if (*stop != 'L') {
        *bound = (struct latency_bound){0, number};
        *end = stop;
        return digits && errno == 0;
    }
    stop++;
    *bound = (struct latency_bound){number, 0};
    if ((*stop == '+' || *stop == '-') && is_digit(stop[1]))
        bound->offset = strtol(stop, &stop, 10);
    *end = stop;
    return errno == 0;
}

bool latency_bounds_read(const char *text, struct latency_bound bounds[2]) {
    const char *end;
    if (!read_bound(text, &bounds[0], &end))
        return false;
    bounds[1] = bounds[0];
    if (strncmp(end, "..", 2) == 0 && !read_bound(end + 2, &bounds[1], &end))
        return false;
    return *end == 0;
}

static bool value(const struct latency_bound *bound, long latency, long most, long *result) {
    if (bound->factor > most || bound->offset > most || bound->offset < -most)
        return false;
    *result = bound->factor * latency + bound->offset;
    return *result >= 0 && *result <= most;
}

bool latency_bounds_range(const struct latency_bound bounds[2], long latency, long least, long most,
                          long range[2]) {
    return value(&bounds[0], latency, most, &range[0]) &&
           value(&bounds[1], latency, most, &range[1]) && least <= range[0] && range[0] <= range[1];
}
