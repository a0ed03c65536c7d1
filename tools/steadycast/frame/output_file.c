/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/output_file.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

enum status output_bytes_open(struct output_bytes *bytes, struct failure *failure) {
    bytes->stream = open_memstream(&bytes->text, &bytes->size);
    return memory_check(bytes->stream, failure, bytes->purpose);
}

enum status output_bytes_close(struct output_bytes *bytes, enum status status,
                               struct failure *failure) {
    bool lost = ferror(bytes->stream); /* for memory: it has no other reason */
    lost |= fclose(bytes->stream) != 0;
    bytes->stream = NULL;
    return status ? status : memory_check(!lost, failure, bytes->purpose);
}

void output_bytes_clear(struct output_bytes *bytes) {
    if (bytes->stream)
        fclose(bytes->stream);
    free(bytes->text);
}

enum status output_file_open(struct output_file *output, const char *path, bool overwrite,
                             struct failure *failure) {
    output->stream = stdout;
    if (strcmp(path, "-") == 0)
        return STATUS_OK;
    TRY(locked_file_open(&output->file, path, overwrite, failure));
    output->stream = output->file.stream;
    return STATUS_OK;
}

enum status output_file_asked(struct output_file *output, const struct arguments *arguments,
                              struct failure *failure) {
    return output_file_open(output, option_text(arguments, "output", "-"),
                            option(arguments, "force")->given, failure);
}

enum status output_file_close(struct output_file *output, enum status status,
                              struct failure *failure) {
    if (output->stream == stdout)
        return status;
    if (!status ||
        ferror(output->stream)) /* which file has lost a byte is reported when it is closed */
        return locked_file_close(&output->file, 0, failure);
    locked_file_discard(&output->file);
    return status;
}

enum status output_file_write(const char *path, bool overwrite, output_file_body *body,
                              const void *context, struct failure *failure) {
    struct output_file output;
    TRY(output_file_open(&output, path, overwrite, failure));
    return output_file_close(&output, body(output.stream, context, failure), failure);
}

enum status output_folder_make(const char *path, struct failure *failure) {
    if (strcmp(path, "-") == 0 || !*path)
        return failure_input(failure, "'%s' is no name for a folder", path);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return failure_input(failure, "folder %s can't be made: %s", path, strerror(errno));
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
