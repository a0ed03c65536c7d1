/* SPDX-License-Identifier: MIT */
/* Lists of messages of other programs, on their way to a certificate. */
#pragma once

#include "solver/model/message_list.h"
#include "solver/network/network_read.h"

enum foreign_sends { FOREIGN_SENDS_FOUND, FOREIGN_SENDS_SINGLE, FOREIGN_SENDS_ANY };

struct foreign_list {
    const char *path; /* borrowed, for messages */
    bool by_number; /* the place of a message is its number in the file, from 0 on; else its line */
    struct message_machine machine;
    bool on_network;          /* read.network, in place of the machine */
    struct network_read read; /* owned */
    int processors;           /* P; 0: as in the messages */
    int items;                /* K, of each source; 0: as in the messages */
    bool all;                 /* every processor is a source */
    int origin;               /* else this one, which becomes processor 0, and 0 this one */
    int period;
    enum foreign_sends sends;
    int delay, finish, buffer; /* what the file states, to be compared; -1: nothing */
    struct message_array array;
    long *places; /* of the messages in the array; owned */
};

/* The postal model of latency 1, one source. The caller ends with foreign_list_clear. */
void foreign_list_init(struct foreign_list *foreign, const char *path);
void foreign_list_clear(struct foreign_list *foreign);

/* The messages of a file of comma-separated values (RFC 4180), under the machine that is set.
 * STATUS_INPUT with file, line and field; STATUS_MEMORY for refused memory. On failure, also of the
 * other functions, the list is in any state, and still to be cleared. */
enum status foreign_list_csv(struct foreign_list *foreign, struct failure *failure);

/* Messages and all else from a file of JSON. STATUS_INPUT with file and place. */
enum status foreign_list_json(struct foreign_list *foreign, struct failure *failure);

/* One message; `wait` is set, or comes out of `received`, which is -1 where the file does not have
 * it. `where` says where it stands. Ranges are checked. */
enum status foreign_list_add(struct foreign_list *foreign, const struct message *message,
                             long received, long place, const char *where, struct failure *failure);

/* P and K as the messages have them, where nothing else gives them. STATUS_INPUT for what is out of
 * its range. */
enum status foreign_list_sizes(struct foreign_list *foreign, struct failure *failure);

/* Plays the messages and fills `list`, which borrows the foreign list, with what comes out.
 * STATUS_INPUT with the first message that breaks a rule of the model, or what the file states and
 * what is different. */
enum status foreign_list_finish(struct foreign_list *foreign, struct message_list *list,
                                struct failure *failure);

/* The same on a network, into foreign->read: an allgather, or a broadcast from the origin, in which
 * item i is chunk i, and what is sent at time t goes in step t + 1. Each step has one round. */
enum status foreign_list_network(struct foreign_list *foreign, const struct limits *limits,
                                 struct failure *failure);
