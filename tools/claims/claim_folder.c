#include "tools/claims/claim_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/certificate/digest.h"
#include "tools/steadycast/frame/folder.h"
#include "tools/steadycast/frame/output_file.h"

/* folder/name and ending; NULL without memory. */
static char *join(const char *folder, const char *name, const char *ending) {
    size_t room = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = memory_new(room, 1);
    if (path)
        snprintf(path, room, "%s/%s%s", folder, name, ending);
    return path;
}

/* Of the file of this program: findings of another one are not taken for its own. */
static enum status program_digest(char hex[DIGEST_ROOM], struct failure *failure) {
    enum status status = digest_file("/proc/self/exe", hex, NULL, failure);
    if (status)
        return failure_set(failure, STATUS_SYSTEM, "this program's file can't be read");
    return STATUS_OK;
}

static bool same_program(const char *path, const char *hex) {
    char text[DIGEST_ROOM] = "";
    FILE *file = fopen(path, "rb");
    bool same = file && fgets(text, sizeof text, file) && strcmp(text, hex) == 0;
    if (file)
        fclose(file);
    return same;
}

static enum status write_digest(FILE *file, const void *context, struct failure *failure) {
    (void)failure;
    fputs(context, file);
    return STATUS_OK;
}

/* Empties .run but for the lock, unless it is to be kept, and notes the program. */
static enum status prepare(struct claim_folder *folder, bool resume, struct failure *failure) {
    char hex[DIGEST_ROOM];
    char *program = join(folder->run, "program", "");
    enum status status =
        program ? program_digest(hex, failure) : failure_memory(failure, "the name of a file");
    if (!status && !(resume && same_program(program, hex))) {
        folder_remove(folder->run);
        status = output_folder_make(folder->run, failure);
        if (!status)
            status = output_file_write(program, true, write_digest, hex, failure);
    }
    free(program);
    return status;
}

enum status claim_folder_open(struct claim_folder *folder, const char *path, bool resume,
                              struct failure *failure) {
    struct claim_folder opened = {.final = strdup(path), .run = join(path, ".run", "")};
    char *lock = join(path, ".run", "");
    enum status status =
        opened.final && opened.run && lock ? STATUS_OK : failure_memory(failure, "a folder's name");
    if (!status)
        status = output_folder_make(path, failure);
    if (!status)
        status = lock_file_take(&opened.lock, lock, failure);
    free(lock);
    if (!status)
        status = output_folder_make(opened.run, failure);
    if (!status)
        status = prepare(&opened, resume, failure);
    if (status)
        claim_folder_close(&opened, false);
    else
        *folder = opened;
    return status;
}

enum status claim_folder_begin(const struct claim_folder *folder, const char *name,
                               struct failure *failure) {
    char *path = join(folder->run, name, "");
    if (!path)
        return failure_memory(failure, "a folder's name");
    folder_remove(path);
    enum status status = output_folder_make(path, failure);
    free(path);
    return status;
}

static enum status move_one(const struct claim_folder *folder, const char *name, const char *ending,
                            struct failure *failure) {
    char *from = join(folder->run, name, ending), *to = join(folder->final, name, ending);
    enum status status = from && to ? STATUS_OK : failure_memory(failure, "a file's name");
    if (!status) {
        folder_remove(to);
        rmdir(from); /* a folder that is empty is not kept */
        if (rename(from, to) != 0 && errno != ENOENT)
            status = failure_set(failure, status_of_errno(errno), "%s can't be moved to %s: %s",
                                 from, to, strerror(errno));
    }
    free(from);
    free(to);
    return status;
}

enum status claim_folder_move(const struct claim_folder *folder, const char *name,
                              struct failure *failure) {
    enum status status = move_one(folder, name, "", failure);
    return status ? status : move_one(folder, name, ".txt", failure);
}

static int is_work(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "program") != 0;
}

/* What a killed run of more cases has left is for the next one. */
static bool has_work(const char *run) {
    struct dirent **entries;
    int count = scandir(run, &entries, is_work, NULL);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return count > 0;
}

void claim_folder_close(struct claim_folder *folder, bool done) {
    if (done && !has_work(folder->run))
        folder_remove(folder->run);
    lock_file_release(&folder->lock);
    free(folder->final);
    free(folder->run);
    *folder = (struct claim_folder){0};
}
