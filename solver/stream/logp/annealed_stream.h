/* SPDX-License-Identifier: MIT */
/* Streams for a small number of processors on a LogP machine by simulated annealing (Kirkpatrick,
 * Gelatt, Vecchi 1983), under any capacity.
 *
 * A state is a set of blocks whose heads may have any value, send any number of times, late or not,
 * and whose leaves have any levels for which M. Hall's theorem gives a legal word; N processors in
 * all, one of them without a block. Let S(z) be the messages that could be received with the value
 * z or more, and D(z) the receptions that are due at z or more (logp_schedule.h): in order, all
 * receptions have a message that waits for X at most if and only if, for each z >= 1,
 *
 *     S(z+X) <= D(z) <= S(z).
 *
 * What all z lack is the energy (balance.h), and counts more where z is a value of heads than where
 * it is one of leaves; a state without any is a schedule. Changes move two leaves of a
 * block by a level in opposite directions, or one by as many levels as there are leaves and head; a
 * head to another value, or its sendings to another offset; and a processor from one block to
 * another. Under capacity flight receptions may wait; what does not is found under capacity full,
 * and is not looked for again. */
#pragma once

#include "solver/base/limits.h"
#include "solver/stream/logp/logp_schedule.h"

/* Of three machines nothing was found for 100,000 processors; for 2000 to 30,000 under capacity
 * full one to nineteen cycles less than breakout has, in a second. Trees of larger depth, in units
 * of gcd(l,G), take too long. */
enum { ANNEALED_MOST_PROCESSORS = 50000, ANNEALED_MOST_DEPTH = 4000 };

/* Looks for a schedule of smaller depth than `schedule` has, at the depths of depths.h from the
 * least one on that the tree bound leaves, for the same machine, capacity and number of processors;
 * replaces it by the one of the least depth that is found. Leaves it as it is if there is none, if
 * it is beyond what is above, or when stopped (`limits` may be NULL). The same on every run that is
 * not stopped. */
enum status annealed_improve(struct logp_schedule *schedule, const struct limits *limits,
                             struct failure *failure);
