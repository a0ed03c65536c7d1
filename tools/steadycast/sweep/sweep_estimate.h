/* SPDX-License-Identifier: MIT */
/* What a campaign will take, before it is run: nothing is asked or written. */
#pragma once

#include "tools/steadycast/sweep/sweep_folder.h"

struct sweep_estimate {
    size_t cases;     /* of the shard */
    size_t done;      /* of them, in the folder */
    int workers;      /* >= 1; the caller's */
    double most;      /* seconds until all is done, by the limits of those with a limit of time */
    size_t unlimited; /* cases that are not done and have none */
    double left;      /* seconds until all is done, by what was done; below 0: nothing was */
    uint64_t there;   /* bytes of the certificates of those that are done */
    double space;     /* of all then, by the same; below 0: nothing was done */
};

/* `folder`: where answers of the campaign may be; NULL, or without any yet: nowhere. STATUS_INPUT
 * for one of another campaign, unless it may be changed. O(cases + attempts). */
enum status sweep_estimate_make(struct sweep_estimate *estimate, const struct campaign *campaign,
                                const char *folder, const struct sweep_folder_options *options,
                                struct failure *failure);

/* Some lines or, as events have it, one object. */
void sweep_estimate_print(const struct sweep_estimate *estimate, bool json);
