/* SPDX-License-Identifier: MIT */
#include "automata/status.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* What is quoted in a message may be anything: the words of a user, the line of a damaged file. */
static void keep_one_line(char *message) {
    for (; *message; message++)
        if (iscntrl((unsigned char)*message))
            *message = '?';
}

enum status failure_set(struct failure *failure, enum status status, const char *format, ...) {
    if (failure != NULL) {
        va_list arguments;
        failure->status = status;
        va_start(arguments, format);
        vsnprintf(failure->message, sizeof failure->message, format, arguments);
        va_end(arguments);
        keep_one_line(failure->message);
    }
    return status;
}

enum status failure_memory(struct failure *failure, const char *purpose) {
    return purpose ? failure_set(failure, STATUS_MEMORY, "not enough memory for %s", purpose)
                   : failure_set(failure, STATUS_MEMORY, "not enough memory");
}

enum status status_of_errno(int error) {
    return error == ENOMEM ? STATUS_MEMORY : STATUS_SYSTEM;
}

const char *status_name(enum status status) {
    static const char *const names[] = {"ok", "input", "limit", "system", "internal", "memory"};
    const unsigned index = (unsigned)status;
    return index < sizeof names / sizeof names[0] ? names[index] : "unknown";
}
