/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/merge_shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

void merge_shards_clear(struct merge_shards *shards) {
    campaign_clear(&shards->campaign);
    free(shards->folders);
    *shards = (struct merge_shards){0};
}

static enum status check_same(const struct merge_shards *shards, const char *first,
                              const char *folder, const struct campaign *campaign,
                              const struct campaign_shard *shard, struct failure *failure) {
    if (strcmp(shards->campaign.digest, campaign->digest) != 0)
        return failure_set(failure, STATUS_INPUT,
                           "%s holds another campaign than %s: line %ld is another one", folder,
                           first, campaign_first_difference(&shards->campaign, campaign));
    if (shard->count != shards->count)
        return failure_set(failure, STATUS_INPUT, "%s holds shard %d/%d, %s one of %d", folder,
                           shard->number, shard->count, first, shards->count);
    return STATUS_OK;
}

static enum status put(struct merge_shards *shards, const char *folder,
                       const struct campaign_shard *shard, struct failure *failure) {
    const char **place = &shards->folders[shard->number - 1];
    if (*place)
        return failure_set(failure, STATUS_INPUT, "%s and %s are both shard %d/%d", *place, folder,
                           shard->number, shard->count);
    *place = folder;
    return STATUS_OK;
}

static enum status load_first(struct merge_shards *shards, const char *folder,
                              struct failure *failure) {
    struct campaign_shard shard;
    enum status status = campaign_folder_load(folder, &shards->campaign, &shard, failure);
    if (status)
        return status;
    shards->count = shard.count;
    shards->folders = memory_new((size_t)shard.count, sizeof *shards->folders);
    if (!shards->folders)
        return failure_memory(failure, "the list of shards");
    return put(shards, folder, &shard, failure);
}

static enum status load_next(struct merge_shards *shards, const char *first, const char *folder,
                             struct failure *failure) {
    struct campaign campaign;
    struct campaign_shard shard;
    enum status status = campaign_folder_load(folder, &campaign, &shard, failure);
    if (status)
        return status;
    status = check_same(shards, first, folder, &campaign, &shard, failure);
    campaign_clear(&campaign);
    return status ? status : put(shards, folder, &shard, failure);
}

static int tell_missing(const struct merge_shards *shards, merge_fault *fault, void *context) {
    char text[80];
    int missing = 0;
    for (int i = 0; i < shards->count; i++) {
        if (shards->folders[i])
            continue;
        snprintf(text, sizeof text, "shard %d/%d is missing", i + 1, shards->count);
        fault(context, text);
        missing++;
    }
    return missing;
}

enum status merge_shards_load(struct merge_shards *shards, char *const *folders, int count,
                              merge_fault *fault, void *context, int *missing,
                              struct failure *failure) {
    struct merge_shards result = {0};
    enum status status = load_first(&result, folders[0], failure);
    for (int i = 1; i < count && !status; i++)
        status = load_next(&result, folders[0], folders[i], failure);
    if (status) {
        merge_shards_clear(&result);
        return status;
    }
    *missing = tell_missing(&result, fault, context);
    *shards = result;
    return STATUS_OK;
}
