/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syncfs */
#include "tools/steadycast/sweep/store.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/case_result.h"
#include "tools/steadycast/frame/clock.h"

enum { PATIENCE = 20000 /* milliseconds, for others that read or write */ };

/* --- statements --- */

enum status store_failed(const struct store *store, struct failure *failure) {
    int code = sqlite3_errcode(store->db), error = sqlite3_system_errno(store->db);
    if (code == SQLITE_NOMEM)
        return failure_memory(failure, "the store of a campaign");
    if (code == SQLITE_FULL)
        error = ENOSPC;
    if (code == SQLITE_IOERR && !error) /* the log was rolled back meanwhile */
        sqlite3_file_control(store->db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    if (code == SQLITE_BUSY)
        return failure_system(failure, "%s: another program is writing it", store->path);
    bool known = error && (code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_CANTOPEN);
    return failure_system(failure, "%s: %s%s%s", store->path, sqlite3_errmsg(store->db),
                          known ? ": " : "", known ? strerror(error) : "");
}

/* Those that are asked again are kept. */
static sqlite3_stmt *prepare(struct store *store, const char *sql) {
    int i = 0;
    while (i < STORE_STATEMENTS - 1 && store->prepared[i].sql && store->prepared[i].sql != sql)
        i++;
    if (store->prepared[i].sql == sql)
        return store->prepared[i].statement;
    assert(!store->prepared[i].statement || !sqlite3_stmt_busy(store->prepared[i].statement));
    sqlite3_finalize(store->prepared[i].statement);
    store->prepared[i].sql = NULL;
    if (sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                           &store->prepared[i].statement, NULL) != SQLITE_OK)
        return NULL;
    store->prepared[i].sql = sql;
    return store->prepared[i].statement;
}

static sqlite3_stmt *bind(struct store *store, const char *sql, const char *types,
                          va_list arguments) {
    sqlite3_stmt *statement = prepare(store, sql);
    int error = statement ? SQLITE_OK : SQLITE_ERROR;
    for (int i = 0; types[i] && !error; i++)
        if (types[i] == 't')
            error = sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1,
                                      SQLITE_STATIC);
        else if (types[i] == 'i')
            error = sqlite3_bind_int64(statement, i + 1, va_arg(arguments, long));
        else
            error = sqlite3_bind_double(statement, i + 1, va_arg(arguments, double));
    return error ? NULL : statement;
}

/* Changes belong to a transaction, which ends with store_commit. The log of one a second is waited
 * for, and with it that of all before. */
static bool begin(struct store *store, sqlite3_stmt *statement) {
    if (!statement || sqlite3_stmt_readonly(statement) || !sqlite3_get_autocommit(store->db))
        return true;
    store->syncs = steady_clock() - store->synced >= 1;
    return sqlite3_exec(store->db,
                        store->syncs ? "pragma synchronous = full; begin immediate"
                                     : "pragma synchronous = normal; begin immediate",
                        NULL, NULL, NULL) == SQLITE_OK;
}

enum status store_do(struct store *store, struct failure *failure, const char *sql,
                     const char *types, ...) {
    va_list arguments;
    va_start(arguments, types);
    sqlite3_stmt *statement = bind(store, sql, types, arguments);
    va_end(arguments);
    int code = SQLITE_ERROR;
    if (statement && begin(store, statement))
        do
            code = sqlite3_step(statement);
        while (code == SQLITE_ROW);
    enum status status = code == SQLITE_DONE ? STATUS_OK : store_failed(store, failure);
    sqlite3_reset(statement);
    return status;
}

sqlite3_stmt *store_find(struct store *store, struct failure *failure, const char *sql,
                         const char *types, ...) {
    va_list arguments;
    va_start(arguments, types);
    sqlite3_stmt *statement = bind(store, sql, types, arguments);
    va_end(arguments);
    int code = statement && begin(store, statement) ? sqlite3_step(statement) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        return statement;
    if (code != SQLITE_DONE)
        store_failed(store, failure);
    sqlite3_reset(statement);
    return NULL;
}

