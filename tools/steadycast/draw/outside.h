/* SPDX-License-Identifier: MIT */
/* Programs of others that pictures use where they are installed: dot (Graphviz), rsvg-convert. */
#ifndef STEADYCAST_TOOLS_OUTSIDE_H
#define STEADYCAST_TOOLS_OUTSIDE_H

#include <stdbool.h>
#include <stdio.h>

#include "automata/status.h"

/*
 * Runs `arguments`, found on PATH as child_find does (never in the current folder), ended by NULL:
 * it reads `text` and what it prints is *output, owned by the caller, 0-terminated, of *size bytes.
 * *missing: there is no such program, and there is no output. STATUS_SYSTEM if it fails; what it
 * says on stderr is dropped.
 */
enum status outside_run(const char *const *arguments, const char *text, size_t count, char **output,
                        size_t *size, bool *missing, struct failure *failure);

#endif
