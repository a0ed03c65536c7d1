/* SPDX-License-Identifier: MIT */
/*
 * A claim of steadycheck as fields: its line `f key=value key=value ..`, which stands behind `s
 * VERIFIED ..` (results/README.md lists the fields of each kind).
 */
#ifndef STEADYCAST_TOOLS_FIELDS_H
#define STEADYCAST_TOOLS_FIELDS_H

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

/* Is there a field of that key with exactly this value, a text, a number, a number of any size? */
bool fields_say(const char *fields, const char *key, const char *value);
bool fields_count(const char *fields, const char *key, long value);
bool fields_big(const char *fields, const char *key, mpz_srcptr value);

/* Does every word `key=value` of `expected` stand among the fields? A value may end in * for any
 * ending. */
bool fields_include(const char *fields, const char *expected);

/* The number of a field, of any size, from 0 on; `value` is initialised. False: there is none, and
 * `value` stays. */
bool fields_take(const char *fields, const char *key, mpz_ptr value);

/* The number of a field, from 0 on; -1: there is none that fits into an int. */
int fields_number(const char *fields, const char *key);

/* Less than, equal to or greater than 0, as the field's number is to `value`. False in *there: it
 * is no number. */
int fields_compare(const char *fields, const char *key, mpz_srcptr value, bool *there);

#endif
