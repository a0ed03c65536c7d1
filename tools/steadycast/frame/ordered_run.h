/* SPDX-License-Identifier: MIT */
/* Parts of a long job on all threads, what they write put together in their order. */
#pragma once

#include <stdio.h>

#include "automata/status.h"

/* Does part 0, 1, ..; called from several threads at once. `stream` is its own, or NULL. */
typedef enum status ordered_part(void *context, long part, FILE *stream, struct failure *failure);

/* Called for each part when it is done, in order, from one thread at a time; may be NULL. */
typedef void ordered_done(void *context, long part);

/* Parts 0..count-1 on `threads` threads. If `stream` is not NULL it gets what they write, and
 * *error, 0 before, is set to the errno of the first write that failed. The first failure, in the
 * order of the parts, is returned; behind it, and behind a write that failed, no part is begun any
 * more, and `done` is called for none. What a part writes is kept in memory until its turn comes;
 * STATUS_SYSTEM if there is none left. */
enum status ordered_run(long count, int threads, ordered_part *part, ordered_done *done,
                        void *context, FILE *stream, int *error, struct failure *failure);
