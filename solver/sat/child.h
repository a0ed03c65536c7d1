/* SPDX-License-Identifier: MIT */
/*
 * Runs another program as a child process: no shell, a file as its input, a file as its output, an
 * empty environment, so that nothing but the program itself decides what it does.
 */
#ifndef STEADYCAST_SOLVER_SAT_CHILD_H
#define STEADYCAST_SOLVER_SAT_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "solver/base/limits.h"

enum child_end {
    CHILD_EXITED,
    CHILD_STOPPED,  /* the limits said so, and it was killed */
    CHILD_TOO_LONG, /* its output was, and it was killed */
    CHILD_FAILED    /* it could not be started, or something else killed it */
};

/*
 * The first executable file called `name` in the absolute folders of PATH: *path has `room` bytes.
 * False if there is none. O(length of PATH).
 */
bool child_find(const char *name, char *path, size_t room);

/*
 * Runs `program` (a path) with `arguments` (ended by NULL, the first is its name) until it ends.
 * `in` is read from its start, `out` is written where it stands; both stay open, their positions
 * are where the child left them. Error messages of the child are dropped. When `out` has more than
 * `most` bytes, or when the limits say stop (asked about every 50 ms, with a report under the name
 * of the program), the child is killed. It is gone when this returns, and if the calling thread
 * should die meanwhile, by whatever signal, the child dies too.
 *
 * *exit_status is set for CHILD_EXITED; 127 is what it is too if the file is no program.
 */
enum child_end child_run(const char *program, const char *const arguments[], FILE *in, FILE *out,
                         int64_t most, const struct limits *limits, int *exit_status);

#endif
