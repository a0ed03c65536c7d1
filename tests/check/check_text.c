/* SPDX-License-Identifier: MIT */
#include "check_text.h"

#include "core/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_load(struct text *text, const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    if (!in)
        return false;
    text->length = fread(text->bytes, 1, TEXT_LIMIT, in);
    fclose(in);
    return text->length > 0 && text->length <= TEXT_LIMIT / 2;
}

void text_put(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text->length +=
        (size_t)vsnprintf(text->bytes + text->length, TEXT_LIMIT - text->length, format, arguments);
    va_end(arguments);
    if (text->length >= TEXT_LIMIT / 2)
        abort();
}

size_t text_body(const struct text *text) {
    size_t body = text->length > 0 ? text->length - 1 : 0;
    while (body > 0 && text->bytes[body - 1] != '\n')
        body--;
    return body;
}

void text_seal(struct text *text) {
    struct digest digest;
    char hex[DIGEST_HEX_SIZE];
    if (text->length + 100 > TEXT_LIMIT)
        abort();
    digest_init(&digest);
    digest_update(&digest, text->bytes, text->length);
    digest_hex(&digest, hex);
    text->length += (size_t)snprintf(text->bytes + text->length, TEXT_LIMIT - text->length,
                                     "digest sha256 %s\n", hex);
}

void text_check(const struct text *text, struct verdict *verdict) {
    /* fmemopen may refuse an empty buffer */
    FILE *in =
        text->length > 0 ? fmemopen((void *)(size_t)text->bytes, text->length, "rb") : tmpfile();
    if (!in)
        abort();
    certificate_check(in, "text", verdict);
    fclose(in);
}
