/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/json_written.h"

#include <string.h>
#include <sys/stat.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/json_line.h"

enum status json_written_check(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (!option(arguments, "json")->given || (output->given && strcmp(output->text, "-") != 0))
        return STATUS_OK;
    return failure_set(
        failure, STATUS_INPUT,
        "--json prints what was written to a file: it needs -o FILE, and FILE is not -");
}

enum status json_written(const struct arguments *arguments, json_t *more, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    struct stat file;
    if (!option(arguments, "json")->given) {
        json_decref(more);
        return STATUS_OK;
    }
    json_int_t bytes = stat(output->text, &file) == 0 ? (json_int_t)file.st_size : 0;
    json_t *object = json_pack("{s:o, s:o, s:I}", "question", json_question_asked(arguments),
                               "output", json_any_text(output->text), "bytes", bytes);
    if (object && more)
        json_object_update(object, more);
    json_decref(more);
    return json_line(object, failure);
}
