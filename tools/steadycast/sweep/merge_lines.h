/* SPDX-License-Identifier: MIT */
/*
 * The lines of the journals of all shards, in the order of the cases that they are about.
 */
#ifndef STEADYCAST_TOOLS_MERGE_LINES_H
#define STEADYCAST_TOOLS_MERGE_LINES_H

#include <stdio.h>
#include <sys/types.h>

#include "tools/steadycast/sweep/merge_shards.h"

/* Where a line stands. */
struct merge_line {
    size_t index; /* of its case */
    int shard;    /* from 0 */
    long number;  /* in the journal, from 1 */
    off_t offset;
    size_t length; /* its end included */
};

struct merge_lines {
    size_t count;
    size_t room;
    struct merge_line *list;
};

/*
 * Reads all journals; `journal`, of the shards' campaign, takes what the lines say. Lines that are
 * damaged, or about cases of another shard, are told to `fault`, counted in *faults and left out; a
 * torn end is left out. The caller clears both.
 */
enum status merge_lines_read(struct merge_lines *lines, struct journal *journal,
                             const struct merge_shards *shards, merge_fault *fault, void *context,
                             long *faults, struct failure *failure);
void merge_lines_clear(struct merge_lines *lines);

/* Writes those of cases for which `wanted` is true, or of all if it is NULL, byte for byte. */
enum status merge_lines_write(const struct merge_lines *lines, const struct merge_shards *shards,
                              const bool *wanted, FILE *file, struct failure *failure);

#endif
