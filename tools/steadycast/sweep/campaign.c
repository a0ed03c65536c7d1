#include "tools/steadycast/sweep/campaign.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/certificate/digest.h"
#include "tools/steadycast/sweep/campaign_line.h"

enum {
    MOST_BYTES = 1 << 26,
    MOST_WORDS = 64,
    MOST_LATENCY = 5000,
    MOST_DEPTH = 1000000,
    MOST_PROCESSORS = 1000000000,
    MOST_ITEMS = 1000000000,
    MOST_PORTS = 10000,
    SHOWN = 80 /* letters of a wrong word */
};

/* What follows a key. */
static const struct {
    const char *name;
    const char *value;
} keys[KEYS] = {{"latency", "A..B, from 1 to 5000"},
                {"depth", "FROM..TO, numbers or such as L, 3L+1"},
                {"served", "FROM..TO, from 1 to 10^9"},
                {"processors", "FROM..TO, from 2 to 10^9, the source included"},
                {"items", "FROM..TO, from 1 to 10^9"},
                {"ports", "FROM..TO, from 1 to 10000"},
                {"sends", "any or single"},
                {"schedule", "block-cyclic, stationary, periodic:T or any"},
                {"engine", "names of engines with commas between them, or all"},
                {"encoding", "sums or words (decide), ordered or plain (items)"},
                {"pieces", "a number from 1 to 2^20"},
                {"time", "seconds, from 0.001 to 10^9, or none"},
                {"memory", "megabytes, from 16 on, or none"},
                {"nodes", "a number from 1 on, or none"},
                {"retry", "a number from 0 to 100"},
                {"factor", "a number from 1 to 1000"},
                {"order", "cheap, dear or file"}};

enum {
    LIMIT_KEYS = 1 << KEY_TIME | 1 << KEY_MEMORY | 1 << KEY_NODES | 1 << KEY_RETRY | 1 << KEY_FACTOR
};

static const struct {
    const char *name;
    int needed; /* set of keys */
    int may;    /* be there as well */
    const char *engine;
} subjects[CAMPAIGN_SUBJECTS] = {
    {"decide", 1 << KEY_LATENCY | 1 << KEY_DEPTH,
     1 << KEY_ENGINE | 1 << KEY_ENCODING | 1 << KEY_PIECES | LIMIT_KEYS, "arithmetic"},
    {"serve", 1 << KEY_LATENCY | 1 << KEY_DEPTH | 1 << KEY_SERVED | 1 << KEY_SCHEDULE,
     1 << KEY_ENGINE | 1 << KEY_PIECES | LIMIT_KEYS, "construction"},
    {"capacity", 1 << KEY_LATENCY | 1 << KEY_DEPTH, 1 << KEY_ENGINE | LIMIT_KEYS, "construction"},
    {"delay", 1 << KEY_LATENCY | 1 << KEY_PROCESSORS, 1 << KEY_ENGINE | LIMIT_KEYS, "construction"},
    {"items", 1 << KEY_LATENCY | 1 << KEY_PROCESSORS | 1 << KEY_ITEMS,
     1 << KEY_PORTS | 1 << KEY_SENDS | 1 << KEY_ENGINE | 1 << KEY_ENCODING | LIMIT_KEYS, "any"},
};

struct parser {
    struct campaign campaign;
    size_t room;
    const char *path;
    int line;                      /* number of the current one */
    struct campaign_case defaults; /* limits of the lines that follow */
};

static enum status wrong_value(const struct parser *parser, enum campaign_line_key key,
                               const char *word, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s:%d: %s '%.*s' is not %s", parser->path,
                       parser->line, keys[key].name, SHOWN, word, keys[key].value);
}

