/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/campaign/case_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/digest.h"
#include "tools/steadycast/frame/json_answer.h"

static const char *const causes[] = {"none",  "time",  "memory", "nodes", "engine",
                                     "crash", "fault", "input",  "system"};
static const char *const sides[] = {"none", "schedule", "bound"};
enum { SIDES = 3, CAUSES = sizeof causes / sizeof *causes, CHECK_ROOM = 16 + 1 };

static const char check_key[] = ",\"check\":\"";

const char *case_cause_name(enum case_cause cause) {
    return causes[cause];
}

void case_result_clear(struct case_result *result) {
    FREE_ALL(result->name, result->reason, result->lower, result->upper, result->by,
             result->version);
    for (int i = 0; i < result->certificate_count; i++)
        free(result->certificates[i].file);
    for (int i = 0; i < result->input_count; i++)
        free(result->inputs[i].file);
    free(result->inputs);
    *result = (struct case_result){0};
}

/* Was there a limit, and would the last attempt at this case have a larger one? Seconds lose digits
 * in the store. */
static bool is_below(double limit, double most) {
    return limit > 0 && (most == 0 || limit < 0.99 * most);
}

static bool could_have_more(const struct case_result *result, const struct campaign_case *asked) {
    struct campaign_limits most = campaign_case_limits(asked, asked->retries + 1);
    switch (result->cause) {
    case CAUSE_TIME:
        return is_below(result->limits.seconds, most.seconds);
    case CAUSE_MEMORY:
        return is_below((double)result->limits.megabytes, (double)most.megabytes);
    case CAUSE_NODES:
        return is_below((double)result->limits.nodes, (double)most.nodes);
    default:
        return false;
    }
}

bool case_result_is_failed(const struct case_result *result) {
    return result->cause == CAUSE_CRASH || result->cause == CAUSE_FAULT ||
           result->cause == CAUSE_INPUT || result->cause == CAUSE_SYSTEM;
}

bool case_result_is_given_up(const struct case_result *result, const struct campaign_case *asked) {
    return case_result_is_failed(result) && result->attempt > asked->retries;
}

bool case_result_is_final(const struct case_result *result, const struct campaign_case *asked) {
    if (!result->version || result->cause == CAUSE_NONE || result->cause == CAUSE_ENGINE)
        return true;
    if (case_result_is_failed(result))
        return false;
    return result->attempt > asked->retries && !could_have_more(result, asked);
}

bool case_result_nodes(const struct case_result *result, uint64_t *nodes) {
    *nodes = result->nodes;
    return result->cause != CAUSE_TIME && result->cause != CAUSE_MEMORY &&
           !case_result_is_failed(result);
}

/* --- writing --- */

json_t *case_result_certificates(const struct case_result *result) {
    json_auto_t *list = json_array();
    for (int i = 0; i < result->certificate_count; i++) {
        const struct case_certificate *certificate = &result->certificates[i];
        json_t *entry = json_pack("{s:s, s:s, s:s, s:I}", "side", sides[certificate->side], "file",
                                  certificate->file, "sha256", certificate->digest, "bytes",
                                  (json_int_t)certificate->size);
        if (json_array_append_new(list, entry)) /* a store must not lose one */
            return NULL;
    }
    return json_incref(list);
}

json_t *case_result_inputs(const struct case_result *result) {
    json_auto_t *list = json_array();
    for (int i = 0; i < result->input_count; i++) {
        json_t *entry = json_pack("{s:s, s:s}", "file", result->inputs[i].file, "sha256",
                                  result->inputs[i].digest);
        if (json_array_append_new(list, entry))
            return NULL;
    }
    return json_incref(list);
}

static json_t *answer_json(const struct case_result *result) {
    json_auto_t *object =
        json_pack("{s:s, s:s, s:o, s:o, s:s, s:s, s:o, s:I, s:o}", "case", result->name, "verdict",
                  verdict_name(result->verdict), "lower", json_any_text(result->lower), "upper",
                  json_any_text(result->upper), "by", result->by, "cause", causes[result->cause],
                  "reason", json_any_text(result->reason), "nodes", (json_int_t)result->nodes,
                  "certificates", case_result_certificates(result));
    if (result->input_count &&
        json_object_set_new(object, "inputs", case_result_inputs(result)) != 0)
        return NULL;
    return json_incref(object);
}

static int add_attempt(json_t *object, const struct case_result *result) {
    json_auto_t *rest = json_pack("{s:i, s:{s:f, s:I, s:I}, s:f, s:I, s:s?}", "attempt",
                                  result->attempt, "limits", "seconds", result->limits.seconds,
                                  "megabytes", (json_int_t)result->limits.megabytes, "nodes",
                                  (json_int_t)result->limits.nodes, "seconds", result->seconds,
                                  "memory", (json_int_t)result->memory, "version", result->version);
    return json_object_update(object, rest);
}

