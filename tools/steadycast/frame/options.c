/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/base/words.h"
#include "tools/steadycast/frame/quantities.h"

enum { MOST_OPTIONS = 32, EXIT_ZERO = 256, FIRST_LONG = 257 };

const struct option_value *option(const struct arguments *arguments, const char *name) {
    int i = 0;
    while (i < arguments->spec_count && strcmp(arguments->specs[i].name, name) != 0)
        i++;
    require(i < arguments->spec_count); /* the verb's table has the option */
    return &arguments->values[i];
}

const struct option_value *option_given(const struct arguments *arguments, const char *name) {
    for (int i = 0; i < arguments->spec_count; i++)
        if (strcmp(arguments->specs[i].name, name) == 0 && arguments->values[i].given)
            return &arguments->values[i];
    return NULL;
}

long option_number(const struct arguments *arguments, const char *name, long otherwise) {
    const struct option_value *value = option_given(arguments, name);
    return value ? value->number : otherwise;
}

const char *option_text(const struct arguments *arguments, const char *name,
                        const char *otherwise) {
    const struct option_value *value = option_given(arguments, name);
    return value ? value->text : otherwise;
}

bool option_is_given(const struct arguments *arguments, const char *name) {
    return option_given(arguments, name) != NULL;
}

static enum status bad_value(const struct option_spec *spec, const char *text, const char *want,
                             struct failure *failure) {
    return failure_input(failure, "--%s: '%s' is not %s", spec->name, text, want);
}

/* A number with nothing but digits; *end is where it stops. */
static bool read_number(const char *text, long *number, const char **end) {
    char *stop;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtol(text, &stop, 10);
    *end = stop;
    return errno == 0;
}

/* Digits of a number of OPTION_BIG that is larger than the largest of a range. */
static bool is_beyond(const struct option_spec *spec, const char *text) {
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    return spec->kind == OPTION_BIG && digits > 0 && !text[digits] && *text != '0' &&
           (strtol(text, NULL, 10) > spec->most || errno == ERANGE);
}

static enum status read_range(const struct option_spec *spec, const char *text,
                              struct option_value *value, struct failure *failure) {
    char want[96];
    const char *end;
    bool one = spec->kind == OPTION_NUMBER;
    if (is_beyond(spec, text)) {
        value->number = value->last = LONG_MAX;
        return STATUS_OK;
    }
    snprintf(want, sizeof want, "%s in %ld..%ld",
             one ? "a whole number" : "a number or a range A..B", spec->least, spec->most);
    if (!read_number(text, &value->number, &end))
        return bad_value(spec, text, want, failure);
    value->last = value->number;
    if (!one && strncmp(end, "..", 2) == 0 && !read_number(end + 2, &value->last, &end))
        return bad_value(spec, text, want, failure);
    if (*end || value->number < spec->least || value->last > spec->most ||
        value->number > value->last)
        return bad_value(spec, text, want, failure);
    return STATUS_OK;
}

static enum status read_bytes(const struct option_spec *spec, const char *text,
                              struct option_value *value, struct failure *failure) {
    char want[96];
    double bytes = 0;
    bool read = quantity_read_size(spec->name, text, &bytes, NULL) == STATUS_OK;
    double whole = floor(bytes + 0.5); /* 1.1KB is no double */
    snprintf(want, sizeof want, "a whole number of bytes in %ld..%ld, as 64KB or 1MiB", spec->least,
             spec->most);
    if (!read || fabs(bytes - whole) > 1e-12 * bytes || whole < (double)spec->least ||
        whole > (double)spec->most)
        return bad_value(spec, text, want, failure);
    value->number = value->last = (long)whole;
    return STATUS_OK;
}

static enum status read_choice(const struct option_spec *spec, const char *text,
                               struct option_value *value, struct failure *failure) {
    const char *choice = spec->argument;
    char more[SUGGESTION_TEXT];
    struct suggestion suggestion;
    suggestion_init(&suggestion, text);
    suggestion_offer_words(&suggestion, spec->argument);
    for (value->number = 0;; value->number++) {
        size_t length = strcspn(choice, "|");
        if (strlen(text) == length && strncmp(text, choice, length) == 0)
            return STATUS_OK;
        if (!choice[length])
            return failure_input(failure, "--%s: '%s' is not one of %s%s", spec->name, text,
                                 spec->argument, suggestion_text(&suggestion, more, sizeof more));
        choice += length + 1;
    }
}

