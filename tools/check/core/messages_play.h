/* SPDX-License-Identifier: MIT */
/* The player: a list of messages, lines `step` and `send`, in one pass over the file. What a
 * processor may do and when is said by the machine (messages_machine.h), what the messages carry
 * and whether they may by the payload; the player reads the lines, sees to their order, and lets
 * everything happen in the order of time.
 *
 * Of a list in rotation only what processor 0 sends and receives is played: its payload says what
 * comes to processor 0 while it sends. So the machine sees one processor, which sends to itself. */
#pragma once

#include "core/messages_machine.h"

/* The messages on their way, in the order in which something happens to them: first each enters the
 * network, in the order of sending, then its reception begins. Messages that are received in the
 * order of sending, nearly all as a rule, wait in a ring; who overtakes or is overtaken waits in a
 * heap. O(1) a message in the ring, O(log n) in the heap. */
/* All zero at first. */
struct flight {
    struct message *ring; /* message i at [i mod size], size 0 or a power of two */
    uint64_t size;
    uint64_t first, entered, end; /* received are those before first; entered, before entered */
    uint32_t last;                /* reception of the latest message that waits in the ring */
    struct message *heap;         /* also in the ring, but received from here */
    size_t heap_count, heap_capacity;
};

/* Contract: not sent before the last one. */
void flight_add(struct flight *flight, const struct message *message);

/* The message whose reception begins next, until the flight changes; NULL if there is none. */
const struct message *flight_received(struct flight *flight);

/* Go on to the next one. Contract: there was one; who is received has entered, and is the one that
 * flight_received returned. */
void flight_enter(struct flight *flight);
void flight_receive(struct flight *flight, const struct message *received);

struct player;

/* NULL where there is nothing to be done. */
struct payload {
    const char *name; /* the first word of a line that asks for it, if there is one */
    const char *last; /* a word that may stand at the end of a line `send` */
    void (*open)(struct player *player);
    /* The machine allows that the message is sent. What is put into `to` and `load` here will be
     * received. */
    void (*send)(struct player *player, struct message *message);
    /* It is received. Whoever wants to send it before the reception ends is busy. */
    void (*receive)(struct player *player, const struct message *message);
    /* A line of this step that is neither `send` nor `step`; takes its words, and says whose it
     * is. */
    void (*line)(struct player *player, uint32_t *processor);
    void (*end)(struct player *player); /* after everything: is it what the list should bring? */
};

struct player {
    /* set before player_play; the reader is borrowed, the machine is open */
    struct reader *reader;
    struct machine machine;
    const struct payload *payload;
    void *context;  /* of the payload */
    uint32_t loads; /* lines `send` name a load, 1..loads; 0: they name none */
    bool turns;     /* the list is in rotation */

    /* what comes out */
    uint64_t finish; /* when the last receiver has what it receives; 0 if nothing is sent */

    /* while it plays */
    bool waits;       /* a message has waited for its reception */
    uint32_t senders; /* of all that may stand in a line `send` */
    struct flight flight;
    bool begun;        /* there was a step */
    uint32_t time;     /* of this step */
    uint32_t sender;   /* of the last message of this step, plus 1 */
    uint32_t to, load; /* of this message, as they stand in the line */
    bool last;         /* the payload's word stands at the end of its line */
};

/* From the current line, the first of the list, to the digest line. A fault if a
 * message breaks a rule of the machine or the payload, or the end is not as it should be. */
void player_play(struct player *player);
