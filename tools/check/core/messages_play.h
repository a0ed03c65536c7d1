/* Plays a list of messages, lines `step` and `send`, under its model, in one pass over the file,
 * and keeps what comes out of it. Of a list in rotation only what processor 0 sends and receives is
 * played, see messages_rotation.h: the machine sees one processor, which sends to itself. */
#ifndef STEADYCHECK_MESSAGES_PLAY_H
#define STEADYCHECK_MESSAGES_PLAY_H

#include "core/messages_flight.h"
#include "core/messages_items.h"
#include "core/messages_machine.h"
#include "core/read.h"
#include "rest/messages_rotation.h"

struct player {
    /* set before player_init; the reader is borrowed, the machine is open and cleared by the
     * caller */
    struct reader *reader;
    struct machine machine;
    uint32_t each;     /* items of one source */
    uint32_t count;    /* of all items */
    uint32_t period;   /* of each source */
    bool sends_any;    /* a source may send its item again */
    bool in_rotation;  /* one source is processor 0, and all are as it is */
    const char *other; /* the first word of the line behind the list, NULL for the digest line */

    /* what comes out, after player_play */
    uint64_t largest_delay, last_finish;

    uint32_t last_sender; /* of all that may stand in a line `send` */
    struct flight flight;
    struct items items;
    struct rotation rotation;
    bool begun;        /* there was a step */
    uint32_t time;     /* of this step */
    uint32_t sender;   /* of the last message of this step, plus 1 */
    uint32_t to, item; /* of this message */
};

void player_init(struct player *player);
void player_clear(struct player *player);

/* From the current line, the first of the list, to the line behind it. False, with the fault told,
 * if a message breaks a rule or somebody does not receive an item. */
bool player_play(struct player *player);

#endif
