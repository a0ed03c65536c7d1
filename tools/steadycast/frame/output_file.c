/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/output_file.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "solver/base/locked_file.h"

enum { OPEN_FOLDERS = 16 };

static int remove_one(const char *path, const struct stat *state, int flag, struct FTW *place) {
    (void)state, (void)flag, (void)place;
    remove(path);
    return 0;
}

void folder_remove(const char *path) {
    nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

enum status output_file_bytes(FILE *file, const void *context, struct failure *failure) {
    const struct output_bytes *bytes = context;
    (void)failure;
    fwrite(bytes->text, 1, bytes->size, file);
    return STATUS_OK;
}

void output_bytes_clear(struct output_bytes *bytes) {
    free(bytes->text);
}

enum status output_file_write(const char *path, bool overwrite, output_file_body *body,
                              const void *context, struct failure *failure) {
    if (strcmp(path, "-") == 0)
        return body(stdout, context, failure);
    struct locked_file file;
    TRY(locked_file_open(&file, path, overwrite, failure));
    enum status status = body(file.stream, context, failure);
    if (!status ||
        ferror(file.stream)) /* which file has lost a byte is reported when it is closed */
        return locked_file_close(&file, 0, failure);
    locked_file_discard(&file);
    return status;
}

enum status output_file_asked(const struct arguments *arguments, output_file_body *body,
                              const void *context, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    return output_file_write(output->given ? output->text : "-", option(arguments, "force")->given,
                             body, context, failure);
}

enum status output_folder_make(const char *path, struct failure *failure) {
    if (strcmp(path, "-") == 0 || !*path)
        return failure_set(failure, STATUS_INPUT, "'%s' is no name for a folder", path);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return failure_set(failure, STATUS_INPUT, "folder %s can't be made: %s", path,
                           strerror(errno));
    return STATUS_OK;
}

enum status output_folders_make_above(char *path, size_t base, struct failure *failure) {
    enum status status = STATUS_OK;
    for (char *slash = strchr(path + base, '/'); slash && !status; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        status = output_folder_make(path, failure);
        *slash = '/';
    }
    return status;
}
