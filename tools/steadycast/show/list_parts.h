/* SPDX-License-Identifier: MIT */
/* What the pictures of lists have in common (list_picture.h): which messages they show. */
#ifndef STEADYCAST_TOOLS_LIST_PARTS_H
#define STEADYCAST_TOOLS_LIST_PARTS_H

#include "tools/steadycast/show/list_picture.h"

typedef enum status list_take(void *context, const struct message *message,
                              struct failure *failure);

/* The messages from processors first..last; or to them. Lists by rotation are unfolded. */
enum status list_sent(const struct messages_read *read, long first, long last, list_take *take,
                      void *context, struct failure *failure);
enum status list_received(const struct messages_read *read, long first, long last, list_take *take,
                          void *context, struct failure *failure);

/* How many items there are in all. */
long list_items(const struct message_list *list);

/* Adds a sentence to the text of a picture: which of the `all` things from `least` on are shown, if
 * not all of them are. */
void list_tell_cut(struct picture *picture, const char *things, long least, long all, long first,
                   long shown);

/* The three drawings. */
enum status list_table(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure);
enum status list_chart(struct picture *picture, const struct messages_read *read,
                       const struct list_view *view, struct failure *failure);
enum status list_network(struct picture *picture, const struct messages_read *read,
                         const struct list_view *view, struct failure *failure);

#endif
