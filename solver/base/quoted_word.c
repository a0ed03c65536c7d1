/* SPDX-License-Identifier: MIT */
#include "solver/base/quoted_word.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 60 };

static const char blanks[] = " \t\r\n";

/* --- reading --- */

static int hexadecimal(char letter) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = letter ? strchr(digits, letter) : NULL;
    return found ? (int)((found - digits) % 16) : -1;
}

/* Of what stands behind a backslash: its length, and the byte; 0: it is no escape. */
static size_t read_escape(const char *text, char *byte) {
    if (*text == '"' || *text == '\\') {
        *byte = *text;
        return 1;
    }
    int high = *text == 'x' ? hexadecimal(text[1]) : -1;
    int low = high >= 0 ? hexadecimal(text[2]) : -1;
    if (low < 0 || high + low == 0)
        return 0;
    *byte = (char)(16 * high + low);
    return 3;
}

static enum status wrong(const char *word, const char *why, struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "'%.*s' %s", (int)quoted_word_cut(word, SHOWN), word,
                       why);
}

/* The quote that ends a word, which is not changed before all of it is known to be right. */
static enum status find_end(char *word, char **end, struct failure *failure) {
    char *next = word + 1;
    for (char byte; *next && *next != '"'; next++) {
        size_t length = *next == '\\' ? read_escape(next + 1, &byte) : 0;
        if (*next == '\\' && !length)
            return wrong(word,
                         "has a backslash in its quotes that is none of \\\", \\\\ and \\x01 to "
                         "\\xff",
                         failure);
        next += length;
    }
    if (!*next)
        return wrong(word, "has no quote at its end", failure);
    if (next[1] && !strchr(blanks, next[1]))
        return wrong(word, "has no blank behind the quote that ends its first part", failure);
    *end = next;
    return STATUS_OK;
}

static void remove_quotes(char *word, const char *end) {
    char *to = word;
    for (const char *from = word + 1; from < end; from++) {
        char byte = *from;
        if (byte == '\\')
            from += read_escape(from + 1, &byte);
        *to++ = byte;
    }
    *to = 0;
}

enum status quoted_word_next(char **rest, struct quoted_word *word, struct failure *failure) {
    char *start = *rest + strspn(*rest, blanks), *end = start;
    bool quoted = *start == '"';
    if (!*start) {
        *rest = start;
        *word = (struct quoted_word){.text = NULL};
        return STATUS_OK;
    }
    if (quoted) {
        enum status status = find_end(start, &end, failure);
        if (status)
            return status;
        remove_quotes(start, end++);
    } else {
        end = start + strcspn(start, blanks);
    }
    *rest = end + (*end != 0);
    *end = 0;
    *word = (struct quoted_word){start, quoted};
    return STATUS_OK;
}

/* --- writing --- */

size_t quoted_word_letter(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = bytes[0] < 0x80   ? 1
                    : bytes[0] < 0xc0 ? 0
                    : bytes[0] < 0xe0 ? 2
                    : bytes[0] < 0xf0 ? 3
                    : bytes[0] < 0xf8 ? 4
                                      : 0;
    uint32_t letter = length > 1 ? bytes[0] & (0x7fU >> length) : bytes[0];
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        letter = letter << 6 | (bytes[i] & 0x3f);
    }
    bool right = letter >= least[length] && letter <= 0x10ffff && letter >> 11 != 0xd800 >> 11;
    return right ? length : 0;
}

bool quoted_word_is_utf8(const char *text) {
    while (*text) {
        size_t length = quoted_word_letter(text);
        if (!length)
            return false;
        text += length;
    }
    return true;
}

bool quoted_word_is_legible(const char *text) {
    bool legible = *text != '"' && quoted_word_is_utf8(text);
    for (; *text && legible; text++)
        legible = (unsigned char)*text >= ' ' && *text != 0x7f;
    return legible;
}

size_t quoted_word_cut(const char *text, size_t most) {
    size_t used = 0;
    while (text[used]) {
        size_t length = quoted_word_letter(text + used);
        length += length == 0;
        if (used + length > most)
            break;
        used += length;
    }
    return used;
}

static bool is_control(char byte) {
    return (unsigned char)byte < ' ' || byte == 0x7f;
}

static bool is_plain(const char *value) {
    if (!*value || *value == '"' || *value == '#' || !quoted_word_is_utf8(value))
        return false;
    for (; *value; value++)
        if (*value == ' ' || is_control(*value))
            return false;
    return true;
}

size_t quoted_word_put(const char *value, char *word) {
    size_t used = 0;
    if (is_plain(value)) {
        strcpy(word, value);
        return strlen(word);
    }
    word[used++] = '"';
    while (*value) {
        size_t length = quoted_word_letter(value);
        if (!length || is_control(*value)) {
            used += (size_t)snprintf(word + used, sizeof "\\xHH", "\\x%02X",
                                     (unsigned)(unsigned char)*value++);
            continue;
        }
        if (*value == '"' || *value == '\\')
            word[used++] = '\\';
        memcpy(word + used, value, length);
        used += length;
        value += length;
    }
    word[used++] = '"';
    word[used] = 0;
    return used;
}
