/* SPDX-License-Identifier: MIT */
/* Programs for MSCCL runtimes: what each rank has in its buffers, and which chunk goes from which
 * place at one rank to which at another. Of it come thread blocks, channels and XML. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/network/network_problem.h"
#include "tools/steadycast/interchange/interchange.h"

/* Limits of the runtimes: of what is counted in a buffer, and of what they read. */
enum { MSCCL_MOST_CHUNKS = 32767, MSCCL_MOST_RANKS = 1023 };

/* Chunks of a rank's input, output or scratch, from 0 on. */
struct msccl_place {
    char buffer; /* i, o or s; 0: nowhere */
    int offset;
};

/* One chunk over the connection of two ranks. */
struct msccl_move {
    int from, to;
    struct msccl_place source;  /* at the sender */
    struct msccl_place operand; /* at the receiver: what it is added to; nowhere: nothing */
    struct msccl_place target;  /* at the receiver: where it, or the sum, comes */
    struct msccl_move *needs;   /* the move that the sending waits for; NULL: none */
    struct msccl_move *after;   /* the move that the reception waits for; NULL: none */
    int instance;               /* those of one go over channels of their own */
    int channel, step, block;   /* msccl_write: in both thread blocks; of the receiver */
    bool awaited;
};

/* Has every rank commodities of its own in its input, or output? And where the chunks of one stand
 * there, in multiples of C. */
bool msccl_are_own(enum collective collective, int ranks, bool output);
int msccl_commodity_place(enum collective collective, int ranks, int commodity, bool output);

struct msccl_rank {
    int inputs, outputs, scratch;
    int copied, copy_from, copy_to; /* so many chunks of the input to the output */
};

struct msccl_program {
    const char *collective;
    bool in_place; /* also there, where input and output are the same memory */
    int chunks;    /* of a loop */
    int ranks;
    int parts; /* a call's bytes are so many times those of a node: runtimes choose by all of them
                */
    struct msccl_rank *each; /* of the ranks; owned */
    size_t count;
    struct msccl_move *moves; /* in an order in which each stands behind what it waits for; owned */
};

/* STATUS_INPUT for too many ranks, STATUS_MEMORY. Both arrays are the caller's to
 * free, also after a failure. */
enum status msccl_init(struct msccl_program *program, int ranks, size_t moves,
                       struct failure *failure);

/* Chooses thread blocks and steps, and writes the file. STATUS_INPUT beyond the runtimes' limits.
 */
enum status msccl_write(FILE *file, struct msccl_program *program,
                        const struct interchange_options *options, struct failure *failure);