static enum status wrong_engine(const struct parser *parser, const struct campaign_line *line,
                                const char *word, struct failure *failure) {
    char names[160] = "";
    for (int i = 0; campaign_line_engine(&line->common, i); i++) {
        strcat(names, campaign_line_engine(&line->common, i));
        strcat(names, ", ");
    }
    return failure_set(failure, STATUS_INPUT,
                       "%s:%d: engine '%.*s' is not one of %sall, or some with commas between them",
                       parser->path, parser->line, SHOWN, word, names);
}

/* --- lines --- */

static enum campaign_line_key find_key(const char *word) {
    int key = 0;
    while (key < KEYS && strcmp(keys[key].name, word) != 0)
        key++;
    return (enum campaign_line_key)key;
}

/* Pairs of a key and a value; `allowed` keys, each at most once. */
static enum status next_pair(const struct parser *parser, char **words, int count, int at,
                             int allowed, int *given, enum campaign_line_key *key,
                             struct failure *failure) {
    *key = find_key(words[at]);
    if (*key == KEYS || !(allowed >> *key & 1))
        return failure_set(failure, STATUS_INPUT, "%s:%d: '%s' does not take '%.*s'", parser->path,
                           parser->line, words[0], SHOWN, words[at]);
    if (*given >> *key & 1)
        return failure_set(failure, STATUS_INPUT, "%s:%d: %s is given twice", parser->path,
                           parser->line, keys[*key].name);
    if (at + 1 == count)
        return failure_set(failure, STATUS_INPUT, "%s:%d: behind %s should stand %s", parser->path,
                           parser->line, keys[*key].name, keys[*key].value);
    *given |= 1 << *key;
    return STATUS_OK;
}

static enum status read_set(struct parser *parser, char **words, int count,
                            struct failure *failure) {
    int given = 0;
    for (int at = 1; at < count; at += 2) {
        enum campaign_line_key key;
        enum status status =
            next_pair(parser, words, count, at, LIMIT_KEYS | 1 << KEY_ORDER, &given, &key, failure);
        if (status)
            return status;
        bool good = key == KEY_ORDER ? campaign_line_order(words[at + 1], &parser->campaign.order)
                                     : campaign_line_limit(&parser->defaults, key, words[at + 1]);
        if (!good)
            return wrong_value(parser, key, words[at + 1], failure);
    }
    return STATUS_OK;
}

/* Engines last: which there are may depend on the class of schedules. */
static enum status read_line_engines(const struct parser *parser, struct campaign_line *line,
                                     char **words, int count, struct failure *failure) {
    for (int at = 1; at < count; at += 2)
        if (find_key(words[at]) == KEY_ENGINE && !campaign_line_engines(line, words[at + 1]))
            return wrong_engine(parser, line, words[at + 1], failure);
    if (!line->engine_count)
        line->engines[line->engine_count++] = subjects[line->common.subject].engine;
    return STATUS_OK;
}

static enum status read_pairs(const struct parser *parser, struct campaign_line *line, char **words,
                              int count, struct failure *failure) {
    int needed = subjects[line->common.subject].needed;
    for (int at = 1; at < count; at += 2) {
        enum campaign_line_key key;
        enum status status =
            next_pair(parser, words, count, at, needed | subjects[line->common.subject].may,
                      &line->given, &key, failure);
        if (status)
            return status;
        if (!campaign_line_value(line, key, words[at + 1]))
            return wrong_value(parser, key, words[at + 1], failure);
    }
    for (int key = 0; key < KEYS; key++)
        if (needed >> key & 1 && !(line->given >> key & 1))
            return failure_set(failure, STATUS_INPUT, "%s:%d: '%s' needs %s %s", parser->path,
                               parser->line, words[0], keys[key].name, keys[key].value);
    return read_line_engines(parser, line, words, count, failure);
}

/* --- from lines to cases --- */

