/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/json_answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"

json_t *json_number(const char *decimal) {
    enum { SAFE_DIGITS = 16 };
    if (!decimal)
        return json_null();
    long long value = strlen(decimal) <= SAFE_DIGITS ? strtoll(decimal, NULL, 10) : INT64_MAX;
    return value <= INT64_C(1) << 53 ? json_integer(value) : json_string(decimal);
}

json_t *json_big(mpz_srcptr number) {
    char *digits = mpz_get_str(NULL, 10, number);
    json_t *value = json_number(digits);
    free(digits);
    return value;
}

static bool is_number(const struct parameter *parameter) {
    return parameter->kind == PARAMETER_NUMBER || parameter->kind == PARAMETER_BIG;
}

static json_t *parameter_of(const struct question *question, const struct parameter *parameter,
                            int place) {
    char room[QUESTION_VALUE_ROOM];
    mpz_t number;
    if (!is_number(parameter))
        return json_name(question_value(question, place, room));
    mpz_init(number);
    question_big(question, parameter->key, number);
    json_t *value = json_big(number);
    mpz_clear(number);
    return value;
}

json_t *json_question(const struct question *question) {
    const struct subject_form *form = subject_form(question->subject);
    json_t *object = json_pack("{s:s}", "subject", form->name);
    for (int i = 0; i < form->count && object; i++) {
        const struct parameter *parameter = &form->parameters[i];
        json_object_set_new(object, key_column(parameter->key),
                            parameter_of(question, parameter, i));
    }
    return object;
}

json_t *json_question_logp(const char *subject, const struct logp_machine *machine,
                           mpz_srcptr processors) {
    return json_pack("{s:s, s:i, s:i, s:i, s:o}", "subject", subject, "L", machine->latency, "o",
                     machine->overhead, "g", machine->gap, "P", json_big(processors));
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

/* Most verbs have the name of their subject. */
static const char *subject_of(const struct arguments *arguments) {
    const char *verb = arguments->verb;
    if (strcmp(verb, "capacity") == 0)
        return option(arguments, "logp")->given ? "stream-capacity" : verb;
    if (strcmp(verb, "kitem") == 0)
        return option(arguments, "logp")->given ? "logp-items" : "items";
    return strcmp(verb, "refute") == 0 ? "formula" : verb;
}

json_t *json_question_asked(const struct arguments *arguments) {
    json_t *object = json_pack("{s:s}", "subject", subject_of(arguments));
    for (int i = 0; i < arguments->spec_count && object; i++)
        if (arguments->values[i].given)
            add_option(object, &arguments->specs[i], &arguments->values[i]);
    if (arguments->operand_count == 1 && object)
        json_object_set_new(object, strcmp(arguments->verb, "gossip") == 0 ? "network" : "file",
                            json_name(arguments->operands[0]));
    return object;
}

struct json_answer json_answer_of(const struct question *question, const struct outcome *outcome,
                                  double seconds) {
    return (struct json_answer){.question = json_question(question),
                                .verdict = outcome->verdict,
                                .lower = outcome->lower,
                                .upper = outcome->upper,
                                .by = outcome->by,
                                .reason = outcome->reason,
                                .nodes = outcome->nodes,
                                .seconds = seconds};
}

struct json_answer json_answer_range(const struct question *question, int64_t lower, int64_t upper,
                                     double seconds, char text[JSON_RANGE_ROOM]) {
    char *second = text + JSON_RANGE_ROOM / 2;
    snprintf(text, JSON_RANGE_ROOM / 2, "%" PRId64, lower);
    snprintf(second, JSON_RANGE_ROOM / 2, "%" PRId64, upper);
    return (struct json_answer){.question = json_question(question),
                                .verdict = lower == upper ? OUTCOME_SETTLED : OUTCOME_INTERVAL,
                                .lower = text,
                                .upper = upper < 0 ? NULL : second,
                                .seconds = seconds};
}

enum status json_answer_print(const struct json_answer *answer, json_t *more,
                              struct failure *failure) {
    json_t *object = json_pack(
        "{s:o, s:s, s:b, s:o, s:o, s:s?, s:o, s:I, s:f}", "question", answer->question, "status",
        outcome_name(answer->verdict), "settled", (int)!outcome_is_open(answer->verdict), "lower",
        json_number(answer->lower), "upper", json_number(answer->upper), "by", answer->by, "reason",
        json_any_text(answer->reason && *answer->reason ? answer->reason : NULL), "nodes",
        (json_int_t)answer->nodes, "seconds", answer->seconds);
    if (object && more && json_object_update(object, more)) {
        json_decref(object);
        object = NULL;
    }
    if (!more) {
        json_decref(object);
        object = NULL;
    }
    json_decref(more);
    return json_line(object, failure);
}

enum status json_answer_none(json_t *question, const char *reason, double seconds,
                             struct failure *failure) {
    const struct json_answer answer = {
        .question = question, .verdict = OUTCOME_UNKNOWN, .reason = reason, .seconds = seconds};
    return json_answer_print(&answer, json_object(), failure);
}
