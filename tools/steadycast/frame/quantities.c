/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/quantities.h"

#include <stdlib.h>
#include <string.h>

struct unit {
    const char *name;
    double value;
};

static const struct unit byte_units[] = {{"KiB", 1024.0},
                                         {"MiB", 1048576.0},
                                         {"GiB", 1073741824.0},
                                         {"KB", 1e3},
                                         {"MB", 1e6},
                                         {"GB", 1e9},
                                         {"B", 1},
                                         {"", 1},
                                         {NULL, 0}};
static const struct unit time_units[] = {
    {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {NULL, 0}};
static const struct unit rate_units[] = {
    {"MB", 1e6},       {"GB", 1e9},    {"TB", 1e12},   {"Mbit", 1.25e5}, {"Gbit", 1.25e8},
    {"Tbit", 1.25e11}, {"Mb", 1.25e5}, {"Gb", 1.25e8}, {"Tb", 1.25e11},  {NULL, 0}};

/* A number above 0, with digits alone and a point, and a unit; *end is behind them. */
static bool read_quantity(const char *text, const struct unit *units, double *value,
                          const char **end) {
    char *behind;
    if (*text < '0' || *text > '9')
        return false;
    *value = strtod(text, &behind);
    if (strspn(text, "0123456789.") != (size_t)(behind - text) || *value > 1e15)
        return false;
    while (units->name && strncmp(behind, units->name, strlen(units->name)) != 0)
        units++;
    *end = behind + (units->name ? strlen(units->name) : 0);
    *value *= units->value;
    return *value > 0;
}

enum status quantity_read_size(const char *option, const char *text, double *bytes,
                               struct failure *failure) {
    const char *at;
    return read_quantity(text, byte_units, bytes, &at) && !*at
               ? STATUS_OK
               : failure_input(failure, "--%s: '%.40s' is not a number of bytes, as 64KB or 1MiB",
                               option, text);
}

enum status quantity_read_sizes(const char *text, double *from, double *to,
                                struct failure *failure) {
    const char *at;
    bool read = read_quantity(text, byte_units, from, &at);
    *to = *from;
    if (read && strncmp(at, "..", 2) == 0)
        read = read_quantity(at + 2, byte_units, to, &at);
    return read && !*at && *from <= *to
               ? STATUS_OK
               : failure_input(
                     failure,
                     "--message: '%.40s' is not a number of bytes, as 64KB, 1MiB or 1KB..1GB",
                     text);
}

enum status quantity_read_seconds(const char *text, double *seconds, struct failure *failure) {
    const char *at;
    return read_quantity(text, time_units, seconds, &at) && !*at
               ? STATUS_OK
               : failure_input(failure, "--alpha: '%.40s' is not a time, as 2us, 700ns or 0.1ms",
                               text);
}

bool quantity_read_limit(const char *text, double *seconds) {
    char *end;
    if (*text < '0' || *text > '9' || strspn(text, "0123456789.") != strlen(text))
        return false;
    *seconds = strtod(text, &end);
    return !*end && *seconds >= 0.001 && *seconds <= 1e9;
}

enum status quantity_read_rate(const char *text, double *bytes_a_second, struct failure *failure) {
    const char *at;
    bool read = read_quantity(text, rate_units, bytes_a_second, &at);
    at += read && (strncmp(at, "/s", 2) == 0 || strncmp(at, "ps", 2) == 0) ? 2 : 0;
    return read && !*at
               ? STATUS_OK
               : failure_input(failure,
                               "--bandwidth: '%.40s' is not a rate, as 25GB/s or 100Gbit/s", text);
}
