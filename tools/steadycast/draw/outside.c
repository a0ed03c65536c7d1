/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/outside.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/child.h"
#include "solver/base/temporary_file.h"

static enum status read_all(FILE *printed, char **output, size_t *size, struct failure *failure) {
    if (fseek(printed, 0, SEEK_END) != 0)
        return failure_set(failure, status_of_errno(errno), "a temporary file can't be read: %s",
                           strerror(errno));
    long length = ftell(printed);
    rewind(printed);
    char *text = length >= 0 ? memory_new((size_t)length + 1, 1) : NULL;
    if (!text)
        return failure_memory(failure, "a picture");
    if (fread(text, 1, (size_t)length, printed) != (size_t)length) {
        free(text);
        return failure_set(failure, STATUS_SYSTEM, "a temporary file can't be read");
    }
    *output = text;
    *size = (size_t)length;
    return STATUS_OK;
}

enum status outside_run(const char *const *arguments, const char *text, size_t count, char **output,
                        size_t *size, bool *missing, struct failure *failure) {
    char path[PATH_MAX];
    static const struct limits none = {.stop = NULL};
    int exit_status;
    *missing = !child_find(arguments[0], path, sizeof path);
    if (*missing)
        return STATUS_OK;
    FILE *input = temporary_file_open(), *printed = temporary_file_open();
    enum status status = STATUS_OK;
    if (!input || !printed || fwrite(text, 1, count, input) != count || fflush(input) != 0)
        status =
            failure_set(failure, status_of_errno(errno), "no temporary file: %s", strerror(errno));
    else if (child_run(path, arguments, input, printed, INT64_MAX, &none, &exit_status) !=
                 CHILD_EXITED ||
             exit_status != 0)
        status = failure_set(failure, STATUS_SYSTEM, "the program %s failed", arguments[0]);
    else
        status = read_all(printed, output, size, failure);
    if (input)
        fclose(input);
    if (printed)
        fclose(printed);
    return status;
}
