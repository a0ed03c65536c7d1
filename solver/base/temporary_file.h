/* SPDX-License-Identifier: MIT */
/* Files and folders that nobody is to find again: where they are, and files without a name. */
#ifndef STEADYCAST_SOLVER_BASE_TEMPORARY_FILE_H
#define STEADYCAST_SOLVER_BASE_TEMPORARY_FILE_H

#include <stdio.h>

/* The folder for them: what TMPDIR names, or /tmp without it. Borrowed from the environment. */
const char *temporary_folder(void);

/*
 * An empty file in that folder, to be written and read in binary; it has no name any more, and is
 * gone once it is closed, which is up to the caller. No program that is started later inherits it.
 * NULL, with errno, if there can be none; where TMPDIR is no folder, or not one to write into, it
 * is in /tmp. In the place of tmpfile(), which knows only /tmp.
 */
FILE *temporary_file_open(void);

#endif
