#include "tools/steadycast/sweep/campaign_line.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "solver/decide/engine.h"
#include "tools/steadycast/verbs/solve.h"

enum { MOST_PIECES = 1 << 20, MOST_RETRIES = 100, MOST_FACTOR = 1000 };
static const double MOST_SECONDS = 1e9;

static bool read_count(const char *text, long least, long most, long *number) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtol(text, &end, 10);
    return !*end && !errno && *number >= least && *number <= most;
}

/* `none`, else a number in least..most. */
static bool read_limit(const char *text, long least, long *number) {
    if (strcmp(text, "none") == 0) {
        *number = 0;
        return true;
    }
    return read_count(text, least, LONG_MAX, number);
}

static bool read_seconds(const char *text, double *seconds) {
    char *end;
    *seconds = 0;
    if (strcmp(text, "none") == 0)
        return true;
    if (*text < '0' || *text > '9' || strspn(text, "0123456789.") != strlen(text))
        return false;
    *seconds = strtod(text, &end);
    return !*end && *seconds >= 0.001 && *seconds <= MOST_SECONDS;
}

/* One of two words. */
static bool read_either(const char *text, const char *no, const char *yes, bool *value) {
    *value = strcmp(text, yes) == 0;
    return *value || strcmp(text, no) == 0;
}

static bool read_class(const char *text, struct campaign_case *asked) {
    struct serve_question question = {.period = 0};
    bool good = solve_parse_class(text, &question, NULL) == STATUS_OK;
    asked->class = question.class;
    asked->period = question.period;
    return good;
}

bool campaign_line_order(const char *text, enum campaign_order *order) {
    static const char *const names[] = {"cheap", "dear", "file"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (enum campaign_order)i;
            return true;
        }
    return false;
}

bool campaign_line_limit(struct campaign_case *asked, enum campaign_line_key key,
                         const char *text) {
    long number = 0;
    bool good = false;
    switch (key) {
    case KEY_TIME:
        return read_seconds(text, &asked->limits.seconds);
    case KEY_MEMORY:
        good = read_limit(text, 16, &number) && number <= LONG_MAX >> 20;
        asked->limits.megabytes = number;
        return good;
    case KEY_NODES:
        good = read_limit(text, 1, &number);
        asked->limits.nodes = (uint64_t)number;
        return good;
    case KEY_RETRY:
        good = read_count(text, 0, MOST_RETRIES, &number);
        asked->retries = (int)number;
        return good;
    case KEY_FACTOR:
        good = read_count(text, 1, MOST_FACTOR, &number);
        asked->factor = (int)number;
        return good;
    default:
        return false;
    }
}

/* --- engines --- */

const char *campaign_line_engine(const struct campaign_case *asked, int i) {
    static const char *const both[] = {"construction", "search", NULL};
    static const char *const items[] = {"construction", "sat", "backtrack", "any", NULL};
    switch (asked->subject) {
    case CAMPAIGN_DECIDE:
        return engines[i].name;
    case CAMPAIGN_SERVE:
        return serve_engines_of(asked->class)[i].name;
    case CAMPAIGN_ITEMS:
        return items[i];
    default:
        return both[i];
    }
}

/* Does `all` ask it? */
static bool is_of_all(const struct campaign_case *asked, int i) {
    if (asked->subject == CAMPAIGN_DECIDE)
        return engines[i].decides;
    return asked->subject != CAMPAIGN_ITEMS || strcmp(campaign_line_engine(asked, i), "any") != 0;
}

static const char *find_engine(const struct campaign_case *asked, const char *name, size_t length) {
    for (int i = 0; campaign_line_engine(asked, i); i++)
        if (strlen(campaign_line_engine(asked, i)) == length &&
            strncmp(campaign_line_engine(asked, i), name, length) == 0)
            return campaign_line_engine(asked, i);
    return NULL;
}

bool campaign_line_engines(struct campaign_line *line, const char *text) {
    if (strcmp(text, "all") == 0) {
        for (int i = 0; campaign_line_engine(&line->common, i); i++)
            if (is_of_all(&line->common, i))
                line->engines[line->engine_count++] = campaign_line_engine(&line->common, i);
        return true;
    }
    for (;; text++) {
        size_t length = strcspn(text, ",");
        const char *name = find_engine(&line->common, text, length);
        if (!name || line->engine_count == LINE_MOST_ENGINES)
            return false;
        line->engines[line->engine_count++] = name;
        text += length;
        if (!*text)
            return true;
    }
}

/* --- all values --- */

bool campaign_line_value(struct campaign_line *line, enum campaign_line_key key, const char *text) {
    struct campaign_case *asked = &line->common;
    long number;
    switch (key) {
    case KEY_SENDS:
        return read_either(text, "any", "single", &asked->single);
    case KEY_SCHEDULE:
        return read_class(text, asked);
    case KEY_ENCODING:
        return asked->subject == CAMPAIGN_ITEMS
                   ? read_either(text, "ordered", "plain", &asked->plain)
                   : read_either(text, "sums", "words", &asked->plain);
    case KEY_PIECES:
        if (!read_count(text, 1, MOST_PIECES, &number))
            return false;
        asked->pieces = (int)number;
        return true;
    case KEY_ENGINE:
        return true;
    default:
        return (int)key < RANGED_KEYS ? latency_bounds_read(text, line->ranges[key])
                                      : campaign_line_limit(asked, key, text);
    }
}
