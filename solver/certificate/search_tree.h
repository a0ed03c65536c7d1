/*
 * The certificate of an exhausted search: walks the tree of all words once more, in one thread and
 * without memory, and writes every node.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H
#define STEADYCAST_SOLVER_CERTIFICATE_SEARCH_TREE_H

#include "solver/base/limits.h"
#include "solver/certificate/proof.h"

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

/*
 * A stretch of that walk, in its order: from just before it goes down to the node at the path
 * `from` (no letters: from its start) to just before it goes down to the node at `to` (NULL: to its
 * end). Both nodes are in the tree, `from` before `to`, neither above the other.
 */
struct tree_stretch {
    const int *from;
    int from_length;
    const int *to;
    int to_length;
};

/*
 * Writes the lines `tree` of a stretch into a file that is open, 64 tokens a line from the
 * stretch's start, and tells the number of nodes that it goes down to. The tokens of stretches that
 * follow each other are those of the whole walk. Errors as above.
 */
struct certificate_output;
enum status search_tree_put_stretch(struct certificate_output *output,
                                    const struct tree_proof *proof,
                                    const struct tree_stretch *stretch, const struct limits *limits,
                                    uint64_t *nodes, struct failure *failure);

#endif
