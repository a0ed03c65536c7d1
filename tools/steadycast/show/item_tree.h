/* SPDX-License-Identifier: MIT */
/* How an item came to everybody, of a list of messages: as a tree in time. */
#ifndef STEADYCAST_TOOLS_ITEM_TREE_H
#define STEADYCAST_TOOLS_ITEM_TREE_H

#include "solver/certificate/lists/messages_read.h"
#include "tools/steadycast/draw/picture.h"

/* More processors are no picture. */
enum { ITEM_TREE_MOST = 64 };

/* Can it be drawn? At most ITEM_TREE_MOST processors, a source of all items or operands that go to
 * one processor, and each but this one in the tree once. */
bool item_tree_can(const struct messages_read *read);

/*
 * The tree of item 1 from the source, labels being the times when it is received; or of operands to
 * the processor where they are added up, labels being the times when they are sent. For lists that
 * item_tree_can takes. STATUS_INPUT if the messages make no tree. The picture has ended.
 */
enum status item_tree(struct picture *picture, const struct messages_read *read,
                      struct failure *failure);

#endif
