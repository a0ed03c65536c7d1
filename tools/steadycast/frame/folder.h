/* SPDX-License-Identifier: MIT */
/* Folders with all that is in them. */
#ifndef STEADYCAST_TOOLS_FOLDER_H
#define STEADYCAST_TOOLS_FOLDER_H

/* Removes it as far as that is allowed; one that is not there is no fault. Does not follow links.
 */
void folder_remove(const char *path);

#endif
