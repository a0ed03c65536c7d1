/* SPDX-License-Identifier: MIT */
/*
 * The folder in which a rank keeps what its worker writes until rank 0 has it: on the machine of
 * rank 0 below FOLDER/.run of the campaign, from where rank 0 moves the files, elsewhere below
 * TMPDIR, or /tmp. It is named by machine and process.
 */
#ifndef STEADYCAST_TOOLS_CLUSTER_RANK_FOLDER_H
#define STEADYCAST_TOOLS_CLUSTER_RANK_FOLDER_H

#include "tools/steadycast/campaign/campaign_folder.h"

struct rank_folder {
    char path[CAMPAIGN_PATH_ROOM]; /* "": none */
};

/* Makes it, of the form of a campaign's folder, below `above`, or, if that is NULL, below TMPDIR or
 * /tmp; removes those of dead processes of the same machine and user. STATUS_SYSTEM if it can't be
 * made. */
enum status rank_folder_make(struct rank_folder *folder, const char *above,
                             struct failure *failure);

/* The name of the folder, without what is above it. */
const char *rank_folder_name(const struct rank_folder *folder);

/* Removes it with all that is in it. */
void rank_folder_remove(struct rank_folder *folder);

#endif
