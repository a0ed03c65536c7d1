/* SPDX-License-Identifier: MIT */
#include "solver/library/library.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

_Static_assert(STEADYCAST_OK == (int)STATUS_OK && STEADYCAST_INPUT == (int)STATUS_INPUT &&
                   STEADYCAST_LIMIT == (int)STATUS_LIMIT &&
                   STEADYCAST_SYSTEM == (int)STATUS_SYSTEM &&
                   STEADYCAST_INTERNAL == (int)STATUS_INTERNAL &&
                   STEADYCAST_MEMORY == (int)STATUS_MEMORY,
               "the statuses of the library are those of its parts");
_Static_assert(sizeof((steadycast_error *)NULL)->message == sizeof((struct failure *)NULL)->message,
               "messages are copied whole");

int steadycast_version_number(void) {
    return STEADYCAST_VERSION_NUMBER;
}

const char *steadycast_version_text(void) {
    return STEADYCAST_VERSION;
}

const char *steadycast_status_name(steadycast_status status) {
    bool known = (int)status >= STEADYCAST_OK && (int)status <= STEADYCAST_MEMORY;
    return known ? status_name((enum status)status) : "unknown";
}

void steadycast_free(void *text) {
    free(text);
}

/* Messages are one line, whatever text they quote. */
steadycast_status library_tell(enum status status, const struct failure *failure,
                               steadycast_error *error) {
    if (status && error) {
        error->status = (steadycast_status)status;
        memcpy(error->message, failure->message, sizeof error->message);
        for (char *c = error->message; *c; c++)
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = '?';
    }
    return (steadycast_status)status;
}

steadycast_status library_refuse(steadycast_error *error, const char *format, ...) {
    struct failure failure = {.status = STATUS_INPUT};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure.message, sizeof failure.message, format, arguments);
    va_end(arguments);
    return library_tell(STATUS_INPUT, &failure, error);
}

enum status library_range(const char *name, long number, long least, long most,
                          struct failure *failure) {
    if (number >= least && number <= most)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT, "%s: %ld is not in %ld..%ld", name, number, least,
                       most);
}

enum status library_number(const char *name, const char *text, mpz_ptr number,
                           struct failure *failure) {
    size_t digits = text ? strspn(text, "0123456789") : 0;
    if (digits > 0 && !text[digits] && digits <= LIBRARY_MOST_DIGITS &&
        mpz_set_str(number, text, 10) == 0 && mpz_sgn(number) > 0)
        return STATUS_OK;
    return failure_set(failure, STATUS_INPUT,
                       "%s: %s%.40s%s is no number from 1 on, of at most %d decimal digits", name,
                       text ? "'" : "", text ? text : "NULL", text ? "'" : "", LIBRARY_MOST_DIGITS);
}

enum status library_text(mpz_srcptr number, char **text, struct failure *failure) {
    char *result = memory_new(mpz_sizeinbase(number, 10) + 2, 1);
    if (!result)
        return failure_memory(failure, "a number");
    *text = mpz_get_str(result, 10, number);
    return STATUS_OK;
}
