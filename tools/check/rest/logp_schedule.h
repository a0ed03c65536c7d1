/* SPDX-License-Identifier: MIT */
/* Kind logp-schedule: an endless stream on a LogP machine, processors receiving at different
 * offsets. The source has an item in every step of G = max(g,2o) cycles; l = L+2o.
 *
 * *What a part says.* A line `class E late W wait B` stands before lines of a schedule (schedule.h)
 * in which a value v means E + Gv cycles until the item's deadline, which is s + l cycles after the
 * source had it. A processor that runs such a word is done with one reception in every step, at one
 * offset modulo G, so its receptions are G apart. With W <= G-2o it begins its sendings W cycles
 * after these times, G apart too: they last from W to W+o, and receptions from G-o to G, so it
 * never does two things at once. What it sends with the value v is known l cycles later, if it does
 * not wait, with the value E + Gv - W - l; it is sent in time if that is 0 or more. So v is at
 * least the *latency* of the part; and steps are what steps are in the postal model: who receives
 * items with deadlines distinct modulo the length of the word receives each once, and what is sent
 * is held.
 *
 * *Messages.* For each item there has to be a message to each reception. One that comes with the
 * value n and waits for w cycles is received with the value n - w. Which waits are allowed is the
 * claim's capacity; at most C = ceil(L/g) messages are under way at a time
 *
 *     full    to one processor, where waiting counts:     0 <= w <= X = CG - L
 *     flight  to one processor, where it does not:        B <= w <= B + X
 *     none    from one processor only:                    0 <= w
 *
 * As receptions are G apart, at most C of them are in a stretch of CG cycles; a message is under
 * way to its receiver for L + w cycles at most before its reception, and flying in that stretch
 * less B; and messages from one processor are sent G apart, and under way for L + X at most.
 *
 * So with receptions counted at n = (value) + B, the question is whether those of each item can be
 * given messages of values n .. n + X each. They can if they can in this order: receptions by
 * descending value, each with the largest value that is still there and not above n + X. (An
 * exchange shows it: the intervals have one length, so they end in the order in which they begin.)
 * Receivers are not senders of the same message, which would have a smaller value than they. */
#ifndef STEADYCHECK_LOGP_SCHEDULE_H
#define STEADYCHECK_LOGP_SCHEDULE_H

#include "core/schedule.h"

/* A stream and what is found out about it. */
struct stream {
    struct reader *reader;
    uint32_t latency, overhead, gap, depth, period;
    uint64_t step, transfer; /* G, l */
    const char *capacity;
    uint64_t slack;           /* X, or more than s */
    mpz_t *received, *sent;   /* [phase of the deadline * (s+1) + value in cycles] */
    struct schedule schedule; /* the part at hand */
    mpz_t most, processors;   /* as many as it is to have; of the parts so far */
    bool words;               /* some are not given as blocks */
    int64_t rest;             /* what a processor receives that only receives, cycles; -1: none */
    uint32_t root_size;       /* of the block whose head has the value s and is not late, and */
    uint64_t root_sum; /* its head and the sum of its letters, in steps; size 0: no such block */
};

void stream_init(struct stream *stream, struct reader *reader);
void stream_clear(struct stream *stream);

/* Takes the lines latency, overhead and gap. */
bool stream_read_machine(struct stream *stream);

/* Reads the lines `class` and those of the parts, up to one that is none of these; the machine,
 * capacity, slack, s, T and `most` are set. */
bool stream_check(struct stream *stream);

bool rule_logp_schedule(struct reader *reader);

#endif