static enum status read_value(const struct option_spec *spec, const char *text,
                              struct option_value *value, struct failure *failure) {
    if (value->given)
        return failure_input(failure, "--%s is given twice", spec->name);
    value->given = true;
    value->text = text;
    if (spec->kind == OPTION_NUMBER || spec->kind == OPTION_RANGE || spec->kind == OPTION_BIG)
        return read_range(spec, text, value, failure);
    if (spec->kind == OPTION_BYTES)
        return read_bytes(spec, text, value, failure);
    if (spec->kind == OPTION_SECONDS)
        return quantity_read_limit(text, &value->seconds)
                   ? STATUS_OK
                   : bad_value(spec, text, QUANTITY_LIMIT, failure);
    if (spec->kind == OPTION_CHOICE)
        return read_choice(spec, text, value, failure);
    if (spec->kind == OPTION_NAME && !*text)
        return failure_input(failure, "--%s: the value is empty, expected %s", spec->name,
                             spec->argument);
    return STATUS_OK;
}

/* The tables in the form that getopt_long takes. */
struct getopt_tables {
    struct option names[MOST_OPTIONS + 3];
    char letters[2 * MOST_OPTIONS + 4];
};

static void make_tables(const struct arguments *arguments, struct getopt_tables *tables) {
    char *letter = tables->letters;
    memset(tables, 0, sizeof *tables);
    *letter++ = ':'; /* missing values have a sign of their own */
    *letter++ = 'h';
    for (int i = 0; i < arguments->spec_count; i++) {
        const struct option_spec *spec = &arguments->specs[i];
        bool value = spec->kind != OPTION_FLAG;
        tables->names[i] = (struct option){spec->name, value, NULL, FIRST_LONG + i};
        if (spec->letter)
            *letter++ = spec->letter;
        if (spec->letter && value)
            *letter++ = ':';
    }
    tables->names[arguments->spec_count] = (struct option){"help", 0, NULL, 'h'};
    if (!arguments->alone)
        tables->names[arguments->spec_count + 1] = (struct option){"exit-zero", 0, NULL, EXIT_ZERO};
}

static int spec_of(const struct arguments *arguments, int code) {
    if (code >= FIRST_LONG)
        return code - FIRST_LONG;
    for (int i = 0; i < arguments->spec_count; i++)
        if (arguments->specs[i].letter == code)
            return i;
    return -1;
}

/* `-L, --latency`. */
struct spelling {
    char text[48];
};

static struct spelling spell(const struct option_spec *spec) {
    struct spelling spelling;
    char letter[] = {'-', spec->letter, ',', ' ', 0};
    snprintf(spelling.text, sizeof spelling.text, "%s--%s", spec->letter ? letter : "", spec->name);
    return spelling;
}

/* What to type for help. */
static struct spelling spell_help(const struct arguments *arguments) {
    struct spelling spelling;
    snprintf(spelling.text, sizeof spelling.text,
             arguments->alone ? "%s --help" : "steadycast help %s", arguments->verb);
    return spelling;
}

/* Is it -N where the verb counts with the source, or -P where it counts without it? */
static const char *other_count(const struct arguments *arguments, const char *word) {
    bool served = strncmp(word, "-N", 2) == 0, all = strncmp(word, "-P", 2) == 0;
    for (int i = 0; i < arguments->spec_count; i++)
        if (served && arguments->specs[i].letter == 'P')
            return "-P counts the source too, P = N+1";
        else if (all && arguments->specs[i].letter == 'N')
            return "-N does not count the source, N = P-1";
    return NULL;
}

