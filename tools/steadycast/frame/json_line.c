/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/json_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/quoted_word.h"

enum status json_line(json_t *object, struct failure *failure) {
    if (!object)
        return failure_memory(failure, "an answer");
    char *text = json_dumps(object, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    json_decref(object);
    if (!text)
        return failure_memory(failure, "an answer");
    puts(text);
    free(text);
    return STATUS_OK;
}

json_t *json_any_text(const char *text) {
    if (!text)
        return json_null();
    json_t *string = json_string(text);
    char *copy = string ? NULL : strdup(text);
    for (char *byte = copy; byte && *byte; byte++)
        if ((unsigned char)*byte > 126)
            *byte = '?';
    if (copy)
        string = json_string(copy);
    free(copy);
    return string;
}

json_t *json_name(const char *text) {
    if (quoted_word_is_legible(text))
        return json_string(text);
    char *word = memory_new(QUOTED_WORD_ROOM(strlen(text)), 1);
    json_t *string = NULL;
    if (word) {
        quoted_word_put(text, word);
        string = json_string(word);
    }
    free(word);
    return string;
}
