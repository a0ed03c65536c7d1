/* SPDX-License-Identifier: MIT */
/* Putting the folders of shards together to that of their campaign. */
#ifndef STEADYCAST_TOOLS_MERGE_H
#define STEADYCAST_TOOLS_MERGE_H

#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/sweep/answers.h"

struct merge {
    char *const *folders; /* of shards, in any order */
    int count;            /* >= 1 */
    const char *output;   /* of the campaign; must not be there */
    bool partial;         /* what is missing or damaged is reported and left out */
    struct control *control;
    store_fault *fault; /* called with what is wrong with shards */
    void *context;
};

/* What it came to. */
struct merge_tally {
    size_t cases;    /* of the campaign */
    size_t answered; /* those that need no further attempt */
    size_t attempts; /* of them all */
    size_t files;    /* certificates */
    long faults;     /* reported */
    long contradictions;
};

/*
 * Writes certificates/, each file compared with its digest in the store of its shard, as hard links
 * where that is possible; answers.sqlite, in one transaction, with the attempts of all shards in
 * the order of the cases; if no case lacks an answer, results.jsonl and results.csv, the bytes that
 * an undivided run writes; and last of all `campaign`, without which `output` is no folder of a
 * campaign, and is taken for what a killed merge has left.
 *
 * STATUS_INPUT if the folders do not belong together, if `output` is there or another run works on
 * it, and, unless `partial`, if anything is missing or damaged; STATUS_LIMIT when stopped;
 * STATUS_SYSTEM when it can't be written. Shards are only read; one whose journal is of an older
 * version has to be taken over by a sweep first. Takes as much memory as a sweep of the whole
 * campaign.
 */
enum status merge_folders(const struct merge *merge, struct merge_tally *tally,
                          struct failure *failure);

#endif
