/* SPDX-License-Identifier: MIT */
/*
 * Putting the folders of shards together to that of their campaign.
 */
#ifndef STEADYCAST_TOOLS_MERGE_H
#define STEADYCAST_TOOLS_MERGE_H

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/sweep/merge_shards.h"

struct merge {
    char *const *folders; /* of shards, in any order */
    int count;            /* >= 1 */
    const char *output;   /* of the campaign; must not be there */
    bool partial;         /* what is missing or damaged is told and left out */
    struct control *control;
    merge_fault *fault;
    void *context;
};

/* What it came to. */
struct merge_tally {
    size_t cases;    /* of the campaign */
    size_t answered; /* those that need no further attempt */
    size_t lines;    /* of the journal */
    size_t files;    /* certificates */
    long faults;     /* told */
    long contradictions;
};

/*
 * Writes journal.jsonl, the lines of all shards in the order of the cases; certificates/, each file
 * compared with its digest in the journal, as hard links where that is possible; and, if no case
 * lacks an answer, results.jsonl and results.csv, the bytes that an undivided run writes. Nothing
 * is under the name `output` before all is there: it is built in OUTPUT.partial, under the lock
 * OUTPUT.lock, and renamed; what a killed merge has left there is removed.
 *
 * STATUS_INPUT if the folders do not belong together, if `output` is there or another merge writes
 * it, and, unless `partial`, if anything is missing or damaged; STATUS_LIMIT when stopped;
 * STATUS_SYSTEM when it can't be written. Shards are only read. Takes as much memory as a sweep of
 * the whole campaign.
 */
enum status merge_folders(const struct merge *merge, struct merge_tally *tally,
                          struct failure *failure);

#endif
