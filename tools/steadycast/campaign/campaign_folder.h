/* SPDX-License-Identifier: MIT */
/* The folder of a campaign (results/README.md): campaign, answers.sqlite, certificates/, and when
 * all is answered results.jsonl and results.csv; .run/ holds what a running campaign needs.
 *
 * A campaign that is answered and audited may be put away (reproduce): without the store, which
 * has the seconds, and without certificates beyond CAMPAIGN_KEPT_BYTES, whose digests
 * results.jsonl has, it is the same, byte by byte, for whoever reproduces it. */
#pragma once

#include "tools/steadycast/campaign/campaign.h"

enum { CAMPAIGN_PATH_ROOM = 4096, CAMPAIGN_MOST_SHARDS = 1000000, CAMPAIGN_KEPT_BYTES = 1 << 22 };

/* Which part of a campaign a folder holds: case i, as written, from 0 on, belongs to shard i mod
 * count + 1. */
struct campaign_shard {
    int number; /* 1..count */
    int count;  /* 1: all of it */
};

static inline bool campaign_shard_has(const struct campaign_shard *shard, size_t index) {
    return index % (size_t)shard->count == (size_t)shard->number - 1;
}

/* path = FOLDER/name. STATUS_INPUT if it is too long. */
enum status campaign_folder_path(const char *folder, const char *name,
                                 char path[CAMPAIGN_PATH_ROOM], struct failure *failure);

/* The same of a file below FOLDER/certificates. */
enum status campaign_folder_certificate(const char *folder, const char *file,
                                        char path[CAMPAIGN_PATH_ROOM], struct failure *failure);

/* Writes FOLDER/campaign, by which it becomes the folder of this campaign. */
enum status campaign_folder_note(const char *folder, const struct campaign *campaign,
                                 struct failure *failure);

/* STATUS_INPUT for what is no folder of a campaign. */
enum status campaign_folder_check(const char *folder, struct failure *failure);

/* The campaign that a folder was made for. STATUS_INPUT for what is no such folder. The caller
 * clears the campaign. */
enum status campaign_folder_campaign(const char *folder, struct campaign *campaign,
                                     struct failure *failure);

/* The number of the first line, from 1, in which the texts of two campaigns differ. */
long campaign_first_difference(const struct campaign *a, const struct campaign *b);

/* Puts the numbers of the cases into the order of the campaign, those of one shard only; *count of
 * them. The caller frees them. */
enum status campaign_order_cases(const struct campaign *campaign,
                                 const struct campaign_shard *shard, size_t **numbers,
                                 size_t *count, struct failure *failure);
