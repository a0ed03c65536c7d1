#include "tools/steadycast/bench/bench_record.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/json_line.h"

double bench_ratio(const struct bench_record *record) {
    if (!*record->peer)
        return 0;
    return record->better == BENCH_SMALLER ? record->peer_value / record->value
                                           : record->value / record->peer_value;
}

double bench_share(const struct bench_record *record) {
    if (!*record->limit)
        return 0;
    return record->better == BENCH_SMALLER ? record->limit_value / record->value
                                           : record->value / record->limit_value;
}

bool bench_kept(const struct bench_record *record) {
    double number = record->promise.subject == BENCH_VALUE   ? record->value
                    : record->promise.subject == BENCH_RATIO ? bench_ratio(record)
                                                             : bench_share(record);
    if (record->promise.subject == BENCH_NOTHING)
        return true;
    if (record->promise.subject == BENCH_RATIO && !*record->peer)
        return true; /* who is not there can't be compared with */
    return record->promise.at_least ? number >= record->promise.bound
                                    : number <= record->promise.bound;
}

bool bench_is_worse(const struct bench_record *record, double other) {
    return record->better == BENCH_SMALLER ? record->value > other : record->value < other;
}

/* --- text --- */

/* Three digits, written out where that is short. */
static void put_number(char *text, size_t room, double number) {
    double size = fabs(number);
    if (size == 0 || (size >= 1e-3 && size < 99.95))
        snprintf(text, room, "%.3g", number);
    else if (size >= 99.95 && size < 1e5)
        snprintf(text, room, "%.0f", number);
    else
        snprintf(text, room, "%.2e", number);
}

static void put_promise(char *text, size_t room, const struct bench_record *record) {
    static const char *const subjects[] = {"", "value", "ratio", "share"};
    const struct bench_promise *promise = &record->promise;
    *text = '\0';
    if (promise->subject != BENCH_NOTHING)
        snprintf(text, room, "%s %s %g", subjects[promise->subject],
                 promise->at_least ? ">=" : "<=", promise->bound);
}

static const char *judgement(const struct bench_record *record) {
    if (record->promise.subject == BENCH_NOTHING)
        return "";
    if (record->promise.subject == BENCH_RATIO && !*record->peer)
        return "no peer";
    return bench_kept(record) ? "kept" : "BROKEN";
}

#define BENCH_COLUMNS "%-9s %-44s %9s %-10s  %-16s %9s %9s  %-38s %9s %8s  %-14s %-7s %s"

static void cut_end(char *line) {
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ')
        line[--length] = '\0';
}

void bench_format(char *line, size_t room, const struct bench_record *record) {
    char value[32], peer[40] = "", ratio[40] = "", limit[32] = "", share[32] = "", promise[64];
    char number[32];
    const char *open = record->peer_open ? ">" : "";
    put_number(value, sizeof value, record->value);
    if (*record->peer) {
        put_number(number, sizeof number, record->peer_value);
        snprintf(peer, sizeof peer, "%s%s", open, number);
        put_number(number, sizeof number, bench_ratio(record));
        snprintf(ratio, sizeof ratio, "%s%s", open, number);
    }
    if (*record->limit) {
        put_number(limit, sizeof limit, record->limit_value);
        put_number(share, sizeof share, bench_share(record));
    }
    put_promise(promise, sizeof promise, record);
    snprintf(line, room, BENCH_COLUMNS, record->part, record->what, value, record->unit,
             record->peer, peer, ratio, record->limit, limit, share, promise, judgement(record),
             record->note);
    cut_end(line);
}

void bench_print_head(const struct bench_table *table) {
    char line[BENCH_LINE_ROOM];
    if (table->json)
        return;
    snprintf(line, sizeof line, BENCH_COLUMNS, "part", "what", "value", "unit", "peer", "peer's",
             "ratio", "limit", "limit's", "share", "promise", "", "note");
    cut_end(line);
    puts(line);
}

enum status bench_remark(const struct bench_table *table, const char *format, ...) {
    va_list arguments;
    FILE *file = table->json ? stderr : stdout;
    va_start(arguments, format);
    fprintf(file, "# %s: ", table->part);
    vfprintf(file, format, arguments);
    fputc('\n', file);
    va_end(arguments);
    fflush(file);
    return STATUS_OK;
}

/* --- JSON --- */

/* A number that JSON knows, else null. */
static json_t *real(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

static void put_peer(json_t *object, const struct bench_record *record) {
    if (!*record->peer)
        return;
    json_object_set_new(object, "peer", json_string(record->peer));
    json_object_set_new(object, "peer value", real(record->peer_value));
    json_object_set_new(object, "peer gave up", json_boolean(record->peer_open));
    json_object_set_new(object, "ratio", real(bench_ratio(record)));
}

json_t *bench_object(const struct bench_record *record) {
    char promise[64];
    json_t *object = json_object();
    if (!object)
        return NULL;
    json_object_set_new(object, "part", json_string(record->part));
    json_object_set_new(object, "what", json_string(record->what));
    json_object_set_new(object, "value", real(record->value));
    json_object_set_new(object, "unit", json_string(record->unit));
    put_peer(object, record);
    if (*record->limit) {
        json_object_set_new(object, "limit", json_string(record->limit));
        json_object_set_new(object, "limit value", real(record->limit_value));
        json_object_set_new(object, "share of the limit", real(bench_share(record)));
    }
    if (record->promise.subject != BENCH_NOTHING) {
        put_promise(promise, sizeof promise, record);
        json_object_set_new(object, "promise", json_string(promise));
        json_object_set_new(object, "kept",
                            record->promise.subject == BENCH_RATIO && !*record->peer
                                ? json_null()
                                : json_boolean(bench_kept(record)));
    }
    if (*record->note)
        json_object_set_new(object, "note", json_string(record->note));
    return object;
}

/* --- table --- */

enum status bench_add(struct bench_table *table, const struct bench_record *record,
                      struct failure *failure) {
    if (table->count == table->room) {
        size_t room = table->room ? 2 * table->room : 64;
        struct bench_record *records = memory_resize(table->records, room, sizeof *records);
        if (!records)
            return failure_memory(failure, "measurements");
        table->records = records;
        table->room = room;
    }
    struct bench_record *added = &table->records[table->count++];
    *added = *record;
    snprintf(added->part, sizeof added->part, "%s", table->part);
    if (table->small && record->promise.subject != BENCH_RATIO)
        added->promise.subject = BENCH_NOTHING;
    enum status status = STATUS_OK;
    if (table->json) {
        status = json_line(bench_object(added), failure);
    } else {
        char line[BENCH_LINE_ROOM];
        bench_format(line, sizeof line, added);
        puts(line);
    }
    fflush(stdout);
    return status;
}

void bench_table_clear(struct bench_table *table) {
    free(table->records);
    *table = (struct bench_table){0};
}

void bench_count_promises(const struct bench_table *table, size_t *promises, size_t *broken) {
    *promises = *broken = 0;
    for (size_t i = 0; i < table->count; i++) {
        *promises += table->records[i].promise.subject != BENCH_NOTHING;
        *broken += !bench_kept(&table->records[i]);
    }
}
