/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/verbs/enumerate.h"

enum status enumerate_print_object(FILE *file, json_t *object, struct failure *failure) {
    if (!object)
        return failure_memory(failure, "a schedule");
    json_dumpf(object, file, JSON_PRESERVE_ORDER);
    putc('\n', file);
    json_decref(object);
    return STATUS_OK;
}

enum status enumerate_print_total(FILE *file, const struct arguments *arguments, uint64_t listed,
                                  bool complete, const char *from, struct failure *failure) {
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, listed);
    return enumerate_print_object(
        file,
        json_pack("{s:o, s:s, s:b, s:o, s:o, s:o}", "question", json_question_asked(arguments),
                  "status", complete ? "settled" : "interval", "settled", (int)complete, "lower",
                  json_number(number), "upper", json_number(complete ? number : NULL), "from",
                  json_any_text(from)),
        failure);
}
