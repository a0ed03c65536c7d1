/* SPDX-License-Identifier: MIT */
/*
 * Appending to the journal of a campaign. A line is there for the next run once journal_writer_add
 * has returned, also if this run is killed then; about a second later it is there also if the
 * machine fails.
 */
#ifndef STEADYCAST_TOOLS_JOURNAL_WRITER_H
#define STEADYCAST_TOOLS_JOURNAL_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "automata/status.h"

struct journal_writer {
    int descriptor;
    char *path;
    off_t size;    /* of all whole lines */
    double synced; /* when the disk was last waited for, seconds of a steady clock */
    bool dirty;
    bool unsettled; /* lines were added since journal_writer_settle */
};

/* Opens FOLDER/journal.jsonl, which is made if it is missing; what stands behind its last whole
 * line, left by a killed run, goes. */
enum status journal_writer_open(struct journal_writer *writer, const char *folder,
                                struct failure *failure);

/* STATUS_SYSTEM, with the system's reason, if it could not be written: then nothing of it is there.
 */
enum status journal_writer_add(struct journal_writer *writer, const char *line,
                               struct failure *failure);

/* Waits for the disk if a second has gone by since it last did. */
enum status journal_writer_sync(struct journal_writer *writer, double now, struct failure *failure);

/* Waits for the disk: for the journal, and for all that was written before on the same file system,
 * so that what it stands on may go. */
enum status journal_writer_settle(struct journal_writer *writer, struct failure *failure);

/* Waits for the disk: for the journal, and for all certificates, which are on the same file system.
 */
enum status journal_writer_close(struct journal_writer *writer, struct failure *failure);

/*
 * Moves the lines with these numbers, ascending from 1, out of FOLDER/journal.jsonl to the end of
 * FOLDER/journal.damaged.
 */
enum status journal_set_aside(const char *folder, const long *numbers, size_t count,
                              struct failure *failure);

#endif
