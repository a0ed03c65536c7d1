/* SPDX-License-Identifier: MIT */
#include "solver/question/fields.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

struct field fields_find(const char *fields, const char *key) {
    size_t length = strlen(key);
    for (const char *word = fields; *word;) {
        size_t end = strcspn(word, " ");
        if (strncmp(word, key, length) == 0 && word[length] == '=')
            return (struct field){word + length + 1, end - length - 1};
        word += end + (word[end] == ' ');
    }
    return (struct field){fields, 0};
}

static bool is_text(struct field field, const char *value) {
    return field.length > 0 && field.length == strlen(value) &&
           strncmp(field.text, value, field.length) == 0;
}

bool fields_say(const char *fields, const char *key, const char *value) {
    return is_text(fields_find(fields, key), value);
}

static bool has_word(const char *fields, const char *word, size_t length) {
    bool open = length > 0 && word[length - 1] == '*';
    length -= open;
    for (const char *next = fields; *next;) {
        size_t end = strcspn(next, " ");
        if (strncmp(next, word, length) == 0 && (open ? end >= length : end == length))
            return true;
        next += end + (next[end] == ' ');
    }
    return false;
}

bool fields_include(const char *fields, const char *expected) {
    while (*expected) {
        size_t end = strcspn(expected, " ");
        if (end > 0 && !has_word(fields, expected, end))
            return false;
        expected += end + (expected[end] == ' ');
    }
    return true;
}

/* Digits, as steadycheck prints numbers: without zeros in front. */
static bool is_number(struct field field) {
    size_t digits = strspn(field.text, "0123456789");
    return field.length > 0 && digits >= field.length && (*field.text != '0' || field.length == 1);
}

int fields_number(const char *fields, const char *key) {
    struct field field = fields_find(fields, key);
    long number = is_number(field) && field.length <= 10 ? strtol(field.text, NULL, 10) : -1;
    return number < INT_MAX ? (int)number : -1;
}

bool field_number(struct field field, mpz_ptr number) {
    FREED char *digits = is_number(field) ? strndup(field.text, field.length) : NULL;
    return digits && mpz_set_str(number, digits, 10) == 0;
}

bool fields_take(const char *fields, const char *key, mpz_ptr number) {
    return field_number(fields_find(fields, key), number);
}
