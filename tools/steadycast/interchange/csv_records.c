/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/interchange/csv_records.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/input_file.h"

/* Doubles the room whenever it is full, so that pipes are read as well. */
static enum status read_stream(struct csv_records *records, FILE *file, struct failure *failure) {
    size_t room = 0;
    for (;;) {
        if (records->length + 1 >= room) {
            room = room ? 2 * room : 1 << 16;
            char *larger = memory_resize(records->text, room, 1);
            if (!larger)
                return failure_memory(failure, "a file");
            records->text = larger;
        }
        size_t got = fread(records->text + records->length, 1, room - records->length - 1, file);
        records->length += got;
        if (got == 0)
            break;
    }
    records->text[records->length] = 0;
    if (ferror(file))
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", records->path,
                           strerror(errno));
    return STATUS_OK;
}

enum status csv_records_open(struct csv_records *records, const char *path,
                             struct failure *failure) {
    struct csv_records made = {.path = path, .next_line = 1};
    FILE *file = input_file_open(path);
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", path, strerror(errno));
    made.path = input_file_name(path);
    enum status status = read_stream(&made, file, failure);
    input_file_close(file);
    if (status) {
        csv_records_close(&made);
        return status;
    }
    if (made.length >= 3 && memcmp(made.text, "\xef\xbb\xbf", 3) == 0)
        made.next = 3;
    *records = made;
    return STATUS_OK;
}

void csv_records_close(struct csv_records *records) {
    free(records->text);
    free(records->fields);
    *records = (struct csv_records){0};
}

static enum status fault(const struct csv_records *records, const char *what,
                         struct failure *failure) {
    return failure_set(failure, STATUS_INPUT, "%s:%ld: %s", records->path, records->next_line,
                       what);
}

static enum status add_field(struct csv_records *records, char *field, struct failure *failure) {
    if (records->count == records->room) {
        int room = records->room ? 2 * records->room : 16;
        char **larger = memory_resize(records->fields, (size_t)room, sizeof *larger);
        if (!larger)
            return failure_memory(failure, "the fields of a line");
        records->fields = larger;
        records->room = room;
    }
    records->fields[records->count++] = field;
    return STATUS_OK;
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
    enum status status =
        *field == '"' ? read_quoted(records, &end, failure) : read_plain(records, &end, failure);
    if (!status)
        status = add_field(records, field, failure);
    if (status)
        return status;
    int ending = line_end(records, records->next);
    *last = ending >= 0;
    records->next += *last ? (size_t)ending : 1;
    *end = 0; /* the end of a field is never needed again */
    return STATUS_OK;
}

enum status csv_records_next(struct csv_records *records, bool *more, struct failure *failure) {
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
        enum status status = read_field(records, &last, failure);
        if (status)
            return status;
    }
    records->next_line += *more;
    return STATUS_OK;
}
