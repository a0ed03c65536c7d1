/* SPDX-License-Identifier: MIT */
/*
 * The folders that `merge` puts together: shards of one campaign.
 */
#ifndef STEADYCAST_TOOLS_MERGE_SHARDS_H
#define STEADYCAST_TOOLS_MERGE_SHARDS_H

#include "tools/steadycast/sweep/campaign_folder.h"

/* Told of what is wrong, in words that name folder, file and line. */
typedef void merge_fault(void *context, const char *what);

struct merge_shards {
    int count;                /* in how many the campaign was divided */
    const char **folders;     /* of shard 1, 2, ..; NULL: missing; names borrowed, list owned */
    struct campaign campaign; /* that all have in common */
};

/*
 * Loads the campaign of each folder. STATUS_INPUT if one is no folder of a campaign, of another
 * campaign than the first (with the first line that differs), of shards of another number, or if a
 * shard is there twice. Missing ones are told to `fault` and counted in *missing. The caller clears
 * the shards.
 */
enum status merge_shards_load(struct merge_shards *shards, char *const *folders, int count,
                              merge_fault *fault, void *context, int *missing,
                              struct failure *failure);
void merge_shards_clear(struct merge_shards *shards);

#endif