/* `word` as it stands on the command line. */
static enum status not_taken(const struct arguments *arguments, const char *word,
                             struct failure *failure) {
    const char *count = other_count(arguments, word);
    if (count)
        return failure_input(failure, "%s does not take %.2s: %s (see: %s)", arguments->verb, word,
                             count, spell_help(arguments).text);
    char text[SUGGESTION_TEXT], name[SUGGESTION_ROOM] = "";
    struct suggestion suggestion;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    suggestion_init(&suggestion, name);
    for (int i = 0; i < arguments->spec_count && strncmp(word, "--", 2) == 0; i++) {
        char candidate[SUGGESTION_ROOM];
        snprintf(candidate, sizeof candidate, "--%s", arguments->specs[i].name);
        suggestion_offer(&suggestion, candidate);
    }
    if (strncmp(word, "--", 2) == 0 && !arguments->alone)
        suggestion_offer(&suggestion, "--exit-zero");
    return failure_input(failure, "%s does not take %s%s (see: %s)", arguments->verb, word,
                         suggestion_text(&suggestion, text, sizeof text),
                         spell_help(arguments).text);
}

static enum status read_all(struct arguments *arguments, int argc, char **argv, bool *help,
                            struct failure *failure) {
    struct getopt_tables tables;
    make_tables(arguments, &tables);
    opterr = 0;
    optind = 1;
    for (int code; (code = getopt_long(argc, argv, tables.letters, tables.names, NULL)) != -1;) {
        if (code == 'h') {
            *help = true;
            return STATUS_OK;
        }
        if (code == EXIT_ZERO) {
            arguments->exit_zero = true;
            continue;
        }
        int wrong = spec_of(arguments, optopt);
        if (code == ':')
            return failure_input(failure, "%s needs a value: %s (see: %s)",
                                 spell(&arguments->specs[wrong]).text,
                                 arguments->specs[wrong].argument, spell_help(arguments).text);
        if (code == '?' && (optopt >= EXIT_ZERO || optopt == 'h'))
            return failure_input(failure, "--%s takes no value, found '%s'",
                                 optopt == 'h'         ? "help"
                                 : optopt == EXIT_ZERO ? "exit-zero"
                                                       : arguments->specs[wrong].name,
                                 argv[optind - 1]);
        int index = code == '?' ? -1 : spec_of(arguments, code);
        char letter[3] = {'-', (char)optopt, 0};
        if (index < 0)
            return not_taken(arguments,
                             code == '?' && optopt > 0 && optopt < EXIT_ZERO ? letter
                                                                             : argv[optind - 1],
                             failure);
        TRY(read_value(&arguments->specs[index], optarg ? optarg : "", &arguments->values[index],
                       failure));
    }
    arguments->operands = argv + optind;
    arguments->operand_count = argc - optind;
    return STATUS_OK;
}

enum status options_parse(struct arguments *arguments, int argc, char **argv, bool *help,
                          struct failure *failure) {
    require(arguments->spec_count <= MOST_OPTIONS);
    arguments->values = memory_new((size_t)arguments->spec_count, sizeof *arguments->values);
    TRY(memory_check(arguments->values, failure, NULL));
    enum status status = read_all(arguments, argc, argv, help, failure);
    for (int i = 0; i < arguments->spec_count && !status && !*help; i++) {
        const struct option_spec *spec = &arguments->specs[i];
        if (spec->required && !arguments->values[i].given)
            status = failure_input(failure, "%s needs %s %s (see: %s)", arguments->verb,
                                   spell(spec).text, spec->argument, spell_help(arguments).text);
    }
    if (status) {
        free(arguments->values);
        arguments->values = NULL;
    }
    return status;
}

/* --- which go together --- */

bool option_is_range(const struct option_value *value, const struct option_spec *spec) {
    return value->given && (spec->kind == OPTION_RANGE || spec->kind == OPTION_BIG) &&
           value->number < value->last;
}

bool options_have_range(const struct arguments *arguments) {
    for (int i = 0; i < arguments->spec_count; i++)
        if (option_is_range(&arguments->values[i], &arguments->specs[i]))
            return true;
    return false;
}

