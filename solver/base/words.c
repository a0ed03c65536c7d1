/* SPDX-License-Identifier: MIT */
#include "solver/base/words.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "automata/require.h"

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
    return failure_input(failure, "'%.*s' %s", (int)quoted_word_cut(word, SHOWN), word, why);
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
        TRY(find_end(start, &end, failure));
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

bool digits_read(const char **at, int most, int *number) {
    const char *first = *at;
    long value = 0;
    require(most < INT_MAX);
    for (; **at >= '0' && **at <= '9'; ++*at)
        value = value <= most ? 10 * value + (**at - '0') : value;
    *number = value <= most ? (int)value : most + 1;
    return *at > first;
}

/* Verbs and subjects got the names of MPI in version 0.4. */
static const char *const renamed[][2] = {
    {"alltoall", "allgather"}, {"all-to-all", "allgather"}, {"combine", "allreduce"},
    {"sum", "reduce"},         {"sum-time", "reduce"},
};

void suggestion_init(struct suggestion *suggestion, const char *word) {
    *suggestion = (struct suggestion){.word = word, .distance = INT_MAX};
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Optimal string alignment: letters changed, left out, put in, or two exchanged that stand side by
 * side. */
static int distance_between(const char *a, const char *b) {
    int rows[3][SUGGESTION_ROOM] = {{0}};
    int length = (int)strlen(b);
    for (int j = 0; j <= length; j++)
        rows[0][j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            int changed = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(changed, 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][length];
}

static bool was_called(const char *candidate, const char *word) {
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], word) == 0 && strcmp(renamed[i][1], candidate) == 0)
            return true;
    return false;
}

void suggestion_offer(struct suggestion *suggestion, const char *candidate) {
    size_t given = strlen(suggestion->word), offered = strlen(candidate);
    if (given >= SUGGESTION_ROOM || offered >= SUGGESTION_ROOM)
        return;
    int distance = distance_between(suggestion->word, candidate);
    bool begins = given >= 2 && strncmp(suggestion->word, candidate, given) == 0;
    if (was_called(candidate, suggestion->word))
        distance = 0;
    else if (begins)
        distance = 1;
    else if (3 * distance > (int)(given > offered ? given : offered))
        return;
    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        strcpy(suggestion->best, candidate);
    }
}

void suggestion_offer_words(struct suggestion *suggestion, const char *words) {
    for (const char *word = words; *word;) {
        char one[SUGGESTION_ROOM];
        size_t length = strcspn(word, "|");
        if (length < sizeof one) {
            memcpy(one, word, length);
            one[length] = 0;
            suggestion_offer(suggestion, one);
        }
        word += length + (word[length] == '|');
    }
}

const char *suggestion_text(const struct suggestion *suggestion, char *text, size_t room) {
    *text = 0;
    if (*suggestion->best)
        snprintf(text, room, "; did you mean '%s'?", suggestion->best);
    return text;
}
