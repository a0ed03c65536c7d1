/* Kind pruned-family: schedules for every number N of processors, by finitely many.
 *
 * Below, a *schedule* for N of depth t is one of kind pruned: heads of blocks, leaves and the leaf
 * x left over take the value t once and each value w < t exactly as often as it is sent as w+L. f_i
 * = 1 for 0 <= i < L, f_i = f_{i-1} + f_{i-L}; B(N) = min {t : N <= f_t}; L <= T, 2L <= U.
 *
 * **Shift.** A schedule of depth t becomes one of depth t+d, d >= 0, if d is added to the values of
 * all heads and leaves and to x: a head sends as often, still at values >= L; head + (sum of the
 * leaves), r values in all, grows by rd, which r divides; every value is received, and sent for, as
 * often as before, d lower.
 *
 * **Left part.** In a left part of depth t the value t is taken once, no leaf is left over, and
 * each value w < t is taken exactly as often as it is sent for, but t-L once less. Let its blocks
 * have N1 processors. With a schedule for N2 of depth t-L it makes one for N1 + N2 of depth t: the
 * root of the latter takes its value t-L, which nothing in it is sent for, all others are balanced
 * in each alone. What is left over is the leaf of the latter; so its x is one word, and N1 + N2 are
 * served.
 *
 * **Balanced is enough.** Nothing else is asked of a schedule, and it is a broadcast of the item:
 * match the nodes that take a value w < t with the sends of w+L, one to one. A head of value v
 * sends v, v-1, .., so the node that takes a message has a value lower by L at least than the node
 * it is from. From any node the way back through senders ascends, so it ends, and it ends at the
 * one node that no send is matched with, of value t. So all nodes are one tree below the source.
 *
 * **Root first.** The first block of a schedule for N >= 2 has the head of value t: heads do not
 * ascend and none is above t; and the value t is taken by a head, for if the leaf left over or a
 * leaf of a block took it, then no head would be above t-L, and the largest of all, which there is
 * as N >= 2, would be sent by nobody. A schedule without blocks has N = 1. So what the checker
 * takes from the first line, size and sum of the leaves, are those of the root block.
 *
 * **Ball.** Let a schedule of depth t-1 for N' have the root block of size R and head t-1, and
 * (head) + (sum of its leaves) = (B+1) R, and B left over. Give the head the value t and append B
 * to its leaves. Size R+1 sends t, t-1, .., t-R, all but t as before; (head) + (sum) is
 * (B+1) R + 1 + B = (B+1)(R+1), so the block may be ordered and is B-ball again; nothing is left
 * over. This is a left part of depth t with N1 = N'. With a schedule for f_{t-L} of depth t-L that
 * leaves over B it makes one that leaves over B and has a B-ball root.
 *
 * **N = f_t, every t >= U.** The instances are such schedules for t = U..U+L-1, all leave over B
 * and the last one's root is B-ball. So those of depth t-1 and t-L make one for t = U+L, U+L+1, and
 * so on, since f_{t-1} + f_{t-L} = f_t: B is left over for all t >= U, the root is B-ball for all t
 * >= U+L-1. Nothing more is needed: that the trees are whole follows from N = f_t, but is not used.
 *
 * **Every N.** By induction on N; t = B(N). What is listed is a schedule as it stands: N <= f_T,
 * and N = f_t for t < U. N = f_t, t >= U, was done. So let N > f_T, t > T, and f_{t-1} < N < f_t;
 * as T >= L and f_i - f_{i-1} = 1 for L <= i < 2L, t >= 2L. There is a left part of depth t: listed
 * for t < U+L, and for t >= U+L the one of Ball from depth t-1. It has N1 = f_{t-1} or f_{t-1} - 1
 * processors, hence 1 <= N2 = N - N1 <= f_t - 1 - (f_{t-1} - 1) = f_{t-L}, so B(N2) <= t-L. N1 >=
 * 1, since its root is the head of a block (else t-L would not be sent for). So N2 < N has a
 * schedule, of depth B(N2), or a stationary one that stands for it is listed.
 *  - If it is a schedule, shift it to depth t-L.
 *  - A stationary one stands only for N2 = f_s, s = B(N2), and behind it a schedule for N2 of depth
 *    s+1. If s < t-L shift the latter. If s = t-L then N1 = N - f_{t-L} < f_{t-1}, so the left
 *    part of depth s+L = t > T has f_{t-1} - 1 processors; the file is refuted if it does. (For t
 *    >= U+L the left part has f_{t-1} anyway.)
 *
 * All schedules made are of kind pruned; only what is listed as stationary is not.
 *
 * T > U is allowed: then all N = f_t, t > T, are made by the instances, and left parts are listed
 * only as far as T < t < U+L.
 *
 * Conversely, the rule refutes nothing that the grammar asks for: each listed schedule is checked
 * exactly (pruned.h, words.h).
 *
 * Time: linear in the file, and O(t) for each schedule of depth t; all of it, the stationary ones
 * and the numbers f_t included, is counted as work of one account (pruned.h). Room: O(L + U)
 * numbers, one line, and the longest stationary word. */
#ifndef STEADYCHECK_PRUNED_FAMILY_H
#define STEADYCHECK_PRUNED_FAMILY_H

#include "core/read.h"

bool rule_pruned_family(struct reader *reader);

#endif
