/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/json_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/base/words.h"
#include "tools/steadycast/frame/question_option.h"

enum status json_written_check(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (!option(arguments, "json")->given || (output->given && strcmp(output->text, "-") != 0))
        return STATUS_OK;
    return failure_input(
        failure, "--json prints what was written to a file: it needs -o FILE, and FILE is not -");
}

enum status json_written(const struct arguments *arguments, json_t *more, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    json_auto_t *keys = more;
    struct stat file;
    if (!option(arguments, "json")->given)
        return STATUS_OK;
    json_int_t bytes = stat(output->text, &file) == 0 ? (json_int_t)file.st_size : 0;
    json_t *object = json_pack("{s:o, s:o, s:I}", "question", json_question_asked(arguments),
                               "output", json_any_text(output->text), "bytes", bytes);
    json_object_update(object, keys);
    return json_line(object, failure);
}

enum status json_line(json_t *object, struct failure *failure) {
    TRY(memory_check(object, failure, "an answer"));
    FREED char *text = json_dumps(object, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    json_decref(object);
    TRY(memory_check(text, failure, "an answer"));
    puts(text);
    return STATUS_OK;
}

json_t *json_any_text(const char *text) {
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    FREED char *copy = string ? NULL : strdup(text);
    for (char *byte = copy; byte && *byte; byte++)
        if ((unsigned char)*byte > 126)
            *byte = '?';
    if (copy)
        string = json_string(copy);
    return string;
}

/* What a user named, so that no two names look the same: as it is, or, where it has control
 * characters, is no UTF-8 or begins with `"`, as the quoted word of solver/base/words.h. NULL
 * without memory. */
static json_t *json_name(const char *text) {
    if (quoted_word_is_legible(text))
        return json_string(text);
    FREED char *word = memory_new(QUOTED_WORD_ROOM(strlen(text)), 1);
    json_t *string = NULL;
    if (word) {
        quoted_word_put(text, word);
        string = json_string(word);
    }
    return string;
}

json_t *json_number(const char *decimal) {
    enum { SAFE_DIGITS = 16 };
    if (!decimal)
        return json_null();
    long long value = strlen(decimal) <= SAFE_DIGITS ? strtoll(decimal, NULL, 10) : INT64_MAX;
    return value <= INT64_C(1) << 53 ? json_integer(value) : json_string(decimal);
}

json_t *json_big(mpz_srcptr number) {
    FREED char *digits = mpz_get_str(NULL, 10, number);
    json_t *value = json_number(digits);
    return value;
}

static bool is_number(const struct parameter *parameter) {
    return parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
}

static json_t *parameter_of(const struct question *question, const struct parameter *parameter,
                            int place) {
    char room[QUESTION_VALUE_ROOM];
    if (!is_number(parameter))
        return json_name(question_value(question, place, room));
    BIG(number);
    question_big(question, parameter->key, number);
    json_t *value = json_big(number);
    return value;
}

json_t *json_question(const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    json_t *object = json_pack("{s:s}", "subject", form->name);
    for (int i = 0; i < form->count && object; i++) {
        const struct parameter *parameter = &form->parameters[i];
        if (question_shows(question, i))
            json_object_set_new(object, key_column(parameter->key),
                                parameter_of(question, parameter, i));
    }
    return object;
}

/* Options about the output, and how much is spent, are not part of a question. */
static bool is_asked(const char *name) {
    static const char *const others[] = {"output", "force", "json", "quiet", "threads", "time"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], name) == 0)
            return false;
    return true;
}

static void add_option(json_t *object, const struct option_spec *spec,
                       const struct option_value *value) {
    struct logp_machine machine;
    enum key key = key_find(spec->name);
    const char *name = spec->letter == 'N' ? "N" : key == KEYS ? spec->name : key_column(key);
    bool number = *value->text && strspn(value->text, "0123456789") == strlen(value->text);
    if (strcmp(spec->name, "logp") == 0 && !logp_option_parse(value->text, &machine, NULL)) {
        json_object_set_new(object, "L", json_integer(machine.latency));
        json_object_set_new(object, "o", json_integer(machine.overhead));
        json_object_set_new(object, "g", json_integer(machine.gap));
    } else if (is_asked(spec->name)) {
        json_object_set_new(object, name,
                            spec->kind == OPTION_FLAG ? json_true()
                            : number                  ? json_number(value->text)
                                                      : json_name(value->text));
    }
}

json_t *json_question_asked(const struct arguments *arguments) {
    json_t *object = json_pack("{s:s}", "subject", arguments->verb);
    for (int i = 0; i < arguments->spec_count && object; i++)
        if (arguments->values[i].given)
            add_option(object, &arguments->specs[i], &arguments->values[i]);
    if (arguments->operand_count == 1 && object)
        json_object_set_new(object, "file", json_name(arguments->operands[0]));
    return object;
}

/* --- answers --- */

static json_t *fact(const char *value) {
    size_t sign = *value == '-';
    bool number = value[sign] && strspn(value + sign, "0123456789") == strlen(value + sign);
    bool yes = strcmp(value, "true") == 0;
    if (yes || strcmp(value, "false") == 0)
        return json_boolean(yes);
    return number ? json_number(value) : json_any_text(value);
}

/* `2 3/2, 3 7/6?`: steps, rounds a chunk, and whether there is a schedule. */
static json_t *points(const char *value) {
    json_t *list = json_array();
    int steps, read;
    for (char rounds[200]; sscanf(value, "%d %199[0-9/]%n", &steps, rounds, &read) == 2;
         value += strspn(value, ", ")) {
        value += read;
        json_array_append_new(list, json_pack("{s:i, s:s, s:b}", "steps", steps, "rounds", rounds,
                                              "schedule", *value != '?'));
        value += *value == '?';
    }
    return list;
}

json_t *json_answer(json_t *question, const struct question *asked, const struct outcome *outcome,
                    double seconds, json_t *more) {
    const char *thing = question_thing(asked);
    bool settled = !verdict_is_open(outcome->verdict);
    json_t *object =
        json_pack("{s:o, s:s, s:b, s:o, s:o, s:s?, s:o, s:I, s:f}", "question", question, "status",
                  verdict_name(outcome->verdict), "settled", (int)settled, "lower",
                  json_number(outcome->lower), "upper", json_number(outcome->upper), "by",
                  outcome->by, "reason", json_any_text(*outcome->reason ? outcome->reason : NULL),
                  "nodes", (json_int_t)outcome->nodes, "seconds", seconds);
    if (*thing) {
        json_object_set_new(object, thing, json_number(settled ? outcome->lower : NULL));
        json_object_set_new(object, "optimal", json_boolean(outcome->verdict == VERDICT_SETTLED));
    }
    for (int i = 0; i < outcome->fact_count; i++)
        json_object_set_new(object, outcome->facts[i].name,
                            strcmp(outcome->facts[i].name, "points") == 0
                                ? points(outcome->facts[i].value)
                                : fact(outcome->facts[i].value));
    json_object_update(object, more);
    json_decref(more);
    return object;
}

enum status json_answer_none(json_t *question, const char *by, const char *reason, double seconds,
                             struct failure *failure) {
    return json_line(json_pack("{s:o, s:s, s:b, s:n, s:n, s:s?, s:o, s:i, s:f}", "question",
                               question, "status", verdict_name(VERDICT_UNKNOWN), "settled", 0,
                               "lower", "upper", "by", by, "reason", json_any_text(reason), "nodes",
                               0, "seconds", seconds),
                     failure);
}
