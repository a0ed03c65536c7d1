/*
 * From a certificate back to a schedule: kinds stationary and periodic. For showing and for round
 * trips in tests; it does not verify that the schedule is right.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_PERIODIC_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_PERIODIC_READ_H

#include "solver/certificate/read.h"
#include "solver/model/periodic.h"

/* What is read at most: positions of all words, and values times phases, which is what
 * periodic_check keeps account of. */
enum { PERIODIC_READ_MOST_PLACES = 20000000, PERIODIC_READ_MOST_PHASES = 4000000 };

bool periodic_read_takes(const char *kind);

/*
 * The rest of `input`, which stands at its kind, into `periodic` (not initialised before), the
 * words in the file's order. STATUS_INPUT, with file and line, for what is not of the grammar: also
 * values that nobody sends, words whose length is no multiple of the period, and N that is not what
 * the words serve. STATUS_LIMIT for more than the above. O(all lengths).
 */
enum status periodic_read(struct periodic *periodic, struct certificate_input *input,
                          struct failure *failure);

/*
 * The lines `word` from the next one on are added to `periodic`, which has its latency, depth and
 * period. *more: the current line is the one behind them, and no line `word`; else there is none.
 */
enum status periodic_read_words(struct periodic *periodic, struct certificate_input *input,
                                bool *more, struct failure *failure);

#endif
