/* SPDX-License-Identifier: MIT */
/* Where cases and the certificates that they point at are, if nobody says so. */
#ifndef STEADYCAST_TOOLS_CLAIM_PLACE_H
#define STEADYCAST_TOOLS_CLAIM_PLACE_H

#include "tools/claims/claim_method.h"

/*
 * `name`, a folder, if it has `mark` below the current folder; else where it is installed, found
 * from the running program, if it has `mark` there: then in `path`. `name` too if it has it
 * nowhere.
 */
const char *claim_place(const char *name, const char *mark, char path[CLAIM_PATH_ROOM]);

#endif
