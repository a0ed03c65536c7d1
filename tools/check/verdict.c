#include "verdict.h"

#include "check_memory.h"

#include <stdlib.h>
#include <string.h>

void verdict_init(struct verdict *verdict) {
    *verdict = (struct verdict){.status = VERDICT_MALFORMED};
    verdict_claim(verdict, "nothing was checked");
    verdict->length = 0; /* the first claim or fault overwrites it */
}

void verdict_clear(struct verdict *verdict) {
    free(verdict->text);
    *verdict = (struct verdict){.status = VERDICT_MALFORMED};
}

static void append(struct verdict *verdict, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t room = length > 0 ? (size_t)length + 1 : 1;
    verdict->text =
        memory_grow(verdict->text, &verdict->capacity, verdict->length + room, sizeof(char));
    vsnprintf(verdict->text + verdict->length, room, format, again);
    verdict->length += room - 1;
    va_end(again);
}

void verdict_claim(struct verdict *verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append(verdict, format, arguments);
    va_end(arguments);
}

void verdict_claim_number(struct verdict *verdict, mpz_srcptr number) {
    char *digits = memory_zeroed(mpz_sizeinbase(number, 10) + 2, sizeof(char));
    verdict_claim(verdict, "%s", mpz_get_str(digits, 10, number));
    free(digits);
}

void verdict_fault(struct verdict *verdict, enum verdict_status status, const char *where,
                   const char *format, va_list arguments) {
    verdict->status = status;
    verdict->length = 0;
    verdict_claim(verdict, "%s", where);
    append(verdict, format, arguments);
}

bool verdict_print(const struct verdict *verdict, FILE *out) {
    static const char *const names[] = {"VERIFIED", "REFUTED", "MALFORMED"};
    fprintf(out, "s %s %s\n", names[verdict->status], verdict->text);
    return fflush(out) == 0 && !ferror(out);
}