static enum status add(struct parser *parser, const struct campaign_case *asked,
                       struct failure *failure) {
    struct campaign *campaign = &parser->campaign;
    if (campaign->count == CAMPAIGN_MOST_CASES)
        return failure_set(failure, STATUS_INPUT, "%s:%d: more than %d cases", parser->path,
                           parser->line, CAMPAIGN_MOST_CASES);
    if (campaign->count == parser->room) {
        size_t room = 2 * parser->room + 64;
        struct campaign_case *cases = memory_resize(campaign->cases, room, sizeof *cases);
        if (!cases)
            return failure_memory(failure, "the cases of a campaign");
        campaign->cases = cases;
        parser->room = room;
    }
    campaign->cases[campaign->count++] = *asked;
    return STATUS_OK;
}

static bool uses_words(const struct campaign_case *asked) {
    return strcmp(asked->engine, "sat") == 0 ||
           (asked->subject == CAMPAIGN_ITEMS && strcmp(asked->engine, "any") == 0);
}

/* What solver/decide/pieces.h cuts. */
static bool can_be_cut(const struct campaign_case *asked) {
    bool sat = strcmp(asked->engine, "sat") == 0;
    if (asked->subject == CAMPAIGN_SERVE)
        return sat && asked->class == SERVE_PERIODIC;
    return asked->subject == CAMPAIGN_DECIDE && (sat || strcmp(asked->engine, "backtrack") == 0);
}

/* A case for each engine. Encodings and pieces are those of the engines that have such. */
static enum status add_engines(struct parser *parser, const struct campaign_line *line,
                               const struct campaign_case *point, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int i = 0; i < line->engine_count && !status; i++) {
        struct campaign_case asked = *point;
        asked.engine = line->engines[i];
        asked.plain = asked.plain && uses_words(&asked);
        asked.pieces = can_be_cut(&asked) ? asked.pieces : 1;
        status = add(parser, &asked, failure);
    }
    return status;
}

static enum status wrong_range(const struct parser *parser, enum campaign_line_key key,
                               long latency, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s:%d: %s is not %s (for L = %ld)", parser->path,
                       parser->line, keys[key].name, keys[key].value, latency);
}

static const struct {
    long least;
    long most;
} bounds[RANGED_KEYS] = {{1, MOST_LATENCY},    {0, MOST_DEPTH}, {1, MOST_PROCESSORS},
                         {2, MOST_PROCESSORS}, {1, MOST_ITEMS}, {1, MOST_PORTS}};

static void set_value(struct campaign_case *point, enum campaign_line_key key, long value) {
    switch (key) {
    case KEY_LATENCY:
        point->latency = (int)value;
        break;
    case KEY_DEPTH:
        point->depth = (int)value;
        break;
    case KEY_SERVED:
        point->served = value;
        break;
    case KEY_PROCESSORS:
        point->processors = value;
        break;
    case KEY_ITEMS:
        point->items = (int)value;
        break;
    default:
        point->ports = (int)value;
    }
}

/* All values of the keys from this one on. */
static enum status add_points(struct parser *parser, const struct campaign_line *line, int key,
                              struct campaign_case *point, struct failure *failure) {
    while (key < RANGED_KEYS && !(line->given >> key & 1))
        key++;
    if (key == RANGED_KEYS)
        return add_engines(parser, line, point, failure);
    long range[2];
    if (!latency_bounds_range(line->ranges[key], point->latency, bounds[key].least,
                              bounds[key].most, range))
        return wrong_range(parser, (enum campaign_line_key)key, point->latency, failure);
    enum status status = STATUS_OK;
    for (long value = range[0]; value <= range[1] && !status; value++) {
        set_value(point, (enum campaign_line_key)key, value);
        status = add_points(parser, line, key + 1, point, failure);
    }
    return status;
}