/* Of the bytes of a line before the field `check`: the first bytes of their digest. */
static void make_check(const char *bytes, size_t count, char check[CHECK_ROOM]) {
    char digest[DIGEST_ROOM];
    digest_bytes(bytes, count, digest);
    memcpy(check, digest, CHECK_ROOM - 1);
    check[CHECK_ROOM - 1] = 0;
}

/* The text with the check as its last field; frees what it gets. */
static char *add_check(char *text) {
    size_t length = strlen(text) - 1; /* without the brace that ends it */
    char check[CHECK_ROOM];
    make_check(text, length, check);
    size_t room = length + sizeof check_key + CHECK_ROOM + 3;
    char *line = memory_resize(text, room, 1);
    if (!line) {
        free(text);
        return NULL;
    }
    snprintf(line + length, room - length, "%s%s\"}", check_key, check);
    return line;
}

char *case_result_line(const struct case_result *result) {
    json_auto_t *object = answer_json(result);
    if (add_attempt(object, result) != 0)
        return NULL;
    char *line = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    return line ? add_check(line) : NULL;
}

/* --- reading --- */

static enum status bad_field(const char *field, struct failure *failure) {
    return failure_input(failure, "the field '%s' is missing or wrong", field);
}

static enum status check_line(const char *line, struct failure *failure) {
    const char *field = NULL;
    char check[CHECK_ROOM];
    for (const char *next = strstr(line, check_key); next; next = strstr(next + 1, check_key))
        field = next;
    if (!field)
        return bad_field("check", failure);
    make_check(line, (size_t)(field - line), check);
    const char *written = field + strlen(check_key);
    if (strncmp(written, check, CHECK_ROOM - 1) != 0 ||
        strcmp(written + CHECK_ROOM - 1, "\"}") != 0)
        return failure_input(failure, "the line does not fit its own check: a byte was changed");
    return STATUS_OK;
}

static bool take_word(json_t *object, const char *key, const char *const *words, int count,
                      int *number) {
    const char *text = json_string_value(json_object_get(object, key));
    for (*number = 0; text && *number < count; ++*number)
        if (strcmp(text, words[*number]) == 0)
            return true;
    return false;
}

static bool take_verdict(json_t *object, const char *key, int *verdict) {
    const char *names[VERDICTS];
    for (int i = 0; i < VERDICTS; i++)
        names[i] = verdict_name((enum verdict)i);
    return take_word(object, key, names, VERDICTS, verdict);
}

/* A copy of a text; NULL is only right for null. */
static bool take_text(json_t *object, const char *key, bool may_be_null, char **text) {
    json_t *value = json_object_get(object, key);
    *text = NULL;
    if (json_is_null(value))
        return may_be_null;
    if (!json_is_string(value))
        return false;
    *text = strdup(json_string_value(value));
    return *text != NULL;
}

static bool take_number(json_t *object, const char *key, json_int_t most, json_int_t *number) {
    json_t *value = json_object_get(object, key);
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= 0 && *number <= most;
}

bool case_file_is_local(const char *file) {
    return *file && *file != '/' && !strstr(file, "..");
}

static bool take_certificates(json_t *object, struct case_result *result) {
    json_t *list = json_object_get(object, "certificates");
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > CASE_MOST_CERTIFICATES)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct case_certificate *certificate = &result->certificates[i];
        json_t *entry = json_array_get(list, i);
        const char *digest = json_string_value(json_object_get(entry, "sha256"));
        json_int_t size;
        int side;
        if (!take_word(entry, "side", sides, SIDES, &side) || !digest || strlen(digest) != 64 ||
            !take_number(entry, "bytes", INT64_MAX, &size) ||
            !take_text(entry, "file", false, &certificate->file))
            return false;
        result->certificate_count++;
        certificate->side = (enum case_side)side;
        strcpy(certificate->digest, digest);
        certificate->size = (uint64_t)size;
        if (!case_file_is_local(certificate->file))
            return false;
    }
    return true;
}

/* Optional. */
static bool take_inputs(json_t *object, struct case_result *result) {
    json_t *list = json_object_get(object, "inputs");
    size_t count = json_array_size(list);
    if (!list)
        return true;
    if (!json_is_array(list) || count < 1 || count > CASE_MOST_INPUTS)
        return false;
    result->inputs = memory_new(count, sizeof *result->inputs);
    for (size_t i = 0; result->inputs && i < count; i++) {
        struct case_input *input = &result->inputs[i];
        json_t *entry = json_array_get(list, i);
        const char *digest = json_string_value(json_object_get(entry, "sha256"));
        if (!digest || strlen(digest) != DIGEST_ROOM - 1 ||
            !take_text(entry, "file", false, &input->file))
            return false;
        result->input_count++;
        strcpy(input->digest, digest);
    }
    return result->inputs != NULL;
}

