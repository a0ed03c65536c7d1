/* SPDX-License-Identifier: MIT */
/* Kind family: schedules for infinitely many depths, or for every number of processors, by finitely
 * many.
 *
 * f_i = 1 for 0 <= i < L, f_i = f_{i-1} + f_{i-L}; P(t) = f_t; B(N) = min {t : N <= f_t}; 2L <= U.
 * Below, a *schedule* for N of depth t consists of blocks and the leaf x of the receive-only
 * processor (schedule.h); heads, leaves and x take the value t once and each value w < t at most as
 * often as it is sent as w+L.
 *
 * **Shift.** A schedule of depth t becomes one of depth t+d, d >= 0, if d is added to the values of
 * all heads and leaves and to x: a head sends as often, still at values >= L; head + (sum of the
 * leaves), r values in all, grows by rd, which r divides; every value is received, and sent for, as
 * often as before, d lower.
 *
 * **Left part.** In a left part of depth t the value t is taken once, no leaf is left over, and
 * each value w < t is taken at most as often as it is sent for, t-L once less. Let its blocks have
 * N1 processors. With a schedule for N2 of depth t-L it makes one for N1 + N2 of depth t: the root
 * of the latter takes its value t-L, which nothing in it is sent for, and all others hold in each
 * alone. What is left over is the leaf of the latter; so its x is one word, and N1 + N2 are served.
 *
 * **Root first.** The first block of a schedule for N >= 2 has the head of value t: heads do not
 * ascend and none is above t; and the value t is taken by a head, for if x or a leaf of a block
 * took it, then no head would be above t-L, and the largest of all, which there is as N >= 2, would
 * be sent by nobody. So what is taken from the first line, size, head and sum, is the root block's.
 *
 * **Ball.** Let a schedule of depth t-1 for N' have the root block of size R and head t-1, with
 * (head) + (sum of its leaves) = (B+1) R, and B left over. Give the head the value t and append B
 * to its leaves. Size R+1 sends t, t-1, .., t-R, all but t as before; (head) + (sum) is (B+1) R + 1
 * + B = (B+1)(R+1), so the block may be ordered and is B-ball again; nothing is left over. This is
 * a left part of depth t with N1 = N'. With a schedule for f_{t-L} of depth t-L that leaves over B
 * it makes one that leaves over B and has a B-ball root.
 *
 * **N = P(t), every t >= U.** The instances are such schedules for t = U..U+L-1, all leave over B
 * and the last one's root is B-ball. So those of depth t-1 and t-L make one for t = U+L, U+L+1, and
 * so on, since f_{t-1} + f_{t-L} = f_t: B is left over for all t >= U, the root is B-ball for all
 * t >= U+L-1. A family of depths lists an instance, or why there is none, for each t = F..U+L-1,
 * and claims all t >= F.
 *
 * **Every N.** A family of numbers lists a schedule for each N <= f_T and for N = f_t, T < t < U,
 * of depth B(N), and left parts for T < t < U+L; T >= L. By induction on N; t = B(N). What is
 * listed stands. N = f_t, t >= U, was done. So let N > f_T, t > T, and f_{t-1} < N < f_t; as T >= L
 * and f_i - f_{i-1} = 1 for L <= i < 2L, t >= 2L. There is a left part of depth t: listed for t <
 * U+L, and for t >= U+L the one of Ball from depth t-1. It has N1 = f_{t-1} or f_{t-1} - 1
 * processors, hence 1 <= N2 = N - N1 <= f_t - 1 - (f_{t-1} - 1) = f_{t-L}, so B(N2) <= t-L. N1 >=
 * 1, since its root is the head of a block (else t-L would not be sent for). So N2 < N has a
 * schedule, of depth B(N2), or a stationary one of other words that stands for it is listed.
 *  - If it is a schedule, shift it to depth t-L.
 *  - Other words stand only for N2 = f_s, s = B(N2), and behind them a schedule for N2 of depth
 * s+1. If s < t-L shift the latter. If s = t-L then N1 = N - f_{t-L} < f_{t-1}, so the left part of
 *    depth s+L = t > T has f_{t-1} - 1 processors; the file is refuted if it does. (For t >= U+L
 * the left part has f_{t-1} anyway.)
 *
 * T > U is allowed: then all N = f_t, t > T, are made by the instances.
 *
 * Time: linear in the file, and O(t) for each schedule of depth t, which is charged. */
#ifndef STEADYCHECK_FAMILY_H
#define STEADYCHECK_FAMILY_H

#include "core/read.h"

bool rule_family(struct reader *reader);

#endif
