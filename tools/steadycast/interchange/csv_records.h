/* SPDX-License-Identifier: MIT */
/*
 * Comma-separated values as RFC 4180 has them: records end in CR LF or LF, fields may be quoted,
 * quotes in quoted fields are doubled. A byte order mark at the beginning is skipped, and so are
 * empty lines.
 */
#ifndef STEADYCAST_TOOLS_CSV_RECORDS_H
#define STEADYCAST_TOOLS_CSV_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

struct csv_records {
    const char *path; /* borrowed, for messages */
    char *text;       /* the whole file; quotes are taken out in place */
    size_t length;
    size_t next;
    long next_line;
    long line;     /* where the current record begins */
    char **fields; /* of the current record; owned, what they point to is in `text` */
    int count;
    int room;
};

/* Reads the file. STATUS_INPUT if it can't be read. */
enum status csv_records_open(struct csv_records *records, const char *path,
                             struct failure *failure);
void csv_records_close(struct csv_records *records);

/* Goes to the next record; *more = false at the end. STATUS_INPUT, with file and line, for quotes
 * in wrong places, and for NUL bytes. */
enum status csv_records_next(struct csv_records *records, bool *more, struct failure *failure);

#endif
