/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/draw/markup.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "solver/base/words.h"

size_t markup_character(const unsigned char *at) {
    size_t length = quoted_word_letter((const char *)at);
    if (length == 1)
        return *at >= 0x20 || *at == '\n' || *at == '\t' ? *at != 0x7f : 0;
    bool control = length == 2 && *at == 0xc2 && at[1] < 0xa0;
    bool none = length > 2 && at[length - 1] >= 0xbe && at[length - 2] == 0xbf &&
                (at[length - 3] & 0xf) == 0xf;
    return control || none ? 0 : length;
}

void markup_text(FILE *file, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        size_t length = markup_character(at);
        if (*at == '<')
            fputs("&lt;", file);
        else if (*at == '>')
            fputs("&gt;", file);
        else if (*at == '&')
            fputs("&amp;", file);
        else if (*at == '"')
            fputs("&quot;", file);
        else if (length)
            fwrite(at, 1, length, file);
        else
            fputs("\xef\xbf\xbd", file);
        at += length ? length : 1;
    }
}

void markup_print(FILE *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    for (size_t plain = strcspn(format, "%"); *format; plain = strcspn(format, "%")) {
        fwrite(format, 1, plain, file);
        format += plain;
        if (*format)
            format++;
        if (*format == 's')
            markup_text(file, va_arg(arguments, const char *));
        else if (*format == 'd')
            fprintf(file, "%d", va_arg(arguments, int));
        else if (*format == 'l')
            fprintf(file, "%ld", va_arg(arguments, long));
        else if (*format == 'z')
            fprintf(file, "%zu", va_arg(arguments, size_t));
        else if (*format)
            fputc(*format, file);
        format += *format == 'l' || *format == 'z' ? 2 : *format != 0;
    }
    va_end(arguments);
}

void markup_address(const char *path, char *link) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/";
    for (; *path; path++)
        if (strchr(plain, *path))
            *link++ = *path;
        else
            link += sprintf(link, "%%%02X", (unsigned)(unsigned char)*path);
    *link = 0;
}
