/* SPDX-License-Identifier: MIT */
/* One latency of a range: a part for each number of processors, on all threads, and one file. */
#ifndef STEADYCAST_TOOLS_KITEM_RUN_H
#define STEADYCAST_TOOLS_KITEM_RUN_H

#include "tools/steadycast/frame/answer_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/ordered_run.h"

struct kitem_run {
    const struct arguments *arguments; /* --threads */
    struct control *control;
    long latency;
    long parts;
    ordered_part *find; /* writes its certificates */
    /* What has been found so far is printed; `failure` NULL: the failure is told by others. */
    enum status (*print)(void *context, struct failure *failure);
    void *context; /* of both */
    long *done;    /* how many parts are there, the first ones */
};

/* L<L>.certs of the folder, which is there already, if it has a path. What was found before a run
 * was stopped is kept and printed, with STATUS_LIMIT. */
enum status kitem_run_latency(const struct kitem_run *run, const struct answer_folder *folder,
                              struct failure *failure);

/* The same look at all files of these latencies before any work. */
enum status kitem_run_probe(const struct answer_folder *folder,
                            const struct option_value *latencies, struct failure *failure);

#endif
