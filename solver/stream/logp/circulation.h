/* SPDX-License-Identifier: MIT */
/* Periodic streams as an integer program: processors of one class walk through the window automaton
 * (solver/proof/bound/window.h), and how many take each of its transitions is a whole number. So a
 * few hundred or thousand variables describe any number of processors, and what N words of N
 * letters have in common is not searched again and again as in a formula (searched_stream.c).
 *
 *  - x_e_i_S_v: how many of the class e (their values are e + Gv) receive the value e + Gv in step
 *    i of the period, in the state S (bit v: what is due in v steps is there);
 *  - y_e_i_A_u: how many of those that then hold A send what has the value e + Gu;
 *  - w_f_z: of the messages of an item of phase f that can be received at the value z or more, how
 *    many wait until it is less.
 *
 * As many enter a state as leave it; at most those who hold A send; and the messages of each value
 * are received or wait (results/THEOREMS.md, Lemma 8). Every solution is a stream: a circulation is
 * a sum of closed walks, and these are words. Times are in units (below). With L, o = 0
 * and g = 1 it is the program of the postal model. */
#pragma once

#include <stdio.h>

#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

/* The question for a periodic stream (logp_schedule.h) whose words send without delay and wait at
 * the receiver from 0 cycles on, as the formula (searched_stream.c) and the integer program ask
 * it. */
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

/* Of states of all classes and steps: programs beyond the first would take gigabytes in any solver,
 * beyond the second minutes in ours, which is not asked for more processors either. */
enum {
    CIRCULATION_MOST_WRITTEN = 1 << 18,
    CIRCULATION_MOST_STATES = 4096,
    CIRCULATION_MOST_PROCESSORS = 10000
};

/* Contract: a machine that logp_machine_check takes, depth >= 0, period >= 1. STATUS_LIMIT for more
 * than `most` states, a depth below l or of more than 18 steps. */
enum status circulation_check(const struct stream_question *question, int most,
                              struct failure *failure);

/* Writes the LP format of CPLEX; N = 0 asks for the largest number of processors. For what
 * circulation_check takes. The caller checks `out` for errors. O(states * steps^2). */
void circulation_write(FILE *out, const struct stream_question *question);

/* Sets *found, and then fills `schedule`, for N processors, which is checked. Not found is no proof
 * that there is none; limits->nodes bounds the search tree: whoever reaches it, or whom the limits
 * (may be NULL) stop, has found nothing. `path` is that of steadycast-lp. STATUS_LIMIT beyond the
 * limits above; STATUS_SYSTEM when that program fails, or answers what is no solution. */
enum status circulation_stream(const struct stream_question *question, const char *path,
                               const struct limits *limits, bool *found,
                               struct logp_schedule *schedule, struct failure *failure);
