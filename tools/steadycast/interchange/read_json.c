/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solver/base/files.h"
#include "tools/steadycast/interchange/foreign_list.h"
#include "tools/steadycast/interchange/interchange.h"

enum { WHERE_ROOM = 300, NOT_THERE = -1 };

static enum status fault(const char *where, const char *what, struct failure *failure) {
    return failure_input(failure, "%s: %s", where, what);
}

/* No key but those of the list, which have spaces on both sides. A misspelt one would be silently
 * without effect. */
static enum status check_keys(const json_t *object, const char *where, const char *known,
                              struct failure *failure) {
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return fault(where, "this is no object", failure);
    json_object_foreach((json_t *)object, key, value) {
        char spaced[40];
        int length = snprintf(spaced, sizeof spaced, " %s ", key);
        if (length >= (int)sizeof spaced || strchr(key, ' ') || !*key || !strstr(known, spaced))
            return failure_input(failure, "%s: '%.40s' is none of%s", where, key, known);
    }
    return STATUS_OK;
}

struct wanted {
    const char *key;
    int least;
    bool required;
    int *number;
};

/* Numbers of the object; NOT_THERE if it has none, which is refused if it is required. */
static enum status read_numbers(const json_t *object, const char *where,
                                const struct wanted *wanted, int count, struct failure *failure) {
    for (const struct wanted *one = wanted; one < wanted + count; one++) {
        const json_t *value = json_object_get(object, one->key);
        json_int_t given = json_integer_value(value);
        if (!value && one->required)
            return failure_input(failure, "%s: '%s' is missing", where, one->key);
        if (value && (!json_is_integer(value) || given < one->least || given > INT_MAX))
            return failure_input(failure, "%s: %s is not a number in %d..%d", where, one->key,
                                 one->least, INT_MAX);
        *one->number = value ? (int)given : NOT_THERE;
    }
    return STATUS_OK;
}

static enum status read_model(const json_t *machine, const char *where, enum message_model *model,
                              struct failure *failure) {
    const char *word = json_string_value(json_object_get(machine, "model"));
    for (int i = MESSAGE_POSTAL; word && i <= MESSAGE_PORTS; i++)
        if (strcmp(interchange_model_name((enum message_model)i), word) == 0) {
            *model = (enum message_model)i;
            return STATUS_OK;
        }
    return fault(where, "model is not \"postal\", \"logp\", \"buffered\" or \"ports\"", failure);
}

static enum status read_machine(struct foreign_list *foreign, const json_t *root,
                                struct failure *failure) {
    static const char *const keys[] = {[MESSAGE_POSTAL] = " model latency ",
                                       [MESSAGE_LOGP] = " model latency overhead gap ",
                                       [MESSAGE_BUFFERED] = " model latency ",
                                       [MESSAGE_PORTS] = " model latency ports "};
    const json_t *machine = json_object_get(root, "machine");
    struct message_machine made = message_machine_postal(1);
    const struct wanted numbers[] = {{"latency", 1, true, &made.latency},
                                     {"overhead", 0, true, &made.overhead},
                                     {"gap", 1, true, &made.gap},
                                     {"ports", 1, true, &made.ports}};
    char where[WHERE_ROOM];
    snprintf(where, sizeof where, "%s: machine", foreign->path);
    if (!machine)
        return fault(where, "it is missing", failure);
    TRY(read_model(machine, where, &made.model, failure));
    TRY(check_keys(machine, where, keys[made.model], failure));
    for (int i = 0; i < 4; i++)
        if (strstr(keys[made.model], numbers[i].key))
            TRY(read_numbers(machine, where, &numbers[i], 1, failure));
    foreign->machine = made;
    return STATUS_OK;
}

static enum status read_origin(struct foreign_list *foreign, const json_t *root,
                               struct failure *failure) {
    const json_t *origin = json_object_get(root, "origin");
    json_int_t number = json_integer_value(origin);
    foreign->all = json_is_string(origin) && strcmp(json_string_value(origin), "all") == 0;
    if (!origin || foreign->all)
        return STATUS_OK;
    if (!json_is_integer(origin) || number < 0 || number >= INT_MAX)
        return failure_input(failure, "%s: origin is no processor, and not \"all\"", foreign->path);
    foreign->origin = (int)number;
    return STATUS_OK;
}

