/* SPDX-License-Identifier: MIT */
#include "core/verdict.h"

#include "core/memory.h"

void verdict_init(struct verdict *verdict) {
    *verdict = (struct verdict){.status = VERDICT_MALFORMED};
    verdict_claim(verdict, "nothing was checked");
    verdict_fields(verdict, "kind=none");
    verdict->claim.length = verdict->fields.length = 0; /* the first ones overwrite these */
}

void verdict_clear(struct verdict *verdict) {
    memory_free(verdict->claim.bytes);
    memory_free(verdict->fields.bytes);
    *verdict = (struct verdict){.status = VERDICT_MALFORMED};
}

static void append(struct verdict_text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t room = length > 0 ? (size_t)length + 1 : 1;
    MEMORY_GROW(text->bytes, text->capacity, text->length + room);
    vsnprintf(text->bytes + text->length, room, format, again);
    text->length += room - 1;
    va_end(again);
}

void verdict_claim(struct verdict *verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(&verdict->claim, format, arguments);
    va_end(arguments);
}

void verdict_fields(struct verdict *verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(&verdict->fields, format, arguments);
    va_end(arguments);
    verdict->fields.bytes[verdict->fields.length++] = ' '; /* in place of the NUL */
}

void verdict_fault(struct verdict *verdict, enum verdict_status status, const char *where,
                   const char *format, va_list arguments) {
    verdict->status = status;
    verdict->claim.length = verdict->fields.length = 0;
    verdict_claim(verdict, "%s", where);
    append(&verdict->claim, format, arguments);
}

bool verdict_print(const struct verdict *verdict, bool fields, FILE *out) {
    static const char *const names[] = {"VERIFIED", "REFUTED", "MALFORMED"};
    fprintf(out, "s %s %s\n", names[verdict->status], verdict->claim.bytes);
    if (fields && verdict->status == VERDICT_VERIFIED && verdict->fields.length > 0)
        fprintf(out, "f %.*s\n", (int)verdict->fields.length - 1, verdict->fields.bytes);
    return fflush(out) == 0 && !ferror(out);
}