sqlite3_stmt *store_next(sqlite3_stmt *row) {
    if (sqlite3_step(row) == SQLITE_ROW)
        return row;
    sqlite3_reset(row);
    return NULL;
}

static enum status execute(struct store *store, const char *sql, struct failure *failure) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? STATUS_OK
               : store_failed(store, failure);
}

/* --- transactions --- */

enum status store_commit(struct store *store, struct failure *failure) {
    if (sqlite3_get_autocommit(store->db))
        return STATUS_OK;
    enum status status = execute(store, "commit", failure);
    store->unsynced = !store->syncs;
    if (store->syncs)
        store->synced = steady_clock();
    return status;
}

enum status store_settle(struct store *store, struct failure *failure) {
    bool changed = store->unsynced || !sqlite3_get_autocommit(store->db);
    enum status status = store_commit(store, failure);
    if (!status && changed) {
        /* A checkpoint waits for the disk, unless another process is at it. */
        int code =
            sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED)
            status = store_failed(store, failure);
    }
    store->unsynced = changed && status;
    if (status || !changed)
        return status;
    /* Of its folder: a descriptor of the file itself, when it is closed, would take away the locks
     * of SQLite (fcntl), and whoever reads then would believe to be the last one, and remove the
     * log. */
    char folder[CAMPAIGN_PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", store->path);
    *strrchr(folder, '/') = 0;
    int descriptor = open(*folder ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || syncfs(descriptor) != 0)
        status = failure_system(failure, "%s: %s", store->path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return status;
}

/* --- what becomes a store that is not one yet --- */

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
        return errno == ENOENT ? STATUS_OK
                               : failure_input(import->failure, "%s: %s", path, strerror(errno));
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

/* Adds what can be read of FOLDER/answers.damaged. Lines that are not as they were written are
 * reported to `fault`, and go to the table `damaged`. */
static enum status import_damaged(struct store *store, const char *folder, store_fault *fault,
                                  void *context, struct failure *failure) {
    const struct import import = {store, "answers.damaged", false, fault, context, failure};
    return salvage(&import, folder);
}

/* FOLDER/answers.sqlite, which is damaged, becomes answers.damaged; `fault` is called. */
static enum status set_aside(const char *folder, store_fault *fault, void *context,
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
        return failure_system(failure, "%s: %s", paths[0], strerror(errno));
    unlink(paths[2]); /* a log of another file would be taken for one of the next */
    unlink(paths[3]);
    return STATUS_OK;
}

/* --- opening --- */

static void forget_statements(struct store *store) {
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        sqlite3_finalize(store->prepared[i].statement);
        store->prepared[i].sql = NULL;
        store->prepared[i].statement = NULL;
    }
}

void store_close(struct store *store) {
    forget_statements(store);
    if (store->db && store->writes) {
        sqlite3_exec(store->db, "rollback", NULL, NULL, NULL);
        sqlite3_busy_timeout(store->db, 0);
        sqlite3_exec(store->db, "pragma journal_mode = delete", NULL, NULL, NULL);
    }
    sqlite3_close(store->db);
    FREE_ALL(store->base, store->path);
    *store = (struct store){0};
}

static enum status connect(struct store *store, const char *name, int flags,
                           struct failure *failure) {
    if (sqlite3_open_v2(name, &store->db, flags, NULL) != SQLITE_OK)
        return store->db ? store_failed(store, failure)
                         : failure_memory(failure, "the store of a campaign");
    sqlite3_extended_result_codes(store->db, 0);
    sqlite3_busy_timeout(store->db, PATIENCE);
    return STATUS_OK;
}

/* The first column of the first row as a number; `none` without one, and where it fails. */
static long number_of(struct store *store, const char *sql, long none) {
    sqlite3_stmt *row = store_find(store, NULL, sql, "");
    long number = row ? (long)sqlite3_column_int64(row, 0) : none;
    sqlite3_reset(row);
    return number;
}

