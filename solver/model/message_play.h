/* SPDX-License-Identifier: MIT */
/* Playing a list of messages in the order in which it is emitted: whether it obeys its model, and
 * what it reaches. The one player of lists, for every model of results/README.md, kind messages.
 *
 * What a machine allows, and what is on its way, is machine_state.h. Who has which item is a bit
 * for each processor and item.
 *
 * Measured against the players that it replaced, on two cores that others used as well: rounds of
 * 10^8 messages on 10^5 processors take 30 MB, not 406, and as long; those of rings of 9000 nodes
 * 16 ns a message with its emission, not 14. Tried and slower: two bits, on its way and there,
 * with all messages on their way in a queue (22 ns).
 *
 * Certificates are verified by steadycheck, which shares nothing with it. */
#pragma once

#include "solver/model/message_list.h"

struct message_play {
    int delay;   /* as in struct message_list */
    int finish;  /* as there */
    int buffer;  /* buffered model, else 0 */
    bool single; /* each source sends each item of its own once */
};

struct message_fault {
    bool found;
    bool missing;           /* no message is wrong, but one is missing */
    struct message message; /* the first that breaks a rule, else .. */
    int processor;          /* .. who never receives .. */
    int item;               /* .. this item */
    char text[160];         /* what is wrong with the message, without the numbers in it; or who
                               lacks what */
};

/* Plays a list that emits list->count messages, not by rotation (but for operands), none sent
 * before the one that is emitted before it; its delay, finish, buffer and single are not looked at.
 *
 * fault->found: the list is illegal; `message` is the first that breaks a rule together with
 * those before it, or that is out of range. (Of a list with less than 1 message for each 64 that
 * are needed, only that one is missing.) Else *play is set, and, if `done` is not NULL and it is of
 * items, done[i-1] to when the last processor has item i. STATUS_LIMIT when stopped (the limits may
 * be NULL). O(1) a message, machine_state.h; a bit for each processor and item. */
enum status message_play(const struct message_list *list, int *done, const struct limits *limits,
                         struct message_play *play, struct message_fault *fault,
                         struct failure *failure);

/* As message_play, which calls them: lists that combine operands, P bits for each processor, by
 * rotation for one, and for each message on its way; and lists that reduce, O(1) a message but for
 * those on their way to one processor. */
enum status operands_play(const struct message_list *list, const struct limits *limits,
                          struct message_play *play, struct message_fault *fault,
                          struct failure *failure);
enum status reduce_play(const struct message_list *list, const struct limits *limits,
                        struct message_play *play, struct message_fault *fault,
                        struct failure *failure);

/* STATUS_INTERNAL with the fault, of a list that we made, in words; STATUS_OK if none was found. */
enum status message_fault_status(const struct message_fault *fault, struct failure *failure);

/* Plays a list that we made: STATUS_INTERNAL if it is illegal, or if its delay, finish and buffer
 * are not what comes out, or if it is not `single` although it says so. */
enum status message_verify(const struct message_list *list, int *done, const struct limits *limits,
                           struct failure *failure);
