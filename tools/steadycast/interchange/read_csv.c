/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/steadycast/interchange/csv_records.h"
#include "tools/steadycast/interchange/foreign_list.h"

/* `sent` is another name of time, as in the lists of expand. */
enum column { TIME, FROM, TO, ITEM, WAIT, RECEIVED, COLUMNS };

static const struct {
    const char *name;
    enum column column;
} names[] = {{"time", TIME}, {"sent", TIME}, {"from", FROM},        {"to", TO},
             {"item", ITEM}, {"wait", WAIT}, {"received", RECEIVED}};

enum { NAMES = sizeof names / sizeof *names };

/* Where the columns stand in the records, -1: nowhere. */
struct columns {
    int count;
    int place[COLUMNS];
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
    while (i < NAMES && strcmp(names[i].name, name) != 0)
        i++;
    if (i == NAMES)
        return failure_set(failure, STATUS_INPUT,
                           "%s:%ld: '%.40s' is no column: the first line names time (or sent), "
                           "from, to, item, and perhaps wait, received",
                           records->path, records->line, name);
    if (columns->place[names[i].column] >= 0)
        return failure_set(failure, STATUS_INPUT, "%s:%ld: the column '%s' stands twice",
                           records->path, records->line, name);
    columns->place[names[i].column] = place;
    return STATUS_OK;
}

static enum status read_header(struct columns *columns, struct csv_records *records,
                               struct failure *failure) {
    bool more;
    enum status status = csv_records_next(records, &more, failure);
    if (!status && !more)
        return failure_set(failure, STATUS_INPUT,
                           "%s: the file is empty; its first line names the columns",
                           records->path);
    *columns = (struct columns){records->count, {-1, -1, -1, -1, -1, -1}};
    for (int i = 0; i < records->count && !status; i++)
        status = read_name(columns, records, i, failure);
    for (int i = 0; i < WAIT && !status; i++)
        if (columns->place[i] < 0) {
            static const char *const needed[] = {"time", "from", "to", "item"};
            status = failure_set(failure, STATUS_INPUT, "%s:%ld: there is no column '%s'",
                                 records->path, records->line, needed[i]);
        }
    return status;
}

/* -1 for a column that is not there. */
static enum status read_number(const struct columns *columns, const struct csv_records *records,
                               enum column column, int least, long *number,
                               struct failure *failure) {
    static const char *const shown[] = {"time", "from", "to", "item", "wait", "received"};
    long value = 0;
    *number = -1;
    if (columns->place[column] < 0)
        return STATUS_OK;
    const char *text = trim(records->fields[columns->place[column]]);
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < digits && value <= INT_MAX; i++)
        value = 10 * value + (text[i] - '0');
    if (digits == 0 || text[digits] || value < least || value > INT_MAX)
        return failure_set(failure, STATUS_INPUT, "%s:%ld: %s: '%.40s' is not a number in %d..%d",
                           records->path, records->line, shown[column], text, least, INT_MAX);
    *number = value;
    return STATUS_OK;
}

static enum status read_message(struct foreign_list *foreign, const struct columns *columns,
                                const struct csv_records *records, struct failure *failure) {
    long values[COLUMNS];
    char where[300];
    if (records->count != columns->count)
        return failure_set(failure, STATUS_INPUT, "%s:%ld: %d field%s, and %d column%s",
                           records->path, records->line, records->count,
                           records->count == 1 ? "" : "s", columns->count,
                           columns->count == 1 ? "" : "s");
    for (int column = 0; column < COLUMNS; column++) {
        enum status status = read_number(columns, records, (enum column)column, column == ITEM,
                                         &values[column], failure);
        if (status)
            return status;
    }
    struct message message = {(int)values[TIME], (int)values[FROM], (int)values[TO],
                              (int)values[ITEM], values[WAIT] > 0 ? (int)values[WAIT] : 0};
    snprintf(where, sizeof where, "%s:%ld", records->path, records->line);
    return foreign_list_add(foreign, &message, values[RECEIVED], records->line, where, failure);
}

static enum status read_records(struct foreign_list *foreign, struct csv_records *records,
                                struct failure *failure) {
    struct columns columns = {0};
    bool more;
    enum status status = read_header(&columns, records, failure);
    while (!status) {
        status = csv_records_next(records, &more, failure);
        if (status || !more)
            break;
        status = read_message(foreign, &columns, records, failure);
    }
    return status;
}

enum status foreign_list_csv(struct foreign_list *foreign, struct failure *failure) {
    struct csv_records records;
    enum status status = csv_records_open(&records, foreign->path, failure);
    if (status)
        return status;
    foreign->path = records.path;
    status = read_records(foreign, &records, failure);
    csv_records_close(&records);
    return status;
}
