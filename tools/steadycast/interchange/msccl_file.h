/* SPDX-License-Identifier: MIT */
/* Algorithms in XML for MSCCL runtimes as others write them: what stands in the file, and what it
 * does on a network. */
#pragma once

#include "solver/network/network_read.h"

/* Limits of the runtimes: of what is counted in a buffer, and of what they read. */
enum { MSCCL_MOST_CHUNKS = 32767, MSCCL_MOST_RANKS = 1023 };

/* Where the chunks of a commodity stand in the input, or output, of a rank, in multiples of C. */
int msccl_commodity_place(enum collective collective, int ranks, int commodity, bool output);

/* In the runtimes' order of work: a step takes what comes from its peer, or what stands at its
 * source, or adds both, writes it to its target, and sends it on. */
struct msccl_type {
    const char *name;
    bool receives, reads, writes, sends;
    bool adds_target; /* what stands at the target is added, and nothing comes */
};

struct msccl_spot {
    char buffer; /* i, o or s */
    int offset;
};

struct msccl_step {
    const struct msccl_type *type;
    struct msccl_spot source, target;
    int count;           /* chunks, in a row */
    int depends, behind; /* a thread block of the rank, and its step, that is done before; or -1 */
    long line;
};

struct msccl_block {
    int rank, send, receive; /* its peers; -1: none */
    int channel;
    int first, count; /* of its steps */
    long line;
};

struct msccl_gpu {
    int inputs, outputs, scratch; /* chunks */
    int first, count;             /* of its thread blocks */
};

struct msccl_file {
    const char *name; /* borrowed, for messages */
    enum collective collective;
    bool in_place; /* input and output are the same memory */
    int loop;      /* chunks of a loop */
    int ranks;
    struct msccl_gpu *gpus; /* owned, as all arrays */
    int block_count;
    struct msccl_block *blocks;
    int step_count;
    struct msccl_step *steps;
};

/* Reads the text. STATUS_INPUT with file, line and value; STATUS_LIMIT for what is too large;
 * STATUS_MEMORY. In any case the caller ends with msccl_file_clear. */
enum status msccl_file_read(const char *name, const char *text, size_t length,
                            struct msccl_file *file, struct failure *failure);
void msccl_file_clear(struct msccl_file *file);

/* Runs the program on read->network, each sending in the earliest step, and fills the problem and
 * the schedule of `read`, which it plays. With `even` each step has one round: what finds its
 * links busy waits. `origin`: the root; -1: the rank that alone has an input, or output, else 0.
 * Thread blocks go on by their numbers; a race of two that the file leaves open is not seen.
 * STATUS_INPUT with the line of what can't be done, waits for ever, or leaves a wrong result. */
enum status msccl_file_run(const struct msccl_file *file, int origin, bool even,
                           const struct limits *limits, struct network_read *read,
                           struct failure *failure);

/* Reads the file and runs it on read->network, whose nodes all have to reach each other. */
enum status msccl_import(const char *path, int origin, bool even, const struct limits *limits,
                         struct network_read *read, struct failure *failure);

/* How good a schedule is: in steps with `even`, else in rounds of schedules of as many steps. */
struct msccl_worth {
    int own, best; /* `best`: the best that is known, itself included */
    int lower;     /* no schedule has less; 0: not known, a limit was reached */
};

/* With one turn of the search for the least (network_least.h). */
enum status msccl_compare(const struct network_read *read, bool even, const struct limits *limits,
                          struct msccl_worth *found, struct failure *failure);
