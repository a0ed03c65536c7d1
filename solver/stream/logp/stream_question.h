/* SPDX-License-Identifier: MIT */
/* The question for a periodic stream (logp_schedule.h) whose words send without delay and wait at
 * the receiver from 0 cycles on, as the formula (searched_stream.c) and the integer program
 * (circulation.h) ask it. */
#pragma once

#include "solver/stream/logp/logp_schedule.h"

struct stream_question {
    struct logp_machine machine;
    enum logp_capacity capacity;
    int depth;      /* s, cycles */
    int processors; /* N */
    int period;     /* T */
};

/* The question's numbers, in units. Without a limit at the receiver only multiples of d = gcd(l,G)
 * matter, and these are the unit; else it is the cycle. */
struct stream_units {
    int unit; /* cycles */
    int l, G, s;
    int slack; /* X: the longest wait; s if it is endless */
    int least; /* of the values that are sent: at least l, and not below G, where an item's last
                  step is */
};

/* Whether all its times are numbers of the type int: else it has no units and no schedule. */
bool stream_question_fits(const struct stream_question *question);

struct stream_units stream_units(const struct stream_question *question);

/* What words of these parts are added to, one for each class; to be ended by
 * stream_question_finish, or cleared. */
void stream_question_init(const struct stream_question *question, struct logp_schedule *schedule);

/* `count` copies of a word of the class of values e (units), which is copied. */
enum status stream_question_add(const struct stream_question *question, int class, long count,
                                const int *values, const int *sends, size_t length,
                                struct logp_schedule *schedule, struct failure *failure);

/* Checked; of question->processors. On failure the schedule is cleared. */
enum status stream_question_finish(const struct stream_question *question,
                                   struct logp_schedule *schedule, struct failure *failure);
