/* SPDX-License-Identifier: MIT */
/* Another program as a child process: no shell, no variable of the caller's environment, so that
 * nothing but the program itself decides what it does. child_run gives it a file to read and one to
 * write; a dialogue talks with it. What such a program starts itself, as a wrapper does that calls
 * the solver proper, ends with it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
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

/* The first executable file called `name` in the absolute folders of PATH: *path has `room` bytes.
 * False if there is none. O(length of PATH). */
bool child_find(const char *name, char *path, size_t room);

/* The same for a program of this project, in this order: beside the running program, as in a folder
 * of a build, if both files have one owner or it is root's (so nobody puts one beside a program
 * that stands where everybody may write); where the programs stand that were installed with this
 * library, by the same rule, if it is a shared one; where those of this build are installed; PATH.
 */
bool child_find_own(const char *name, char *path, size_t room);

/* Starts `program` as child_start does, and waits until it ends.
 * `in` is read from its start, `out` is written where it stands; both stay open, their positions
 * are where the child left them. When `out` has more than `most` bytes, or when the limits say stop
 * (asked about every 50 ms, with a report under the name of the program), the child is killed. It
 * is gone when this returns.
 *
 * *exit_status is set for CHILD_EXITED; 127 is what it is too if the file is no program. */
enum child_end child_run(const char *program, const char *const arguments[], FILE *in, FILE *out,
                         int64_t most, const struct limits *limits, int *exit_status);

/* A child process that is talked with, line by line: what is sent to it gathers here, goes to its
 * input when an answer is waited for, and each answer is a line of its output. Whatever the child
 * does, to lie, to end, to fall silent or to talk without end, is a failure that is returned: no
 * signal reaches the caller, and no more memory is taken than the longest answer that is allowed.
 *
 * One thread uses a dialogue, the one that opened it: the child dies with that thread. */

struct dialogue;

/* Starts `program`, a path, as child_run does, under `name`, which lives as long as the dialogue.
 * STATUS_SYSTEM if there can be no process; a file that is no program ends the first answer. */
enum status dialogue_open(struct dialogue **dialogue, const char *program, const char *name,
                          struct failure *failure);

/* Kills the child and waits for its end; NULL is allowed. Takes no time to speak of. */
void dialogue_close(struct dialogue *dialogue);

/* Adds a printf format to what is sent to the child. STATUS_MEMORY. */
enum status dialogue_send(struct dialogue *dialogue, struct failure *failure, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));

/* Sends all that was added and waits for a line, without its end, of at most `most` bytes: *line is
 * the dialogue's, until the next answer. STATUS_LIMIT when the limits (may be NULL), asked about
 * every 50 ms and before the first wait, say stop. STATUS_SYSTEM, with the name in the message,
 * when the child ended otherwise, or its line is longer or has a byte 0. After a failure it is only
 * closed. */
enum status dialogue_hear(struct dialogue *dialogue, size_t most, const struct limits *limits,
                          char **line, struct failure *failure);
