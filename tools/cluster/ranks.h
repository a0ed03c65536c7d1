/* SPDX-License-Identifier: MIT */
/* Messages between the ranks of MPI: bytes of any length, each from one rank to another one, in
 * order between two of them, and never waited for: ranks may be more than processors, and one of
 * them may be dead. The implementation is the only one that includes mpi.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "automata/status.h"

struct ranks_sent;
struct ranks_coming;

struct ranks {
    int rank, size;
    bool near;                   /* on the machine of rank 0 */
    struct ranks_sent *sent;     /* on their way, oldest first */
    struct ranks_coming *coming; /* known to come, oldest first */
};

/* Begins MPI. STATUS_SYSTEM if it can't. */
enum status ranks_start(struct ranks *ranks, int *argc, char ***argv, struct failure *failure);

/* Sends them when MPI can; frees them then. STATUS_LIMIT for more than 2^31-1 bytes, STATUS_SYSTEM
 * without memory; they are freed then, too. */
enum status ranks_send(struct ranks *ranks, int to, char *bytes, size_t count,
                       struct failure *failure);

/* Bytes that are still on their way from here. */
size_t ranks_unsent(struct ranks *ranks);

/* The next message that came, owned by the caller, and who sent it; NULL if there is none. */
char *ranks_receive(struct ranks *ranks, int *from, size_t *count);

/* Ends MPI. `lost`: a rank is, so that MPI may wait for it for ever: this process then ends with
 * `status` after ten seconds. */
void ranks_finish(struct ranks *ranks, int status, bool lost);
