/* SPDX-License-Identifier: MIT */
/*
 * Pictures of lists of messages: who receives which item when, who does what when, and the way of
 * one item through a network.
 */
#ifndef STEADYCAST_TOOLS_LIST_PICTURE_H
#define STEADYCAST_TOOLS_LIST_PICTURE_H

#include "solver/certificate/lists/messages_read.h"
#include "tools/steadycast/draw/picture.h"

enum list_drawing {
    LIST_TABLE,   /* a row for each processor, in the cells the items that it receives */
    LIST_CHART,   /* a row for each processor, what it does over time */
    LIST_NETWORK, /* of lists on graphs */
    LIST_DRAWINGS
};

/* What is drawn. What has more is cut, and the text of the picture says so. */
struct list_view {
    enum list_drawing drawing;
    long first_row;  /* a processor; LIST_OWN: the first one that does something */
    long rows;       /* at most so many */
    long first_time; /* LIST_OWN: the first one that there is */
    long times;      /* at most so many */
    long item;       /* LIST_NETWORK: whose way is shown, 1..; else not looked at */
};

enum { LIST_OWN = -1, LIST_ROWS = 64, LIST_TABLE_TIMES = 80, LIST_CHART_TIMES = 240 };

/* What suits a list: networks for graphs, charts for LogP machines and operands, else tables. */
struct list_view list_view_of(const struct message_list *list);

/* As much of it as is shown where nothing else is said. */
struct list_view list_view_for(enum list_drawing drawing);

/*
 * Draws it; title and text are set where the picture has none. STATUS_INPUT for tables of operands,
 * networks of lists that are not on graphs, rows, times and items that do not exist, and tables of
 * more than LIST_MOST_ITEMS items. O(messages shown), O(rows * messages) for lists by rotation. The
 * picture has ended, or on failure is cleared.
 */
enum { LIST_MOST_ITEMS = 1000000 };
enum status list_picture(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

/* The machine in a few words: "LogP, L = 6, o = 2, g = 4". */
enum { LIST_MACHINE_ROOM = 120 };

#endif
