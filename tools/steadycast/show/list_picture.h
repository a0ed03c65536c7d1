/* SPDX-License-Identifier: MIT */
/* Pictures of lists of messages: who receives which item when, who does what when, and the way of
 * one item through a network. */
#pragma once

#include "solver/collective/messages_read.h"
#include "solver/items/construction/block_digraph.h"
#include "solver/model/message_list.h"
#include "solver/network/network_read.h"
#include "tools/steadycast/draw/picture.h"

enum list_drawing {
    LIST_TABLE,   /* a row for each processor, in the cells the items that it receives */
    LIST_CHART,   /* a row for each processor, what it does over time */
    LIST_NETWORK, /* of schedules on networks */
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
    const struct network *network; /* LIST_NETWORK: along whose links; borrowed */
};

enum { LIST_OWN = -1, LIST_ROWS = 64, LIST_TABLE_TIMES = 80, LIST_CHART_TIMES = 240 };

/* What suits a list: charts for LogP machines and operands, else tables. */
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
 * networks where the view has none, rows, times and items that do not exist, and tables of
 * more than LIST_MOST_ITEMS items. O(messages shown), O(rows * messages) for lists by rotation. The
 * picture has ended, on failure the caller clears it. */
enum { LIST_MOST_ITEMS = 1000000 };
enum status list_picture(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

/* The machine in a few words: "LogP, L = 6, o = 2, g = 4". */
enum { LIST_MACHINE_ROOM = 120 };
void list_machine(const struct message_list *list, char text[LIST_MACHINE_ROOM]);

/* --- lists as text --- */

/* In the order of show --format. Tables of receptions: by processors, then time; with a line for
 * each processor and a column for each time; as values with commas, in the order of the list. The
 * tree of an item, or of operands. What each processor does in each cycle. Which block sends to
 * which, of the list of paper_items alone. */
enum list_form {
    LIST_TEXT_TABLE,
    LIST_TEXT_GRID,
    LIST_TEXT_CSV,
    LIST_TEXT_TREE,
    LIST_TEXT_ACTIVITY,
    LIST_TEXT_DIGRAPH
};

struct list_text {
    enum list_form form;
    int first, last; /* processors; LIST_OWN: all that receive, of activity all */
    long item;       /* of a tree, 1.. */
};

/* In a grid [i] is an item that waited, (i) one that arrived with it and was received first, and a
 * star behind an item says that it is sent on. STATUS_INPUT for processors and items that do not
 * exist, for what is too large, and for forms that are not for such lists; nothing of use is
 * written then. */
enum status list_text(FILE *file, const struct messages_read *read, struct list_text text,
                      struct failure *failure);

/* Which block sends to which. STATUS_INPUT for any list but that of paper_items. The caller clears
 * it. */
enum status list_digraph(const struct messages_read *read, struct block_digraph *digraph,
                         struct failure *failure);

/* --- how an item came to everybody, as a tree in time --- */

/* More processors are no picture. */
enum { ITEM_TREE_MOST = 64 };

/* Can it be drawn? At most ITEM_TREE_MOST processors, a source of all items or operands that go to
 * one processor, and each but this one in the tree once. */
bool item_tree_can(const struct messages_read *read);

/* A row for each processor, parents before their children, and these in the order in which they are
 * sent to, or with `late` the other way round. Labels are the times when the item is received; of
 * operands, whose root is the processor where they are added up, when they are sent. STATUS_INPUT
 * if the messages make no tree, and for items that do not exist. */
struct tree_row;
enum status item_tree_rows(const struct messages_read *read, long item, bool late,
                           struct tree_row *rows, struct failure *failure);

/* The tree of item 1 from the source, labels being the times when it is received; or of operands to
 * the processor where they are added up, labels being the times when they are sent. For lists that
 * item_tree_can takes. STATUS_INPUT if the messages make no tree. The picture has ended. */
enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure);

/* --- what the pictures have in common: which messages they show --- */

/* The messages sent by processors first..last, or received by them, one after the other. Lists by
 * rotation are unfolded. */
struct list_walk {
    const struct messages_read *read; /* borrowed */
    bool sent;
    long first, last;
    struct message message; /* the current one */
    size_t next;            /* in the list */
    long turn;              /* of a list by rotation, from `first` on */
};
static inline struct list_walk list_walk(const struct messages_read *read, bool sent, long first,
                                         long last) {
    return (struct list_walk){.read = read, .sent = sent, .first = first, .last = last};
}

/* False: there is none left. */
bool list_next(struct list_walk *walk);

/* How many items there are in all. */
long list_items(const struct message_list *list);

/* Adds a sentence to the text of a picture: which of the `all` things from `least` on are shown, if
 * not all of them are. */
void list_note_cut(struct picture *picture, const char *things, long least, long all, long first,
                   long shown);

/* When the last addition ends, or the last message is received. */
long list_last_cycle(const struct messages_read *read);

/* Two of the three drawings; the third is the table. */
enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure);
enum status list_network(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

/* The nodes first .. first + count - 1 of a network and the links between them; boxes are those
 * that only forward. Title and text are set here. */
struct network_machine_shown;
enum status machine_picture(struct picture *picture, const struct network_machine_shown *shown,
                            int first, int count, struct failure *failure);

/* Where the nodes of a network stand, found from its links: meshes and tori of two and three
 * dimensions and hypercubes, numbered as network_names.h does, in rows and columns; a node that is
 * the neighbour of all others in the middle; and else all on a circle, rings in their order. */

struct network_node {
    double x; /* the distance of neighbours is about 1; y points down */
    double y;
};

/* Places for nodes first .. first + count - 1 of a network. nodes[i] is for first + i. Returns what
 * the network is taken to be, for the text below it: "mesh or torus", .. */
const char *network_places(const struct network *network, int first, int count,
                           struct network_node *nodes);