/* Of a store whose making was completed. */
static bool is_made(struct store *store) {
    return number_of(store, "select count(*) from sqlite_master where name = 'folder'", 0) == 1 &&
           number_of(store, "select count(*) from folder", 0) == 1;
}

/* SQLITE_ERROR: a form of the file that its header makes up. */
bool store_is_damage(int code) {
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR;
}

/* A newer form is nothing to guess at. */
static enum status check_version(struct store *store, struct failure *failure) {
    long version = number_of(store, "pragma user_version", 0);
    if (version >= 0 && version <= STORE_VERSION)
        return STATUS_OK;
    return failure_input(failure,
                         "%s is of version %ld of its form, and this program knows version %d",
                         store->path, version, STORE_VERSION);
}

/* A trigger, whoever made it, would change what a run writes. */
static char *schema_of(struct store *store) {
    sqlite3_stmt *row =
        store_find(store, NULL,
                   "select group_concat(type || name || tbl_name || coalesce(sql, "
                   "'')) from (select * from sqlite_master where type = 'trigger' or name in "
                   "('folder', 'cases', 'sqlite_autoindex_cases_1', 'attempts', 'damaged', 'run', "
                   "'workers', 'history', 'answers', 'certificates', 'inputs') order by name)",
                   "");
    const char *text = row ? (const char *)sqlite3_column_text(row, 0) : NULL;
    char *copy = strdup(text ? text : "");
    sqlite3_reset(row);
    return copy;
}

/* Its tables are those of store.sql, whatever others a user has made, or it has none yet. */
static enum status check_schema(struct store *store, bool *good, struct failure *failure) {
    CLEANUP(store_close) struct store right = {0};
    TRY(connect(&right, ":memory:", SQLITE_OPEN_READWRITE, failure));
    TRY(execute(&right, text_store, failure));
    FREED char *expected = schema_of(&right), *found = schema_of(store);
    TRY(memory_check(expected && found, failure, "the store of a campaign"));
    *good = !*found || strcmp(expected, found) == 0;
    return STATUS_OK;
}

/* A pipe would be waited for, whatever signals come. */
static enum status check_file(const char *path, struct failure *failure) {
    struct stat state;
    return stat(path, &state) != 0 || S_ISREG(state.st_mode)
               ? STATUS_OK
               : failure_input(failure, "%s is no file", path);
}

/* STATUS_INPUT for what this program must not write to; *damaged: it can't be read as a whole. */
static enum status check(struct store *store, bool *damaged, struct failure *failure) {
    bool good = true;
    sqlite3_stmt *row = store_find(store, failure, "pragma integrity_check(1)", "");
    const char *said = row ? (const char *)sqlite3_column_text(row, 0) : NULL;
    *damaged = said ? strcmp(said, "ok") != 0 : store_is_damage(sqlite3_errcode(store->db));
    sqlite3_reset(row);
    if (*damaged)
        return STATUS_OK;
    if (!said)
        return failure->status;
    TRY(check_version(store, failure));
    TRY(check_schema(store, &good, failure));
    /* A row in `folder` ends their making. */
    good = good && number_of(store,
                             "select count(*) from folder where shard between 1 and shards and "
                             "shards <= 1000000",
                             1) == 1;
    /* A header with a version of its own is taken for one that may not be written. */
    *damaged = !good || (sqlite3_db_readonly(store->db, "main") && access(store->path, W_OK) == 0);
    return STATUS_OK;
}

static enum status make(struct store *store, const char *folder, const struct campaign_shard *shard,
                        store_fault *fault, void *context, struct failure *failure) {
    char base[CAMPAIGN_PATH_ROOM];
    TRY(execute(store, "begin immediate", failure));
    TRY(execute(store, text_store, failure));
    TRY(import_damaged(store, folder, fault, context, failure));
    TRY(store_do(store, failure, "insert into folder values (?1, ?2, ?3, ?4)", "tiit",
                 STEADYCAST_VERSION, (long)shard->number, (long)shard->count,
                 store->base ? store->base : getcwd(base, sizeof base)));
    TRY(store_commit(store, failure));
    return store_settle(store, failure);
}

