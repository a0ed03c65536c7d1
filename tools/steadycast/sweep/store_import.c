/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/store_import.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/case_result.h"

/* A file, or a database, from which lines come. */
struct import {
    struct store *store;
    const char *name; /* of the file */
    bool rows;        /* of results.jsonl */
    store_fault *fault;
    void *context;
    struct failure *failure;
};

static enum status report(const struct import *import, long number, const char *line,
                          const char *why) {
    char text[1200];
    snprintf(text, sizeof text, "%s line %ld: %.1000s", import->name, number, why);
    if (import->fault)
        import->fault(import->context, text);
    return store_do(import->store, import->failure, "insert into damaged values (null, ?1, ?2)",
                    "tt", line, text);
}

/* A row becomes the line of an attempt of which no more is known. */
static enum status add_row(const struct import *import, const struct case_result *result) {
    FREED char *line = case_result_line(result);
    return line ? store_add(import->store, line, import->failure)
                : failure_memory(import->failure, "a result");
}

static enum status import_line(const struct import *import, long number, const char *line) {
    CLEANUP(case_result_clear) struct case_result result = {0};
    struct failure why = {0};
    enum status status = import->rows ? case_result_parse_row(&result, line, &why)
                                      : case_result_parse(&result, line, &why);
    if (status_is_resource_failure(status))
        return failure_set(import->failure, status, "%s", why.message);
    if (status)
        return report(import, number, line, why.message);
    return import->rows ? add_row(import, &result)
                        : store_add(import->store, line, import->failure);
}

static enum status read_lines(const struct import *import, FILE *file) {
    FREED char *line = NULL;
    size_t room = 0;
    long number = 0;
    bool torn = false;
    for (ssize_t length; !torn && (length = getline(&line, &room, file)) > 0;) {
        torn = line[length - 1] != '\n';
        line[length - !torn] = 0;
        number++;
        if (!torn)
            TRY(strlen(line) + 1 < (size_t)length
                    ? report(import, number, line, "a byte 0 is in it")
                    : import_line(import, number, line));
    }
    if (!torn && !feof(file)) /* getline ends so, too, without memory */
        return failure_set(import->failure, status_of_errno(errno), "%s: %s", import->name,
                           strerror(errno));
    return STATUS_OK;
}

/* *there: there is such a file. */
static enum status read_file(const struct import *import, const char *folder, bool *there) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(folder, import->name, path, import->failure));
    FILE *file = fopen(path, "rb");
    *there = file != NULL;
    if (!file)
        return errno == ENOENT
                   ? STATUS_OK
                   : failure_set(import->failure, STATUS_INPUT, "%s: %s", path, strerror(errno));
    enum status status = read_lines(import, file);
    fclose(file);
    return status;
}

/* What was set aside before, and where names of files stand. */
static void salvage_rest(const struct import *import, sqlite3 *db) {
    sqlite3_stmt *rows = NULL;
    const char *base = NULL;
    if (sqlite3_prepare_v2(db, "select base from folder", -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_step(rows) == SQLITE_ROW)
        base = (const char *)sqlite3_column_text(rows, 0);
    if (base && *base == '/' && !import->store->base)
        import->store->base = strdup(base);
    sqlite3_finalize(rows);
    rows = NULL;
    if (sqlite3_prepare_v2(db, "select line, why from damaged", -1, &rows, NULL) == SQLITE_OK)
        while (sqlite3_step(rows) == SQLITE_ROW)
            store_do(import->store, NULL, "insert into damaged values (null, ?1, ?2)", "tt",
                     (const char *)sqlite3_column_text(rows, 0),
                     (const char *)sqlite3_column_text(rows, 1));
    sqlite3_finalize(rows);
}

/* From both ends, as far as they can be read. */
static enum status salvage(const struct import *import, const char *folder) {
    static const char *const orders[] = {
        "select id, line from attempts order by id",
        "select id, line from attempts where id > ?1 order by id desc"};
    char path[CAMPAIGN_PATH_ROOM];
    sqlite3 *db = NULL;
    sqlite3_int64 last = 0;
    enum status status = STATUS_OK;
    TRY(campaign_folder_path(folder, import->name, path, import->failure));
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK)
        salvage_rest(import, db);
    for (int i = 0; i < 2 && !status && code == SQLITE_OK; i++) {
        sqlite3_stmt *rows = NULL;
        if (sqlite3_prepare_v2(db, orders[i], -1, &rows, NULL) != SQLITE_OK)
            break;
        if (i)
            sqlite3_bind_int64(rows, 1, last);
        while (!status && (code = sqlite3_step(rows)) == SQLITE_ROW) {
            sqlite3_int64 id = sqlite3_column_int64(rows, 0);
            const char *line = (const char *)sqlite3_column_text(rows, 1);
            status = import_line(import, (long)id, line ? line : "");
            last = i ? last : id;
        }
        code = code == SQLITE_DONE ? SQLITE_DONE : SQLITE_OK; /* all was read, or the rest is */
        sqlite3_finalize(rows);
    }
    sqlite3_close(db);
    return status;
}

enum status store_import_damaged(struct store *store, const char *folder, store_fault *fault,
                                 void *context, struct failure *failure) {
    const struct import import = {store, "answers.damaged", false, fault, context, failure};
    return salvage(&import, folder);
}

enum status store_import_rows(struct store *store, const char *folder, store_fault *fault,
                              void *context, struct failure *failure) {
    const struct import import = {store, "results.jsonl", true, fault, context, failure};
    return read_file(&import, folder, &store->put_away);
}

enum status store_set_aside(const char *folder, store_fault *fault, void *context,
                            struct failure *failure) {
    static const char *const names[] = {"answers.sqlite", "answers.damaged", "answers.sqlite-wal",
                                        "answers.sqlite-shm"};
    char paths[4][CAMPAIGN_PATH_ROOM];
    for (int i = 0; i < 4; i++)
        TRY(campaign_folder_path(folder, names[i], paths[i], failure));
    if (fault)
        fault(context, "answers.sqlite is damaged, and what can be read is taken over from "
                       "answers.damaged");
    if (rename(paths[0], paths[1]) != 0)
        return failure_set(failure, STATUS_SYSTEM, "%s: %s", paths[0], strerror(errno));
    unlink(paths[2]); /* a log of another file would be taken for one of the next */
    unlink(paths[3]);
    return STATUS_OK;
}
