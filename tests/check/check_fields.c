/* SPDX-License-Identifier: MIT */
#include "check_fields.h"

#include "check_naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

bool fields_schedule_holds(const struct text *text) {
    struct verdict verdict;
    char expected[200];
    if (!naive_schedule_holds(text))
        return false;
    naive_schedule_fields(text, expected, sizeof expected);
    text_check(text, &verdict);
    size_t length = verdict.fields.length - 1; /* a space stands behind the last field */
    if (verdict.status != VERDICT_VERIFIED || strlen(expected) != length ||
        memcmp(verdict.fields.bytes, expected, length) != 0)
        fail_msg("expected '%s', found '%.*s' (%s)\n%.*s", expected, (int)length,
                 verdict.fields.bytes, verdict.claim.bytes, (int)text->length, text->bytes);
    verdict_clear(&verdict);
    return true;
}
