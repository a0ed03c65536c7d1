/* The certificates of one question: all of them under their names, or none. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "solver/certificate/locked_file.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/verbs/delay.h"

/* Of all questions; those that one has not are deleted with --force. */
static const char *const names[DELAY_FILES] = {"schedule.cert", "bound.cert", "bound-later.cert"};

enum status delay_path(const struct arguments *arguments, const char *name, const char *ending,
                       char path[DELAY_PATH_ROOM], struct failure *failure) {
    int length =
        snprintf(path, DELAY_PATH_ROOM, "%s/%s%s", option(arguments, "output")->text, name, ending);
    return length < DELAY_PATH_ROOM
               ? STATUS_OK
               : failure_set(failure, STATUS_INPUT, "the folder's name is too long");
}

enum status delay_folder(const struct arguments *arguments, struct failure *failure) {
    const struct option_value *output = option(arguments, "output");
    if (strcmp(output->text, "-") == 0 || !*output->text)
        return failure_set(failure, STATUS_INPUT, "--output: '%s' is no name for a folder",
                           output->text);
    return output_folder_make(output->text, failure);
}

enum status delay_probe_file(const struct arguments *arguments, const char *name,
                             struct failure *failure) {
    char path[DELAY_PATH_ROOM];
    enum status status = delay_path(arguments, name, "", path, failure);
    return status ? status : locked_file_probe(path, option(arguments, "force")->given, failure);
}

enum status delay_probe(const struct arguments *arguments, struct failure *failure) {
    if (!option(arguments, "output")->given)
        return STATUS_OK;
    enum status status = delay_folder(arguments, failure);
    for (int i = 0; i < DELAY_FILES && !status; i++)
        status = delay_probe_file(arguments, names[i], failure);
    return status;
}

/* Takes the new files away. */
static void discard(const struct arguments *arguments, int count) {
    char path[DELAY_PATH_ROOM];
    for (int i = 0; i < count; i++)
        if (delay_path(arguments, names[i], ".new", path, NULL) == STATUS_OK)
            unlink(path);
}

/* Gives the new files their names. */
static enum status rename_all(const struct arguments *arguments, int count,
                              struct failure *failure) {
    char from[DELAY_PATH_ROOM], to[DELAY_PATH_ROOM];
    for (int i = 0; i < DELAY_FILES; i++) {
        enum status status = delay_path(arguments, names[i], "", to, failure);
        if (!status)
            status = delay_path(arguments, names[i], ".new", from, failure);
        if (status)
            return status;
        if (i >= count)
            unlink(to); /* of another question, or not there */
        else if (rename(from, to) != 0)
            return failure_set(failure, STATUS_SYSTEM, "%s: %s", to, strerror(errno));
    }
    return STATUS_OK;
}

enum status delay_write(const struct arguments *arguments, int count, delay_write_file *write,
                        const void *context, struct failure *failure) {
    char path[DELAY_PATH_ROOM];
    enum status status = delay_probe(arguments, failure);
    int written = 0;
    while (written < count && !status) {
        status = delay_path(arguments, names[written], ".new", path, failure);
        if (!status)
            status = write(context, written, path, failure);
        written += !status;
    }
    if (!status)
        status = rename_all(arguments, count, failure);
    if (status)
        discard(arguments, written);
    return status;
}
