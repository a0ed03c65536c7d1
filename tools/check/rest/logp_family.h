/* SPDX-License-Identifier: MIT */
/* Kind logp-family: streams on a LogP machine for A(s) processors, for every s from some one on, by
 * finitely many. No limit at the receiver; see logp_schedule.h for streams and their values.
 *
 * A(s) = 1 for s < l, A(s) = A(s-G) + A(s-l) for s >= l, with A(s) = 1 for s < 0; l >= G. All times
 * are multiples of d = gcd(l,G) here: A changes at these only, and a stream of depth s is one of
 * every larger depth.
 *
 * **Window.** The file has a stream for A(s) processors and each s = F, F+d, .., U+l-d. Those of
 * s >= U consist of blocks and one processor that receives only, a value of 2G-d or more. For
 * the last G/d of them some block's head has the value s and is sent at once (`late 0`), and it is
 * a *ball*: floor(s/G) + (the sum of its letters) = 2r, r its size.
 *
 * **Rule.** If so, those of s-G and s-l, s >= U+l, make one of s. The block with the head s-G, of
 * class e, now receives its head G earlier, with the value s, and sends one item more, which comes
 * with the value s-l: that is the message that the stream of s-l had from the source. Nobody else
 * receives a value above s-G, so the source's message goes to the head as before. It has r+1
 * processors: the one that received only joins it, and another letter is received, 1 of its class,
 * with the value G + e <= 2G - d. That is not more than what this processor received, so there
 * are messages enough: all other receptions are those of one stream or the other. The head's level
 * has grown by one, so head and letters are 2r + 1 + 1 = 2(r+1): M. Hall's theorem orders
 * the block, and it is a ball again. Who received only in the stream of s-l still does. So the rule
 * goes on for ever. */
#ifndef STEADYCHECK_LOGP_FAMILY_H
#define STEADYCHECK_LOGP_FAMILY_H

#include "core/read.h"

bool rule_logp_family(struct reader *reader);

#endif
