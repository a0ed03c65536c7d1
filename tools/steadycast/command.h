/*
 * The command line: VERB [options].
 */
#ifndef STEADYCAST_TOOLS_COMMAND_H
#define STEADYCAST_TOOLS_COMMAND_H

#include "tools/steadycast/verb.h"

/* The exit status of the program. `instead`, unless it is NULL, is run in the place of the verb of
 * the same name. */
int command_run(int argc, char **argv, const struct verb *instead);

#endif
