#include "tools/steadycast/output_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

static enum status finish(FILE *file, const char *partial, const char *path,
                          struct failure *failure) {
    bool written = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    int error = errno;
    written = fclose(file) == 0 && written;
    if (written && rename(partial, path) == 0)
        return STATUS_OK;
    if (written)
        error = errno;
    unlink(partial);
    return failure_set(failure, STATUS_SYSTEM, "%s could not be written: %s", path,
                       strerror(error));
}

enum status output_file_write(const char *path, bool overwrite, output_file_body *body,
                              const void *context, struct failure *failure) {
    char partial[PATH_ROOM];
    if (strcmp(path, "-") == 0)
        return body(stdout, context, failure);
    struct stat info; /* renaming would put a file in the place of a device */
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return failure_set(failure, STATUS_INPUT, "%s is not a regular file", path);
    if (!overwrite && access(path, F_OK) == 0)
        return failure_set(failure, STATUS_INPUT, "%s exists; --force overwrites it", path);
    if (snprintf(partial, sizeof partial, "%s.partial", path) >= (int)sizeof partial)
        return failure_set(failure, STATUS_INPUT, "the name of the file is too long");
    FILE *file = fopen(partial, "w");
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s can't be written: %s", path, strerror(errno));
    enum status status = body(file, context, failure);
    if (!status)
        return finish(file, partial, path, failure);
    fclose(file);
    unlink(partial);
    return status;
}