static enum status read_sends(struct foreign_list *foreign, const json_t *root,
                              struct failure *failure) {
    const json_t *value = json_object_get(root, "sends");
    const char *word = json_string_value(value);
    bool any = word && strcmp(word, "any") == 0;
    if (value && !any && (!word || strcmp(word, "single") != 0))
        return fault(foreign->path, "sends is not \"single\" or \"any\"", failure);
    if (value)
        foreign->sends = any ? FOREIGN_SENDS_ANY : FOREIGN_SENDS_SINGLE;
    return STATUS_OK;
}

static enum status read_head(struct foreign_list *foreign, const json_t *root,
                             struct failure *failure) {
    const char *path = foreign->path;
    const struct wanted numbers[] = {
        {"processors", 2, false, &foreign->processors}, {"items", 1, false, &foreign->items},
        {"period", 0, false, &foreign->period},         {"delay", 0, false, &foreign->delay},
        {"finish", 0, false, &foreign->finish},         {"buffer", 0, false, &foreign->buffer}};
    TRY(check_keys(root, path,
                   " format machine processors items origin period sends delay finish buffer "
                   "messages ",
                   failure));
    const json_t *format = json_object_get(root, "format");
    if (format && (!json_is_string(format) ||
                   strcmp(json_string_value(format), "steadycast messages 1") != 0))
        return fault(path, "format is not \"steadycast messages 1\"", failure);
    TRY(read_machine(foreign, root, failure));
    TRY(read_numbers(root, path, numbers, 6, failure));
    foreign->processors += foreign->processors == NOT_THERE;
    foreign->items += foreign->items == NOT_THERE;
    foreign->period += foreign->period == NOT_THERE;
    TRY(read_origin(foreign, root, failure));
    if (foreign->all && foreign->period)
        return fault(path, "with origin \"all\" the period is 0", failure);
    return read_sends(foreign, root, failure);
}

static enum status read_message(struct foreign_list *foreign, const json_t *object, size_t place,
                                struct failure *failure) {
    char where[WHERE_ROOM];
    struct message m = {0};
    int received = NOT_THERE, sent = NOT_THERE;
    bool has_sent = json_object_get(object, "sent") != NULL;
    const struct wanted numbers[] = {{"time", 0, !has_sent, &m.time},  {"sent", 0, false, &sent},
                                     {"from", 0, true, &m.from},       {"to", 0, true, &m.to},
                                     {"item", 1, true, &m.item},       {"wait", 0, false, &m.wait},
                                     {"received", 0, false, &received}};
    snprintf(where, sizeof where, "%s: messages[%zu]", foreign->path, place);
    TRY(check_keys(object, where, " time sent from to item wait received ", failure));
    if (has_sent && json_object_get(object, "time"))
        return fault(where, "time and sent are two names of one thing", failure);
    TRY(read_numbers(object, where, numbers, 7, failure));
    if (has_sent)
        m.time = sent;
    m.wait += m.wait == NOT_THERE;
    return foreign_list_add(foreign, &m, received, (long)place, where, failure);
}

static enum status read_all(struct foreign_list *foreign, const json_t *root,
                            struct failure *failure) {
    TRY(read_head(foreign, root, failure));
    const json_t *messages = json_object_get(root, "messages");
    if (!json_is_array(messages))
        return fault(foreign->path, "messages is no array", failure);
    for (size_t i = 0; i < json_array_size(messages); i++)
        TRY(read_message(foreign, json_array_get(messages, i), i, failure));
    return STATUS_OK;
}

static enum status unreadable(const struct foreign_list *foreign, struct failure *failure) {
    return failure_input(failure, "%s can't be read: %s", foreign->path, strerror(errno));
}

enum status foreign_list_json(struct foreign_list *foreign, struct failure *failure) {
    json_error_t error;
    FILE *file = input_file_open(foreign->path);
    foreign->by_number = true;
    if (!file)
        return unreadable(foreign, failure);
    foreign->path = input_file_name(foreign->path);
    json_auto_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    enum status status = STATUS_OK;
    if (!root)
        status = ferror(file) ? unreadable(foreign, failure)
                              : failure_input(failure, "%s:%d: column %d: %s", foreign->path,
                                              error.line, error.column, error.text);
    input_file_close(file);
    return status ? status : read_all(foreign, root, failure);
}
