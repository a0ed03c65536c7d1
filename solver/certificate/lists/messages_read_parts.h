/* SPDX-License-Identifier: MIT */
/* Parts of messages_read.h that readers of other kinds with such lines share. */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_LISTS_MESSAGES_READ_PARTS_H
#define STEADYCAST_SOLVER_CERTIFICATE_LISTS_MESSAGES_READ_PARTS_H

#include "solver/certificate/lists/messages_read.h"

/* The next lines, `edges E` and as many edges, of which list.processors is the last node. */
enum status messages_read_edges(struct messages_read *read, struct certificate_input *input,
                                struct failure *failure);

/* The line that `input` stands at, `step` or `send`. *sent: it was the latter, and is `message`. */
enum status messages_read_line(struct messages_read *read, struct certificate_input *input,
                               struct message *message, bool *sent, struct failure *failure);

/* Kind gossip-product: the list of all messages of the product, which its factors' lists make
 * (product_gossip.h). STATUS_LIMIT beyond PRODUCT_MOST_LISTED processors. */
enum { PRODUCT_MOST_LISTED = 2000 };
enum status messages_read_product(struct messages_read *read, struct certificate_input *input,
                                  struct failure *failure);

#endif
