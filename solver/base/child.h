/* SPDX-License-Identifier: MIT */
/*
 * Another program as a child process: no shell, an empty environment, so that nothing but the
 * program itself decides what it does. child_run gives it a file to read and one to write;
 * dialogue.h talks with it. What such a program starts itself, as a wrapper does that calls the
 * solver proper, ends with it.
 */
#ifndef STEADYCAST_SOLVER_BASE_CHILD_H
#define STEADYCAST_SOLVER_BASE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

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
 * The same for a program of this project, in this order: beside the running program, as in a folder
 * of a build, if both files have one owner or it is root's (so nobody puts one beside a program
 * that stands where everybody may write); where the programs of this build are installed; PATH.
 */
bool child_find_own(const char *name, char *path, size_t room);

/*
 * Starts `program` (a path) with `arguments` (ended by NULL, the first is its name), the files `in`
 * and `out` as its input and output, its error messages dropped. The child is a guard, who starts
 * the program in a process group of its own, ends as it does, and kills then what it has left in
 * the group. If the calling thread should die before, by whatever signal, the guard kills them all.
 * -1 if there can be no process; what is no program ends at once, with status 127. To be waited
 * for.
 */
pid_t child_start(const char *program, const char *const arguments[], int in, int out);

/* Has a program killed, if it has not ended, with its group, and waits for their end. The status is
 * that of waitpid. */
int child_finish(pid_t child);

/*
 * Starts `program` as child_start does, and waits until it ends.
 * `in` is read from its start, `out` is written where it stands; both stay open, their positions
 * are where the child left them. When `out` has more than `most` bytes, or when the limits say stop
 * (asked about every 50 ms, with a report under the name of the program), the child is killed. It
 * is gone when this returns.
 *
 * *exit_status is set for CHILD_EXITED; 127 is what it is too if the file is no program.
 */
enum child_end child_run(const char *program, const char *const arguments[], FILE *in, FILE *out,
                         int64_t most, const struct limits *limits, int *exit_status);

#endif
