/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/campaign_line.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/frame/quantities.h"

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

enum { MOST_RETRIES = 100, MOST_FACTOR = 1000 };

static const struct {
    const char *name, *wants;
} options[CAMPAIGN_OPTIONS] = {{"time", QUANTITY_LIMIT ", or none"},
                               {"memory", "megabytes, from 16 on, or none"},
                               {"nodes", "a number from 1 on, or none"},
                               {"retry", "a number from 0 to 100"},
                               {"factor", "a number from 1 to 1000"},
                               {"order", "cheap, dear or file"},
                               {"encoding", "sums or words (decide), ordered or plain (broadcast)"},
                               {"engine", "names of engines with commas between them, or all"}};

enum campaign_option campaign_option_find(const char *name) {
    int option = 0;
    while (option < CAMPAIGN_OPTIONS && strcmp(options[option].name, name) != 0)
        option++;
    return (enum campaign_option)option;
}

const char *campaign_option_name(enum campaign_option option) {
    return options[option].name;
}

const char *campaign_option_wants(enum campaign_option option) {
    return options[option].wants;
}

static bool read_count(const char *text, long least, long most, long *number) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtol(text, &end, 10);
    return !*end && !errno && *number >= least && *number <= most;
}

/* `none`, else a number from `least` on. */
static bool read_limit(const char *text, long least, long *number) {
    if (strcmp(text, "none") == 0) {
        *number = 0;
        return true;
    }
    return read_count(text, least, LONG_MAX, number);
}

static bool read_seconds(const char *text, double *seconds) {
    *seconds = 0;
    return strcmp(text, "none") == 0 || quantity_read_limit(text, seconds);
}

/* The name of the plainer encoding goes with the subject. */
static bool read_encoding(const struct campaign_case *asked, const char *text, bool *plain) {
    bool items = asked->question.subject == SUBJECT_BROADCAST;
    *plain = strcmp(text, items ? "plain" : "words") == 0;
    return *plain || strcmp(text, items ? "ordered" : "sums") == 0;
}

bool campaign_order_read(const char *text, enum campaign_order *order) {
    static const char *const names[] = {"cheap", "dear", "file"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (enum campaign_order)i;
            return true;
        }
    return false;
}

bool campaign_option_read(struct campaign_case *asked, enum campaign_option option,
                          const char *text) {
    long number = 0;
    bool good = false;
    switch (option) {
    case OPTION_TIME:
        return read_seconds(text, &asked->limits.seconds);
    case OPTION_MEMORY:
        good = read_limit(text, 16, &number) && number <= LONG_MAX >> 20;
        asked->limits.megabytes = number;
        return good;
    case OPTION_NODES:
        good = read_limit(text, 1, &number);
        asked->limits.nodes = (uint64_t)number;
        return good;
    case OPTION_RETRY:
        good = read_count(text, 0, MOST_RETRIES, &number);
        asked->retries = (int)number;
        return good;
    case OPTION_FACTOR:
        good = read_count(text, 1, MOST_FACTOR, &number);
        asked->factor = (int)number;
        return good;
    case OPTION_ENCODING:
        return read_encoding(asked, text, &asked->plain);
    default:
        return false;
    }
}
