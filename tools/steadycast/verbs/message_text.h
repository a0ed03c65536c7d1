/* SPDX-License-Identifier: MIT */
/* Lists of messages as text: as lists and as tables of receptions. */
#pragma once

#include <stdio.h>

#include "solver/model/message_list.h"

/* Lists of messages as text: a table for people, comma-separated values for programs. */

/* A table is put together in memory, 12 bytes a message; longer ones are refused. */
enum { MESSAGE_TEXT_MOST_ROWS = 50000000 };

/* One line for each reception, by processors, then by time. STATUS_LIMIT when stopped or
 * refused. */
enum status message_text_table(FILE *file, const struct message_list *list,
                               const struct limits *limits, struct failure *failure);

/* One line for each message, by time, then by sender, below a line with the names of the
 * columns. */
enum status message_text_csv(FILE *file, const struct message_list *list,
                             const struct limits *limits, struct failure *failure);

/* Lists of messages as the tables of Karp et al. 1993 (Figures 2, 4, 5): a line for each processor,
 * a column for each time, in it the item that is received then. */

/* More cells are refused. */
enum { MESSAGE_GRID_MOST_CELLS = 20000000 };

/* The processors first..last (1 <= first <= last <= N). In the buffered model an item that waited
 * is written [i], and one that another had to wait for, which arrived with it, is written (i). An
 * item that the processor sends on has a star. Several items at one time, with several ports, stand
 * together, with commas. STATUS_LIMIT when stopped or refused. */
enum status message_grid(FILE *file, const struct message_list *list, int first, int last,
                         const struct limits *limits, struct failure *failure);
