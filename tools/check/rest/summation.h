/* Kind summation: operands that are added up on a LogP machine, in their order.
 *
 * The file is ordered by processors, and a reception needs what its sender has at the end of its
 * own work, which may stand further down. So all lines are read first, with the rules that concern
 * one processor alone; then receptions are compared with what is sent; then each processor's sum is
 * formed as soon as all that it receives is known. A message arrives L >= 1 cycles after it is sent
 * or later, so nobody waits for himself, and each processor's turn comes.
 *
 * Room: 12 bytes for each line of work, 28 for each processor, up to twice that while they are
 * read. Time: linear but for the sorting of what is under way to one processor. */
#ifndef STEADYCHECK_SUMMATION_H
#define STEADYCHECK_SUMMATION_H

#include "core/read.h"

enum { SUMMATION_PROCESSORS_LIMIT = 10000000, SUMMATION_LINES_LIMIT = 1 << 27 };

bool rule_summation(struct reader *reader);

#endif
