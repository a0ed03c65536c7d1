/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/campaign.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "solver/base/words.h"
#include "tools/steadycast/frame/quantities.h"

/* Numbers in files of questions that may depend on the latency: `12`, `L`, `3L+1`, `2L-1`; and
 * ranges of them, `L..3L+1`. */

/* factor * L + offset */
struct latency_bound {
    long factor, offset;
};

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

/* One bound, or two with `..` between them; one stands for both. False for any other text. */
static bool latency_bounds_read(const char *text, struct latency_bound bounds[2]) {
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

/* The range for this latency; false unless least <= range[0] <= range[1] <= most. */
static bool latency_bounds_range(const struct latency_bound bounds[2], long latency, long least,
                                 long most, long range[2]) {
    return value(&bounds[0], latency, most, &range[0]) &&
           value(&bounds[1], latency, most, &range[1]) && least <= range[0] && range[0] <= range[1];
}

/* --- what is not of the question: limits of attempts, which `set` takes as well, and how the
 * engine is asked --- */

/* Those of limits come first. */
enum campaign_option {
    OPTION_TIME,
    OPTION_MEMORY,
    OPTION_NODES,
    OPTION_RETRY,
    OPTION_FACTOR,
    OPTION_ORDER,
    OPTION_ENCODING,
    OPTION_ENGINE,
    CAMPAIGN_OPTIONS
};
enum { CAMPAIGN_LIMITS = OPTION_FACTOR + 1 };

enum { MOST_RETRIES = 100, MOST_FACTOR = 1000 };

static const struct {
    const char *name, *wants;
} campaign_options[CAMPAIGN_OPTIONS] = {
    {"time", QUANTITY_LIMIT ", or none"},
    {"memory", "megabytes, from 16 on, or none"},
    {"nodes", "a number from 1 on, or none"},
    {"retry", "a number from 0 to 100"},
    {"factor", "a number from 1 to 1000"},
    {"order", "cheap, dear or file"},
    {"encoding", "sums or words (decide), ordered or plain (broadcast)"},
    {"engine", "names of engines with commas between them, or all"}};

/* CAMPAIGN_OPTIONS: there is none of that name. */
static enum campaign_option campaign_option_find(const char *name) {
    int option = 0;
    while (option < CAMPAIGN_OPTIONS && strcmp(campaign_options[option].name, name) != 0)
        option++;
    return (enum campaign_option)option;
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

/* The name of the plainer encoding goes with the subject. */
static bool read_encoding(const struct campaign_case *asked, const char *text, bool *plain) {
    bool items = asked->question.subject == SUBJECT_BROADCAST;
    *plain = strcmp(text, items ? "plain" : "words") == 0;
    return *plain || strcmp(text, items ? "ordered" : "sums") == 0;
}

static bool campaign_order_read(const char *text, enum campaign_order *order) {
    static const char *const names[] = {"cheap", "dear", "file"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *order = (enum campaign_order)i;
            return true;
        }
    return false;
}

/* All but the order and the engine. False for a value that is not allowed. */
static bool campaign_option_read(struct campaign_case *asked, enum campaign_option option,
                                 const char *text) {
    long number = 0;
    bool good = false;
    switch (option) {
    case OPTION_TIME:
        asked->limits.seconds = 0;
        return strcmp(text, "none") == 0 || quantity_read_limit(text, &asked->limits.seconds);
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

/* --- lines --- */

enum {
    MOST_BYTES = 1 << 26,
    MOST_WORDS = 64,
    SHOWN = 80 /* letters of a wrong word */
};

/* A line while it is read: what its cases have in common, and their ranges. */
struct line {
    struct campaign_case common;
    struct latency_bound ranges[QUESTION_MOST_PARAMETERS][2];
    int ranged;          /* set of places: of these parameters there is a range */
    int given;           /* set of places */
    int options;         /* set of enum campaign_option */
    const char *engines; /* names with commas between them, or `all`; NULL: the first */
};

struct parser {
    struct campaign campaign;
    const char *path;
    int line;                      /* number of the current one */
    struct campaign_case defaults; /* limits of the lines that follow */
};

/* --- words --- */

static enum status wrong(const struct parser *parser, struct failure *failure) {
    if (failure) {
        struct failure before = *failure;
        failure_input(failure, "%s:%d: %.400s", parser->path, parser->line, before.message);
    }
    return STATUS_INPUT;
}

static enum status wrong_option(const struct parser *parser, enum campaign_option option,
                                const char *word, struct failure *failure) {
    return failure_input(failure, "%s:%d: %s '%.*s' is not %s", parser->path, parser->line,
                         campaign_options[option].name, SHOWN, word,
                         campaign_options[option].wants);
}

static enum status twice(const struct parser *parser, const char *word, struct failure *failure) {
    return failure_input(failure, "%s:%d: %s is given twice", parser->path, parser->line, word);
}

static enum status not_taken(const struct parser *parser, char **words, int at,
                             struct failure *failure) {
    char text[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, words[at]);
    enum subject subject = subject_find(words[0]);
    for (int key = 0; key < KEYS && subject != SUBJECTS; key++)
        if (subject_place(subject, (enum key)key) >= 0)
            suggestion_offer(&suggestion, key_name((enum key)key));
    return failure_input(failure, "%s:%d: '%s' does not take '%.*s'%s", parser->path, parser->line,
                         words[0], SHOWN, words[at],
                         suggestion_text(&suggestion, text, sizeof text));
}

static enum status lacks_value(const struct parser *parser, const char *key, const char *wants,
                               struct failure *failure) {
    return failure_input(failure, "%s:%d: '%s' needs a value: %s", parser->path, parser->line, key,
                         wants);
}

static enum status read_set(struct parser *parser, char **words, int count,
                            struct failure *failure) {
    int given = 0;
    for (int at = 1; at < count; at += 2) {
        enum campaign_option option = campaign_option_find(words[at]);
        if ((int)option >= CAMPAIGN_LIMITS && option != OPTION_ORDER)
            return not_taken(parser, words, at, failure);
        if (given >> option & 1)
            return twice(parser, words[at], failure);
        if (at + 1 == count)
            return lacks_value(parser, words[at], campaign_options[option].wants, failure);
        given |= 1 << option;
        bool good = option == OPTION_ORDER
                        ? campaign_order_read(words[at + 1], &parser->campaign.order)
                        : campaign_option_read(&parser->defaults, option, words[at + 1]);
        if (!good)
            return wrong_option(parser, option, words[at + 1], failure);
    }
    return STATUS_OK;
}

/* --- values --- */

/* A range of numbers; or a value that is no range, which goes to the question at once. */
static enum status read_parameter(const struct parser *parser, struct line *line, int place,
                                  const char *text, struct failure *failure) {
    struct question *question = &line->common.question;
    const struct parameter *parameter = &subject_form(question->subject)->parameters[place];
    bool number = parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
    line->given |= 1 << place;
    if (number && latency_bounds_read(text, line->ranges[place])) {
        line->ranged |= 1 << place;
        return STATUS_OK;
    }
    enum status status = question_read_value(question, parameter->key, text, failure);
    if (status != STATUS_INPUT)
        return status;
    if (!number)
        return wrong(parser, failure);
    char wanted[120];
    parameter_wants(parameter, wanted, sizeof wanted);
    return failure_input(failure,
                         "%s:%d: %s '%.*s' is not %s, or FROM..TO, numbers or such as L, 3L+1",
                         parser->path, parser->line, key_name(parameter->key), SHOWN, text, wanted);
}

static enum status read_option(struct parser *parser, struct line *line,
                               enum campaign_option option, char **words, int at,
                               struct failure *failure) {
    if (option == CAMPAIGN_OPTIONS || option == OPTION_ORDER)
        return not_taken(parser, words, at, failure);
    if (line->options >> option & 1)
        return twice(parser, words[at], failure);
    line->options |= 1 << option;
    if (option != OPTION_ENGINE && !campaign_option_read(&line->common, option, words[at + 1]))
        return wrong_option(parser, option, words[at + 1], failure);
    return STATUS_OK;
}

static enum status read_pair(struct parser *parser, struct line *line, char **words, int count,
                             int at, struct failure *failure) {
    struct question *question = &line->common.question;
    enum subject subject = question->subject;
    enum campaign_option option = campaign_option_find(words[at]);
    enum key key = key_find(words[at]);
    int place = key == KEYS ? -1 : subject_place(subject, key);
    bool machine = question_takes_machine(question, words[at]);
    char wanted[120] = "a machine";
    if (place < 0 && option == CAMPAIGN_OPTIONS && !machine)
        return not_taken(parser, words, at, failure);
    if (place >= 0)
        parameter_wants(&subject_form(subject)->parameters[place], wanted, sizeof wanted);
    if (at + 1 == count)
        return lacks_value(parser, words[at],
                           place >= 0 || machine ? wanted : campaign_options[option].wants,
                           failure);
    if (machine)
        return question_read_machine(question, words[at], words[at + 1], &line->given, failure)
                   ? wrong(parser, failure)
                   : STATUS_OK;
    if (place < 0)
        return read_option(parser, line, option, words, at, failure);
    if (line->given >> place & 1)
        return twice(parser, words[at], failure);
    return read_parameter(parser, line, place, words[at + 1], failure);
}

static enum status read_pairs(struct parser *parser, struct line *line, char **words, int count,
                              struct failure *failure) {
    for (int at = 1; at < count; at += 2) {
        TRY(read_pair(parser, line, words, count, at, failure));
        if (campaign_option_find(words[at]) == OPTION_ENGINE)
            line->engines = words[at + 1];
    }
    return STATUS_OK;
}

/* --- from lines to cases --- */

static enum status too_many(const struct parser *parser, struct failure *failure) {
    return failure_input(failure, "%s:%d: more than %d cases", parser->path, parser->line,
                         CAMPAIGN_MOST_CASES);
}

static enum status add(struct parser *parser, const struct campaign_case *asked,
                       struct failure *failure) {
    struct campaign *campaign = &parser->campaign;
    if (campaign->count == CAMPAIGN_MOST_CASES)
        return too_many(parser, failure);
    if (!memory_make_room(&campaign->cases, campaign->count, sizeof *campaign->cases))
        return failure_memory(failure, "the cases of a campaign");
    struct campaign_case *added = &campaign->cases[campaign->count];
    *added = *asked;
    TRY(question_copy(&added->question, &asked->question, failure));
    campaign->count++; /* it is cleared with the others */
    added->name = campaign_case_name(added);
    return added->name ? STATUS_OK : failure_memory(failure, "the names of cases");
}

/* Encodings are those of the engines that have such. */
static enum status add_engine(struct parser *parser, const struct campaign_case *point,
                              const struct engine *engine, struct failure *failure) {
    struct campaign_case asked = *point;
    asked.engine = engine;
    asked.plain = asked.plain && engine->plain;
    return add(parser, &asked, failure);
}

static enum status wrong_engine(const struct parser *parser, const struct question *question,
                                const char *word, struct failure *failure) {
    char names[200], meant[SUGGESTION_TEXT];
    engine_names(question, names, sizeof names);
    return failure_input(
        failure, "%s:%d: engine '%.*s' is not one of %s, all, or some with commas between them%s",
        parser->path, parser->line, SHOWN, word, names,
        engine_meant(question, word, meant, sizeof meant));
}

static enum status add_all(struct parser *parser, const struct campaign_case *point,
                           struct failure *failure) {
    const struct engine *engine;
    for (int i = 0; (engine = engine_of(&point->question, i)); i++)
        if (!(engine->heeds & ENGINE_SINGLE_OUT))
            TRY(add_engine(parser, point, engine, failure));
    return STATUS_OK;
}

/* A case for each engine: which there are depends on the machine, and on the class of schedules. */
static enum status add_engines(struct parser *parser, const struct line *line,
                               const struct campaign_case *point, struct failure *failure) {
    const struct question *question = &point->question;
    if (question_check(question, line->given, failure) || engine_check(question, failure))
        return wrong(parser, failure);
    if (!line->engines)
        return add_engine(parser, point, engine_of(question, 0), failure);
    if (strcmp(line->engines, "all") == 0)
        return add_all(parser, point, failure);
    for (const char *text = line->engines;; text++) {
        char name[SHOWN];
        size_t length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < SHOWN ? length : SHOWN - 1), text);
        const struct engine *engine = engine_find(question, name);
        TRY(engine ? add_engine(parser, point, engine, failure)
                   : wrong_engine(parser, question, line->engines, failure));
        if (!*(text += length))
            return STATUS_OK;
    }
}

/* All values of the parameters from this place on. */
static enum status add_points(struct parser *parser, const struct line *line, int place,
                              struct campaign_case *point, struct failure *failure) {
    const struct subject_form *form = subject_form(point->question.subject);
    while (place < form->count && !(line->ranged >> place & 1))
        place++;
    if (place == form->count)
        return add_engines(parser, line, point, failure);
    const struct parameter *parameter = &form->parameters[place];
    long range[2], latency = campaign_number(point, KEY_LATENCY);
    if (!latency_bounds_range(line->ranges[place], latency, parameter->least, parameter->most,
                              range)) {
        char wanted[120];
        parameter_wants(parameter, wanted, sizeof wanted);
        return failure_input(failure, "%s:%d: %s is not %s, FROM..TO (for L = %ld)", parser->path,
                             parser->line, key_name(parameter->key), wanted, latency);
    }
    if (range[1] - range[0] >= CAMPAIGN_MOST_CASES) /* it is not waited for them */
        return too_many(parser, failure);
    for (long value = range[0]; value <= range[1]; value++) {
        question_set(&point->question, parameter->key, value);
        TRY(add_points(parser, line, place + 1, point, failure));
    }
    return STATUS_OK;
}

static enum status read_question(struct parser *parser, struct line *line, char **words, int count,
                                 struct failure *failure) {
    TRY(read_pairs(parser, line, words, count, failure));
    int latency = subject_place(line->common.question.subject, KEY_LATENCY);
    if (latency >= 0 &&
        (line->ranges[latency][0].factor != 0 || line->ranges[latency][1].factor != 0))
        return failure_input(failure, "%s:%d: latency is not a number, or A..B", parser->path,
                             parser->line);
    struct campaign_case point = line->common;
    return add_points(parser, line, 0, &point, failure);
}

static enum status no_subject(const struct parser *parser, const char *word,
                              struct failure *failure) {
    char names[240] = "", text[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, word);
    for (int subject = 0; subject < SUBJECTS; subject++) {
        strcat(names, subject_form((enum subject)subject)->name);
        strcat(names, ", ");
        suggestion_offer(&suggestion, subject_form((enum subject)subject)->name);
    }
    return failure_input(failure, "%s:%d: '%.*s' is none of %sset%s", parser->path, parser->line,
                         SHOWN, word, names, suggestion_text(&suggestion, text, sizeof text));
}

static enum status read_line(struct parser *parser, char **words, int count,
                             struct failure *failure) {
    if (strcmp(words[0], "set") == 0)
        return read_set(parser, words, count, failure);
    enum subject subject = subject_find(words[0]);
    if (subject == SUBJECTS)
        return no_subject(parser, words[0], failure);
    struct line line = {.common = parser->defaults};
    line.common.line = parser->line;
    question_init(&line.common.question, subject);
    enum status status = read_question(parser, &line, words, count, failure);
    question_clear(&line.common.question);
    return status;
}

static enum status split_line(struct parser *parser, char *text, struct failure *failure) {
    char *words[MOST_WORDS];
    int count = 0;
    for (;;) {
        struct quoted_word word;
        text += strspn(text, " \t\r");
        if (*text == '#') /* the rest is for the reader, whatever quotes it has */
            break;
        if (quoted_word_next(&text, &word, failure))
            return wrong(parser, failure);
        if (!word.text)
            break;
        if (count == MOST_WORDS)
            return failure_input(failure, "%s:%d: more than %d words", parser->path, parser->line,
                                 MOST_WORDS);
        words[count++] = word.text;
    }
    return count ? read_line(parser, words, count, failure) : STATUS_OK;
}

static enum status read_lines(struct parser *parser, char *text, size_t size,
                              struct failure *failure) {
    if (strlen(text) != size)
        return failure_input(failure, "%s: a byte 0 is in it: not a text", parser->path);
    for (char *end; *text; text = end) {
        size_t length = strcspn(text, "\n");
        end = text + length + (text[length] == '\n');
        text[length] = 0;
        parser->line++;
        TRY(split_line(parser, text, failure));
    }
    return STATUS_OK;
}

/* --- the whole --- */

static void parser_clear(struct parser *parser) {
    campaign_clear(&parser->campaign);
}

enum status campaign_parse(struct campaign *campaign, const char *path, const char *text,
                           size_t size, struct failure *failure) {
    CLEANUP(parser_clear)
    struct parser parser = {.path = path, .campaign = {.size = size}, .defaults = {.factor = 4}};
    FREED char *scratch = memory_new(size + 1, 1);
    parser.campaign.text = memory_new(size + 1, 1);
    TRY(memory_check(scratch && parser.campaign.text, failure, "a campaign"));
    memcpy(parser.campaign.text, text, size);
    memcpy(scratch, text, size);
    digest_bytes(text, size, parser.campaign.digest);
    TRY(read_lines(&parser, scratch, size, failure));
    if (parser.campaign.count == 0)
        return failure_input(failure, "%s holds no question", path);
    TRY(campaign_index(&parser.campaign, path, failure));
    *campaign = TAKE(parser.campaign);
    return STATUS_OK;
}

enum status campaign_read(struct campaign *campaign, const char *path, struct failure *failure) {
    FREED char *text = NULL;
    size_t size = 0;
    TRY(input_file_text(path, MOST_BYTES, &text, &size, failure));
    return campaign_parse(campaign, input_file_name(path), text, size, failure);
}

enum status campaign_set_base(struct campaign *campaign, const char *base,
                              struct failure *failure) {
    char here[4096];
    if (base && getcwd(here, sizeof here) && strcmp(base, here) == 0)
        base = NULL; /* a name may be as long as the system allows, but no longer */
    char *copy = base ? strdup(base) : NULL;
    if (base && !copy)
        return failure_memory(failure, "the folder of a campaign");
    free(campaign->base);
    campaign->base = copy;
    for (size_t i = 0; i < campaign->count; i++)
        campaign->cases[i].question.base = copy;
    return STATUS_OK;
}

void campaign_clear(struct campaign *campaign) {
    for (size_t i = 0; i < campaign->count; i++) {
        question_clear(&campaign->cases[i].question);
        free(campaign->cases[i].name);
    }
    FREE_ALL(campaign->base, campaign->text, campaign->cases, campaign->keys);
    *campaign = (struct campaign){0};
}
