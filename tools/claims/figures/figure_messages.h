/* SPDX-License-Identifier: MIT */
/* The lists of messages that figures are drawn from. */
#ifndef STEADYCAST_TOOLS_FIGURE_MESSAGES_H
#define STEADYCAST_TOOLS_FIGURE_MESSAGES_H

#include "solver/certificate/messages_read.h"

/* Reads folder/name, small enough for a picture. The caller clears it. */
enum status figure_messages(struct messages_read *read, const char *folder, const char *name,
                            const char *kind, struct failure *failure);

#endif