static enum status read_line(struct parser *parser, char **words, int count,
                             struct failure *failure) {
    if (strcmp(words[0], "set") == 0)
        return read_set(parser, words, count, failure);
    for (int subject = 0; subject < CAMPAIGN_SUBJECTS; subject++) {
        struct campaign_line line = {.common = parser->defaults};
        if (strcmp(words[0], subjects[subject].name) != 0)
            continue;
        line.common.subject = (enum campaign_subject)subject;
        line.common.line = parser->line;
        enum status status = read_pairs(parser, &line, words, count, failure);
        if (!status && (line.ranges[KEY_LATENCY][0].factor || line.ranges[KEY_LATENCY][1].factor))
            status = failure_set(failure, STATUS_INPUT, "%s:%d: latency is not %s", parser->path,
                                 parser->line, keys[KEY_LATENCY].value);
        struct campaign_case point = line.common;
        return status ? status : add_points(parser, &line, 0, &point, failure);
    }
    return failure_set(failure, STATUS_INPUT,
                       "%s:%d: '%.*s' is none of decide, serve, capacity, delay, items, set",
                       parser->path, parser->line, SHOWN, words[0]);
}

static enum status split_line(struct parser *parser, char *text, struct failure *failure) {
    static const char spaces[] = " \t\r";
    char *words[MOST_WORDS], *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(text, spaces, &rest); word; word = strtok_r(NULL, spaces, &rest)) {
        if (*word == '#')
            break;
        if (count == MOST_WORDS)
            return failure_set(failure, STATUS_INPUT, "%s:%d: more than %d words", parser->path,
                               parser->line, MOST_WORDS);
        words[count++] = word;
    }
    return count ? read_line(parser, words, count, failure) : STATUS_OK;
}

static enum status read_lines(struct parser *parser, char *text, size_t size,
                              struct failure *failure) {
    enum status status = STATUS_OK;
    if (strlen(text) != size)
        return failure_set(failure, STATUS_INPUT, "%s: a byte 0 is in it: not a text",
                           parser->path);
    for (char *end; *text && !status; text = end) {
        size_t length = strcspn(text, "\n");
        end = text + length + (text[length] == '\n');
        text[length] = 0;
        parser->line++;
        status = split_line(parser, text, failure);
    }
    return status;
}

/* --- the whole --- */

enum status campaign_parse(struct campaign *campaign, const char *path, const char *text,
                           size_t size, struct failure *failure) {
    struct parser parser = {.path = path,
                            .campaign = {.size = size},
                            .defaults = {.pieces = 1, .ports = 1, .factor = 4}};
    char *scratch = memory_new(size + 1, 1);
    parser.campaign.text = memory_new(size + 1, 1);
    enum status status = STATUS_OK;
    if (!scratch || !parser.campaign.text)
        status = failure_memory(failure, "a campaign");
    if (!status) {
        memcpy(parser.campaign.text, text, size);
        memcpy(scratch, text, size);
        parser.campaign.text[size] = scratch[size] = 0;
        digest_bytes(text, size, parser.campaign.digest);
        status = read_lines(&parser, scratch, size, failure);
    }
    if (!status && parser.campaign.count == 0)
        status = failure_set(failure, STATUS_INPUT, "%s holds no question", path);
    if (!status)
        status = campaign_index(&parser.campaign, path, failure);
    free(scratch);
    if (status)
        campaign_clear(&parser.campaign);
    else
        *campaign = parser.campaign;
    return status;
}

enum status campaign_read(struct campaign *campaign, const char *path, struct failure *failure) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    char *text = memory_new(MOST_BYTES + 1, 1);
    enum status status = text ? STATUS_OK : failure_memory(failure, "a campaign");
    size_t size = text ? fread(text, 1, MOST_BYTES + 1, file) : 0;
    if (!status && ferror(file))
        status = failure_set(failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    else if (!status && size > MOST_BYTES)
        status = failure_set(failure, STATUS_INPUT, "%s is larger than %d bytes", path, MOST_BYTES);
    fclose(file);
    if (!status)
        status = campaign_parse(campaign, path, text, size, failure);
    free(text);
    return status;
}

void campaign_clear(struct campaign *campaign) {
    free(campaign->text);
    free(campaign->cases);
    free(campaign->keys);
    *campaign = (struct campaign){0};
}
