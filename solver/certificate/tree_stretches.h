/*
 * An exhausted tree that was walked in stretches, each of which is in a file of its own: joined to
 * the certificate that one walk writes (search_tree.h), byte by byte, without walking it again.
 *
 * A file of a stretch is in the frame of a certificate. It ends, behind a line `nodes N` that ends
 * its head, in lines `tree` with the stretch's tokens and a line `tree-nodes N` with the number of
 * letters among these.
 */
#ifndef STEADYCAST_SOLVER_CERTIFICATE_TREE_STRETCHES_H
#define STEADYCAST_SOLVER_CERTIFICATE_TREE_STRETCHES_H

#include <stddef.h>

#include "solver/base/limits.h"
#include "solver/certificate/proof.h"
#include "solver/certificate/read.h"

/* Names of files, in the order of the tree. They have to be there until the tree is written. */
struct tree_stretches {
    size_t count;
    char **paths; /* owned, and each of them */
};

/* Copies the names. */
enum status tree_stretches_init(struct tree_stretches *stretches, const char *const *paths,
                                size_t count, struct failure *failure);
void tree_stretches_clear(struct tree_stretches *stretches);

/*
 * Reads what is left of a file that is loaded, behind its head: its tokens into `tokens` (NULL:
 * they are only checked), the number of letters to *nodes. STATUS_INPUT, with file and line, for a
 * token that no tree with letters below `latency` has, a wrong number of nodes, or no line
 * `tree-nodes`.
 */
struct tree_tokens;
enum status tree_stretch_read(struct certificate_input *input, int latency,
                              struct tree_tokens *tokens, uint64_t *nodes, struct failure *failure);

/*
 * The body of kind impossible-search, into a certificate that is open. One file at a time is in
 * memory. That the stretches follow each other is not checked here but by who reads the
 * certificate. STATUS_INPUT, naming the file, for a file that is damaged; STATUS_LIMIT when it was
 * stopped; `limits` may be NULL.
 */
struct certificate_output;
enum status tree_stretches_put(struct certificate_output *output, const struct tree_proof *proof,
                               const struct tree_stretches *stretches, const struct limits *limits,
                               struct failure *failure);

#endif
