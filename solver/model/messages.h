/* SPDX-License-Identifier: MIT */
/* The broadcast of K items from the source to N processors as a plain list of messages, made from
 * a schedule of the endless stream: its items 1..K, and nothing before or behind them.
 *
 * The source is processor 0; the others are 1..N, in the order of the reception table's rows
 * (reception.h). The source sends item i at step i-1, once. The item with the value u at step s is
 * item s+u-(L+t)+1; who sends it then is matched with one of those who receive it at step s+L with
 * the value u-L: both are taken in the order of words, positions in the word, copies of the word.
 * Sends that nobody waits for are left out.
 *
 * On a machine a step of the schedule takes so many cycles: step s begins at time s*step, and the
 * schedule's latency is that of the machine in steps, rounded up. */
#pragma once

#include <stdbool.h>

#include "solver/model/message_list.h"
#include "solver/model/schedule.h"

/* A machine, and how a schedule runs on it; in the postal model step 1 and wait 0. */
struct message_run {
    struct message_machine machine;
    int step; /* cycles */
    int wait; /* of each message before it is received */
};

struct message_run message_run_postal(int latency);

/* A word and the rows that run it, `copies` times `places` of them (reception.h: role). */
struct message_role {
    long length, begin;
    int step;
    int first; /* row, from 0 */
    int copies;
    int places;
};

/* A position in the word of a role. */
struct message_place {
    int role, position;
};

/* Where in all words a value is received, and where the value that is larger by L is sent. */
struct message_value {
    int value;
    const struct message_place *receive, *receive_end, *send, *send_end;
};

struct messages {
    struct message_run run;
    int latency; /* of the schedule, in steps */
    int depth;
    int processors; /* N */
    int items;      /* K */
    bool at_once;   /* the source has all items at time 0, not item i from step i-1 on */
    long count;     /* N * K */
    int delay;      /* longest time from when the source has an item until all have it */
    int finish;     /* when the last processor has its last item */
    /* inside */
    int role_count;
    struct message_role *roles;
    int value_count;
    struct message_value *values; /* received ones, ascending */
    struct message_place *receive, *send;
};

/* Fills `messages`, borrowing nothing. The schedule has been checked; its latency times the
 * machine's step is at least the flight. STATUS_INPUT for a machine that it does not fit,
 * STATUS_LIMIT for too many processors or times beyond 2^31 - 1. Blocks must be ordered. O(all
 * lengths + t). */
enum status messages_of_schedule(struct messages *messages, const struct schedule *schedule,
                                 const struct message_run *run, int items, bool at_once,
                                 struct failure *failure);
void messages_clear(struct messages *messages);

/* STATUS_LIMIT, with the number, when N is above MESSAGES_MOST_PROCESSORS: before a schedule for so
 * many is put in order. */
enum status messages_check_processors(mpz_srcptr processors, struct failure *failure);

/* All messages, ordered by time, then by sender. STATUS_LIMIT when stopped (`limits` may be NULL),
 * STATUS_INTERNAL if in the end some processor has not received K items of the sum 1 + .. + K. A
 * step costs O(its messages + N/64), so about 10^7 messages a second; 25 N bytes. */
enum status messages_each(const struct messages *messages, message_take *take, void *context,
                          const struct limits *limits, struct failure *failure);

/* The same as a list, which borrows `messages`. */
struct message_list messages_list(const struct messages *messages);
