/* SPDX-License-Identifier: MIT */
/* Messages between ranks, and how long one may be silent. */
#pragma once

#include <stdbool.h>

/* Messages between ranks besides those of the relay (relay.h), which are passed on as they are. */

enum rank_message {
    RANK_ALIVE = 'H', /* nothing but that; about every second, both ways */
    RANK_QUIT = 'Q',  /* by rank 0: it is over; then '1' if a rank was lost, else '0' */
    RANK_FILE = 'F',  /* to rank 0: size, space, name below the folder of certificates */
    RANK_PART = 'P',  /* to rank 0: the next bytes of that file */
    RANK_NEAR = 'N'   /* to rank 0: the name of the rank's folder below FOLDER/.run; from rank 0,
                         without a name: it sees that folder, and takes the files from there */
};

/* After so many seconds without a message of it a rank is taken to be lost, and its work is given
 * to others; the environment variable STEADYCAST_RANK_SILENCE may say another number. Ranks that
 * hear nothing of rank 0 for ten times as long end. */
enum { RANK_SILENCE = 30, RANK_BEAT = 1 };

/* Who has been silent for how long. Only time in which this process looked counts: where it was
 * stopped itself, nobody else was silent. */

struct rank_clock {
    double looked; /* seconds of a steady clock, when it last looked */
    double time;   /* seconds that count */
    double beat;   /* when this process last said that it is alive */
    double silence;
    int nap; /* milliseconds of the last one */
};

/* Reads STEADYCAST_RANK_SILENCE: seconds, 1 .. 1000000; anything else counts as not given. */
void rank_clock_init(struct rank_clock *clock);

/* Looks; is it time to say that one is alive? */
bool rank_clock_beats(struct rank_clock *clock);

/* Milliseconds to sleep now: short after something happened, then longer. */
int rank_clock_nap(struct rank_clock *clock, bool happened);
