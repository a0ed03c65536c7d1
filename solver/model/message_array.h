/*
 * A list of messages that is kept in memory: for constructions and searches whose messages come in
 * another order than they are sent.
 */
#ifndef STEADYCAST_SOLVER_MODEL_MESSAGE_ARRAY_H
#define STEADYCAST_SOLVER_MODEL_MESSAGE_ARRAY_H

#include <stddef.h>

#include "solver/model/message_list.h"

struct message_array {
    struct message *messages; /* owned */
    size_t count;
    size_t room;
    bool lost; /* memory was refused; later additions do nothing */
};

void message_array_init(struct message_array *array);
void message_array_clear(struct message_array *array);

/* A refused allocation is told by message_array_finish. */
void message_array_add(struct message_array *array, const struct message *message);

/* By time, then by sender, receiver and item. */
void message_array_sort(struct message_array *array);

/*
 * Puts the messages in order and fills `list`, which borrows the array: K = items that the source
 * has at time 0, N = processors; its delay, finish, buffer and whether the source sends each item
 * once come out of the messages.
 *
 * The messages are checked by the definition of the machine's model (postal, buffered or ports):
 * STATUS_INTERNAL with the first fault in words. STATUS_MEMORY for refused memory. O(n log n + N K)
 * for n messages, N K bits beside them.
 */
enum status message_array_finish(struct message_array *array, const struct message_machine *machine,
                                 int processors, int items, struct message_list *list,
                                 struct failure *failure);

#endif
