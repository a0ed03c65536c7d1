#include "tools/steadycast/reproduce/case_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/latency_bound.h"

enum {
    LINE_ROOM = 1024,
    MOST_LATENCY = 5000,
    MOST_DEPTH = 1000000,
    MOST_CASES = 1000000,
    MOST_PROCESSORS = 1000000,
    MOST_ITEMS = 1000000,
    MOST_PORTS = 1000
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
            return failure_set(failure, STATUS_MEMORY, "not enough memory for %zu questions", room);
        cases->list = list;
        cases->room = room;
    }
    cases->list[cases->count++] = question;
    return STATUS_OK;
}

/* What a line says behind its kind, in this order. */
enum key { KEY_LATENCY, KEY_DEPTH, KEY_PROCESSORS, KEY_ITEMS, KEY_PORTS, KEY_SENDS, KEYS };
static const char *const key_names[KEYS] = {"latency", "depth", "processors",
                                            "items",   "ports", "sends"};

enum { LATENCY = 1 << KEY_LATENCY, PROCESSORS = 1 << KEY_PROCESSORS };

static const struct {
    const char *name;
    int needed; /* set of keys */
    int may;    /* be there as well */
} kinds[CASE_KINDS] = {
    {"decide", LATENCY | 1 << KEY_DEPTH, 0},
    {"family", LATENCY, 0},
    {"paper", LATENCY | 1 << KEY_DEPTH, 0},
    {"capacity", LATENCY | 1 << KEY_DEPTH, 0},
    {"capacity-search", LATENCY | 1 << KEY_DEPTH, 0},
    {"stationary", LATENCY | 1 << KEY_DEPTH, 0},
    {"every", LATENCY, 0},
    {"delays", LATENCY | PROCESSORS, 0},
    {"items", LATENCY | PROCESSORS | 1 << KEY_ITEMS, 1 << KEY_PORTS | 1 << KEY_SENDS},
    {"endgames", LATENCY | PROCESSORS, 0},
};

/* A line, read. */
struct line {
    enum case_kind kind;
    struct latency_bound ranges[KEYS][2];
    bool single;
};

/* The range of this key for one latency. */
static bool range_of(const struct line *line, enum key key, long latency, long least, long most,
                     long range[2]) {
    return latency_bounds_range(line->ranges[key], latency, least, most, range);
}

static enum status add_depths(struct case_list *cases, const struct line *line, long latency,
                              bool *good, struct failure *failure) {
    long depths[2];
    enum status status = STATUS_OK;
    *good = range_of(line, KEY_DEPTH, latency, 0, MOST_DEPTH, depths);
    for (long depth = depths[0]; *good && depth <= depths[1] && !status; depth++)
        status = add(cases,
                     (struct case_question){
                         .kind = line->kind, .latency = (int)latency, .depth = (int)depth},
                     failure);
    return status;
}

/* One question for each number of ports and of processors. */
static enum status add_items(struct case_list *cases, const struct line *line, long latency,
                             bool *good, struct failure *failure) {
    long processors[2], items[2], ports[2];
    enum status status = STATUS_OK;
    *good = range_of(line, KEY_PROCESSORS, latency, 2, MOST_PROCESSORS, processors) &&
            range_of(line, KEY_ITEMS, latency, 1, MOST_ITEMS, items) &&
            range_of(line, KEY_PORTS, latency, 1, MOST_PORTS, ports);
    for (long p = ports[0]; *good && p <= ports[1]; p++)
        for (long n = processors[0]; n <= processors[1] && !status; n++)
            status = add(cases,
                         (struct case_question){.kind = line->kind,
                                                .latency = (int)latency,
                                                .first = n,
                                                .last = n,
                                                .first_items = items[0],
                                                .last_items = items[1],
                                                .ports = (int)p,
                                                .single = line->single},
                         failure);
    return status;
}

