/* SPDX-License-Identifier: MIT */
/* The certificates that a finding kept, as links of the page. */
#ifndef STEADYCAST_TOOLS_CLAIM_KEPT_H
#define STEADYCAST_TOOLS_CLAIM_KEPT_H

#include <stdio.h>

/* The files of folder/name, in the order of their names, as links below `link`; long lists in part.
 * Nothing if there is no such folder. */
void claim_kept_links(FILE *file, const char *folder, const char *link, const char *name);

#endif
