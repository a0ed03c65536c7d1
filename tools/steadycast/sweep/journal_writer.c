/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syncfs */
#include "tools/steadycast/sweep/journal_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/campaign_folder.h"

static enum status failed(const struct journal_writer *writer, int error, struct failure *failure) {
    return failure_set(failure, STATUS_SYSTEM, "%s could not be written: %s", writer->path,
                       strerror(error));
}

/* The length up to the end of the last whole line; -1 with errno. */
static off_t whole_lines(int descriptor) {
    char bytes[1 << 12];
    for (off_t end = lseek(descriptor, 0, SEEK_END); end > 0;) {
        off_t begin = end > (off_t)sizeof bytes ? end - (off_t)sizeof bytes : 0;
        ssize_t count = pread(descriptor, bytes, (size_t)(end - begin), begin);
        if (count != end - begin)
            return -1;
        for (; end > begin; end--)
            if (bytes[end - begin - 1] == '\n')
                return end;
    }
    return 0;
}

enum status journal_writer_open(struct journal_writer *writer, const char *folder,
                                struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder, "journal.jsonl", path, failure);
    if (status)
        return status;
    struct journal_writer result = {.path = strdup(path)};
    if (!result.path)
        return failure_memory(failure, "a journal");
    result.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (result.descriptor >= 0)
        result.size = whole_lines(result.descriptor);
    if (result.descriptor < 0 || result.size < 0 ||
        ftruncate(result.descriptor, result.size) != 0) {
        status = failed(&result, errno, failure);
        if (result.descriptor >= 0)
            close(result.descriptor);
        free(result.path);
        return status;
    }
    *writer = result;
    return STATUS_OK;
}

static int write_at(int descriptor, const char *bytes, size_t count, off_t at) {
    while (count > 0) {
        ssize_t written = pwrite(descriptor, bytes, count, at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return errno ? errno : EIO;
        bytes += written;
        at += written;
        count -= (size_t)written;
    }
    return 0;
}

enum status journal_writer_add(struct journal_writer *writer, const char *line,
                               struct failure *failure) {
    size_t length = strlen(line);
    char *text = memory_new(length + 2, 1);
    if (!text)
        return failure_memory(failure, "a line of the journal");
    memcpy(text, line, length);
    text[length] = '\n';
    int error = write_at(writer->descriptor, text, length + 1, writer->size);
    free(text);
    if (error) {
        if (ftruncate(writer->descriptor, writer->size) != 0)
            writer->dirty = true; /* the next run takes the torn line away */
        return failed(writer, error, failure);
    }
    writer->size += (off_t)length + 1;
    writer->dirty = writer->unsettled = true;
    return STATUS_OK;
}

static enum status flush(struct journal_writer *writer, struct failure *failure) {
    if (writer->dirty && fdatasync(writer->descriptor) != 0)
        return failed(writer, errno, failure);
    writer->dirty = false;
    return STATUS_OK;
}

enum status journal_writer_sync(struct journal_writer *writer, double now,
                                struct failure *failure) {
    if (now - writer->synced < 1)
        return STATUS_OK;
    writer->synced = now;
    return flush(writer, failure);
}

enum status journal_writer_settle(struct journal_writer *writer, struct failure *failure) {
    enum status status = flush(writer, failure);
    if (!status && writer->unsettled && syncfs(writer->descriptor) != 0)
        status = failed(writer, errno, failure);
    writer->unsettled &= status != STATUS_OK;
    return status;
}

enum status journal_writer_close(struct journal_writer *writer, struct failure *failure) {
    enum status status = journal_writer_settle(writer, failure);
    close(writer->descriptor);
    free(writer->path);
    *writer = (struct journal_writer){.descriptor = -1};
    return status;
}

/* --- damaged lines --- */

struct sorting {
    FILE *journal;
    const long *numbers;
    size_t count;
    FILE *aside;
};

static enum status copy_good_lines(FILE *file, const void *context, struct failure *failure) {
    const struct sorting *sorting = context;
    char *line = NULL;
    size_t room = 0, next = 0;
    ssize_t length;
    for (long number = 1; (length = getline(&line, &room, sorting->journal)) > 0; number++) {
        bool damaged = next < sorting->count && sorting->numbers[next] == number;
        next += damaged;
        fwrite(line, 1, (size_t)length, damaged ? sorting->aside : file);
    }
    free(line);
    if (!feof(sorting->journal)) /* what is not read must not be lost */
        return failure_set(failure, status_of_errno(errno),
                           "the journal can't be read to its end: %s", strerror(errno));
    return STATUS_OK;
}

enum status journal_set_aside(const char *folder, const long *numbers, size_t count,
                              struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM], aside[CAMPAIGN_PATH_ROOM];
    enum status status = campaign_folder_path(folder, "journal.jsonl", path, failure);
    if (!status)
        status = campaign_folder_path(folder, "journal.damaged", aside, failure);
    if (status)
        return status;
    struct sorting sorting = {fopen(path, "rb"), numbers, count, fopen(aside, "ab")};
    if (!sorting.journal || !sorting.aside)
        status = failure_set(failure, status_of_errno(errno), "%s: %s",
                             sorting.journal ? aside : path, strerror(errno));
    else
        status = output_file_write(path, true, copy_good_lines, &sorting, failure);
    if (sorting.journal)
        fclose(sorting.journal);
    if (sorting.aside && fclose(sorting.aside) != 0 && !status)
        status = failure_set(failure, status_of_errno(errno), "%s: %s", aside, strerror(errno));
    return status;
}
