/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/dimacs.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "solver/base/files.h"

enum { TOKEN_ROOM = 40 };

struct reader {
    FILE *in;
    const char *name;
    long line;
    bool fresh;             /* at the start of a line */
    char token[TOKEN_ROOM]; /* "" at the end of the file; long ones are cut */
};

static int next_byte(struct reader *reader) {
    int byte = getc(reader->in);
    reader->line += reader->fresh;
    reader->fresh = byte == '\n';
    return byte;
}

static bool is_space(int byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_line(struct reader *reader) {
    int byte;
    do
        byte = next_byte(reader);
    while (byte != '\n' && byte != EOF);
}

/* The next word behind comments. Bytes that can't be shown become '?', which no number has. */
static void next_token(struct reader *reader) {
    size_t length = 0;
    int byte;
    for (;;) {
        bool fresh = reader->fresh;
        byte = next_byte(reader);
        if (fresh && byte == 'c')
            skip_line(reader);
        else if (!is_space(byte))
            break;
    }
    for (; byte != EOF && !is_space(byte); byte = next_byte(reader))
        if (length < TOKEN_ROOM - 1)
            reader->token[length++] = byte > ' ' && byte < 127 ? (char)byte : '?';
    reader->token[length] = '\0';
}

static enum status unexpected(const struct reader *reader, const char *want,
                              struct failure *failure) {
    if (!*reader->token)
        return failure_input(failure, "%s:%ld: %s is expected, but the file ends", reader->name,
                             reader->line, want);
    return failure_input(failure, "%s:%ld: %s is expected, not '%s'", reader->name, reader->line,
                         want, reader->token);
}

/* The token as a number; false for anything else, and beyond +-most. */
static bool token_number(const struct reader *reader, long most, long *number) {
    const char *digits = reader->token + (reader->token[0] == '-');
    if (!*digits || strspn(digits, "0123456789") != strlen(digits))
        return false;
    errno = 0;
    *number = strtol(reader->token, NULL, 10);
    return errno == 0 && *number >= -most && *number <= most;
}

static enum status read_size(struct reader *reader, const char *want, long most, long *number,
                             struct failure *failure) {
    next_token(reader);
    if (!token_number(reader, LONG_MAX, number) || *number < 0)
        return unexpected(reader, want, failure);
    if (*number > most)
        return failure_limit(failure, "%s:%ld: %ld is over the limit of %ld", reader->name,
                             reader->line, *number, most);
    return STATUS_OK;
}

static enum status read_header(struct reader *reader, long *variables, long *clauses,
                               struct failure *failure) {
    next_token(reader);
    if (strcmp(reader->token, "p") != 0)
        return unexpected(reader, "the line 'p cnf VARIABLES CLAUSES'", failure);
    next_token(reader);
    if (strcmp(reader->token, "cnf") != 0)
        return unexpected(reader, "'cnf'", failure);
    TRY(read_size(reader, "the number of variables", FORMULA_MAX_VARIABLES, variables, failure));
    return read_size(reader, "the number of clauses", FORMULA_MAX_LENGTH, clauses, failure);
}

static bool at_end(const struct reader *reader) {
    return !*reader->token || reader->token[0] == '%';
}

static enum status read_clauses(struct reader *reader, struct formula *formula, long clauses,
                                struct failure *failure) {
    bool open = false; /* inside a clause */
    for (next_token(reader); !at_end(reader); next_token(reader)) {
        long literal;
        if ((long)formula->clauses == clauses)
            return failure_input(failure,
                                 "%s:%ld: '%s' stands behind the %ld clauses that were announced",
                                 reader->name, reader->line, reader->token, clauses);
        if (!token_number(reader, INT_MAX, &literal))
            return unexpected(reader, "a literal or 0", failure);
        if (literal > formula->variables || literal < -formula->variables)
            return failure_input(failure, "%s:%ld: literal %ld is not within +-%d", reader->name,
                                 reader->line, literal, formula->variables);
        formula_add(formula, (int)literal);
        if (formula->fault)
            return formula_fault(formula, failure);
        open = literal != 0;
    }
    if (open)
        return failure_input(failure, "%s:%ld: the last clause is not ended by 0", reader->name,
                             reader->line);
    if ((long)formula->clauses != clauses)
        return failure_input(failure, "%s:%ld: the file ends after %zu of %ld clauses",
                             reader->name, reader->line, formula->clauses, clauses);
    return STATUS_OK;
}

enum status dimacs_read(FILE *in, const char *name, struct formula *formula,
                        struct failure *failure) {
    struct reader reader = {.in = in, .name = name, .fresh = true};
    CLEANUP(formula_clear) struct formula result = {0};
    long variables, clauses;
    errno = 0;
    enum status status = read_header(&reader, &variables, &clauses, failure);
    if (!status) {
        formula_init(&result, (int)variables);
        status = read_clauses(&reader, &result, clauses, failure);
    }
    if (ferror(in))
        status = failure_set(failure, status_of_errno(errno), "%s can't be read: %s", name,
                             errno ? strerror(errno) : "input error");
    if (!status)
        *formula = TAKE(result);
    return status;
}

void dimacs_write(FILE *out, const struct formula *formula) {
    fprintf(out, "p cnf %d %zu\n", formula->variables, formula->clauses);
    for (size_t i = 0; i < formula->length; i++)
        fprintf(out, formula->literals[i] ? "%d " : "%d\n", formula->literals[i]);
}

enum status dimacs_read_file(const char *path, struct formula *formula, struct failure *failure) {
    FILE *in = input_file_open(path);
    if (!in)
        return failure_input(failure, "%s can't be read: %s", path, strerror(errno));
    enum status status = dimacs_read(in, input_file_name(path), formula, failure);
    input_file_close(in);
    return status;
}