static enum status add_delays(struct case_list *cases, const struct line *line, long latency,
                              bool *good, struct failure *failure) {
    long processors[2];
    *good = range_of(line, KEY_PROCESSORS, latency, 2, MOST_PROCESSORS, processors);
    struct case_question question = {
        .kind = line->kind, .latency = (int)latency, .first = processors[0], .last = processors[1]};
    return *good ? add(cases, question, failure) : STATUS_OK;
}

static enum status add_latency(struct case_list *cases, const struct line *line, long latency,
                               bool *good, struct failure *failure) {
    switch (line->kind) {
    case CASE_DELAYS:
        return add_delays(cases, line, latency, good, failure);
    case CASE_ITEMS:
    case CASE_ENDGAMES:
        return add_items(cases, line, latency, good, failure);
    case CASE_FAMILY:
        break;
    case CASE_EVERY:
        if (latency == 2)
            return STATUS_OK;
        break;
    default:
        return add_depths(cases, line, latency, good, failure);
    }
    return add(cases, (struct case_question){.kind = line->kind, .latency = (int)latency}, failure);
}

static enum status add_line(struct case_list *cases, const struct line *line, bool *good,
                            struct failure *failure) {
    const struct latency_bound *bounds = line->ranges[KEY_LATENCY];
    long latencies[2];
    enum status status = STATUS_OK;
    *good = !bounds[0].factor && !bounds[1].factor &&
            range_of(line, KEY_LATENCY, 0, 1, MOST_LATENCY, latencies);
    for (long latency = latencies[0]; *good && latency <= latencies[1] && !status; latency++)
        status = add_latency(cases, line, latency, good, failure);
    return status;
}

static bool read_key(struct line *line, enum key key, const char *text) {
    if (key != KEY_SENDS)
        return latency_bounds_read(text, line->ranges[key]);
    line->single = strcmp(text, "single") == 0;
    return line->single || strcmp(text, "any") == 0;
}

/* Pairs of a key and a value, in the order of the keys. */
static bool read_pairs(struct line *line, char **words, int count) {
    int next = 0;
    line->ranges[KEY_ITEMS][0] = line->ranges[KEY_ITEMS][1] = (struct latency_bound){0, 1};
    line->ranges[KEY_PORTS][0] = line->ranges[KEY_PORTS][1] = (struct latency_bound){0, 1};
    for (int key = 0; key < KEYS; key++) {
        bool needed = kinds[line->kind].needed >> key & 1, may = kinds[line->kind].may >> key & 1;
        bool there = next + 1 < count && strcmp(words[next], key_names[key]) == 0;
        if (!there && needed)
            return false;
        if (!there || !(needed || may))
            continue;
        if (!read_key(line, (enum key)key, words[next + 1]))
            return false;
        next += 2;
    }
    return next == count;
}

static enum status read_line(struct case_list *cases, char *text, bool *good,
                             struct failure *failure) {
    enum { MOST_WORDS = 2 * KEYS + 2 };
    char *words[MOST_WORDS];
    int count = 0;
    for (char *word = strtok(text, " \t\r\n"); word && count < MOST_WORDS;
         word = strtok(NULL, " \t\r\n"))
        words[count++] = word;
    *good = true;
    if (count == 0 || words[0][0] == '#')
        return STATUS_OK;
    for (int kind = 0; kind < CASE_KINDS; kind++) {
        struct line line = {.kind = (enum case_kind)kind};
        if (strcmp(words[0], kinds[kind].name) != 0)
            continue;
        *good = read_pairs(&line, words + 1, count - 1);
        return *good ? add_line(cases, &line, good, failure) : STATUS_OK;
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
                               "'delays latency A..B processors FROM..TO', 'items latency A..B "
                               "processors FROM..TO items FROM..TO [ports FROM..TO] [sends "
                               "any|single]', 'endgames latency A..B "
                               "processors FROM..TO' or 'KIND latency A..B depth FROM..TO', KIND "
                               "being decide, paper, capacity, capacity-search or stationary",
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
