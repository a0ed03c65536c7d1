/* SPDX-License-Identifier: MIT */
/*
 * The folder of a campaign for the one run that works on it: made or taken up again, locked,
 * repaired.
 */
#ifndef STEADYCAST_TOOLS_SWEEP_FOLDER_H
#define STEADYCAST_TOOLS_SWEEP_FOLDER_H

#include "solver/certificate/locked_file.h"
#include "tools/steadycast/sweep/campaign_folder.h"

struct sweep_folder {
    const char *path; /* borrowed */
    struct lock_file lock;
    int workers; /* a file whose lock the processes that are forked from this one share */
    struct journal journal;
    long faults; /* that were found and told */
};

struct sweep_folder_options {
    struct campaign_shard shard;
    bool change; /* the folder may be of another campaign, if its answers are asked here too */
    bool others; /* .. and answers that are not asked here stay in the journal, for a later run */
    journal_fault *fault; /* told of each damaged line (number) and certificate (number 0) */
    void *context;
};

/*
 * STATUS_INPUT if another run holds it, if it is of another campaign or shard (with the first line
 * that differs), or can't be written. Damaged lines of the journal are set aside, answers whose
 * certificates are missing or changed are forgotten, so that both are done anew. Workers of a
 * killed run, which may live a moment longer and write, are waited for; STATUS_SYSTEM if they do
 * not end. The caller closes it; the campaign lives longer.
 */
enum status sweep_folder_open(struct sweep_folder *folder, const char *path,
                              const struct campaign *campaign,
                              const struct sweep_folder_options *options, struct failure *failure);

/* `done`: nothing is left of the run, and what it needed goes. */
void sweep_folder_close(struct sweep_folder *folder, bool done);

#endif
