/* SPDX-License-Identifier: MIT */
/* Command-line options as tables: each verb lists what it takes, one parser reads it, and the help
 * text is made from the same table. */
#pragma once

#include <stdbool.h>

#include "automata/status.h"

enum option_kind {
    OPTION_FLAG,
    OPTION_NUMBER,  /* a whole number in least..most */
    OPTION_BYTES,   /* a whole number of bytes in least..most, also as 64KB or 1MiB */
    OPTION_SECONDS, /* a limit of time: QUANTITY_LIMIT */
    OPTION_RANGE,   /* A..B or one number, both in least..most, A <= B */
    OPTION_BIG,     /* the same, or one number beyond `most`: its digits are `text`, `number` and
                       `last` are LONG_MAX */
    OPTION_CHOICE,  /* one of the words in `choices`, separated by | */
    OPTION_NAME,    /* of a file or a folder, or a part of a name: any text but an empty one */
    OPTION_TEXT     /* any text: the verb judges it */
};

struct option_spec {
    const char *name; /* long name, without -- */
    char letter;      /* short name, or 0 */
    enum option_kind kind;
    bool required;
    const char *argument; /* what the help calls the value; for OPTION_CHOICE the choices */
    long least;
    long most;
    const char *help;
};

/* One that is not required, where a table is made by the preprocessor. */
#define OPTION_ROW(name, letter, kind, argument, least, most, help)                                \
    { name, letter, kind, false, argument, least, most, help }

/* Which options go together, a row for each option that does not go with all others. `needs` and
 * `excludes` are alternatives with | between them: an option, an option with a value as in
 * `format=grid`, FILE, an operand, or RANGE, a range of more than one value in any option; NULL:
 * none. */
struct option_rule {
    const char *name;
    const char *needs;    /* one of these has to be given */
    const char *excludes; /* none of these may be given */
};

/* The value of the option in the same place of the table. */
struct option_value {
    bool given;
    long number;    /* or the start of the range, or the number of the choice */
    long last;      /* end of the range */
    double seconds; /* of OPTION_SECONDS */
    const char *text;
};

/* What stands on the command line behind the verb. */
struct arguments {
    const char *program; /* how this program was started */
    const char *verb;
    bool alone; /* the verb is a program, which has --help */
    const struct option_spec *specs;
    int spec_count;
    struct option_value *values; /* one for each spec */
    char **operands;
    int operand_count;
    bool exit_zero; /* --exit-zero, which every verb takes */
    double start;   /* of the verb, on a steady clock */
};

/* Reads argv[1..] of the verb (argv[0] is the verb itself). On error the message names the option
 * and the value. The caller frees `values`. *help is set when --help was asked for. */
enum status options_parse(struct arguments *arguments, int argc, char **argv, bool *help,
                          struct failure *failure);

/* The value of the option called `name`; the verb's table must have it. */
const struct option_value *option(const struct arguments *arguments, const char *name);

/* The same where it is given; NULL where it is not, or the verb has none of that name. */
const struct option_value *option_given(const struct arguments *arguments, const char *name);

/* Its number, or text; else `otherwise`. */
long option_number(const struct arguments *arguments, const char *name, long otherwise);
const char *option_text(const struct arguments *arguments, const char *name, const char *otherwise);

/* Is there one that is given? */
bool option_is_given(const struct arguments *arguments, const char *name);

/* Is the value a range of more than one number? Is one of the options? */
bool option_is_range(const struct option_value *value, const struct option_spec *spec);
bool options_have_range(const struct arguments *arguments);

/* Are the rules kept (ended by one without name; NULL: none)? STATUS_INPUT with the first that is
 * not. */
enum status options_check(const struct arguments *arguments, const struct option_rule *rules,
                          struct failure *failure);

/* On the standard output, where `left` columns are taken: the words of a text in lines of at most
 * `most` columns, each below the first one. */
void options_print_text(const char *text, int left, int most);

/* The same of the help of each option, behind its names. */
void options_print(const struct option_spec *specs, int count);