/* Is the alternative given? `text` is it, as far as `length` goes. */
static bool is_given(const struct arguments *arguments, const char *text, size_t length) {
    char name[48] = "";
    strncat(name, text, length < sizeof name ? length : sizeof name - 1);
    char *value = strchr(name, '=');
    if (strcmp(name, "FILE") == 0)
        return arguments->operand_count > 0;
    if (strcmp(name, "RANGE") == 0)
        return options_have_range(arguments);
    if (value)
        *value++ = 0;
    return option_is_given(arguments, name) &&
           (!value || strcmp(option(arguments, name)->text, value) == 0);
}

/* The first alternative that is given, NULL if none is; *length is its own. */
static const char *find_given(const struct arguments *arguments, const char *alternatives,
                              size_t *length) {
    for (const char *text = alternatives; text; text = strchr(text, '|')) {
        text += *text == '|';
        *length = strcspn(text, "|");
        if (is_given(arguments, text, *length))
            return text;
    }
    return NULL;
}

/* `--format grid` for `format=grid`; `a FILE`, `a range`. */
static int spell_alternative(char *text, size_t room, const char *alternative, size_t length) {
    const char *value = memchr(alternative, '=', length);
    int name = (int)(value ? (size_t)(value - alternative) : length);
    if (strncmp(alternative, "FILE", 4) == 0)
        return snprintf(text, room, "a FILE");
    if (strncmp(alternative, "RANGE", 5) == 0)
        return snprintf(text, room, "a range");
    return snprintf(text, room, "--%.*s%s%.*s", name, alternative, value ? " " : "",
                    value ? (int)length - name - 1 : 0, value ? value + 1 : "");
}

static void spell_all(const char *alternatives, char *text, size_t room) {
    size_t used = 0;
    *text = 0;
    for (const char *next = alternatives; next && used < room; next = strchr(next, '|')) {
        next += *next == '|';
        if (used)
            used += (size_t)snprintf(text + used, room - used, " or ");
        used += (size_t)spell_alternative(text + used, used < room ? room - used : 0, next,
                                          strcspn(next, "|"));
    }
}

enum status options_check(const struct arguments *arguments, const struct option_rule *rules,
                          struct failure *failure) {
    char words[160];
    size_t length;
    for (const struct option_rule *rule = rules; rule && rule->name; rule++) {
        if (!is_given(arguments, rule->name, strlen(rule->name)))
            continue;
        const char *found = find_given(arguments, rule->excludes, &length);
        char name[64];
        spell_alternative(name, sizeof name, rule->name, strlen(rule->name));
        if (found) {
            spell_alternative(words, sizeof words, found, length);
            return failure_input(failure, "%s does not go with %s (see: %s)", name, words,
                                 spell_help(arguments).text);
        }
        if (!rule->needs || find_given(arguments, rule->needs, &length))
            continue;
        spell_all(rule->needs, words, sizeof words);
        return failure_input(failure, "%s is for %s (see: %s)", name, words,
                             spell_help(arguments).text);
    }
    return STATUS_OK;
}

void options_print_text(const char *text, int left, int most) {
    int column = left;
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (column > left && column + 1 + length > most)
            column = printf("\n%*s", left, "") - 1;
        column += printf("%s%.*s", column > left ? " " : "", length, text);
        text += length;
        if (*text == '\n')
            column = printf("\n%*s", left, "") - 1;
        text += *text != 0;
    }
    putchar('\n');
}

void options_print(const struct option_spec *specs, int count) {
    for (int i = 0; i < count; i++) {
        char left[96];
        const struct option_spec *spec = &specs[i];
        snprintf(left, sizeof left, "%c%c%c --%s%s%s", spec->letter ? '-' : ' ',
                 spec->letter ? spec->letter : ' ', spec->letter ? ',' : ' ', spec->name,
                 spec->kind == OPTION_FLAG ? "" : " ",
                 spec->kind == OPTION_FLAG ? "" : spec->argument);
        if (strlen(left) <= 26)
            printf("  %-26s ", left);
        else
            printf("  %s\n  %-26s ", left, "");
        options_print_text(spec->help, 29, 96);
    }
}