static enum status open_writing(struct store *store, const char *path, bool *damaged,
                                struct failure *failure) {
    char name[STORE_NAME_ROOM]; /* other stores may be attached by such names */
    *store = (struct store){.path = strdup(path), .writes = true};
    TRY(memory_check(store->path, failure, "the store of a campaign"));
    store_name(store->path, "mode=rwc", name);
    TRY(connect(store, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI,
                failure));
    TRY(check(store, damaged, failure));
    /* Where a file system has no shared memory it stays with another kind of log, and is slower. */
    if (!*damaged)
        TRY(execute(store,
                    "pragma journal_mode = wal; pragma wal_autocheckpoint = 4096; pragma "
                    "cache_size = -65536",
                    failure));
    return STATUS_OK;
}

enum status store_open(struct store *store, const char *folder, const struct campaign_shard *shard,
                       store_fault *fault, void *context, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    bool damaged = false;
    TRY(campaign_folder_path(folder, "answers.sqlite", path, failure));
    TRY(check_file(path, failure));
    CLEANUP(store_close) struct store result = {0};
    TRY(open_writing(&result, path, &damaged, failure));
    if (damaged) {
        store_close(&result);
        TRY(set_aside(folder, fault, context, failure));
        TRY(open_writing(&result, path, &damaged, failure));
    }
    if (!is_made(&result))
        TRY(make(&result, folder, shard, fault, context, failure));
    *store = TAKE(result);
    return STATUS_OK;
}

/* Reports what is wrong with the pages of the file, or with its tables and views. */
static enum status report_damage(struct store *store, store_fault *fault, void *context,
                                 struct failure *failure) {
    char text[CAMPAIGN_PATH_ROOM] = "";
    bool good = true;
    sqlite3_stmt *row = store_find(store, NULL, "pragma integrity_check(1)", "");
    const char *said = row ? (const char *)sqlite3_column_text(row, 0) : sqlite3_errmsg(store->db);
    if (said && strcmp(said, "ok") != 0 && (row || store_is_damage(sqlite3_errcode(store->db))))
        snprintf(text, sizeof text, "answers.sqlite: %.400s", said);
    sqlite3_reset(row);
    if (!*text)
        TRY(check_schema(store, &good, failure));
    if (!good)
        strcpy(text, "answers.sqlite: its tables and views are not those of results/README.md");
    if (*text)
        fault(context, text);
    return STATUS_OK;
}

static enum status open_memory(struct store *store, const char *folder, bool results,
                               store_fault *fault, void *context, struct failure *failure) {
    store->in_memory = true;
    TRY(connect(store, ":memory:", SQLITE_OPEN_READWRITE, failure));
    TRY(execute(store, text_store, failure));
    if (!results)
        TRY(import_damaged(store, folder, fault, context, failure));
    if (number_of(store, "select count(*) from attempts", 0) == 0)
        TRY(read_file(&(struct import){store, "results.jsonl", true, fault, context, failure},
                      folder, &store->put_away));
    TRY(store_do(store, failure, "insert into folder values (?1, ?2, ?3, null)", "tii",
                 STEADYCAST_VERSION, 1L, 1L));
    return store_commit(store, failure);
}

static void disconnect(struct store *store) {
    forget_statements(store);
    sqlite3_close(store->db);
    store->db = NULL;
}

/* The file stands for the whole: there is no log, or nothing is in it. */
static bool is_alone(const struct store *store) {
    static const char *const ends[] = {"wal", "journal"};
    char path[CAMPAIGN_PATH_ROOM + 16];
    struct stat state;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s-%s", store->path, ends[i]);
        if (stat(path, &state) == 0 && state.st_size > 0)
            return false;
    }
    return true;
}

