/* SPDX-License-Identifier: MIT */
/* The verb `sweep` from its options to its exit status, whoever the crew is: the program steadycast
 * brings processes of this machine, steadycast-mpi ranks. */
#pragma once

#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/options.h"
#include "tools/steadycast/sweep/crew.h"
#include "tools/steadycast/sweep/sweep_folder.h"

/* Opens a crew for the campaign; `threads`: option --threads, 0 if it was not given. */
typedef enum status sweep_open_crew(void *context, int threads, const struct crew_place *place,
                                    struct crew *crew, struct failure *failure);

/* What comes behind a complete run, while the folder is still locked. It may close the store. */
typedef enum status sweep_finish(void *context, struct sweep_folder *folder,
                                 struct failure *failure);

struct sweep_order {
    const char *file; /* of the campaign */
    const char *folder;
    const char *program; /* as it was called */
    struct campaign_shard shard;
    bool change;          /* the folder may be of another campaign */
    bool json;            /* events on stdout */
    int threads;          /* 0: not given */
    sweep_finish *finish; /* NULL: nothing */
    void *context;        /* for it */
};

/* The exit status: 0 when all is answered or given up. The crew is opened once the folder is
 * locked, and closed again. */
int sweep_do(const struct sweep_order *order, struct control *control, sweep_open_crew *open,
             void *context);

/* A crew of processes on this machine. */
sweep_open_crew sweep_open_local;

/* The same, as the options say. */
int sweep_command(const struct arguments *arguments, sweep_open_crew *open, void *context);