static bool take_limits(json_t *object, struct campaign_limits *limits) {
    json_t *value = json_object_get(object, "limits");
    json_int_t megabytes, nodes;
    if (!json_is_number(json_object_get(value, "seconds")) ||
        !take_number(value, "megabytes", INT64_MAX, &megabytes) ||
        !take_number(value, "nodes", INT64_MAX, &nodes))
        return false;
    limits->seconds = json_number_value(json_object_get(value, "seconds"));
    limits->megabytes = (long)megabytes;
    limits->nodes = (uint64_t)nodes;
    return true;
}

/* A field, and whether it is there and right. */
struct field {
    const char *key;
    bool good;
};

/* The first field that is not right, or NULL. */
static const char *first_wrong(const struct field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!fields[i].good)
            return fields[i].key;
    return NULL;
}

static const char *take_attempt(json_t *object, struct case_result *result) {
    json_int_t attempt, memory = 0; /* journals of before version 0.4 have no memory */
    const struct field fields[] = {
        {"attempt", take_number(object, "attempt", 1 << 24, &attempt)},
        {"limits", take_limits(object, &result->limits)},
        {"seconds", json_is_number(json_object_get(object, "seconds"))},
        {"version", take_text(object, "version", true, &result->version)}, /* null: of a row */
        {"memory",
         !json_object_get(object, "memory") || take_number(object, "memory", INT64_MAX, &memory)}};
    result->memory = (uint64_t)memory;
    result->attempt = (int)attempt;
    result->seconds = json_number_value(json_object_get(object, "seconds"));
    return first_wrong(fields, sizeof fields / sizeof *fields);
}

/* The same for the answer. */
static const char *take_answer(json_t *object, struct case_result *result) {
    int verdict, cause;
    json_int_t nodes;
    const struct field fields[] = {{"case", take_text(object, "case", false, &result->name)},
                                   {"verdict", take_verdict(object, "verdict", &verdict)},
                                   {"lower", take_text(object, "lower", true, &result->lower)},
                                   {"upper", take_text(object, "upper", true, &result->upper)},
                                   {"by", take_text(object, "by", false, &result->by)},
                                   {"cause", take_word(object, "cause", causes, CAUSES, &cause)},
                                   {"reason", take_text(object, "reason", false, &result->reason)},
                                   {"nodes", take_number(object, "nodes", INT64_MAX, &nodes)},
                                   {"certificates", take_certificates(object, result)},
                                   {"inputs", take_inputs(object, result)}};
    result->verdict = (enum verdict)verdict;
    result->cause = (enum case_cause)cause;
    result->nodes = (uint64_t)nodes;
    return first_wrong(fields, sizeof fields / sizeof *fields);
}

/* Takes over what was read, unless something is wrong. */

enum status case_result_parse(struct case_result *result, const char *line,
                              struct failure *failure) {
    json_error_t error;
    json_auto_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        return failure_input(failure, "not a JSON object, at byte %d", error.position);
    TRY(check_line(line, failure));
    CLEANUP(case_result_clear) struct case_result read = {.attempt = 1};
    const char *wrong = take_answer(object, &read);
    if (!wrong)
        wrong = take_attempt(object, &read);
    if (wrong)
        return bad_field(wrong, failure);
    *result = TAKE(read);
    return STATUS_OK;
}

/* --- reading rows --- */

/* A number becomes text. */
static int spell(json_t *row, const char *key) {
    const json_t *value = json_object_get(row, key);
    char text[32];
    if (!json_is_integer(value))
        return 0;
    snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return json_object_set_new(row, key, json_string(text));
}

/* The row becomes what the store says. */
static int translate(json_t *row) {
    int error = json_object_set(row, "verdict", json_object_get(row, "status"));
    error |= spell(row, "lower") | spell(row, "upper");
    if (json_is_null(json_object_get(row, "nodes")))
        error |= json_object_set_new(row, "nodes", json_integer(0));
    if (json_is_null(json_object_get(row, "reason")))
        error |= json_object_set_new(row, "reason", json_string(""));
    return error;
}

enum status case_result_parse_row(struct case_result *result, const char *line,
                                  struct failure *failure) {
    json_error_t error;
    json_auto_t *row = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!row)
        return failure_input(failure, "not a JSON object, at byte %d", error.position);
    CLEANUP(case_result_clear) struct case_result read = {.attempt = 1};
    const char *wrong = translate(row) ? "status" : take_answer(row, &read);
    const json_t *seconds = json_object_get(row, "seconds");
    read.seconds = json_is_number(seconds) ? json_number_value(seconds) : -1;
    read.memory = (uint64_t)json_integer_value(json_object_get(row, "memory"));
    if (wrong)
        return bad_field(wrong, failure);
    *result = TAKE(read);
    return STATUS_OK;
}
