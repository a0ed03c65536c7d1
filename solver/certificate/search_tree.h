/* SPDX-License-Identifier: MIT */
/*
 * The certificate of an exhausted search, from the tokens that were recorded while it went on
 * (walk/walk_events.h): it is not walked again.
 *
 * The tree of the certificate is defined by collisions alone, so that its checker stays simple.
 * Where the search looked ahead and left a letter out, the finite subtree that the certificate has
 * there is walked here. No instance that is known to have no schedule has such a place.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H
#define STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H

#include "solver/base/limits.h"
#include "solver/certificate/output.h"
#include "solver/certificate/proof.h"

/*
 * The body of kind impossible-search, into a certificate that is open; the proof has a record. A
 * record that was read from a file is followed first, node by node: STATUS_INTERNAL if it is not
 * that of the whole tree, or if a filling is met; then the search, or its state, was wrong.
 * STATUS_LIMIT if it was stopped; `limits` may be NULL. Serial: 8 ns a node, a quarter of
 * them for the digest, and twice as long for a record from a file.
 */
enum status search_tree_put(struct certificate_output *output, const struct tree_proof *proof,
                            const struct limits *limits, struct failure *failure);

#endif
