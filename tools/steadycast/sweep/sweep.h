/*
 * The verb `sweep` from its options to its exit status, whoever the crew is: the program steadycast
 * brings processes of this machine, steadycast-mpi ranks.
 */
#ifndef STEADYCAST_TOOLS_SWEEP_H
#define STEADYCAST_TOOLS_SWEEP_H

#include "tools/steadycast/frame/options.h"
#include "tools/steadycast/sweep/crew.h"

/* Opens a crew for the campaign; `threads`: option --threads, 0 if it was not given. */
typedef enum status sweep_open_crew(void *context, int threads, const struct crew_place *place,
                                    struct crew *crew, struct failure *failure);

/* The exit status. The crew is opened once the folder is locked, and closed again. */
int sweep_command(const struct arguments *arguments, sweep_open_crew *open, void *context);

#endif
