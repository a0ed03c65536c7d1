/* SPDX-License-Identifier: MIT */
/*
 * One row of the table of what confirms what (confirmed.h): a kind of certificate that confirms one
 * side of a subject, with a rule for every field of its verdict.
 */
#ifndef STEADYCAST_TOOLS_CONFIRMED_ROW_H
#define STEADYCAST_TOOLS_CONFIRMED_ROW_H

#include "tools/steadycast/frame/confirmed.h"

/* How the number of a field stands to a number of the question or of its answer. */
enum field_relation {
    FIELD_EQUALS,
    FIELD_AT_MOST,
    FIELD_AT_LEAST,
    FIELD_BELOW,
    FIELD_OTHER_THAN,
    FIELD_DIVIDES,
    FIELD_MULTIPLE_OF,
    FIELD_IS,     /* one of the words of `text`, | between them */
    FIELD_PASSES, /* what the test says, asked once of the whole line */
    FIELD_FREE    /* anything, for the reason that `text` gives */
};

/* A number; false: there is none, and nothing stands to it in any relation. `number` is
 * initialised. */
typedef bool confirmed_value(const struct confirmation *confirmation, mpz_ptr number);
typedef bool confirmed_test(const struct confirmation *confirmation, const char *fields);

struct field_rule {
    const char *key; /* with `?` behind it: may be absent; `*`: may be there any number of times */
    struct {
        enum field_relation relation;
        confirmed_value *value;
        confirmed_test *test;
        const char *text;
    } is;
};

enum { CONFIRMED_MOST_FIELDS = 13 };

struct confirmed_row {
    enum subject subject;
    bool schedule;
    bool (*when)(const struct confirmation *confirmation); /* NULL: always */
    const char *kind;
    struct field_rule fields[CONFIRMED_MOST_FIELDS]; /* up to the first without a key */
};

/* All of them; static. */
extern const struct confirmed_row confirmed_rows[];
extern const size_t confirmed_row_count;

/* Does this claim fit the row? Not whether the row is about the subject. */
bool confirmed_row_fits(const struct confirmed_row *row, const struct confirmation *confirmation,
                        const char *fields);

#endif
