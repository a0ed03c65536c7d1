/*
 * Playing a list of messages that came from elsewhere: whether it obeys its model, and what it
 * reaches. The rules are those of results/README.md, kind messages, for every model there.
 *
 * This is for lists whose faults are to be told to their author; certificates are verified by
 * steadycheck, which shares nothing with it.
 */
#ifndef STEADYCAST_SOLVER_MODEL_MESSAGE_PLAY_H
#define STEADYCAST_SOLVER_MODEL_MESSAGE_PLAY_H

#include <stddef.h>

#include "solver/model/message_list.h"

struct message_play {
    int delay;   /* as in struct message_list */
    int finish;  /* as there */
    int buffer;  /* buffered model, else 0 */
    bool single; /* each source sends each item of its own once */
};

struct message_fault {
    bool found;
    size_t message; /* its place in the array; the count of messages: one is missing */
    int processor;  /* a missing message: who never receives .. */
    int item;       /* .. this item */
    char text[160]; /* what is wrong with the message, in words without numbers of processors */
};

/*
 * Plays `count` messages, in any order, under the machine, processors, items, sources, period and
 * graph of `list`; rotation and what comes out are not looked at. Times, processors and items are
 * in their ranges, no message goes to its sender, and each is received before 2^31.
 *
 * fault->found: the list is illegal; told is the message that is sent first, and by the smallest
 * processor, of those that break a rule. Else *play is set. STATUS_LIMIT for 2^32 messages and
 * more, STATUS_MEMORY for refused memory. O(n log n), 48 bytes a message.
 */
enum status message_play(const struct message_list *list, const struct message *messages,
                         size_t count, struct message_play *play, struct message_fault *fault,
                         struct failure *failure);

#endif
