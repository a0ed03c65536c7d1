/* SPDX-License-Identifier: MIT */
/*
 * --json of verbs that write a file, which itself has a form of its own: an object on stdout that
 * says what was asked and what was written.
 */
#ifndef STEADYCAST_TOOLS_JSON_WRITTEN_H
#define STEADYCAST_TOOLS_JSON_WRITTEN_H

#include <jansson.h>

#include "tools/steadycast/frame/options.h"

/* Before anything is written: STATUS_INPUT if there is --json, and no -o FILE. */
enum status json_written_check(const struct arguments *arguments, struct failure *failure);

/* With --json the object with the keys of `more`, which is taken over (NULL: none), behind those of
 * the question, the file and its bytes; without, nothing. */
enum status json_written(const struct arguments *arguments, json_t *more, struct failure *failure);

#endif
