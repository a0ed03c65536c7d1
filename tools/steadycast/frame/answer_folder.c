/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/answer_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/base/locked_file.h"
#include "tools/steadycast/frame/output_file.h"

enum { PATH_ROOM = ANSWER_FOLDER_PATH_ROOM };

struct answer_folder answer_folder(const struct arguments *arguments, const char *const *names,
                                   int count) {
    const struct option_value *output = option(arguments, "output");
    return (struct answer_folder){output->given ? output->text : NULL,
                                  option(arguments, "force")->given, count, names};
}

enum status answer_folder_path(const struct answer_folder *folder, const char *name,
                               const char *ending, char path[PATH_ROOM], struct failure *failure) {
    size_t given = strlen(folder->path);
    const char *slash = given > 0 && folder->path[given - 1] == '/' ? "" : "/";
    int length = snprintf(path, PATH_ROOM, "%s%s%s%s", folder->path, slash, name, ending);
    return length < PATH_ROOM
               ? STATUS_OK
               : failure_set(failure, STATUS_INPUT, "--output: the folder's name is too long");
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
    for (int i = 0; i < folder->count; i++)
        TRY(answer_folder_probe_file(folder, folder->names[i], failure));
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
    for (int i = 0; i < folder->count; i++)
        for (int e = 0; e < 2; e++)
            if (answer_folder_path(folder, folder->names[i], endings[e], path, NULL) == STATUS_OK)
                unlink(path);
}

/* Gives the new files their names. */
static enum status rename_all(const struct answer_folder *folder, int files,
                              struct failure *failure) {
    char from[PATH_ROOM], to[PATH_ROOM];
    for (int i = 0; i < folder->count; i++) {
        TRY(answer_folder_path(folder, folder->names[i], "", to, failure));
        TRY(answer_folder_path(folder, folder->names[i], ".new", from, failure));
        if (!(files >> i & 1))
            unlink(to); /* of another answer, or not there */
        else if (rename(from, to) != 0)
            return failure_set(failure, status_of_errno(errno), "%s can't be written: %s", to,
                               strerror(errno));
    }
    return STATUS_OK;
}

static enum status write_all(const struct answer_folder *folder, int files,
                             answer_folder_file *write, const void *context,
                             struct failure *failure) {
    char path[PATH_ROOM];
    enum status status = probe_files(folder, failure);
    if (!status)
        discard(folder);
    for (int i = 0; i < folder->count && !status; i++) {
        if (!(files >> i & 1))
            continue;
        status = answer_folder_path(folder, folder->names[i], ".new", path, failure);
        if (!status)
            status = write(context, i, path, failure);
    }
    if (!status)
        status = rename_all(folder, files, failure);
    if (status)
        discard(folder);
    return status;
}

/* The files of an answer, bit i of `files` for the i-th. Either all get their names, and what was
 * there of another answer is deleted, or nothing is changed. While another run writes its answer
 * this one waits; what that leaves is refused or replaced as what was there before. */
static enum status answer_folder_write(const struct answer_folder *folder, int files,
                                       answer_folder_file *write, const void *context,
                                       struct failure *failure) {
    CLEANUP(lock_file_release) struct lock_file lock = {0};
    if (!folder->path || (!files && access(folder->path, F_OK) != 0))
        return STATUS_OK;
    TRY(enter(folder, true, &lock, failure));
    return write_all(folder, files, write, context, failure);
}

/* --- evidence --- */

struct files {
    const struct evidence *evidence;
    const struct limits *limits;
};

static enum status write_evidence(const void *context, int file, const char *path,
                                  struct failure *failure) {
    const struct files *files = context;
    return evidence_write(files->evidence[file], path, true, files->limits, failure);
}

/* The same of evidence, one for each file of the folder, as far as it has a kind. The first one is
 * a schedule: if it is too long, or stopped by the limits, it is left out, which is remarked: the
 * answer is known all the same. */
static enum status answer_folder_write_evidence(const struct answer_folder *folder,
                                                const struct evidence *evidence,
                                                const struct limits *limits,
                                                struct failure *failure) {
    const struct files context = {evidence, limits};
    struct failure why = {0};
    int files = 0;
    for (int i = 0; i < folder->count; i++)
        files |= (evidence[i].kind != NULL) << i;
    enum status status = answer_folder_write(folder, files, write_evidence, &context, &why);
    if (status == STATUS_LIMIT && files & 1) {
        fprintf(stderr, "the schedule was not written: %s\n", why.message);
        return answer_folder_write(folder, files & 2, write_evidence, &context, failure);
    }
    if (status && failure)
        *failure = why;
    return status;
}

struct answer_folder answer_folder_of_sides(const struct arguments *arguments) {
    static const char *const names[OUTCOME_PARTS] = {"schedule.cert", "bound.cert", "second.cert",
                                                     "second-bound.cert"};
    return answer_folder(arguments, names, OUTCOME_PARTS);
}

enum status answer_folder_write_sides(const struct answer_folder *folder,
                                      const struct outcome *outcome, const struct limits *limits,
                                      struct failure *failure) {
    const struct evidence *parts = outcome->parts;
    const struct evidence sides[OUTCOME_PARTS] = {
        parts[PART_SCHEDULE].kind ? parts[PART_SCHEDULE] : outcome->schedule,
        parts[PART_BOUND].kind ? parts[PART_BOUND] : outcome->bound, parts[PART_SECOND],
        parts[PART_SECOND_BOUND]};
    return answer_folder_write_evidence(folder, sides, limits, failure);
}
