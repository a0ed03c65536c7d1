/* SPDX-License-Identifier: MIT */
/* The smallest depths: t = L..2L, where only the root has letters, and the structured base window t
 * = 2L+1..3L. */
#pragma once

#include "solver/base/limits.h"
#include "solver/model/schedule.h"

/* The structured base window: explicit schedules for t = 2L+1..3L with one receive-only letter B
 * and a B-ball root at t = 3L.
 *
 * Blocks of size 4 <= r <= L take their own leaf letters {0..r-1} but one (canonical filling); the
 * blocks of size 2 (letter a) and 3 (letters b, c), the root and at t = 3L the block of size L+1 do
 * the rest. That such a, b, c exist is a theorem for L >= 34 and a finite check for 10 <= L <= 33
 * (results/THEOREMS.md); for smaller L this scheme may have no solution. */

/* The smallest receive-only letter B for which all instances t = 2L+1..3L can be filled by the
 * scheme; *found = false when there is none. L >= 3. About O(L^2) on the average. STATUS_LIMIT when
 * it was stopped; `limits` may be NULL. */
enum status base_find_letter(int latency, const struct limits *limits, bool *found, int *letter,
                             struct failure *failure);

/* Fills the (initialised, empty) schedule for L and its depth t in 2L+1..3L by the scheme with
 * receive-only letter `letter`. *found = false if that is impossible. O(L^2) for the letters
 * alone. */
enum status base_fill(int letter, bool *found, struct schedule *schedule, struct failure *failure);

/* The first depths, L <= t <= 2L, where only the root has letters: the root of R = t-L+1 processors
 * takes all letters but one. */

/* Fills the (initialised, empty) schedule for its depth t, L <= t <= 2L. *found = false where there
 * is none: then no letter makes the root's sum divisible (t = 2L, L even). */
enum status start_fill(bool *found, struct schedule *schedule, struct failure *failure);
