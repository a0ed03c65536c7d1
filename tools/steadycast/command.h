/* SPDX-License-Identifier: MIT */
/* The command line: VERB [options]. */
#pragma once

#include "tools/steadycast/frame/verb.h"

/* The exit status of the program. `instead`, unless it is NULL, is run in the place of the verb of
 * the same name. */
int command_run(int argc, char **argv, const struct verb *instead);

/* To be called before any file is opened: a standard stream that is closed is given a place of its
 * own, in which writing fails as before, so that no other file gets its number and its output. */
void command_hold_streams(void);

/* To be called before anything is written or started, whatever this program has inherited: beyond
 * the limit for the size of files, writing fails with a message in the place of a signal; and the
 * ends of child processes can be waited for. */
void command_hold_signals(void);

/* To be called before anything is started: takes from PATH what is no absolute name of a folder, an
 * empty one above all, which would be the current folder. Where the new PATH finds no memory, there
 * is none. */
void command_hold_path(void);
