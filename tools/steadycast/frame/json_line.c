#include "tools/steadycast/frame/json_line.h"

#include <stdio.h>

enum status json_line(json_t *object, struct failure *failure) {
    if (!object)
        return failure_memory(failure, "an answer");
    json_dumpf(object, stdout, JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(object);
    return STATUS_OK;
}
