/* SPDX-License-Identifier: MIT */
/*
 * The command line: VERB [options].
 */
#ifndef STEADYCAST_TOOLS_COMMAND_H
#define STEADYCAST_TOOLS_COMMAND_H

#include "tools/steadycast/frame/verb.h"

/* The exit status of the program. `instead`, unless it is NULL, is run in the place of the verb of
 * the same name. */
int command_run(int argc, char **argv, const struct verb *instead);

/* To be called before any file is opened: a standard stream that is closed is given a place of its
 * own, in which writing fails as before, so that no other file gets its number and its output. */
void command_hold_streams(void);

#endif
