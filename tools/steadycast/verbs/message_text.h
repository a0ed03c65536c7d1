/* SPDX-License-Identifier: MIT */
/* Lists of messages as text: a table for people, comma-separated values for programs. */
#ifndef STEADYCAST_TOOLS_MESSAGE_TEXT_H
#define STEADYCAST_TOOLS_MESSAGE_TEXT_H

#include <stdio.h>

#include "solver/model/message_list.h"

/* A table is put together in memory, 12 bytes a message; longer ones are refused. */
enum { MESSAGE_TEXT_MOST_ROWS = 50000000 };

/* One line for each reception, by processors, then by time. STATUS_LIMIT when stopped or refused.
 */
enum status message_text_table(FILE *file, const struct message_list *list,
                               const struct limits *limits, struct failure *failure);

/* One line for each message, by time, then by sender, below a line with the names of the columns.
 */
enum status message_text_csv(FILE *file, const struct message_list *list,
                             const struct limits *limits, struct failure *failure);

#endif
