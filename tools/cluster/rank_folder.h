/*
 * The folder in which a rank keeps what its worker writes until it has been sent to rank 0: below
 * TMPDIR, or /tmp, and named by machine and process.
 */
#ifndef STEADYCAST_TOOLS_CLUSTER_RANK_FOLDER_H
#define STEADYCAST_TOOLS_CLUSTER_RANK_FOLDER_H

#include "tools/steadycast/sweep/campaign_folder.h"

struct rank_folder {
    char path[CAMPAIGN_PATH_ROOM]; /* "": none */
};

/* Makes it, of the form of a campaign's folder; removes those of dead processes of the same machine
 * and user. STATUS_SYSTEM if it can't be made. */
enum status rank_folder_make(struct rank_folder *folder, struct failure *failure);

/* Removes it with all that is in it. */
void rank_folder_remove(struct rank_folder *folder);

#endif
