/* SPDX-License-Identifier: MIT */
/* Pictures of lists of messages: who receives which item when, who does what when, and the way of
 * one item through a network. */
#pragma once

#include "solver/collective/messages_read.h"
#include "solver/model/message_list.h"
#include "solver/network/network_read.h"
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
    int source;      /* where it begins, or with `gathers` ends; LIST_OWN: as the list has it */
    bool gathers;    /* everybody sends it on once, and times are those of sending */
};

enum { LIST_OWN = -1, LIST_ROWS = 64, LIST_TABLE_TIMES = 80, LIST_CHART_TIMES = 240 };

/* What suits a list: networks for graphs, charts for LogP machines and operands, else tables. */
struct list_view list_view_of(const struct message_list *list);

/* As much of it as is shown where nothing else is said. */
struct list_view list_view_for(enum list_drawing drawing);

/* The same of a schedule on a network, by kind network-schedule: LIST_TABLE and LIST_NETWORK, of
 * which it completes the view; item 0: the first chunk. And the points of a frontier. Title and
 * text are set here. */
enum status network_picture(struct picture *picture, const struct network_read *read,
                            struct list_view *view, struct failure *failure);
enum status frontier_picture(struct picture *picture, const struct network_read *read,
                             struct failure *failure);

/* Draws it; title and text are set where the picture has none. STATUS_INPUT for tables of operands,
 * networks of lists that are not on graphs, rows, times and items that do not exist, and tables of
 * more than LIST_MOST_ITEMS items. O(messages shown), O(rows * messages) for lists by rotation. The
 * picture has ended, or on failure is cleared. */
enum { LIST_MOST_ITEMS = 1000000 };
enum status list_picture(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

/* The machine in a few words: "LogP, L = 6, o = 2, g = 4". */
enum { LIST_MACHINE_ROOM = 120 };
void list_machine(const struct message_list *list, char text[LIST_MACHINE_ROOM]);

/* --- how an item came to everybody, as a tree in time --- */

/* More processors are no picture. */
enum { ITEM_TREE_MOST = 64 };

/* Can it be drawn? At most ITEM_TREE_MOST processors, a source of all items or operands that go to
 * one processor, and each but this one in the tree once. */
bool item_tree_can(const struct messages_read *read);

/* The tree of item 1 from the source, labels being the times when it is received; or of operands to
 * the processor where they are added up, labels being the times when they are sent. For lists that
 * item_tree_can takes. STATUS_INPUT if the messages make no tree. The picture has ended. */
enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure);

/* --- what the pictures have in common: which messages they show --- */

typedef enum status list_take(void *context, const struct message *message,
                              struct failure *failure);

/* The messages sent by processors first..last, or received by them. Lists by rotation are
 * unfolded. */
enum status list_messages(const struct messages_read *read, bool sent, long first, long last,
                          list_take *take, void *context, struct failure *failure);

/* How many items there are in all. */
long list_items(const struct message_list *list);

/* Adds a sentence to the text of a picture: which of the `all` things from `least` on are shown, if
 * not all of them are. */
void list_note_cut(struct picture *picture, const char *things, long least, long all, long first,
                   long shown);

/* Two of the three drawings; the third is the table. */
enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure);
enum status list_network(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

/* Where the nodes of a network stand, found from its edges: meshes and tori of two and three
 * dimensions and hypercubes, numbered as network_names.h does, in rows and columns; a node that is
 * the neighbour of all others in the middle; and else all on a circle, rings in their order. */

struct network_node {
    double x; /* the distance of neighbours is about 1; y points down */
    double y;
};

/* Places for nodes first .. first + count - 1 of a graph of `all` nodes. nodes[i] is for first + i.
 * Returns what the graph is taken to be, for the text below it: "mesh or torus", .. */
const char *network_places(const struct message_graph *graph, int all, int first, int count,
                           struct network_node *nodes);
