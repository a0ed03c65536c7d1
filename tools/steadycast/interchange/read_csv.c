/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "tools/steadycast/interchange/foreign_list.h"

/* --- comma-separated values --- */

/* As RFC 4180 has them: records end in CR LF or LF, fields may be quoted, quotes in quoted fields
 * are doubled. Empty lines are skipped. */

struct csv_records {
    const char *path; /* borrowed, for messages */
    char *text;       /* the whole file; quotes are taken out in place */
    size_t length;
    size_t next;
    long next_line;
    long line;     /* where the current record begins */
    char **fields; /* of the current record; owned, what they point to is in `text` */
    int count;
};

static void csv_records_close(struct csv_records *records) {
    FREE_ALL(records->text, records->fields);
}

static enum status fault(const struct csv_records *records, const char *what,
                         struct failure *failure) {
    return failure_input(failure, "%s:%ld: %s", records->path, records->next_line, what);
}

/* The end of the line, or of the file, at this place: how many bytes it takes; -1: it is none. */
static int line_end(const struct csv_records *records, size_t at) {
    if (at == records->length)
        return 0;
    if (records->text[at] == '\n')
        return 1;
    return records->text[at] == '\r' && records->text[at + 1] == '\n' ? 2 : -1;
}

/* The quoted field at `next`; its end is where the text goes on behind the quotes. */
static enum status read_quoted(struct csv_records *records, char **end, struct failure *failure) {
    char *text = records->text, *write = text + records->next;
    size_t at = records->next + 1;
    for (; at < records->length; at++) {
        if (text[at] == '"' && text[at + 1] != '"')
            break;
        if (text[at] == 0)
            return fault(records, "a byte that is no text", failure);
        if (text[at] == '"')
            at++;
        if (text[at] == '\n')
            records->next_line++;
        *write++ = text[at];
    }
    if (at >= records->length)
        return fault(records, "a quoted field does not end", failure);
    at++;
    if (text[at] != ',' && line_end(records, at) < 0)
        return fault(records, "text behind a quoted field", failure);
    *end = write;
    records->next = at;
    return STATUS_OK;
}

static enum status read_plain(struct csv_records *records, char **end, struct failure *failure) {
    size_t at = records->next;
    for (; line_end(records, at) < 0 && records->text[at] != ','; at++)
        if (records->text[at] == '"' || records->text[at] == 0 || records->text[at] == '\r')
            return fault(records,
                         records->text[at] == '"' ? "a quote inside a field that is not quoted"
                                                  : "a byte that is no text",
                         failure);
    *end = records->text + at;
    records->next = at;
    return STATUS_OK;
}

static enum status read_field(struct csv_records *records, bool *last, struct failure *failure) {
    char *field = records->text + records->next, *end = NULL;
    TRY(*field == '"' ? read_quoted(records, &end, failure) : read_plain(records, &end, failure));
    TRY(memory_check(APPEND(records->fields, records->count, field), failure,
                     "the fields of a line"));
    int ending = line_end(records, records->next);
    *last = ending >= 0;
    records->next += *last ? (size_t)ending : 1;
    *end = 0; /* the end of a field is never needed again */
    return STATUS_OK;
}

/* Goes to the next record; *more = false at the end. STATUS_INPUT, with file and line, for quotes
 * in wrong places, and for NUL bytes. */
static enum status csv_records_next(struct csv_records *records, bool *more,
                                    struct failure *failure) {
    bool last = false;
    for (int ending;
         records->next < records->length && (ending = line_end(records, records->next)) > 0;) {
        records->next += (size_t)ending;
        records->next_line++;
    }
    *more = records->next < records->length;
    records->line = records->next_line;
    records->count = 0;
    while (*more && !last) {
        TRY(read_field(records, &last, failure));
    }
    records->next_line += *more;
    return STATUS_OK;
}

/* --- the list --- */

/* `sent` is another name of time, as show -f csv has it. */
enum column { TIME, FROM, TO, ITEM, WAIT, RECEIVED, COLUMNS };

static const char *const column_names[] = {"time", "from", "to", "item", "wait", "received"};