void store_name(const char *path, const char *option, char name[STORE_NAME_ROOM]) {
    char *end = name + sprintf(name, "file:");
    for (const char *next = path; *next; next++)
        end += sprintf(end, isalnum((unsigned char)*next) || *next == '/' ? "%c" : "%%%02x",
                       (unsigned char)*next);
    snprintf(end, (size_t)(name + STORE_NAME_ROOM - end), "?%s", option);
}

/* With a log: without locks, and with what readers share in the memory of this process. */
static enum status connect_fixed(struct store *store, struct failure *failure) {
    char name[STORE_NAME_ROOM];
    store_name(store->path, is_alone(store) ? "immutable=1" : "vfs=unix-none", name);
    TRY(connect(store, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, failure));
    return execute(store, "pragma locking_mode = exclusive", failure);
}

static bool is_refused(int code) {
    return code == SQLITE_READONLY || code == SQLITE_CANTOPEN;
}

/* Who only reads takes back, too, what a run was writing in the file itself when it was killed. In
 * a folder where nothing can be made, not even what readers share, nobody writes. What can't be
 * read now or here is not empty. */
static enum status connect_reading(struct store *store, struct failure *failure) {
    int code = SQLITE_CANTOPEN;
    for (int way = 0; way < 3 && is_refused(code); way++) {
        disconnect(store);
        TRY(way == 2 ? connect_fixed(store, failure)
                     : connect(store, store->path,
                               way ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, failure));
        number_of(store, "select count(*) from sqlite_master", 0);
        code = sqlite3_errcode(store->db);
    }
    if (is_refused(code))
        return failure_system(
            failure,
            "%s can't be read where it stands (%s): copy the folder to where files may be made",
            store->path, sqlite3_errmsg(store->db));
    return code == SQLITE_OK || store_is_damage(code) ? STATUS_OK : store_failed(store, failure);
}

static enum status open_kept(struct store *store, const char *folder, bool results,
                             store_fault *fault, void *context, struct failure *failure) {
    if (!results && access(store->path, F_OK) == 0) {
        TRY(connect_reading(store, failure));
        TRY(check_version(store, failure));
        if (fault)
            TRY(report_damage(store, fault, context, failure));
        if (is_made(store))
            return STATUS_OK;
        disconnect(store);
    }
    return open_memory(store, folder, results, fault, context, failure);
}

enum status store_open_reading(struct store *store, const char *folder, bool results,
                               store_fault *fault, void *context, struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(folder, "answers.sqlite", path, failure));
    TRY(check_file(path, failure));
    CLEANUP(store_close) struct store result = {.path = strdup(path)};
    TRY(memory_check(result.path, failure, "the store of a campaign"));
    TRY(open_kept(&result, folder, results, fault, context, failure));
    *store = TAKE(result);
    return STATUS_OK;
}

/* --- what is in it --- */

enum status store_add(struct store *store, const char *line, struct failure *failure) {
    return store_do(store, failure, "insert into attempts (line) values (?1)", "t", line);
}

enum status store_about(struct store *store, struct campaign_shard *shard, char **base,
                        struct failure *failure) {
    sqlite3_stmt *row = store_find(store, failure, "select shard, shards, base from folder", "");
    if (!row)
        return STATUS_SYSTEM; /* one that is open has this row */
    *shard = (struct campaign_shard){sqlite3_column_int(row, 0), sqlite3_column_int(row, 1)};
    const char *text = (const char *)sqlite3_column_text(row, 2);
    *base = text ? strdup(text) : NULL;
    bool refused = text && !*base;
    sqlite3_reset(row);
    if (shard->number < 1 || shard->number > shard->count || shard->count > CAMPAIGN_MOST_SHARDS) {
        free(*base);
        return failure_input(failure, "%s does not hold a shard i/n", store->path);
    }
    return refused ? failure_memory(failure, "the store of a campaign") : STATUS_OK;
}
