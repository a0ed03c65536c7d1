/* SPDX-License-Identifier: MIT */
/* The store of a campaign: FOLDER/answers.sqlite, whose tables store.sql documents. One process
 * writes it, the one that hands out the work; others may read meanwhile. What is committed is there
 * for the next run, also if this one is killed; about a second later also if the machine fails. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

#include "tools/steadycast/campaign/campaign_folder.h"

/* The form of the tables, `pragma user_version`; a program takes over what is of an older one. */
enum { STORE_VERSION = 1, STORE_STATEMENTS = 40, STORE_NAME_ROOM = 3 * CAMPAIGN_PATH_ROOM + 40 };

extern const char text_store[]; /* store.sql */

/* SQL, of rows of the table attempts: those at whole cases. Earlier versions could divide a case,
 * and their folders have attempts at pieces as well. */
#define STORE_WHOLE "iif(json_valid(line), json_extract(line, '$.piece'), null) is null"

struct store {
    sqlite3 *db;
    char *path; /* for messages; owned */
    char *base; /* of a damaged one that was taken over; NULL: none; owned */
    bool writes;
    bool in_memory; /* there is no file */
    bool put_away;  /* .. from results.jsonl */
    double synced;  /* seconds of a steady clock, when the disk was last waited for */
    bool syncs;     /* the transaction that is open will wait for it */
    bool unsynced;  /* something was committed since */
    struct {
        const char *sql;
        sqlite3_stmt *statement;
    } prepared[STORE_STATEMENTS];
};

/* Called with what is wrong in a folder: where, and what. */
typedef void store_fault(void *context, const char *what);

/* For the one run that has the lock of the folder. A store that is not there is made, with the
 * what can be read of a damaged one, which is kept as answers.damaged, and reported to `fault`.
 * STATUS_INPUT for a store of a newer version, STATUS_SYSTEM for what the system refuses. Ends with
 * close. */
enum status store_open(struct store *store, const char *folder, const struct campaign_shard *shard,
                       store_fault *fault, void *context, struct failure *failure);

/* For reading. Without a store, or with `results`: one in memory, with what, of a campaign that is
 * put away (campaign_folder.h), results.jsonl says; lines that can't be taken, and
 * damage of the file, are reported to `fault`. */
enum status store_open_reading(struct store *store, const char *folder, bool results,
                               store_fault *fault, void *context, struct failure *failure);

/* Commits nothing. One that was written and has no readers is a single file then. */
void store_close(struct store *store);

/* Prepares the statement once, binds its parameters ?1, ?2 .. and runs it to its end. `types`: a
 * letter for each: t text, which may be NULL; i long; d double. A change begins a transaction
 * unless there is one. `sql` is static. STATUS_SYSTEM, with the system's reason. */
enum status store_do(struct store *store, struct failure *failure, const char *sql,
                     const char *types, ...);

/* The same, but stops at the first row, whose columns are read before the caller resets it; NULL:
 * there is none, or a failure is set. */
sqlite3_stmt *store_find(struct store *store, struct failure *failure, const char *sql,
                         const char *types, ...);

/* The next row, or NULL, with the statement reset. */
sqlite3_stmt *store_next(sqlite3_stmt *row);

/* A failure of the last statement. */
enum status store_failed(const struct store *store, struct failure *failure);

/* How a file is named for SQLite: `file:PATH?OPTION`, with whatever letters the path has. */
void store_name(const char *path, const char *option, char name[STORE_NAME_ROOM]);

/* Whether a code of SQLite says that the file is damaged, and no more than that. */
bool store_is_damage(int code);

/* Keeps what was changed; about once a second the disk is waited for. */
enum status store_commit(struct store *store, struct failure *failure);

/* The same, and waits for the disk: for the store, and for all that was written before on the same
 * file system, so that what it stands on may go. */
enum status store_settle(struct store *store, struct failure *failure);

/* One attempt, case_result_line. */
enum status store_add(struct store *store, const char *line, struct failure *failure);

/* The part of the campaign, and the folder below which relative names of files in it stand (owned
 * by the caller). */
enum status store_about(struct store *store, struct campaign_shard *shard, char **base,
                        struct failure *failure);
