/*
 * From a certificate back to a block-cyclic schedule on a pruned tree: kind pruned. For showing,
 * expanding and round trips in tests; it is not what verifies a certificate.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_PRUNED_READ_H
#define STEADYCAST_SOLVER_CERTIFICATE_PRUNED_READ_H

#include "solver/certificate/read.h"
#include "solver/model/pruned.h"

/*
 * The rest of `input`, which stands at its kind, into `pruned` (not initialised before), sorted and
 * checked by the definition. Words are taken as multisets of their letters. STATUS_INPUT, with file
 * and, for what is not of the grammar, line.
 */
enum status pruned_read(struct pruned *pruned, struct certificate_input *input,
                        struct failure *failure);

#endif
