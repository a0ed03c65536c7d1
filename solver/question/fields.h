/* SPDX-License-Identifier: MIT */
/* A claim of steadycheck as fields: its line `f key=value key=value ..`, which stands behind `s
 * VERIFIED ..` (results/README.md lists the fields of each kind). */
#pragma once

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

/* The value of the first field of that key, not ended by 0; length 0: there is none. Borrows the
 * line, which may be without its `f`. O(length of the line). */
struct field {
    const char *text;
    size_t length;
};
struct field fields_find(const char *fields, const char *key);

/* What stands behind a field that was found: to look for the next of the same key. */
static inline const char *fields_behind(struct field field) {
    return field.text + field.length;
}

/* The number of this field, of any size, from 0 on, without zeros in front. False: it is none. */
bool field_number(struct field field, mpz_ptr number);

/* Is there a field of that key with exactly this value? */
bool fields_say(const char *fields, const char *key, const char *value);

/* Does every word `key=value` of `expected` stand among the fields? A value may end in * for any
 * ending. */
bool fields_include(const char *fields, const char *expected);

/* The number of the field of that key, as field_number. */
bool fields_take(const char *fields, const char *key, mpz_ptr number);

/* The same, of one that fits into an int; -1: there is none. */
int fields_number(const char *fields, const char *key);
