/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/verbs/family_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solver/certificate/read.h"
#include "solver/construction/pruned_family.h"
#include "solver/logp/logp_family.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/logp_option.h"

/* As questions have it. */
static const char *const of_words[] = {[FAMILY_DEPTHS] = "depths", [FAMILY_NUMBERS] = "processors"};

void family_file_name(const struct family_file *file, char name[static FAMILY_NAME_ROOM]) {
    const struct logp_machine *machine = &file->machine;
    if (file->of == FAMILY_STREAMS)
        snprintf(name, FAMILY_NAME_ROOM, "L%d-o%d-g%d.cert", machine->latency, machine->overhead,
                 machine->gap);
    else
        snprintf(name, FAMILY_NAME_ROOM, "L%d%s.cert", machine->latency,
                 file->of == FAMILY_NUMBERS ? "-every" : "");
}

void family_file_machine(const struct family_file *file, char text[static FAMILY_NAME_ROOM]) {
    const struct logp_machine *machine = &file->machine;
    if (file->of == FAMILY_STREAMS)
        snprintf(text, FAMILY_NAME_ROOM, "L = %d, o = %d, g = %d", machine->latency,
                 machine->overhead, machine->gap);
    else
        snprintf(text, FAMILY_NAME_ROOM, "L = %d", machine->latency);
}

enum status family_file_question(const struct family_file *file, struct question *question,
                                 struct failure *failure) {
    bool streams = file->of == FAMILY_STREAMS;
    question_init(question, streams ? SUBJECT_STREAM_FAMILY : SUBJECT_FAMILY);
    if (streams) {
        logp_option_set(question, &file->machine);
        return STATUS_OK;
    }
    question_set(question, KEY_LATENCY, file->machine.latency);
    return question_read_value(question, KEY_OF, of_words[file->of], failure);
}

/* --- what is there --- */

static bool has_field(struct certificate_input *input, const char *key, long least, long most) {
    long found;
    return certificate_field(input, key, least, most, &found, NULL) == STATUS_OK;
}

static bool holds(const struct family_file *file, struct certificate_input *input) {
    const struct logp_machine *machine = &file->machine;
    bool streams = file->of == FAMILY_STREAMS;
    if (strcmp(input->kind, streams ? "logp-family" : "family") != 0 ||
        !has_field(input, "latency", machine->latency, machine->latency))
        return false;
    if (streams)
        return has_field(input, "overhead", machine->overhead, machine->overhead) &&
               has_field(input, "gap", machine->gap, machine->gap);
    if (file->of == FAMILY_NUMBERS)
        return has_field(input, "numbers", 1, INT_MAX);
    return has_field(input, "depths", 1, machine->latency);
}

enum status family_file_check(const struct family_file *file, const char *path,
                              struct failure *failure) {
    struct certificate_input input;
    char machine[FAMILY_NAME_ROOM];
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    family_file_machine(file, machine);
    if (!holds(file, &input))
        status = failure_set(failure, STATUS_INPUT,
                             "%s is not this family of %s; --force overwrites it", path, machine);
    certificate_unload(&input);
    return status;
}

/* --- what was found --- */

void family_file_tell(const struct family_file *file, const void *detail, char *line, size_t room) {
    const struct logp_machine *machine = &file->machine;
    const struct family *depths = detail;
    const struct pruned_family *numbers = detail;
    const struct logp_family *streams = detail;
    switch (file->of) {
    case FAMILY_DEPTHS:
        snprintf(line, room, "L %d from %d receive-only %d", machine->latency, depths->from,
                 depths->receive_only);
        break;
    case FAMILY_NUMBERS:
        snprintf(line, room, "L %d every N from %d", machine->latency, numbers->from);
        break;
    case FAMILY_STREAMS:
        snprintf(line, room, "L %d o %d g %d every s from %d window %d", machine->latency,
                 machine->overhead, machine->gap, streams->from, streams->window);
        break;
    }
}

static json_t *asked(const struct family_file *file) {
    const struct logp_machine *machine = &file->machine;
    if (file->of == FAMILY_STREAMS)
        return json_pack("{s:s, s:i, s:i, s:i}", "subject", "family", "L", machine->latency, "o",
                         machine->overhead, "g", machine->gap);
    return json_pack("{s:s, s:i, s:s}", "subject", "family", "L", machine->latency, "of",
                     of_words[file->of]);
}

static int from_of(const struct family_file *file, const void *detail) {
    switch (file->of) {
    case FAMILY_DEPTHS:
        return ((const struct family *)detail)->from;
    case FAMILY_NUMBERS:
        return ((const struct pruned_family *)detail)->from;
    default:
        return ((const struct logp_family *)detail)->from;
    }
}

json_t *family_file_object(const struct family_file *file, const void *detail, const char *path) {
    json_t *object =
        json_pack("{s:o, s:s, s:b, s:n, s:n, s:s, s:i, s:o}", "question", asked(file), "status",
                  "feasible", "settled", 1, "lower", "upper", "by", "construction", "from",
                  from_of(file, detail), "certificate", json_any_text(path));
    if (file->of == FAMILY_STREAMS)
        json_object_set_new(object, "window",
                            json_integer(((const struct logp_family *)detail)->window));
    return object;
}
