/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/answer_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/base/locked_file.h"
#include "tools/steadycast/frame/output_file.h"

enum { PATH_ROOM = ANSWER_FOLDER_PATH_ROOM };

/* Of the parts of an outcome, in their order. */
static const char *const names[OUTCOME_PARTS] = {"schedule.cert", "bound.cert", "second.cert",
                                                 "second-bound.cert"};

struct answer_folder answer_folder(const struct arguments *arguments) {
    return (struct answer_folder){option_text(arguments, "output", NULL),
                                  option(arguments, "force")->given};
}

enum status answer_folder_path(const struct answer_folder *folder, const char *name,
                               const char *ending, char path[PATH_ROOM], struct failure *failure) {
    size_t given = strlen(folder->path);
    const char *slash = given > 0 && folder->path[given - 1] == '/' ? "" : "/";
    int length = snprintf(path, PATH_ROOM, "%s%s%s%s", folder->path, slash, name, ending);
    return length < PATH_ROOM ? STATUS_OK
                              : failure_input(failure, "--output: the folder's name is too long");
}

enum status answer_folder_make(const struct answer_folder *folder, struct failure *failure) {
    return folder->path ? output_folder_make(folder->path, failure) : STATUS_OK;
}

enum status answer_folder_probe_file(const struct answer_folder *folder, const char *name,
                                     struct failure *failure) {
    char path[PATH_ROOM];
    TRY(answer_folder_path(folder, name, "", path, failure));
    return locked_file_probe(path, folder->force, failure);
}

static enum status probe_files(const struct answer_folder *folder, struct failure *failure) {
    for (int i = 0; i < OUTCOME_PARTS; i++)
        TRY(answer_folder_probe_file(folder, names[i], failure));
    return STATUS_OK;
}

/* Makes the folder and locks FOLDER/.lock. */
static enum status enter(const struct answer_folder *folder, bool wait, struct lock_file *lock,
                         struct failure *failure) {
    char path[PATH_ROOM];
    TRY(answer_folder_make(folder, failure));
    TRY(answer_folder_path(folder, "", "", path, failure));
    return wait ? lock_file_wait(lock, path, failure) : lock_file_take(lock, path, failure);
}

enum status answer_folder_probe(const struct answer_folder *folder, struct failure *failure) {
    struct lock_file lock;
    if (!folder->path)
        return STATUS_OK;
    bool made = access(folder->path, F_OK) != 0;
    TRY(enter(folder, false, &lock, failure));
    enum status status = probe_files(folder, failure);
    lock_file_release(&lock);
    if (made)
        rmdir(folder->path); /* nothing may come to be written */
    return status;
}

/* Takes the new files away, also those that a killed run has left. */
static void discard(const struct answer_folder *folder) {
    static const char *const endings[] = {".new", ".new.partial"};
    char path[PATH_ROOM];
    for (int i = 0; i < OUTCOME_PARTS; i++)
        for (int e = 0; e < 2; e++)
            if (answer_folder_path(folder, names[i], endings[e], path, NULL) == STATUS_OK)
                unlink(path);
}

/* Gives the new files their names. */
static enum status rename_all(const struct answer_folder *folder, const struct evidence *sides,
                              struct failure *failure) {
    char from[PATH_ROOM], to[PATH_ROOM];
    for (int i = 0; i < OUTCOME_PARTS; i++) {
        TRY(answer_folder_path(folder, names[i], "", to, failure));
        TRY(answer_folder_path(folder, names[i], ".new", from, failure));
        if (!sides[i].kind)
            unlink(to); /* of another answer, or not there */
        else if (rename(from, to) != 0)
            return failure_set(failure, status_of_errno(errno), "%s can't be written: %s", to,
                               strerror(errno));
    }
    return STATUS_OK;
}

static enum status write_new(const struct answer_folder *folder, const struct evidence *sides,
                             const struct limits *limits, struct failure *failure) {
    char path[PATH_ROOM];
    for (int i = 0; i < OUTCOME_PARTS; i++)
        if (sides[i].kind) {
            TRY(answer_folder_path(folder, names[i], ".new", path, failure));
            TRY(evidence_write(sides[i], path, true, limits, failure));
        }
    return rename_all(folder, sides, failure);
}

static enum status write_sides(const struct answer_folder *folder, const struct evidence *sides,
                               const struct limits *limits, struct failure *failure) {
    CLEANUP(lock_file_release) struct lock_file lock = {0};
    bool any = false;
    for (int i = 0; i < OUTCOME_PARTS; i++)
        any |= sides[i].kind != NULL;
    if (!folder->path || (!any && access(folder->path, F_OK) != 0))
        return STATUS_OK;
    TRY(enter(folder, true, &lock, failure));
    discard(folder);
    TRY(probe_files(folder, failure));
    enum status status = write_new(folder, sides, limits, failure);
    if (status)
        discard(folder);
    return status;
}

enum status answer_folder_write(const struct answer_folder *folder, const struct outcome *outcome,
                                const struct limits *limits, struct failure *failure) {
    const struct evidence *parts = outcome->parts;
    struct evidence sides[OUTCOME_PARTS] = {
        parts[PART_SCHEDULE].kind ? parts[PART_SCHEDULE] : outcome->schedule,
        parts[PART_BOUND].kind ? parts[PART_BOUND] : outcome->bound, parts[PART_SECOND],
        parts[PART_SECOND_BOUND]};
    struct failure why = {0};
    enum status status = write_sides(folder, sides, limits, &why);
    if (status == STATUS_LIMIT && sides[0].kind) {
        fprintf(stderr, "the schedule was not written: %s\n", why.message);
        sides[0].kind = sides[2].kind = sides[3].kind = NULL;
        return write_sides(folder, sides, limits, failure);
    }
    if (status && failure)
        *failure = why;
    return status;
}
