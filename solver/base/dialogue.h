/* SPDX-License-Identifier: MIT */
/*
 * A child process that is talked with, line by line: what it is told gathers here, goes to its
 * input when an answer is waited for, and each answer is a line of its output. Whatever the child
 * does, to lie, to end, to fall silent or to talk without end, is a failure that is returned: no
 * signal reaches the caller, and no more memory is taken than the longest answer that is allowed.
 *
 * One thread uses a dialogue, the one that opened it: the child dies with that thread.
 */
#ifndef STEADYCAST_SOLVER_BASE_DIALOGUE_H
#define STEADYCAST_SOLVER_BASE_DIALOGUE_H

#include <stddef.h>

#include "solver/base/limits.h"

struct dialogue;

/*
 * Starts `program`, a path, as child.h does, under `name`, which lives as long as the dialogue.
 * STATUS_SYSTEM if there can be no process; a file that is no program ends the first answer.
 */
enum status dialogue_open(struct dialogue **dialogue, const char *program, const char *name,
                          struct failure *failure);

/* Kills the child and waits for its end; NULL is allowed. Takes no time to speak of. */
void dialogue_close(struct dialogue *dialogue);

/* Adds a printf format to what the child is told. STATUS_MEMORY. */
enum status dialogue_tell(struct dialogue *dialogue, struct failure *failure, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));

/*
 * Tells all that was added and waits for a line, without its end, of at most `most` bytes: *line is
 * the dialogue's, until the next answer. STATUS_LIMIT when the limits (may be NULL), asked about
 * every 50 ms and before the first wait, say stop. STATUS_SYSTEM, with the name in the message,
 * when the child ended otherwise, or its line is longer or has a byte 0. After a failure it is only
 * closed.
 */
enum status dialogue_hear(struct dialogue *dialogue, size_t most, const struct limits *limits,
                          char **line, struct failure *failure);

#endif