/* Where the columns stand in the records, -1: nowhere. */
struct columns {
    int count, place[COLUMNS];
};

/* Without blanks at both ends. */
static const char *trim(char *text) {
    size_t length = strlen(text);
    while (length && strchr(" \t", text[length - 1]))
        text[--length] = 0;
    return text + strspn(text, " \t");
}

static enum status read_name(struct columns *columns, const struct csv_records *records, int place,
                             struct failure *failure) {
    const char *name = trim(records->fields[place]);
    int i = 0;
    while (i < COLUMNS && strcmp(column_names[i], strcmp(name, "sent") == 0 ? "time" : name) != 0)
        i++;
    if (i == COLUMNS)
        return failure_input(failure,
                             "%s:%ld: '%.40s' is no column: the first line names time (or sent), "
                             "from, to, item, and perhaps wait, received",
                             records->path, records->line, name);
    if (columns->place[i] >= 0)
        return failure_input(failure, "%s:%ld: the column '%s' stands twice", records->path,
                             records->line, name);
    columns->place[i] = place;
    return STATUS_OK;
}

static enum status read_header(struct columns *columns, struct csv_records *records,
                               struct failure *failure) {
    bool more;
    TRY(csv_records_next(records, &more, failure));
    if (!more)
        return failure_input(failure, "%s: the file is empty; its first line names the columns",
                             records->path);
    *columns = (struct columns){records->count, {-1, -1, -1, -1, -1, -1}};
    for (int i = 0; i < records->count; i++)
        TRY(read_name(columns, records, i, failure));
    for (int i = 0; i < WAIT; i++)
        if (columns->place[i] < 0)
            return failure_input(failure, "%s:%ld: there is no column '%s'", records->path,
                                 records->line, column_names[i]);
    return STATUS_OK;
}

/* -1 for a column that is not there. */
static enum status read_number(const struct columns *columns, const struct csv_records *records,
                               enum column column, int least, long *number,
                               struct failure *failure) {
    long value = 0;
    *number = -1;
    if (columns->place[column] < 0)
        return STATUS_OK;
    const char *text = trim(records->fields[columns->place[column]]);
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < digits && value <= INT_MAX; i++)
        value = 10 * value + (text[i] - '0');
    if (digits == 0 || text[digits] || value < least || value > INT_MAX)
        return failure_input(failure, "%s:%ld: %s: '%.40s' is not a number in %d..%d",
                             records->path, records->line, column_names[column], text, least,
                             INT_MAX);
    *number = value;
    return STATUS_OK;
}

static enum status read_message(struct foreign_list *foreign, const struct columns *columns,
                                const struct csv_records *records, struct failure *failure) {
    long values[COLUMNS];
    char where[300];
    if (records->count != columns->count)
        return failure_input(failure, "%s:%ld: %d field%s, and %d column%s", records->path,
                             records->line, records->count, records->count == 1 ? "" : "s",
                             columns->count, columns->count == 1 ? "" : "s");
    for (int column = 0; column < COLUMNS; column++) {
        TRY(read_number(columns, records, (enum column)column, column == ITEM, &values[column],
                        failure));
    }
    struct message message = {(int)values[TIME], (int)values[FROM], (int)values[TO],
                              (int)values[ITEM], values[WAIT] > 0 ? (int)values[WAIT] : 0};
    snprintf(where, sizeof where, "%s:%ld", records->path, records->line);
    return foreign_list_add(foreign, &message, values[RECEIVED], records->line, where, failure);
}

enum status foreign_list_csv(struct foreign_list *foreign, struct failure *failure) {
    CLEANUP(csv_records_close)
    struct csv_records records = {.path = input_file_name(foreign->path), .next_line = 1};
    struct columns columns = {0};
    TRY(input_file_text(foreign->path, SIZE_MAX, &records.text, &records.length, failure));
    foreign->path = records.path;
    TRY(read_header(&columns, &records, failure));
    for (bool more;;) {
        TRY(csv_records_next(&records, &more, failure));
        if (!more)
            return STATUS_OK;
        TRY(read_message(foreign, &columns, &records, failure));
    }
}
