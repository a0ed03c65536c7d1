/*
 * The certificate of an exhausted search: walks the tree of all words once more, in one thread and
 * without memory, and writes every node.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H
#define STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H

#include "solver/certificate/proof.h"
#include "solver/limits.h"

/*
 * Kind impossible-search. STATUS_INTERNAL if the walk meets a filling: then the search was wrong.
 * STATUS_LIMIT, and no file, if it was stopped; `limits` may be NULL.
 */
enum status search_tree_write(const char *path, bool overwrite, const struct tree_proof *proof,
                              const struct limits *limits, struct failure *failure);

/* The same body into a certificate that is open. */
enum status search_tree_put(struct certificate_output *output, const struct tree_proof *proof,
                            const struct limits *limits, struct failure *failure);

/* The same walk without a file. */
enum status search_tree_check(const struct tree_proof *proof, const struct limits *limits,
                              struct failure *failure);

#endif
