#include "tools/steadycast/reproduce/case_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

enum {
    LINE_ROOM = 1024,
    MOST_LATENCY = 5000,
    MOST_DEPTH = 1000000,
    MOST_CASES = 1000000,
    MOST_PROCESSORS = 1000000
};

void case_list_clear(struct case_list *cases) {
    free(cases->list);
    *cases = (struct case_list){0};
}

static enum status add(struct case_list *cases, struct case_question question,
                       struct failure *failure) {
    if (cases->count == MOST_CASES)
        return failure_set(failure, STATUS_INPUT, "more than %d questions", MOST_CASES);
    if (cases->count == cases->room) {
        size_t room = 2 * cases->room + 64;
        struct case_question *list = memory_resize(cases->list, room, sizeof *list);
        if (!list)
            return failure_set(failure, STATUS_SYSTEM, "out of memory for %zu questions", room);
        cases->list = list;
        cases->room = room;
    }
    cases->list[cases->count++] = question;
    return STATUS_OK;
}

/* A bound: factor * L + offset. */
struct bound {
    long factor;
    long offset;
};

/* `12`, `L`, `3L`, `3L+1`, `L-2`; *end is where it stops. */
static bool read_bound(const char *text, struct bound *bound, const char **end) {
    char *stop = (char *)text;
    bool digits = *text >= '0' && *text <= '9';
    long number = digits ? strtol(text, &stop, 10) : 1;
    if (*stop != 'L') {
        *bound = (struct bound){0, number};
        *end = stop;
        return digits;
    }
    stop++;
    *bound = (struct bound){number, 0};
    if ((*stop == '+' || *stop == '-') && stop[1] >= '0' && stop[1] <= '9')
        bound->offset = strtol(stop, &stop, 10);
    *end = stop;
    return true;
}

static bool read_bounds(const char *text, struct bound bounds[2]) {
    const char *end;
    if (!read_bound(text, &bounds[0], &end))
        return false;
    bounds[1] = bounds[0];
    if (strncmp(end, "..", 2) == 0 && !read_bound(end + 2, &bounds[1], &end))
        return false;
    return *end == 0;
}

static bool value(const struct bound *bound, long latency, long most, long *result) {
    if (bound->factor > most || bound->offset > most || bound->offset < -most)
        return false;
    *result = bound->factor * latency + bound->offset;
    return *result >= 0 && *result <= most;
}

/* What stands behind the latencies of a kind. */
static const struct {
    const char *name;
    const char *range; /* NULL: nothing */
} kinds[CASE_KINDS] = {{"decide", "depth"},
                       {"family", NULL},
                       {"paper", "depth"},
                       {"capacity", "depth"},
                       {"capacity-search", "depth"},
                       {"stationary", "depth"},
                       {"every", NULL},
                       {"delays", "processors"}};

/* The questions of one latency: one for each depth, or one in all. */
static enum status add_latency(struct case_list *cases, enum case_kind kind, long latency,
                               const struct bound range[2], bool *good, struct failure *failure) {
    struct case_question question = {.kind = kind, .latency = (int)latency};
    long most = kind == CASE_DELAYS ? MOST_PROCESSORS : MOST_DEPTH;
    *good = value(&range[0], latency, most, &question.first) &&
            value(&range[1], latency, most, &question.last) && question.first <= question.last;
    if (!*good || kind == CASE_DELAYS || !kinds[kind].range) {
        *good = *good && (kind != CASE_DELAYS || question.first >= 2);
        return *good ? add(cases, question, failure) : STATUS_OK;
    }
    enum status status = STATUS_OK;
    for (long depth = question.first; depth <= question.last && !status; depth++)
        status =
            add(cases,
                (struct case_question){.kind = kind, .latency = (int)latency, .depth = (int)depth},
                failure);
    return status;
}

static enum status add_range(struct case_list *cases, enum case_kind kind,
                             const struct bound latencies[2], const struct bound range[2],
                             bool *good, struct failure *failure) {
    long first = 0, last = -1;
    enum status status = STATUS_OK;
    *good = !latencies[0].factor && !latencies[1].factor &&
            value(&latencies[0], 0, MOST_LATENCY, &first) &&
            value(&latencies[1], 0, MOST_LATENCY, &last) && first >= 1 && first <= last;
    for (long latency = first; *good && latency <= last && !status; latency++)
        if (latency != 2 || kind != CASE_EVERY)
            status = add_latency(cases, kind, latency, range, good, failure);
    return status;
}

static enum status read_line(struct case_list *cases, char *line, bool *good,
                             struct failure *failure) {
    char *words[6];
    int count = 0;
    for (char *word = strtok(line, " \t\r\n"); word && count < 6; word = strtok(NULL, " \t\r\n"))
        words[count++] = word;
    *good = true;
    if (count == 0 || words[0][0] == '#')
        return STATUS_OK;
    struct bound latencies[2], range[2] = {{0, 0}, {0, 0}};
    for (int kind = 0; kind < CASE_KINDS; kind++) {
        const char *behind = kinds[kind].range;
        if (strcmp(words[0], kinds[kind].name) != 0)
            continue;
        *good = count == (behind ? 5 : 3) && strcmp(words[1], "latency") == 0 &&
                read_bounds(words[2], latencies) &&
                (!behind || (strcmp(words[3], behind) == 0 && read_bounds(words[4], range)));
        return *good ? add_range(cases, (enum case_kind)kind, latencies, range, good, failure)
                     : STATUS_OK;
    }
    *good = false;
    return STATUS_OK;
}

static enum status read_lines(struct case_list *cases, FILE *file, const char *path,
                              struct failure *failure) {
    char line[LINE_ROOM];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        bool good = strlen(line) + 1 < sizeof line || line[sizeof line - 2] == '\n';
        enum status status = good ? read_line(cases, line, &good, failure) : STATUS_OK;
        if (status)
            return status;
        if (!good)
            return failure_set(failure, STATUS_INPUT,
                               "%s:%d: expected 'family latency A..B', 'every latency A..B', "
                               "'delays latency A..B processors FROM..TO' or 'KIND latency A..B "
                               "depth FROM..TO', KIND being decide, paper, capacity, "
                               "capacity-search or stationary",
                               path, number);
    }
    if (ferror(file))
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    return STATUS_OK;
}

enum status case_file_read(struct case_list *cases, const char *path, struct failure *failure) {
    struct case_list result = {0};
    FILE *file = fopen(path, "r");
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    enum status status = read_lines(&result, file, path, failure);
    fclose(file);
    if (!status && result.count == 0)
        status = failure_set(failure, STATUS_INPUT, "%s holds no question", path);
    if (status)
        case_list_clear(&result);
    else
        *cases = result;
    return status;
}
