/* SPDX-License-Identifier: MIT */
/*
 * Where words of rounded_stream.h use more of a leaf than there is: for t that is not very large
 * the numbers f_(t-j) are not yet as alpha^-j, and fill that ought to be left is not.
 *
 * In a word with one head two leaves a and y may become a+e and y-e: the sum stays, and any leaves
 * of this sum have a legal order (M. Hall). So many words are changed, and such leaves chosen, that
 * most is gained, and not more than half of what there is of another leaf is used.
 */
#ifndef STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_MEND_H
#define STEADYCAST_SOLVER_ITEMS_STREAM_ROUNDED_MEND_H

#include "solver/items/stream/rounded_parts.h"

/* *mended: no leaf is overdrawn any more. O(changes kinds length L^2), few hundred changes. */
enum status rounded_mend(struct rounded_parts *parts, bool *mended, struct failure *failure);

#endif
